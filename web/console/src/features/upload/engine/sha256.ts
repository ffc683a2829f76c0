// SHA-256 (FIPS 180-4) piece by piece: the browser's own takes only the whole at
// once, and none at all at plain http.

const rounds = new Int32Array(64)
const initial = new Int32Array(8)

/** The first 32 bits of the fractional parts of roots of primes. */
function fractions() {
  const first32 = (x: number) => ((x - Math.floor(x)) * 0x100000000) | 0
  let count = 0
  for (let n = 2; count < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    if (count < 8) initial[count] = first32(n ** (1 / 2))
    rounds[count++] = first32(n ** (1 / 3))
  }
}
fractions()

const block = 64

export class Sha256 {
  #state = initial.slice()
  #schedule = new Int32Array(64)
  #rest = new Uint8Array(block)
  #restLength = 0
  #length = 0

  update(bytes: Uint8Array): this {
    this.#length += bytes.length
    let at = 0
    if (this.#restLength > 0) {
      at = Math.min(block - this.#restLength, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#restLength)
      this.#restLength += at
      if (this.#restLength < block) return this
      this.#compress(this.#rest, 0)
    }
    for (; at + block <= bytes.length; at += block) this.#compress(bytes, at)
    this.#rest.set(bytes.subarray(at))
    this.#restLength = bytes.length - at
    return this
  }

  /** hex ends the message and returns its hash. */
  hex(): string {
    const length = this.#length
    const padding = new Uint8Array(((119 - (length % block)) % block) + 9)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(length / 0x20000000))
    view.setUint32(padding.length - 4, (length * 8) >>> 0)
    this.update(padding)
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #compress(bytes: Uint8Array, at: number) {
    const w = this.#schedule
    for (let t = 0, i = at; t < 16; t++, i += 4) {
      w[t] = (at1(bytes, i) << 24) | (at1(bytes, i + 1) << 16) | (at1(bytes, i + 2) << 8) | at1(bytes, i + 3)
    }
    for (let t = 16; t < 64; t++) {
      const x = word(w, t - 15)
      const y = word(w, t - 2)
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      w[t] = (word(w, t - 16) + s0 + word(w, t - 7) + s1) | 0
    }
    this.#mix(w)
  }

  #mix(w: Int32Array) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state
    for (let t = 0; t < 64; t++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(rounds, t) + word(w, t)) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    for (const [i, n] of [a, b, c, d, e, f, g, h].entries()) this.#state[i] = (word(this.#state, i) + n) | 0
  }
}

const at1 = (bytes: Uint8Array, i: number) => bytes[i] as number
const word = (words: Int32Array, i: number) => words[i] as number
