// Pictures of any size, made as PNG files (W3C PNG, third edition).
import { crc32, deflateSync } from 'node:zlib'

// picture returns one that runs from a colour to another, from the upper left to
// the lower right.
export function picture(width, height, [from, to] = [[40, 60, 90], [230, 190, 150]]) {
  const stride = 1 + 3 * width
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const way = (x / width + y / height) / 2
      for (let c = 0; c < 3; c++) rows[y * stride + 1 + 3 * x + c] = from[c] + way * (to[c] - from[c])
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // 8 bits, truecolour
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, data) {
  const framed = Buffer.alloc(12 + data.length)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}
