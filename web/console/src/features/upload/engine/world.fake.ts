// A world for tests: a clock that jumps to what is due next, files without bytes,
// and a server that drops, delays, repeats and refuses as it is told.
import { Problem, type ProblemType } from '../../../api/problem'
import type { UploadStatus } from '../../../api/types'
import { Engine, type World } from './engine'
import type { Kept } from './item'
import type { Chunked, Clock, Created, Known, Network, NewPhoto, Piece, Sending, Store, Taken } from './ports'
import type { Content } from './reader'

export const mebibyte = 1024 * 1024
export const allTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/tiff', 'image/gif']

export class FakeClock implements Clock {
  #now = 1_700_000_000_000
  #sleepers = new Set<{ at: number; wake: () => void }>()

  now = () => this.#now

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const sleeper = { at: this.#now + ms, wake: end }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', end)
    })
  }

  /** run lets time pass until something holds, at most so long. */
  async run(holds: () => boolean, most = 3_600_000): Promise<void> {
    const end = this.#now + most
    for (;;) {
      for (let i = 0; i < 3; i++) await new Promise((done) => setImmediate(done))
      if (holds()) return
      const next = [...this.#sleepers].sort((a, b) => a.at - b.at)[0]
      if (!next) throw new Error('nothing more happens')
      if (next.at > end) throw new Error('it takes too long')
      this.#now = Math.max(this.#now, next.at)
      next.wake()
    }
  }

  /** jump is time that passes while somebody works. */
  jump(to: number): void {
    this.#now = Math.max(this.#now, to)
  }

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    this.sleep(ms)
    await this.run(() => this.#now >= end)
  }
}

/** A file of which only the size and the name of the content are there. */
export class FakeFile {
  lastModified = 1_600_000_000_000
  readable = true
  readonly type = ''

  constructor(
    readonly name: string,
    readonly size = mebibyte,
    public content = name,
  ) {}

  slice(from = 0, to = this.size) {
    return { size: Math.min(to, this.size) - from, content: this.content }
  }
}

export const file = (...args: ConstructorParameters<typeof FakeFile>) => new FakeFile(...args) as unknown as File
export const found = (...files: File[]) => files.map((one) => ({ file: one, folder: '' }))
const fake = (blob: unknown) => blob as { size: number; content: string; readable?: boolean; name: string }

export function problem(type: ProblemType, status: number, retryAfter = 0, details?: unknown): Problem {
  return new Problem(status, { message: type, error: { type, details } }, retryAfter)
}

export const damaged = () =>
  problem('VALIDATION_ERROR', 400, 0, [{ field: 'Content-Digest', code: 'INVALID_VALUE', message: '' }])

/** What happens to a call: a Problem in place of it; lost, an answer that does not arrive after it was carried out. */
export type Fault = Problem | 'lost' | undefined

interface Begun {
  size: number
  chunkSize: number
  received: Map<number, string>
  fileId: string | null
}

export class FakeServer implements Network {
  fault: (call: string) => Fault = () => undefined
  latency = () => 50
  /** How many requests for files a minute allows. */
  limit = Number.POSITIVE_INFINITY
  /** The largest body that gets through to it. */
  largest = Number.POSITIVE_INFINITY
  /** How many small files arrived. */
  files_ = 0
  calls: string[] = []
  known_: Record<string, number> = {}
  /** How often each piece arrived, by upload and number. */
  arrivals = new Map<string, number>()
  uploads = new Map<string, Begun>()
  photos: NewPhoto[] = []
  aborted: string[] = []
  refused = new Set<string>()
  /** Whether there is room to keep files. */
  isFull = false
  /** Whether there is none for the pictures that are made of them. */
  lacksRoom = false
  /** Contents of which no pictures can be made, and those of which that is known before there is a photo. */
  broken = new Set<string>()
  unmade = new Set<string>()
  #files = new Map<string, string>()
  #answers = new Map<string, unknown>()
  #window = { from: 0, count: 0 }
  #ids = 0

  constructor(private readonly clock: Clock) {}

