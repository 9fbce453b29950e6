import { writePng } from '#src/features/export/drawing/pixels.ts'

/** A WebP image of one pixel. */
export const webpBase64 = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

/** Returns a GIF image of red, green, blue and white, by number of each pixel; one of them may be transparent. */
export function gifOf(rows: number[][], clear?: number): Buffer {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
  const control = clear === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, clear, 0]
  // codes of three bits: each pixel begins the table again, so that they do not become longer
  const codes = [...rows.flat().flatMap((number) => [4, number]), 5]
  const bits = codes.flatMap((code) => [code & 1, (code >> 1) & 1, code >> 2])
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
  )
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    width,
    0,
    height,
    0,
    0x81,
    0,
    0,
    ...palette,
    ...control,
    0x2c,
    0,
    0,
    0,
    0,
    width,
    0,
    height,
    0,
    0,
    2,
    ...Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) => bytes.slice(at * 255, at * 255 + 255)).flatMap(
      (block) => [block.length, ...block],
    ),
    0,
    0x3b,
  ])
}

function riffChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Returns an animated WebP of 3 x 2 pixels, each of whose two images is one pixel in the column and row given. */
export function animatedWebp(column: 0 | 2, row: 0 | 2): Buffer {
  const head = Buffer.from([2, 0, 0, 0, 2, 0, 0, 1, 0, 0])
  const pixel = Buffer.from(webpBase64, 'base64').subarray(12)
  const place = Buffer.from([column / 2, 0, 0, row / 2, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0])
  const frame = riffChunk('ANMF', Buffer.concat([place, pixel]))
  const parts = [Buffer.from('WEBP'), riffChunk('VP8X', head), riffChunk('ANIM', Buffer.alloc(6)), frame, frame]
  return riffChunk('RIFF', Buffer.concat(parts))
}

/** Returns a PNG file of one pixel. */
export const tinyPng = (): Buffer => writePng({ width: 1, height: 1, rgba: Uint8Array.of(200, 30, 60, 255) })
