// Sending one large file in pieces.
import { Problem } from '../../../api/problem'
import type { Item } from './item'
import { isCut, type Patience, type Rest } from './patience'
import type { Portion } from './portion'
import type { Allowance, Chunked, Clock, Network, Reader } from './ports'
import type { Slots } from './slots'

const sizes = { least: 256 * 1024, most: 4 * 1024 * 1024 }
/** The server takes at most ten thousand. */
const mostPieces = 9_000
/** How many pieces of a file are under way together. */
const together = 2
/** How often the server may find something missing or damaged before that is a failure. */
const rounds = 4

/** The file on disk is no longer what was begun. */
export class FileChanged extends Error {}

export interface Needs {
  network: Network
  reader: Reader
  patience: Patience
  slots: Slots
  portion: Portion
  clock: Clock
  newKey: () => string
  /** Is told how many requests for files are free. */
  allowance: (allowance: Allowance | undefined) => void
}

export interface Reports {
  begun: (uploadId: string | undefined) => void
  /** How many bytes of the file are there from before. */
  found: (bytes: number) => void
  /** How many bytes of the file have arrived. */
  arrived: (bytes: number) => void
  rest: (rest: Rest | undefined) => void
}

type Sendable = Pick<Item, 'name' | 'size' | 'type' | 'uploadId' | 'sha256'> & { file: File }

/** ChunkedSending sends a file from where it is to its end. */
export class ChunkedSending {
  #state: Chunked = { uploadId: '', chunkSize: sizes.most, addresses: [], received: [], fileId: null }
  #received = new Set<number>()
  /** Bytes of the pieces that are under way. */
  #partly = new Map<number, number>()

  constructor(
    private readonly needs: Needs,
    private readonly item: Sendable,
    private readonly signal: AbortSignal,
    private readonly reports: Reports,
  ) {}

  /** run returns the id of the file. */
  async run(): Promise<string> {
    let uploadId = this.item.uploadId
    for (let round = 1; ; round++) {
      try {
        return await this.#goOn(uploadId)
      } catch (problem) {
        this.signal.throwIfAborted()
        if (round === rounds || !(problem instanceof Problem)) throw problem
        uploadId = await this.#startingPoint(problem)
      }
    }
  }

  async #goOn(uploadId: string | undefined): Promise<string> {
    this.#take(uploadId ? await this.#ask(uploadId) : await this.#begin())
    if (!this.#state.fileId) await this.#sendMissing()
    return this.#state.fileId ?? (await this.#complete())
  }

  /** #startingPoint tells from what a new round goes on: what the server has, or nothing. */
  async #startingPoint(problem: Problem): Promise<string | undefined> {
    const { uploadId } = this.#state
    if (problem.status === 409 || problem.status === 403) return uploadId
    if (problem.status === 404) return this.#forget()
    if (problem.status === 413 && this.needs.portion.refuse(this.#state.chunkSize)) return this.#startAnew()
    if (problem.status !== 422) throw problem
    // Other bytes arrived than those that were read first: by whose fault?
    await this.#sameAsBefore()
    return this.#startAnew()
  }

  async #startAnew(): Promise<undefined> {
    await this.needs.network.abort(this.#state.uploadId).catch(() => {})
    return this.#forget()
  }

  #forget(): undefined {
    this.reports.begun(undefined)
    return undefined
  }

