// Who of several tabs sends, where browsers have no locks: at plain http.
import type { Clock } from './ports'

/** Longer than the timers of a tab that nobody sees may be late. */
const length = 90_000
/** How often the holder says that it is there, and the others look whether it is. */
const beat = 5_000
/** How long tabs that come at once need to see which of them wrote last. */
const settling = 200

interface Held {
  holder: string
  until: number
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Turn {
  begin: () => void
  end: () => void
}

/** Lease is held by one tab at a time, as long as that shows itself. */
export class Lease {
  #isMine = false

  constructor(
    private readonly name: string,
    private readonly holder: string,
    private readonly memory: Memory,
    private readonly clock: Clock,
  ) {}

  /** take has a turn begin when the lease is free, and end should another tab have taken it meanwhile. */
  async take(turn: Turn, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const isMine = await this.#claim()
      if (isMine !== this.#isMine) turn[isMine ? 'begin' : 'end']()
      this.#isMine = isMine
      await this.clock.sleep(beat)
    }
  }

  /** release lets another tab have it at once. */
  release(): void {
    if (this.#held()?.holder === this.holder) this.memory.removeItem(this.name)
  }

  async #claim(): Promise<boolean> {
    const held = this.#held()
    const isFree = !held || held.until <= this.clock.now()
    if (!isFree && held.holder !== this.holder) return false
    this.memory.setItem(this.name, JSON.stringify({ holder: this.holder, until: this.clock.now() + length }))
    if (this.#isMine && held?.holder === this.holder) return true
    await this.clock.sleep(settling)
    return this.#held()?.holder === this.holder
  }

  #held(): Held | undefined {
    const written = this.memory.getItem(this.name)
    return written ? JSON.parse(written) : undefined
  }
}
