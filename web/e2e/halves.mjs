// A network on which pages arrive in two halves.
import { createServer } from 'node:http'

const passed = ['content-type', 'content-security-policy']

// inHalves serves another server's pages, each in two halves: up to and with the first
// place that a pattern matches, and the rest once shown resolves, which is given the path
// of the page and waits until the browser shows the first half.
export async function inHalves(url, pattern, shown) {
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(url + request.url)
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = Object.fromEntries(passed.flatMap((name) => answer.headers.get(name) ? [[name, answer.headers.get(name)]] : []))
    response.writeHead(answer.status, headers)
    const isVisit = request.headers['sec-fetch-dest'] === 'document' && headers['content-type'].startsWith('text/html')
    const match = isVisit && pattern.exec(body.toString('latin1'))
    const end = match ? match.index + match[0].length : 0
    response.write(body.subarray(0, end))
    if (match) await shown(request.url)
    response.end(body.subarray(end))
  })
  await new Promise((ready) => proxy.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${proxy.address().port}`, stop: () => new Promise((done) => { proxy.closeAllConnections(); proxy.close(done) }) }
}
