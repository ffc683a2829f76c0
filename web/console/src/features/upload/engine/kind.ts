// What a file is, by its first bytes, as the server will see it; and by its name,
// before it is read.

/** How many bytes kindOf needs. */
export const headLength = 64

const ascii = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
const startsWith = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, i) => head[i] === byte)

/** kindOf returns the MIME type of a picture, or undefined for anything else. */
export function kindOf(head: Uint8Array): string | undefined {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return 'image/gif'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  if (startsWith(head, 0x49, 0x49, 0x2a, 0) || startsWith(head, 0x4d, 0x4d, 0, 0x2a)) return 'image/tiff'
  if (ascii(head, 4, 8) === 'ftyp') return kindOfBrands(head)
  return undefined
}

/** The container of ISO 14496-12 names its brands after its length and the major brand's version. */
function kindOfBrands(head: Uint8Array): string | undefined {
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const brands = ascii(head, 8, Math.min(length, head.length))
  if (/avif|avis/.test(brands)) return 'image/avif'
  if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) return 'image/heic'
  return undefined
}

const byExtension: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heic',
  hif: 'image/heic',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  gif: 'image/gif',
}

/** kindByName returns the type that a name promises. Browsers know none for HEIC, nor for upper case everywhere. */
export function kindByName(name: string): string | undefined {
  return byExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
}

/** extensions lists what files of a type may be called, for the dialog that chooses them. */
export function extensions(types: readonly string[]): string {
  const endings = Object.keys(byExtension).filter((ending) => types.includes(byExtension[ending] ?? ''))
  return endings.map((ending) => `.${ending}`).join(',')
}
