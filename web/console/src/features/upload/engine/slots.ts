/** Slots lets so many through at a time. */
export class Slots {
  #waiting: (() => void)[] = []

  constructor(private free: number) {}

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.free++
    }
  }
}
