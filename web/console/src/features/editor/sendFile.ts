import { newKey } from '../../api/key'
import type { components } from '../../api/schema'
import { sendAsUser } from '../upload/browser/send'

/** sendFile returns the id of the upload that became of a file; sent tells how much of it is there, from 0 to 1. */
export async function sendFile(file: File, sent: (part: number) => void, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const progress = (bytes: number) => sent(Math.min(1, bytes / file.size))
  const upload = (await sendAsUser('/v1/upload/single', body, {
    signal,
    key: newKey(),
    progress,
  })) as components['schemas']['Upload']
  return upload.file_id
}
