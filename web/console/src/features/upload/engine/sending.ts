import { Problem } from '../../../api/problem'
import { ChunkedSending, type Needs as ChunkNeeds, FileChanged } from './chunks'
import type { Item } from './item'
import type { Meter } from './meter'
import type { Rest } from './patience'
import type { Clock, Limits, Taken } from './ports'
import type { Queue } from './queue'
import { Slots } from './slots'

/** How many files, or requests of small ones, are sent at a time. */
const lanes = 3
/** A browser has six connections to a server: some are left for the rest of the console. */
const pieces = 4
/** Up to this size a file goes with others in one request: each request for files counts in a narrow limit. */
export const smallest = 8 * 1024 * 1024
/** What such a request may hold: not more than one would send again after a cut. */
const requestSize = 32 * 1024 * 1024

interface Needs extends Omit<ChunkNeeds, 'slots'> {
  queue: Queue
  clock: Clock
  meter: Meter
  limits: () => Limits
  /** Is told that there is room for another. */
  onFree: () => void
}

type Ready = Item & { file: File }

/** Some of the files of a request have changed: it cannot be sent as it was. */
class Regroup extends Error {}

/** Sending sends what was checked, three at a time. */
export class Sending {
  #lanes = new Map<AbortController, string[]>()
  #slots = new Slots(pieces)
  /** Less than the settings say, once the server has said so. */
  #mostTogether = Number.POSITIVE_INFINITY

  constructor(private readonly needs: Needs) {}

  pump(): void {
    while (this.#lanes.size < lanes) {
      const items = this.#next()
      if (items.length === 0) return
      this.#start(items)
    }
  }

  /** stop ends the requests in which these items are. */
  stop(keys: ReadonlySet<string>): void {
    for (const [lane, inIt] of this.#lanes) if (inIt.some((key) => keys.has(key))) lane.abort()
  }

  /** #next takes a large file, or as many small ones as belong into one request. */
  #next(): Ready[] {
    const ready = this.needs.queue.all().filter(isReady)
    const first = ready[0]
    if (!first || first.size > smallest || first.uploadId) return ready.slice(0, 1)
    const small = ready.filter((item) => item.size <= smallest && !item.uploadId)
    const share = Math.ceil(small.length / (lanes - this.#lanes.size))
    return group(small, Math.min(share, this.needs.limits().batch, this.#mostTogether))
  }

  async #start(items: Ready[]) {
    const lane = new AbortController()
    this.#lanes.set(
      lane,
      items.map((item) => item.key),
    )
    for (const { key } of items) this.needs.queue.change(key, { stage: 'sending', problem: undefined, sent: 0 })
    const [first] = items as [Ready]
    const large = first.size > smallest || first.uploadId !== undefined
    try {
      await (large ? this.#sendLarge(first, lane.signal) : this.#sendSmall(items, lane.signal))
    } catch (problem) {
      this.#give(items, problem, lane.signal.aborted)
    } finally {
      this.#lanes.delete(lane)
      this.needs.onFree()
    }
  }

  async #sendLarge(item: Ready, signal: AbortSignal) {
    const { queue } = this.needs
    const sending = new ChunkedSending({ ...this.needs, slots: this.#slots }, item, signal, {
      begun: (uploadId) => queue.change(item.key, { uploadId }),
      arrived: (bytes) => this.#arrived(item.key, bytes),
      rest: (rest) => this.#rest([item], rest),
    })
    this.#took(item, { fileId: await sending.run() })
  }

  async #sendSmall(items: Ready[], signal: AbortSignal) {
    const files = items.map((item) => item.file)
    const sending = { signal, key: this.needs.newKey(), progress: (bytes: number) => this.#share(items, bytes) }
    const taken = await this.needs.patience.persist(() => this.needs.network.files(files, sending), {
      rate: 'upload',
      signal,
      onRest: (rest) => this.#rest(items, rest),
      beforeAgain: () => this.#intact(items),
    })
    for (const [i, item] of items.entries()) this.#took(item, taken[i] as Taken)
  }

  /** #intact sees whether a request broke off because a file is no longer what it was: the browser does not say. */
  async #intact(items: Ready[]) {
    this.#share(items, 0)
    const whole = await Promise.all(items.map((item) => this.needs.reader.intact(item.file)))
    const changed = items.filter((_, i) => !whole[i])
    for (const { key } of changed) this.needs.queue.change(key, { stage: 'changed', file: undefined, sent: 0 })
    if (changed.length > 0) throw new Regroup()
  }

  /** #share tells of the bytes of a request to whose files they belong: they are sent one after the other. */
  #share(items: Ready[], bytes: number) {
    let left = bytes
    for (const { key, size } of items) {
      this.#arrived(key, Math.min(size, left))
      left -= Math.min(size, left)
    }
  }

  #took({ key, size }: Ready, taken: Taken) {
    if ('error' in taken) {
      this.needs.queue.change(key, { stage: 'failed', failedAt: 'sending', problem: taken.error, sent: 0 })
      return
    }
    this.#arrived(key, size)
    this.needs.queue.change(key, { stage: 'sent', fileId: taken.fileId, retryAt: undefined, problem: undefined })
  }

  /** #give puts items back, or gives them up. */
  #give(items: Ready[], problem: unknown, aborted: boolean) {
    const tooMany = isTooMany(problem)
    if (tooMany) this.#mostTogether = Math.max(1, Math.floor(items.length / 2))
    const again = aborted || tooMany || problem instanceof Regroup
    for (const { key } of items) {
      const now = this.needs.queue.get(key)
      if (now?.stage !== 'sending') continue // paused, removed or changed meanwhile
      if (problem instanceof FileChanged) this.needs.queue.change(key, { stage: 'changed' })
      else if (again) this.needs.queue.change(key, { stage: 'waiting', ...atRest })
      else
        this.needs.queue.change(key, {
          stage: 'failed',
          failedAt: 'sending',
          problem: problem as Error,
          retryAt: undefined,
        })
    }
  }

  #arrived(key: string, bytes: number) {
    const { queue, meter, clock } = this.needs
    const item = queue.get(key)
    if (!item || item.sent === bytes || item.stage !== 'sending') return
    meter.add(bytes - item.sent, clock.now())
    queue.change(key, { sent: bytes })
  }

  #rest(items: Ready[], rest: Rest | undefined) {
    for (const { key } of items) this.needs.queue.change(key, { problem: rest?.problem, retryAt: rest?.until })
  }
}

const atRest = { problem: undefined, retryAt: undefined }

function isReady(item: Item): item is Ready {
  return item.stage === 'waiting' && !!item.file && !!item.verified && !!item.cleared
}

/** group takes the files of one request: few and small enough, and no two of one name, which the answer tells apart. */
function group(items: Ready[], most: number): Ready[] {
  const names = new Set<string>()
  const taken: Ready[] = []
  let size = 0
  for (const item of items) {
    if (taken.length === most || (taken.length > 0 && size + item.size > requestSize)) break
    if (names.has(item.name)) continue
    names.add(item.name)
    taken.push(item)
    size += item.size
  }
  return taken
}

function isTooMany(problem: unknown): boolean {
  return (
    problem instanceof Problem && problem.faults.some(({ field, code }) => field === 'files[]' && code === 'TOO_MANY')
  )
}