  async #sameAsBefore() {
    const content = await this.needs.reader.content(this.item.file).catch(() => undefined)
    if (content?.sha256 !== this.item.sha256) throw new FileChanged()
  }

  async #begin(): Promise<Chunked> {
    const { name, size, type = '' } = this.item
    const sending = { signal: this.signal, key: this.needs.newKey(), allowance: this.needs.allowance }
    const piece = pieceSize(size, this.needs.portion.bytes())
    const begun = await this.#persist('upload', () => this.needs.network.begin({ name, size, type }, piece, sending))
    this.reports.begun(begun.uploadId)
    return begun
  }

  #ask(uploadId: string): Promise<Chunked> {
    return this.#persist('general', () => this.needs.network.state(uploadId, this.signal))
  }

  #take(state: Chunked) {
    this.#state = state
    this.#received = new Set(state.received)
    this.reports.found(this.#bytes())
  }

  async #sendMissing() {
    const missing = this.#state.addresses.map((_, i) => i).filter((i) => !this.#received.has(i))
    const one = async () => {
      for (let i = missing.shift(); i !== undefined; i = missing.shift()) {
        const number = i
        await this.needs.slots.use(() => this.#send(number))
      }
    }
    const failed: unknown[] = []
    await Promise.all(
      Array.from({ length: together }, () =>
        one().catch((problem) => {
          failed.push(problem)
          missing.length = 0
        }),
      ),
    )
    if (failed.length > 0) throw failed[0]
  }

  async #send(number: number) {
    this.signal.throwIfAborted()
    const at = number * this.#state.chunkSize
    const bytes = this.item.file.slice(at, at + this.#state.chunkSize)
    const progress = (sent: number) => {
      this.#partly.set(number, sent)
      this.#tell()
    }
    try {
      await this.#persist(
        'none',
        () => this.#put(number, bytes, progress),
        (problem) => this.#lookAgain(number, problem),
      )
      this.#received.add(number)
      this.needs.portion.arrived()
    } finally {
      this.#partly.delete(number)
      this.#tell()
    }
  }

  async #put(number: number, bytes: Blob, progress: (sent: number) => void) {
    if (this.#received.has(number)) return
    const sha256 = await this.#sumOf(bytes)
    this.signal.throwIfAborted()
    const piece = { address: this.#state.addresses[number] as string, bytes, sha256 }
    await this.needs.network.chunk(piece, { signal: this.signal, key: '', progress })
  }

  async #sumOf(bytes: Blob): Promise<string> {
    const sum = await this.needs.reader.sum(bytes).catch(() => undefined)
    if (!sum) throw new FileChanged()
    return sum
  }

  /** #lookAgain finds out why a piece did not get through: the file, or only the answer was lost. */
  async #lookAgain(number: number, problem: Problem) {
    this.#partly.delete(number)
    this.#tell()
    if (!(await this.needs.reader.intact(this.item.file))) throw new FileChanged()
    if (isCut(problem)) this.needs.portion.cut(this.needs.clock.now())
    const state = await this.needs.network.state(this.#state.uploadId, this.signal).catch(() => undefined)
    for (const received of state?.received ?? []) this.#received.add(received)
  }

  #complete(): Promise<string> {
    const { uploadId } = this.#state
    return this.#persist('general', () =>
      this.needs.network.complete(uploadId, this.item.sha256 as string, this.signal),
    )
  }

  #tell() {
    this.reports.arrived(this.#bytes())
  }

  #bytes(): number {
    const lengthOf = (number: number) => {
      const left = this.item.size - number * this.#state.chunkSize
      return Math.min(this.#state.chunkSize, left)
    }
    let bytes = 0
    for (const number of this.#received) bytes += lengthOf(number)
    for (const [number, sent] of this.#partly)
      if (!this.#received.has(number)) bytes += Math.min(sent, lengthOf(number))
    return bytes
  }

  #persist<T>(
    rate: 'upload' | 'general' | 'none',
    work: () => Promise<T>,
    beforeAgain?: (problem: Problem) => Promise<void>,
  ) {
    return this.needs.patience.persist(work, { signal: this.signal, rate, onRest: this.reports.rest, beforeAgain })
  }
}

/** pieceSize is a power of two that a request may hold. */
function pieceSize(size: number, portion: number): number {
  let piece = sizes.most
  while (piece > sizes.least && piece > portion && size / (piece / 2) < mostPieces) piece /= 2
  return piece
}
