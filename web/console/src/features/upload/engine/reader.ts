// Reading a file whole, for its hash and its kind.
import { headLength, kindOf } from './kind'
import { Sha256 } from './sha256'

export interface Content {
  sha256: string
  /** The MIME type of the picture; undefined if it is none. */
  type: string | undefined
}

/** Up to this size the browser's own hash is taken where there is one: it needs the whole in memory. */
const inOne = 32 * 1024 * 1024
const piece = 4 * 1024 * 1024

/** readContent fails if the file is gone, or was changed since it was chosen. */
export async function readContent(file: Blob): Promise<Content> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer())
  return { sha256: await sumOf(file), type: kindOf(head) }
}

/** sumOf returns the SHA-256 of a file, or of a piece of one, in hexadecimal. */
export async function sumOf(file: Blob): Promise<string> {
  if (globalThis.crypto?.subtle && file.size <= inOne) {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const sum = new Sha256()
  for (let at = 0; at < file.size; at += piece) {
    sum.update(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()))
  }
  return sum.hex()
}
