import { crc32, deflateSync } from 'node:zlib'

/** An image: red, green, blue and alpha of each pixel, a byte for each, row by row. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

function chunk(name: string, content: Buffer): Buffer {
  const out = Buffer.alloc(content.length + 12)
  out.writeUInt32BE(content.length, 0)
  out.write(name, 4, 'latin1')
  content.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, content.length + 8)), content.length + 8)
  return out
}

/** Returns an image as a PNG file. */
export function writePng({ width, height, rgba }: Pixels): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rowBytes = width * 4
  // each row differs little from the one above it
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let row = 0; row < height; row += 1) {
    const to = row * (rowBytes + 1)
    rows[to] = 2
    for (let at = 0; at < rowBytes; at += 1) {
      const above = row === 0 ? 0 : (rgba[(row - 1) * rowBytes + at] ?? 0)
      rows[to + 1 + at] = (rgba[row * rowBytes + at] ?? 0) - above
    }
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
