// A network on which pages come in pieces.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

// inPieces serves another server's pages, each in two pieces: up to and with the
// first place that a pattern matches, and the rest a while later.
export async function inPieces(url, pattern) {
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(url + request.url)
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = Object.fromEntries(['content-type', 'content-security-policy'].flatMap((name) => answer.headers.get(name) ? [[name, answer.headers.get(name)]] : []))
    response.writeHead(answer.status, headers)
    const match = headers['content-type'].startsWith('text/html') && pattern.exec(body.toString('latin1'))
    const end = match ? match.index + match[0].length : 0
    response.write(body.subarray(0, end))
    if (match) await wait(700)
    response.end(body.subarray(end))
  })
  await new Promise((ready) => proxy.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${proxy.address().port}`, stop: () => new Promise((done) => { proxy.closeAllConnections(); proxy.close(done) }) }
}
