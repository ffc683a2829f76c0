// Requests to the API, typed by its own document, as the signed-in user.
import createClient from 'openapi-fetch'
import { session } from '../session/session'
import { offline, problemOf } from './problem'
import type { paths } from './schema'

/** asUser sends a request with the access token, once more with a new one if that has ended. */
async function asUser(request: Request): Promise<Response> {
  const again = request.clone()
  const token = await session.token()
  const response = await send(request, token)
  if (response.status !== 401) return response
  const renewed = await session.renew(token)
  return renewed ? send(again, renewed) : response
}

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw offline(cause)
  }
}

export const api = createClient<paths>({
  baseUrl: '/',
  fetch: asUser,
  querySerializer: { array: { style: 'form', explode: false } },
})

interface Outcome<T> {
  data?: T
  error?: unknown
  response: Response
}

/** answer waits for a request and returns the whole envelope, or throws a Problem. */
export async function answer<T>(request: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await request
  if (!response.ok) throw problemOf(response, error)
  return data as T
}

/** dataOf returns what the envelope holds. */
export async function dataOf<T>(request: Promise<Outcome<{ data: T }>>): Promise<T> {
  return (await answer(request)).data
}

/** versioned also returns the ETag, to be sent back as If-Match. */
export async function versioned<T>(request: Promise<Outcome<{ data: T }>>): Promise<{ data: T; etag: string }> {
  const outcome = await request
  const data = await dataOf(Promise.resolve(outcome))
  return { data, etag: outcome.response.headers.get('ETag') ?? '' }
}

/** creation returns the body that makes a thing: what the document says must be there is typed as if nothing might be. */
export function creation<T extends object>(body: T): T & Record<string, never> {
  return body as T & Record<string, never>
}
