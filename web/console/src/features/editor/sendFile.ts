// Sends a file and tells of the bytes on their way, which fetch cannot.
import { offline, problemOf } from '../../api/problem'
import { session } from '../../session/session'

/** sendFile returns the id of the upload that became of a file; sent tells how much of it is there, from 0 to 1. */
export async function sendFile(file: File, sent: (part: number) => void, signal: AbortSignal): Promise<string> {
  const token = await session.token()
  return new Promise((resolve, reject) => {
    const form = new FormData()
    form.append('file', file)
    const request = new XMLHttpRequest()
    request.open('POST', '/v1/upload/single')
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => sent(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(offline(undefined))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      if (request.status === 201) resolve(request.response.data.file_id)
      else reject(problemOf(new Response(null, { status: request.status, headers: waitOf(request) }), request.response))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function waitOf(request: XMLHttpRequest): HeadersInit {
  return { 'Retry-After': request.getResponseHeader('Retry-After') ?? '0' }
}
