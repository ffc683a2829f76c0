// How much goes in one request: what a cut takes away is sent again, so on a slow or
// broken line it is little.

const kibibyte = 1024
const first = 4 * 1024 * kibibyte
const least = 256 * kibibyte
const most = 32 * 1024 * kibibyte
/** How long a request should take at most, in seconds: with three lanes about nine a minute, of ten that are allowed. */
const longest = 20
/** What proxies take that were never told how much they may. */
const unaskedLimit = 512 * kibibyte
/** Requests that are cut together are one cut. */
const together = 5_000

export class Portion {
  #bytes = first
  #most = most
  /** Up to this it grows quickly: beyond, a cut came. */
  #calm = most
  #cutAt = Number.NEGATIVE_INFINITY

  /** speed is that of all lanes, in bytes a second; 0 if it is not known. */
  constructor(
    private readonly speed: () => number,
    private readonly lanes: number,
  ) {}

  /** bytes returns what a request may hold. */
  bytes(): number {
    const speed = this.speed()
    const inTime = speed > 0 ? (speed / this.lanes) * longest : most
    return Math.max(least, Math.min(this.#bytes, this.#most, inTime))
  }

  /** arrived takes note of a request that got through. */
  arrived(): void {
    this.#bytes = Math.min(this.#most, this.#bytes < this.#calm ? this.#bytes * 2 : this.#bytes + least)
  }

  /** cut takes note that a connection broke. */
  cut(now: number): void {
    if (now - this.#cutAt < together) return
    this.#cutAt = now
    this.#calm = this.bytes() / 2
    this.#bytes = Math.max(least, this.bytes() / 4)
  }

  /** refuse takes note that something on the way took no request of so many bytes; false if smaller ones are no way out. */
  refuse(bytes: number): boolean {
    if (bytes <= unaskedLimit) return false
    this.#most = unaskedLimit
    return true
  }
}
