// A receiver of webhooks: it keeps what it is sent, and answers as it is told to.
import { createServer } from 'node:http'

export async function receive() {
  const messages = []
  const waiting = []
  const answer = { status: 200, body: 'thank you' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    messages.push({ headers: request.headers, body })
    waiting.splice(0).forEach((look) => look())
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const until = async (holds) => {
    while (!holds(messages)) await new Promise((look) => waiting.push(look))
  }
  const close = () => new Promise((closed) => server.close(closed) && server.closeAllConnections())
  return { url: `http://127.0.0.1:${server.address().port}/hook`, messages, answer, until, close }
}
