// How fast bytes arrive, over the last while.

const span = 12_000

export class Meter {
  #marks: { at: number; bytes: number }[] = []

  /** add takes note that so many more bytes have arrived. */
  add(bytes: number, now: number): void {
    const last = this.#marks.at(-1)
    if (last && now - last.at < 250) last.bytes += bytes
    else this.#marks.push({ at: now, bytes })
    while (this.#marks[0] && now - this.#marks[0].at > span) this.#marks.shift()
  }

  /** speed returns bytes a second; 0 until that can be told. */
  speed(now: number): number {
    const recent = this.#marks.filter(({ at }) => now - at <= span)
    const first = recent[0]
    if (!first || now - first.at < 1000) return 0
    const total = recent.reduce((sum, { bytes }) => sum + bytes, 0)
    return Math.max(0, total / ((now - first.at) / 1000))
  }
}
