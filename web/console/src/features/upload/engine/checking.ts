import type { Item } from './item'
import type { Patience } from './patience'
import type { Clock, Known, Limits, Network, Reader } from './ports'
import type { Queue } from './queue'
import type { Content } from './reader'

/** The most contents that are asked about at once. */
const mostAsked = 500
/** Between two questions, while files are still being read. */
const between = { first: 500, last: 8_000 }

interface Needs {
  queue: Queue
  reader: Reader
  network: Network
  patience: Patience
  clock: Clock
  limits: () => Limits
}

/** Checking reads files ahead of their sending: whether they are pictures, and whether they are there already. */
export class Checking {
  #reading = false
  #asking = false

  constructor(private readonly needs: Needs) {}

  pump(): void {
    if (!this.#reading && this.#next()) this.#readAll()
    if (!this.#asking && this.#unasked(1).length > 0) this.#askAll()
  }

  #next(): Item | undefined {
    for (const item of this.needs.queue.at('waiting')) if (item.file && !item.verified) return item
    return undefined
  }

  #unasked(most: number): Item[] {
    const unasked: Item[] = []
    for (const item of this.needs.queue.at('waiting')) {
      if (unasked.length === most) break
      if (item.verified && !item.cleared) unasked.push(item)
    }
    return unasked
  }

  async #readAll() {
    this.#reading = true
    for (let item = this.#next(); item; item = this.#next()) await this.#read(item)
    this.#reading = false
  }

  async #read({ key, file }: Item) {
    const { queue, reader } = this.needs
    queue.change(key, { stage: 'checking' })
    const content = await reader.content(file as File).catch(() => undefined)
    const item = queue.get(key)
    if (item?.stage !== 'checking') return // paused or removed meanwhile
    queue.change(key, content ? this.#judge(item, content) : { stage: 'changed', file: undefined })
  }

  #judge(item: Item, { sha256, type }: Content): Partial<Item> {
    if (item.uploadId && item.sha256 !== sha256) return { stage: 'changed' }
    const limits = this.needs.limits()
    if (!type) return { stage: 'refused', refusal: 'content' }
    if (item.size > limits.size) return { stage: 'refused', refusal: 'size' }
    if (!limits.types.includes(type)) return { stage: 'refused', refusal: 'type', type }
    const known = { sha256, type, verified: true }
    if (item.uploadId || item.wanted) return { ...known, stage: 'waiting', cleared: true }
    const before = this.needs.queue.all().find((other) => other.key !== item.key && isSame(other, sha256))
    return before ? { ...known, stage: 'known', twin: before.photoId ?? 0 } : { ...known, stage: 'waiting' }
  }

  async #askAll() {
    this.#asking = true
    let delay = between.first
    for (;;) {
      if (this.#reading || this.#next()) await this.needs.clock.sleep(delay)
      delay = Math.min(between.last, delay * 2)
      const items = this.#unasked(mostAsked)
      if (items.length === 0) break
      await this.#ask(items)
    }
    this.#asking = false
  }

  async #ask(items: Item[]) {
    const { queue, network, patience } = this.needs
    const sums = [...new Set(items.map((item) => item.sha256 as string))]
    try {
      const known = await patience.persist(() => network.known(sums), { rate: 'general' })
      for (const { key, sha256 } of items) {
        const item = queue.get(key)
        if (item?.stage === 'waiting' && item.sha256 === sha256) queue.change(key, this.#learn(item, known))
      }
    } catch {
      // Without an answer they are sent: the server keeps equal bytes once.
      for (const { key } of items) queue.change(key, { cleared: true })
    }
  }

  /** #learn makes use of what the server has: also of a file that arrived, and of which the answer was lost. */
  #learn({ sha256 = '', size, wanted }: Item, { photos, uploads }: Known): Partial<Item> {
    const twin = photos[sha256]
    if (twin !== undefined && !wanted) return { stage: 'known', twin }
    const fileId = uploads[sha256]
    const isTaken = !fileId || this.needs.queue.all().some((other) => other.fileId === fileId)
    return isTaken ? { cleared: true } : { stage: 'sent', fileId, sent: size }
  }
}

/** A file that was given up is no reason against another of the same content. */
function isSame(other: Item, sha256: string): boolean {
  return other.sha256 === sha256 && !['refused', 'changed', 'known', 'failed'].includes(other.stage)
}
