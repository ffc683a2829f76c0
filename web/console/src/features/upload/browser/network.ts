// The engine's network: the API, as the signed-in user.
import { answer, api, creation, dataOf } from '../../../api/client'
import { Problem, problemWithin } from '../../../api/problem'
import type { components } from '../../../api/schema'
import type { Chunked, Created, Network, NewPhoto, Sending, Taken } from '../engine/ports'
import { allowanceOf, send, sendAsUser } from './send'

type Schemas = components['schemas']

const once = (key: string) => ({ header: { 'Idempotency-Key': key } })

export const network: Network = {
  files: (files, sending) => (files.length === 1 ? single(files[0] as File, sending) : multiple(files, sending)),

  begin: async ({ name, size, type }, chunkSize, { signal, key, allowance }) => {
    const body = creation({ filename: name, file_size: size, mime_type: type, chunk_size: chunkSize })
    const begun = await api.POST('/v1/upload/chunked/init', { body, params: once(key), signal })
    allowance?.(allowanceOf(begun.response.headers, Date.now()))
    return chunked(await dataOf(Promise.resolve(begun)))
  },

  state: async (uploadId, signal) =>
    chunked(
      await dataOf(api.GET('/v1/upload/chunked/{upload_id}', { params: { path: { upload_id: uploadId } }, signal })),
    ),

  chunk: async ({ address, bytes, sha256 }, sending) => {
    await send({ method: 'PUT', address, body: bytes, headers: { 'Content-Digest': digestOf(sha256) } }, sending)
  },

  complete: async (uploadId, sha256, signal) => {
    const params = { path: { upload_id: uploadId } }
    const done = dataOf(api.POST('/v1/upload/chunked/{upload_id}/complete', { params, body: { sha256 }, signal }))
    return (await done).file_id
  },

  abort: async (uploadId) => {
    await answer(api.DELETE('/v1/upload/chunked/{upload_id}', { params: { path: { upload_id: uploadId } } }))
  },

  known: async (sums) => {
    const { known, uploads } = await dataOf(api.POST('/v1/upload/known', { body: { sha256: sums } }))
    return { photos: known, uploads }
  },

  create: async (photos, key) => {
    const body = { action: 'create' as const, data: { photos } }
    return created(photos, await dataOf(api.POST('/v1/photos/batch', { body, params: once(key) })))
  },

  status: (fileId) => dataOf(api.GET('/v1/upload/status/{file_id}', { params: { path: { file_id: fileId } } })),

  reprocess: async (fileId) => {
    await answer(
      api.POST('/v1/upload/{file_id}/reprocess', { params: { path: { file_id: fileId } }, body: { force: true } }),
    )
  },
}

/** Addresses are signed without their origin: the console asks its own, wherever the site has its public one. */
function chunked(data: Schemas['Chunked']): Chunked {
  const here = (address: string) => {
    const { pathname, search } = new URL(address, location.origin)
    return pathname + search
  }
  return {
    uploadId: data.upload_id,
    chunkSize: data.chunk_size,
    addresses: data.upload_urls.map(here),
    received: data.received,
    fileId: data.file_id,
  }
}

function created(photos: NewPhoto[], { succeeded, failed }: Schemas['PhotoBatch']): Created[] {
  const failures = new Map(failed.map((failure) => [failure.index, failure]))
  const ids = [...succeeded]
  return photos.map((_, i) => {
    const failure = failures.get(i)
    if (!failure) return { photoId: ids.shift() as number }
    const error = { type: failure.type as Problem['type'] }
    return { error: new Problem(0, { message: failure.message, error }) }
  })
}

/** digestOf writes a SHA-256 in hexadecimal as RFC 9530 does. */
export function digestOf(sha256: string): string {
  const bytes = sha256.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? []
  return `sha-256=:${btoa(bytes.join(''))}:`
}

async function single(file: File, sending: Sending): Promise<Taken[]> {
  const body = new FormData()
  body.append('file', bytesOf(file), file.name)
  const data = (await sendAsUser('/v1/upload/single', body, sending)) as Schemas['Upload']
  return [{ fileId: data.file_id }]
}

async function multiple(files: File[], sending: Sending): Promise<Taken[]> {
  const body = new FormData()
  for (const file of files) body.append('files[]', bytesOf(file), file.name)
  const answered = await sendAsUser('/v1/upload/multiple', body, sending)
  return byFile(files, answered as { uploaded: Schemas['BatchUpload'][]; failed: Schemas['BatchFailure'][] })
}

/** bytesOf is a file without its path: browsers send by that only what was chosen in this very tab. */
function bytesOf(file: File): Blob {
  return file.slice(0, file.size, file.type)
}

/** byFile tells which file each outcome is of: both lists are in the order of the files. */
export function byFile(
  files: Pick<File, 'name' | 'size'>[],
  { uploaded, failed }: { uploaded: Schemas['BatchUpload'][]; failed: Schemas['BatchFailure'][] },
): Taken[] {
  const taken = [...uploaded]
  const refused = [...failed]
  return files.map(({ name, size }) => {
    const isRefused = refused[0] && (refused[0].filename === name || taken[0]?.file_size !== size)
    if (isRefused) {
      const { error, type, details } = refused.shift() as Schemas['BatchFailure']
      return { error: problemWithin(error, type, details) }
    }
    return { fileId: taken.shift()?.file_id as string }
  })
}
