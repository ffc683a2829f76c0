import type { Reader } from '../engine/ports'
import type { Content } from '../engine/reader'
import type { Answer, Question } from './read.worker'

interface Waiting {
  done: (content: Content) => void
  failed: (error: Error) => void
}

/** workerReader reads files in a worker, which is started for the first of them. */
export function workerReader(): Reader {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, Waiting>()
  const fail = (id: number) => waiting.get(id)?.failed(new Error('the file cannot be read'))

  const start = () => {
    const started = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data: { id, content } }: MessageEvent<Answer>) => {
      if (content) waiting.get(id)?.done(content)
      else fail(id)
      waiting.delete(id)
    }
    started.onerror = () => {
      for (const id of waiting.keys()) fail(id)
      waiting.clear()
      worker = undefined
    }
    return started
  }
  const ask = (file: Blob, piece: boolean) =>
    new Promise<Content>((done, failed) => {
      worker ??= start()
      const id = ++last
      waiting.set(id, { done, failed })
      worker.postMessage({ id, piece, file } satisfies Question)
    })

  return {
    content: (file) => ask(file, false),
    sum: async (piece) => (await ask(piece, true)).sha256,
    intact: (file) => isReadable(file.slice(0, 1)),
  }
}

function isReadable(bytes: Blob): Promise<boolean> {
  return bytes.arrayBuffer().then(
    () => true,
    () => false,
  )
}