  /** contents returns what photos show. */
  contents(): string[] {
    return this.photos.map((photo) => this.#files.get(photo.file_id) as string)
  }

  async files(files: File[], sending: Sending): Promise<Taken[]> {
    this.#fits(files.reduce((sum, one) => sum + one.size, 0))
    return this.#call('files', sending, () => this.#counted(() => files.map((one) => this.#keep(fake(one)))))
  }

  begin(one: { size: number }, chunkSize: number, sending: Sending): Promise<Chunked> {
    return this.#call('begin', sending, () =>
      this.#counted(() => {
        const id = `u${++this.#ids}`
        this.uploads.set(id, { size: one.size, chunkSize, received: new Map(), fileId: null })
        return this.#chunked(id)
      }),
    )
  }

  state(id: string, signal: AbortSignal): Promise<Chunked> {
    return this.#call('state', { signal, key: '' }, () => this.#chunked(id))
  }

  async chunk({ address, bytes, sha256 }: Piece, sending: Sending): Promise<void> {
    this.#fits(bytes.size)
    return this.#call('chunk', sending, () => {
      if (sha256 !== `sha ${fake(bytes).content}`) throw damaged()
      const [id = '', number = ''] = address.split('/')
      this.#begun(id).received.set(Number(number), fake(bytes).content)
      this.arrivals.set(address, (this.arrivals.get(address) ?? 0) + 1)
    })
  }

  complete(id: string, sha256: string, signal: AbortSignal): Promise<string> {
    return this.#call('complete', { signal, key: '' }, () => {
      const upload = this.#begun(id)
      if (upload.fileId) return upload.fileId
      if (upload.received.size < Math.ceil(upload.size / upload.chunkSize)) throw problem('RESOURCE_CONFLICT', 409)
      const contents = [...new Set(upload.received.values())].join()
      if (`sha ${contents}` !== sha256) throw problem('UNPROCESSABLE_ENTITY', 422)
      upload.fileId = this.#store(contents)
      return upload.fileId
    })
  }

  async abort(id: string): Promise<void> {
    this.aborted.push(id)
    this.uploads.delete(id)
  }

  known(sums: string[]): Promise<Known> {
    return this.#call('known', { key: '' }, () => {
      const photos = Object.fromEntries(Object.entries(this.known_).filter(([sum]) => sums.includes(sum)))
      const shown = new Set(this.photos.map((photo) => photo.file_id))
      const free = [...this.#files].filter(([id, content]) => sums.includes(`sha ${content}`) && !shown.has(id))
      return { photos, uploads: Object.fromEntries(free.map(([id, content]) => [`sha ${content}`, id])) }
    })
  }

  create(photos: NewPhoto[], key: string): Promise<Created[]> {
    return this.#call('create', { key }, () =>
      photos.map((photo) => {
        if (this.photos.some((other) => other.file_id === photo.file_id))
          return { error: problem('RESOURCE_CONFLICT', 409) }
        if (this.unmade.has(this.#files.get(photo.file_id) as string))
          return { error: problem('VALIDATION_ERROR', 400) }
        this.photos.push(photo)
        return { photoId: this.photos.length }
      }),
    )
  }

  status(fileId: string): Promise<UploadStatus> {
    const content = this.#files.get(fileId) ?? ''
    const broken = this.broken.has(content)
    if (this.lacksRoom) return this.#call('status', { key: '' }, () => waitsForRoom(fileId))
    return this.#call('status', { key: '' }, () => ({
      file_id: fileId,
      status: broken ? 'failed' : 'completed',
      error: broken ? 'The picture is cut short.' : null,
      error_reason: broken ? 'undecodable' : null,
      current_step: 'optimization',
      progress: 100,
      estimated_time_remaining: 0,
      details: null,
      steps: [],
    }))
  }

  reprocess(fileId: string): Promise<void> {
    return this.#call('reprocess', { key: '' }, () => {
      const content = this.#files.get(fileId) ?? ''
      this.broken.delete(content)
      this.unmade.delete(content)
    })
  }

  async #call<T>(name: string, { signal, key, progress }: Partial<Sending>, work: () => T): Promise<T> {
    await this.clock.sleep(this.latency(), signal)
    signal?.throwIfAborted()
    this.calls.push(name)
    const fault = this.fault(name)
    if (fault instanceof Problem) throw fault
    progress?.(100)
    const answer = key && this.#answers.has(key) ? (this.#answers.get(key) as T) : work()
    if (key) this.#answers.set(key, answer)
    if (fault === 'lost') throw problem('OFFLINE', 0)
    return answer
  }

  #counted<T>(work: () => T): T {
    const now = this.clock.now()
    if (now - this.#window.from >= 60_000) this.#window = { from: now, count: 0 }
    const left = Math.ceil((this.#window.from + 60_000 - now) / 1000)
    if (this.#window.count >= this.limit) throw problem('RATE_LIMIT_EXCEEDED', 429, left)
    this.#window.count++
    return work()
  }

  /** A proxy speaks in its own words. */
  #fits(bytes: number) {
    if (bytes > this.largest) throw problem('INTERNAL_SERVER_ERROR', 413)
  }

  #keep({ name, content }: { name: string; content: string }): Taken {
    this.files_++
    if (this.isFull) return { error: problem('SERVICE_UNAVAILABLE', 0) }
    return this.refused.has(name) ? { error: new Error('The file is no picture.') } : { fileId: this.#store(content) }
  }

  #store(content: string): string {
    const id = `f${++this.#ids}`
    this.#files.set(id, content)
    return id
  }

  #begun(id: string): Begun {
    const upload = this.uploads.get(id)
    if (!upload) throw problem('RESOURCE_NOT_FOUND', 404)
    return upload
  }

  #chunked(id: string): Chunked {
    const { size, chunkSize, received, fileId } = this.#begun(id)
    const addresses = Array.from({ length: Math.ceil(size / chunkSize) }, (_, i) => `${id}/${i}`)
    return { uploadId: id, chunkSize, addresses, received: [...received.keys()], fileId }
  }
}

