// The queue of uploads of one user: from files to photos, through whatever happens
// to the network, the server, the page and the files.
import { Checking } from './checking'
import { Creation } from './creation'
import { aheadOf, secondsLeft } from './estimate'
import { Following } from './following'
import { type Item, isFinished, isMoving, restored } from './item'
import { kindByName } from './kind'
import { Meter } from './meter'
import { Patience, type Rest } from './patience'
import { missesItsFile, Places } from './places'
import type { Allowance, Clock, Details, Limits, Network, Reader, Store } from './ports'
import { Queue } from './queue'
import { Sending } from './sending'
import type { Figures } from './uploads'

/** How long files are taken in before others have a turn, in milliseconds: asking for the size of one takes time. */
const turn = 8

/** A file as it was dropped or chosen. */
interface FoundFile {
  file: File
  /** Where it lay among what was dropped; empty for a file alone. */
  folder: string
}

/** What the browser may not open. */
export interface Closed {
  name: string
  folder: string
  closed: 'file' | 'folder'
}

export type Found = FoundFile | Closed

export interface World {
  network: Network
  clock: Clock
  store: Store
  reader: Reader
  newKey: () => string
}

export class Engine {
  readonly queue: Queue
  readonly patience: Patience
  /** Bytes that arrive, and files that become photos. */
  readonly meter = new Meter({ span: 10_000, longestGap: 2_000 })
  readonly made = new Meter({ span: 30_000, longestGap: 60_000 })
  details: Details = { title: '{name}', tags: [], categories: [], status: '' }
  limits: Limits
  #checking: Checking
  #sending: Sending
  #creation: Creation
  #following: Following
  #pumping = false
  #adding: Promise<unknown> = Promise.resolve()
  #allowance: Allowance | undefined

  constructor(
    private readonly world: World,
    limits: Limits,
  ) {
    const { network, clock, store, reader, newKey } = world
    this.limits = limits
    const queue = new Queue(clock, store, () => this.#pump())
    const patience = new Patience(clock, () => queue.tell())
    const shared = { queue, patience, network, clock, reader, newKey }
    const current = {
      ...shared,
      limits: () => this.limits,
      details: () => this.details,
      meter: this.meter,
      onMade: () => this.made.add(1, clock.now()),
      allowance: (allowance: Allowance | undefined) => {
        this.#allowance = allowance
      },
      onFree: () => this.#pump(),
    }
    this.queue = queue
    this.patience = patience
    this.#checking = new Checking(current)
    this.#sending = new Sending(current)
    this.#creation = new Creation(current)
    this.#following = new Following(current)
  }

  /** restore puts in what was under way when the page was left. */
  async restore(): Promise<void> {
    const records = await this.world.store.all().catch(() => [])
    this.queue.restore(records.sort((a, b) => a.number - b.number).map(restored))
  }

  /** add takes files in, and goes on with those that it knows from before. It returns how many it has already. */
  add(found: Found[]): Promise<number> {
    const added = this.#adding.then(() => this.#addAll(found))
    this.#adding = added
    return added
  }

  pause(keys = this.#keys(isMoving)): void {
    const paused = keys.filter((key) => ['waiting', 'checking', 'sending'].includes(this.queue.get(key)?.stage ?? ''))
    for (const key of paused) {
      const item = this.queue.get(key) as Item
      this.queue.change(key, { stage: 'paused', sent: item.uploadId ? item.sent : 0, ...unsettled })
    }
    this.#sending.stop(new Set(paused))
  }

  resume(keys = this.#keys((item) => item.stage === 'paused')): void {
    for (const key of keys) if (this.queue.get(key)?.stage === 'paused') this.queue.change(key, { stage: 'waiting' })
  }

  /** retry goes on with what failed from where it failed. */
  async retry(keys = this.#keys((item) => item.stage === 'failed')): Promise<void> {
    for (const key of keys) await this.#retryOne(key)
  }

  /** sendAnyway sends what is there already, or the new version of a file that was changed. */
  sendAnyway(keys: string[]): void {
    for (const key of keys) {
      const item = this.queue.get(key)
      if (item?.stage === 'known') this.queue.change(key, { stage: 'waiting', wanted: true, cleared: true })
      if (item?.stage === 'changed' && item.file) this.#startAnew(item, item.file)
    }
  }

  remove(keys: string[]): void {
    for (const key of keys) {
      const item = this.queue.get(key)
      if (item?.uploadId && !item.fileId) this.world.network.abort(item.uploadId).catch(() => {})
    }
    this.queue.remove(keys)
    this.#sending.stop(new Set(keys))
  }

  /** clear takes off the list what nothing more happens with. */
  clear(): void {
    this.queue.remove(this.#keys(isFinished))
  }

  /** wake goes on at once after the connection, or the user, has come back. */
  wake(): void {
    this.patience.wake()
  }

  /** halt sends nothing more until wake: the user has left. */
  halt(): void {
    this.patience.halt()
    this.#sending.stop(new Set(this.#keys((item) => item.stage === 'sending')))
  }

  /** figures returns how fast it goes, and for what it waits. */
  figures(): Figures {
    const { meter, patience, queue } = this
    const now = this.world.clock.now()
    const resting = queue.shown().find(({ retryAt = 0, problem }) => problem && retryAt > now)
    const rest = resting && ({ problem: resting.problem, until: resting.retryAt } as Rest)
    return {
      speed: meter.isRunning(now) ? meter.speed() : 0,
      secondsLeft: this.#secondsLeft(now),
      rest: patience.limit('upload') ?? patience.limit('general') ?? rest,
    }
  }

  /** #secondsLeft returns how long it will take until all are photos, with the waiting that is known of. */
  #secondsLeft(now: number): number | undefined {
    const ahead = aheadOf(this.queue.shown(), this.#sending.together())
    const rates = { sending: this.meter.speed(), making: this.made.speed() }
    return secondsLeft(ahead, { ...rates, allowance: this.#allowance, restsUntil: this.patience.restsUntil() }, now)
  }

  async #addAll(found: Found[]): Promise<number> {
    const { queue } = this
    const { clock } = this.world
    let number = queue.all().reduce((highest, item) => Math.max(highest, item.number), 0)
    const places = new Places(queue.all(), (key) => queue.get(key))
    let same = 0
    let began = clock.now()
    for (const one of found) {
      const before = 'file' in one ? places.find(one.file, one.folder) : undefined
      if (before && missesItsFile(before)) this.#giveFile(before, (one as FoundFile).file)
      else if (before) same++
      else {
        const item = 'file' in one ? this.#itemOf(one, ++number) : this.#itemOfClosed(one, ++number)
        queue.add(item)
        places.add(item)
      }
      if (clock.now() - began < turn) continue
      await clock.sleep(0)
      began = clock.now()
    }
    return same
  }

  #keys(which: (item: Item) => boolean): string[] {
    return this.queue
      .all()
      .filter(which)
      .map((item) => item.key)
  }

  #pump() {
    if (this.#pumping) return
    this.#pumping = true
    queueMicrotask(() => {
      this.#pumping = false
      this.#checking.pump()
      this.#sending.pump()
      this.#creation.pump()
      this.#following.pump()
    })
  }

  #itemOfClosed({ name, folder, closed: refusal }: Closed, number: number): Item {
    const key = this.world.newKey()
    return { key, name, folder, size: 0, modified: 0, number, stage: 'refused', sent: 0, refusal }
  }

  #itemOf({ file, folder }: FoundFile, number: number): Item {
    // Browsers ask the disk each time that they are asked for the size or the time of a file.
    const { name, type, size, lastModified: modified } = file
    const item: Item = {
      key: this.world.newKey(),
      name,
      folder,
      size,
      modified,
      number,
      file,
      stage: 'waiting',
      sent: 0,
    }
    return { ...item, ...this.#refusalOf({ name, type, size }) }
  }

  /** #refusalOf judges a file by what can be known without reading it. */
  #refusalOf({ name, size, type: told }: Pick<File, 'name' | 'size' | 'type'>): Partial<Item> {
    const type = kindByName(name) ?? told
    if (!this.limits.types.includes(type)) return { stage: 'refused', refusal: 'type', type }
    if (size === 0) return { stage: 'refused', refusal: 'empty' }
    if (size > this.limits.size) return { stage: 'refused', refusal: 'size' }
    return {}
  }

