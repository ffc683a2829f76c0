// The queue of uploads of one user: from files to photos, through whatever happens
// to the network, the server, the page and the files.
import { Checking } from './checking'
import { Creation } from './creation'
import { Following } from './following'
import { type Item, isFinished, isMoving, restored } from './item'
import { kindByName } from './kind'
import { Meter } from './meter'
import { Patience } from './patience'
import { missesItsFile, Places } from './places'
import type { Clock, Details, Limits, Network, Reader, Store } from './ports'
import { Queue } from './queue'
import { Sending } from './sending'

/** A file as it was dropped or chosen. */
export interface Found {
  file: File
  /** Where it lay among what was dropped; empty for a file alone. */
  folder: string
}

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
  readonly meter = new Meter()
  details: Details = { title: '{name}', tags: [], categories: [], status: '' }
  limits: Limits
  #checking: Checking
  #sending: Sending
  #creation: Creation
  #following: Following
  #pumping = false

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
  add(found: Found[]): number {
    const { queue } = this
    let number = queue.all().reduce((highest, item) => Math.max(highest, item.number), 0)
    const places = new Places(queue.all(), (key) => queue.get(key))
    let same = 0
    for (const one of found) {
      const before = places.find(one.file, one.folder)
      if (before && missesItsFile(before)) this.#giveFile(before, one.file)
      else if (before) same++
      else {
        const item = this.#itemOf(one, ++number)
        queue.add(item)
        places.add(item)
      }
    }
    return same
  }

  pause(keys = this.#keys(isMoving)): void {
    const paused = keys.filter((key) => ['waiting', 'checking', 'sending'].includes(this.queue.get(key)?.stage ?? ''))
    for (const key of paused) this.queue.change(key, { stage: 'paused', ...unsettled })
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

  #itemOf({ file, folder }: Found, number: number): Item {
    const { name, size, lastModified: modified } = file
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
    return { ...item, ...this.#refusalOf(file) }
  }

  /** #refusalOf judges a file by what can be known without reading it. */
  #refusalOf({ name, size, type: told }: File): Partial<Item> {
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
    else {
      const stage = item.photoId === undefined ? 'sent' : 'processing'
      this.queue.change(key, { stage, ...again, steps: undefined, made: undefined })
      await this.world.network
        .reprocess(item.fileId as string)
        .catch((problem) => this.queue.change(key, { stage: 'failed', failedAt: 'processing', problem }))
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
