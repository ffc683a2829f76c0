// Reads files beside the page, so that it stays smooth.
import { type Content, readContent, sumOf } from '../engine/reader'

export interface Question {
  id: number
  /** Whether only the sum is wanted, not the kind. */
  piece: boolean
  file: Blob
}

export interface Answer {
  id: number
  /** Missing for a file that is gone or changed. */
  content?: Content
}

addEventListener('message', async ({ data: { id, piece, file } }: MessageEvent<Question>) => {
  const read = piece ? sumOf(file).then((sha256) => ({ sha256, type: undefined })) : readContent(file)
  postMessage({ id, content: await read.catch(() => undefined) } satisfies Answer)
})