const waitsForRoom = (fileId: string): UploadStatus => ({
  file_id: fileId,
  status: 'processing',
  error: 'There is no room left to keep files.',
  error_reason: 'no_room',
  current_step: 'generating_thumbnails',
  progress: 50,
  estimated_time_remaining: 0,
  details: null,
  steps: [],
})

class FakeStore implements Store {
  records = new Map<string, Kept>()
  all = async () => [...this.records.values()].map((record) => ({ ...record }))
  write = async (records: Kept[], gone: string[]) => {
    for (const record of records) this.records.set(record.key, structuredClone(record))
    for (const key of gone) this.records.delete(key)
  }
}

const reader = {
  content: async (blob: Blob): Promise<Content> => {
    const { readable, content, name } = fake(blob)
    if (!readable) throw new DOMException('changed', 'NotReadableError')
    return { sha256: `sha ${content}`, type: name.endsWith('.txt.jpg') ? undefined : 'image/jpeg' }
  },
  sum: async (piece: Blob) => `sha ${fake(piece).content}`,
  intact: async (blob: Blob) => fake(blob).readable !== false,
}

interface Past {
  clock: FakeClock
  server: FakeServer
  store: FakeStore
  page: number
}

/** world returns an engine and what it lives in; of another world it takes over server and store, as after a reload. */
export function world(before?: Past) {
  const clock = before?.clock ?? new FakeClock()
  const server = before?.server ?? new FakeServer(clock)
  const store = before?.store ?? new FakeStore()
  let keys = 0
  const page = before ? before.page + 1 : 1
  const all: World = { network: server, clock, store, reader, newKey: () => `${page}-${++keys}` }
  const engine = new Engine(all, { types: allTypes, size: 200 * mebibyte, batch: 20 })
  const stages = () => engine.queue.all().map((item) => item.stage)
  const item = (name: string) => {
    const one = engine.queue.all().find((candidate) => candidate.name === name)
    if (!one) throw new Error(`no ${name}`)
    return one
  }
  const allAre = (stage: string) => () => stages().every((one) => one === stage)
  return { clock, server, store, engine, stages, item, allAre, page }
}
