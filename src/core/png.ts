import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitDepth = 4
const indexedColour = 3

/** How many colours an image of `encodePng` may have. */
export const pngColours = 2 ** bitDepth

/**
 * Encodes a PNG of at most 16 colours. Source: the PNG specification, third edition, sections 5 and 11.
 *
 * @param pixels one palette index per pixel, rows from the top
 * @param palette red, green and blue from 0 to 255 of each colour
 */
export function encodePng(pixels: Uint8Array, width: number, height: number, palette: readonly Rgb[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitDepth
  header[9] = indexedColour
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(packRows(pixels, width, height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Packs two pixels into a byte; each row begins with its filter type, which is "none". */
function packRows(pixels: Uint8Array, width: number, height: number): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + 1 + (x >> 1)
      rows[at] = (rows[at] ?? 0) | ((pixels[y * width + x] ?? 0) << (x % 2 === 0 ? 4 : 0))
    }
  }
  return rows
}

/** Builds a chunk: length, type, data, and the checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
