import { Problem } from '../../../api/problem'
import { ChunkedSending, type Needs as ChunkNeeds, FileChanged } from './chunks'
import type { Item } from './item'
import type { Meter } from './meter'
import { isCut, type Rest } from './patience'
import { Portion } from './portion'
import type { Clock, Limits, Taken } from './ports'
import type { Queue } from './queue'
import { Slots } from './slots'

/** How many files, or requests of small ones, are sent at a time. */
const lanes = 3
/** A browser has six connections to a server: some are left for the rest of the console. */
const pieces = 4
/**
 * Between these sizes a file goes with others in one request, as far as one may hold it: each request for files counts
 * in a narrow limit. Larger files go in pieces.
 */
const alone = { least: 512 * 1024, most: 8 * 1024 * 1024 }

interface Needs extends Omit<ChunkNeeds, 'slots' | 'portion'> {
  queue: Queue
  clock: Clock
  meter: Meter
  limits: () => Limits
  /** Is told that there is room for another. */
  onFree: () => void
}

type Ready = Item & { file: File }

const noRoom = { message: 'There is no room left to keep files.', error: { type: 'SERVICE_UNAVAILABLE' } } as const
/** How long to wait for room, in seconds. */
const betweenLooks = 30

/** Some of the files of a request have changed: it cannot be sent as it was. */
class Regroup extends Error {}

/** Sending sends what was checked, three at a time. */
export class Sending {
  #lanes = new Map<AbortController, string[]>()
  #slots = new Slots(pieces)
  /** Less than the settings say, once the server has said so. */
  #mostTogether = Number.POSITIVE_INFINITY
  #portion: Portion

  constructor(private readonly needs: Needs) {
    this.#portion = new Portion(() => needs.meter.speed(), lanes)
  }

  /** together returns how files are put together at the moment, for an estimate. */
  together() {
    const batch = Math.min(this.needs.limits().batch, this.#mostTogether)
    return { single: this.#single(), batch, portion: this.#portion.bytes() }
  }

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

  /** #single is the size up to which a file goes with others. */
  #single(): number {
    return Math.max(alone.least, Math.min(alone.most, this.#portion.bytes()))
  }

  #isLarge(item: Ready): boolean {
    return item.size > this.#single() || item.uploadId !== undefined
  }

  /** #next takes a large file, or as many small ones as belong into one request. */
  #next(): Ready[] {
    const ready = [...this.needs.queue.at('waiting')].filter(isReady)
    const first = ready[0]
    if (!first || this.#isLarge(first)) return ready.slice(0, 1)
    const small = ready.filter((item) => !this.#isLarge(item))
    const share = Math.ceil(small.length / (lanes - this.#lanes.size))
    const { batch, portion } = this.together()
    return group(small, Math.min(share, batch), portion)
  }

  async #start(items: Ready[]) {
    const lane = new AbortController()
    this.#lanes.set(
      lane,
      items.map((item) => item.key),
    )
    const [first] = items as [Ready]
    const large = this.#isLarge(first)
    for (const { key } of items) this.needs.queue.change(key, { stage: 'sending', problem: undefined })
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
    const needs = { ...this.needs, slots: this.#slots, portion: this.#portion }
    const sending = new ChunkedSending(needs, item, signal, {
      begun: (uploadId) => queue.change(item.key, { uploadId }),
      found: (bytes) => queue.change(item.key, { sent: bytes }),
      arrived: (bytes) => this.#arrived(item.key, bytes),
      rest: (rest) => this.#rest([item], rest),
    })
    this.#took(item, { fileId: await sending.run() })
  }

  async #sendSmall(items: Ready[], signal: AbortSignal) {
    const files = items.map((item) => item.file)
    const { newKey, allowance } = this.needs
    const sending = { signal, key: newKey(), allowance, progress: (bytes: number) => this.#share(items, bytes) }
    const taken = await this.needs.patience.persist(() => this.needs.network.files(files, sending), {
      rate: 'upload',
      signal,
      onRest: (rest) => this.#rest(items, rest),
      beforeAgain: (problem) => this.#look(items, problem),
    })
    this.#portion.arrived()
    const later = items.filter((_, i) => isForLater(taken[i] as Taken))
    for (const [i, item] of items.entries()) if (!later.includes(item)) this.#took(item, taken[i] as Taken)
    if (later.length > 0) await this.#waitForRoom(later, signal)
  }

  /** #waitForRoom rests as after any answer that the server takes nothing, which it gave of single files. */
  async #waitForRoom(items: Ready[], signal: AbortSignal) {
    this.#share(items, 0)
    let rests = 0
    const refuseOnce = async () => {
      if (rests++ === 0) throw new Problem(503, noRoom, betweenLooks)
    }
    const onRest = (rest: Rest | undefined) => this.#rest(items, rest)
    await this.needs.patience.persist(refuseOnce, { rate: 'upload', signal, onRest })
    throw new Regroup()
  }

  /** #look sees whether a request broke off because a file is no longer what it was: the browser does not say. */
  async #look(items: Ready[], problem: Problem) {
    this.#share(items, 0)
    const whole = await Promise.all(items.map((item) => this.needs.reader.intact(item.file)))
    const changed = items.filter((_, i) => !whole[i])
    for (const { key } of changed) this.needs.queue.change(key, { stage: 'changed', file: undefined, sent: 0 })
    if (isCut(problem) && changed.length === 0) this.#portion.cut(this.needs.clock.now())
    if (isCut(problem) || changed.length > 0) throw new Regroup()
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
    const tooLarge = isTooLargeForProxy(problem) && this.#portion.refuse(sizeOf(items))
    const again = aborted || tooMany || tooLarge || problem instanceof Regroup
    for (const { key } of items) {
      const now = this.needs.queue.get(key)
      if (now?.stage !== 'sending') continue // paused, removed or changed meanwhile
      const arrived = now.uploadId ? now.sent : 0
      if (problem instanceof FileChanged) this.needs.queue.change(key, { stage: 'changed' })
      else if (again) {
        // Of what was cut off, the server may have more than it could say.
        const cleared = now.uploadId !== undefined || !(problem instanceof Regroup)
        this.needs.queue.change(key, { stage: 'waiting', sent: arrived, cleared, ...atRest })
      } else
        this.needs.queue.change(key, {
          stage: 'failed',
          failedAt: 'sending',
          sent: arrived,
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
  return !!item.file && !!item.verified && !!item.cleared
}

function isForLater(taken: Taken): boolean {
  return 'error' in taken && taken.error instanceof Problem && taken.error.isRefusedForNow
}

function sizeOf(items: Ready[]): number {
  return items.reduce((sum, { size }) => sum + size, 0)
}

/** group takes the files of one request: few and small enough, and no two of one name, which the answer tells apart. */
function group(items: Ready[], most: number, bytes: number): Ready[] {
  const names = new Set<string>()
  const taken: Ready[] = []
  let size = 0
  for (const item of items) {
    if (taken.length === most || (taken.length > 0 && size + item.size > bytes)) break
    if (names.has(item.name)) continue
    names.add(item.name)
    taken.push(item)
    size += item.size
  }
  return taken
}

/** A proxy that takes no bodies of that size answers in its own words. */
function isTooLargeForProxy(problem: unknown): boolean {
  return problem instanceof Problem && problem.status === 413
}

function isTooMany(problem: unknown): boolean {
  return (
    problem instanceof Problem && problem.faults.some(({ field, code }) => field === 'files[]' && code === 'TOO_MANY')
  )
}