  /** #giveFile lets an item go on with its file, if that may be what was begun: its hash will tell. */
  #giveFile(item: Item, file: File) {
    if (item.size === file.size)
      this.queue.change(item.key, { file, modified: file.lastModified, stage: 'waiting', ...unsettled })
    else if (item.uploadId) this.queue.change(item.key, { file, stage: 'changed' })
    else this.#startAnew(item, file)
  }

  async #retryOne(key: string) {
    const item = this.queue.get(key)
    if (item?.stage !== 'failed') return
    const again = { problem: undefined, failedAt: undefined }
    if (item.failedAt === 'creating') this.queue.change(key, { stage: 'sent', ...again })
    else if (item.failedAt === 'sending' && item.file)
      this.queue.change(key, { stage: 'waiting', ...again, ...unsettled })
    else if (item.failedAt === 'sending') this.queue.change(key, { stage: 'absent', ...again })
    else await this.#reprocess(item)
  }

  /** #reprocess asks the server first: until it begins anew, it reports the old failure. */
  async #reprocess({ key, fileId, photoId }: Item) {
    try {
      await this.world.network.reprocess(fileId as string)
      const stage = photoId === undefined ? 'sent' : 'processing'
      this.queue.change(key, { stage, problem: undefined, failedAt: undefined, steps: undefined, made: undefined })
    } catch (problem) {
      if (this.queue.get(key)?.stage === 'failed') this.queue.change(key, { problem: problem as Error })
    }
  }

  /** #startAnew sends a file in the place of what was begun. */
  #startAnew({ key, uploadId }: Item, file: File) {
    if (uploadId) this.world.network.abort(uploadId).catch(() => {})
    const { size, lastModified: modified } = file
    const fresh = { file, size, modified, uploadId: undefined, sha256: undefined, sent: 0 }
    this.queue.change(key, { stage: 'waiting', ...fresh, ...unsettled, ...this.#refusalOf(file) })
  }
}

/** What must be found out again when a file may have changed meanwhile. */
const unsettled = { verified: false, cleared: false, retryAt: undefined, problem: undefined }
