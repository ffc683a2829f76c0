// Requests that tell of the bytes on their way, which fetch cannot.
import { offline, Problem, problemOf } from '../../../api/problem'
import { session } from '../../../session/session'
import type { Allowance, Sending } from '../engine/ports'

interface Outgoing {
  method: string
  address: string
  body: XMLHttpRequestBodyInit
  headers?: Record<string, string>
}

/** How long nothing may move before a connection counts as cut, in milliseconds. */
const stall = 60_000

/** send returns what the envelope of the answer holds. */
export function send(
  { method, address, body, headers = {} }: Outgoing,
  { signal, progress, allowance }: Sending,
): Promise<unknown> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const cut = () => {
      reject(offline(undefined))
      request.abort()
    }
    let timer = setTimeout(cut, stall)
    const isAlive = () => {
      clearTimeout(timer)
      timer = setTimeout(cut, stall)
    }
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      isAlive()
      progress?.(loaded)
    }
    request.onerror = () => reject(offline(undefined))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const read = parsed(request.responseText)
      allowance?.(allowanceOf({ get: (name) => request.getResponseHeader(name) }, Date.now()))
      if (request.status < 300) resolve(read?.data)
      else reject(problemOf(answerOf(request), read))
    }
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}

/** sendAsUser sends a form with the access token, once more with a new one if that has ended. */
export async function sendAsUser(address: string, body: FormData, sending: Sending): Promise<unknown> {
  const post = (token: string | undefined) =>
    send(
      {
        method: 'POST',
        address,
        body,
        headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': sending.key },
      },
      sending,
    )
  const token = await session.token()
  try {
    return await post(token)
  } catch (problem) {
    const renewed = problem instanceof Problem && problem.status === 401 && (await session.renew(token))
    if (!renewed) throw problem
    return post(renewed)
  }
}

/** allowanceOf reads what an answer says of the limit that it counts in. */
export function allowanceOf(headers: Pick<Headers, 'get'>, now: number): Allowance | undefined {
  const [limit = 0, left = 0, reset = 0, window = 0] = ['Limit', 'Remaining', 'Reset', 'Window'].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? 0),
  )
  if (limit === 0 || window === 0) return undefined
  return { limit, left, resetAt: Math.max(now, reset * 1000), window: window * 1000 }
}

function parsed(text: string): { data?: unknown } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What problemOf reads of an answer. */
function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers({ 'Retry-After': retryAfter(request) })
  return new Response(null, { status: request.status, headers })
}

/** The server says for how long to wait, or at least when its limit is reset. */
function retryAfter(request: XMLHttpRequest): string {
  const seconds = request.getResponseHeader('Retry-After')
  const reset = Number(request.getResponseHeader('X-RateLimit-Reset') ?? 0)
  if (seconds || request.status !== 429 || !reset) return seconds ?? '0'
  return String(Math.max(1, Math.ceil(reset - Date.now() / 1000)))
}
