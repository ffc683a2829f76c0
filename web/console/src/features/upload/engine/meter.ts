// How fast something goes on, while it does.

interface Options {
  /** Over how much time the mean is taken, in milliseconds. */
  span: number
  /** A longer silence was a rest: it says nothing of the speed. */
  longestGap: number
}

/** Meter is a moving average in which what is older counts less and less, so that it does not jump. */
export class Meter {
  #last: number | undefined
  #amount = 0
  #time = 0

  constructor(private readonly options: Options) {}

  /** add takes note that so much more is there. What is taken back, to be done again, was done all the same. */
  add(amount: number, now: number): void {
    if (amount <= 0) return
    const { span, longestGap } = this.options
    if (this.#last !== undefined) {
      const gap = Math.min(now - this.#last, longestGap)
      const fading = Math.exp(-gap / span)
      this.#amount = this.#amount * fading + amount
      this.#time = this.#time * fading + gap
    }
    this.#last = now
  }

  /** speed returns the amount of a second; 0 until that can be told. */
  speed(): number {
    return this.#time < 1_000 ? 0 : this.#amount / (this.#time / 1_000)
  }

  /** isRunning tells whether it goes on at the moment. */
  isRunning(now: number): boolean {
    return this.#last !== undefined && now - this.#last < 5_000
  }
}
