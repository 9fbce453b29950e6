import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { Pixels } from '../drawing/pixels.ts'

/** An image as an object of a PDF file: its properties and its content, and its transparency as another. */
export interface ImageObject {
  width: number
  height: number
  data: Record<string, unknown>
  content: Uint8Array
  alpha?: { data: Record<string, unknown>; content: Uint8Array }
}

interface Png {
  width: number
  height: number
  depth: number
  /** 0 grey, 2 colours, 3 a palette, 4 grey with alpha, 6 colours with alpha. */
  kind: number
  isInterlaced: boolean
  palette: Buffer
  transparency: Buffer | undefined
  packed: Buffer
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Reads the chunks of a PNG file. @throws {Error} when it is broken */
function readChunks(bytes: Buffer): Png {
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('no PNG')
  const packed: Buffer[] = []
  let head: Buffer | undefined
  let palette: Buffer = Buffer.alloc(0)
  let transparency: Buffer | undefined
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length))
      throw new Error('a chunk is broken')
    if (name === 'IHDR') head = content
    else if (name === 'PLTE') palette = content
    else if (name === 'tRNS') transparency = content
    else if (name === 'IDAT') packed.push(content)
    else if (name === 'IEND') break
    at += 12 + length
  }
  if (!head || packed.length === 0) throw new Error('no content')
  return {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    depth: head.readUInt8(8),
    kind: head.readUInt8(9),
    isInterlaced: head.readUInt8(12) === 1,
    palette,
    transparency,
    packed: Buffer.concat(packed),
  }
}

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Undoes the filters of the rows of an image, or of a pass of one, in place; returns the rows without their filters. */
function unfilter(raw: Buffer, from: number, rows: number, rowBytes: number, step: number): Buffer[] {
  const out: Buffer[] = []
  let above: Buffer = Buffer.alloc(rowBytes)
  for (let row = 0, at = from; row < rows; row += 1, at += rowBytes + 1) {
    const filter = raw[at] ?? 0
    const line = raw.subarray(at + 1, at + 1 + rowBytes)
    for (let i = 0; filter !== 0 && i < rowBytes; i += 1) {
      const left = i >= step ? (line[i - step] ?? 0) : 0
      const up = above[i] ?? 0
      const corner = i >= step ? (above[i - step] ?? 0) : 0
      let guess = 0
      if (filter === 1) guess = left
      else if (filter === 2) guess = up
      else if (filter === 3) guess = (left + up) >> 1
      else {
        const [toLeft, toUp, toCorner] = [
          Math.abs(up - corner),
          Math.abs(left - corner),
          Math.abs(left + up - 2 * corner),
        ]
        guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
      }
      line[i] = ((line[i] ?? 0) + guess) & 255
    }
    out.push(line)
    above = line
  }
  return out
}

// Where the pixels of each pass of an interlaced image are: first column and row, and the steps between them.
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Unpacks an image into a byte for each colour of a pixel, and its alpha. @throws {Error} when it is broken */
function unpack(png: Png): { colours: Buffer; alpha: Buffer } {
  const { width, height, depth, kind, palette, transparency } = png
  const samples = samplesOf[kind] ?? 1
  const bits = samples * depth
  const step = Math.max(1, bits >> 3)
  const plan = png.isInterlaced ? passes : ([[0, 0, 1, 1]] as const)
  const parts = plan.map(([x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across)
    const rows = Math.ceil((height - y) / down)
    return { x, y, across, down, columns, rows: columns > 0 ? rows : 0, rowBytes: Math.ceil((columns * bits) / 8) }
  })
  const size = parts.reduce((sum, part) => sum + Math.max(0, part.rows) * (part.rowBytes + 1), 0)
  const raw = inflateSync(png.packed, { maxOutputLength: size + 64 })
  if (raw.length < size) throw new Error('the content is too short')
  const colours = Buffer.alloc(width * height * 3)
  const alpha = Buffer.alloc(width * height, 255)
  const scale = depth < 8 && kind !== 3 ? 255 / ((1 << depth) - 1) : 1
  let from = 0
  for (const { x, y, across, down, columns, rows, rowBytes } of parts) {
    if (rows <= 0) continue
    unfilter(raw, from, rows, rowBytes, step).forEach((line, row) => {
      for (let column = 0; column < columns; column += 1) {
        const pixel = (y + row * down) * width + x + column * across
        const sample = (index: number): number => {
          const at = column * samples + index
          if (depth === 16) return line[at * 2] ?? 0
          if (depth === 8) return line[at] ?? 0
          const bit = at * depth
          return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
        }
        const first = sample(0)
        if (kind === 3) {
          palette.copy(colours, pixel * 3, first * 3, first * 3 + 3)
          alpha[pixel] = transparency?.[first] ?? 255
        } else if (kind === 0 || kind === 4) {
          colours.fill(first * scale, pixel * 3, pixel * 3 + 3)
          if (kind === 4) alpha[pixel] = sample(1)
        } else {
          colours[pixel * 3] = first
          colours[pixel * 3 + 1] = sample(1)
          colours[pixel * 3 + 2] = sample(2)
          if (kind === 6) alpha[pixel] = sample(3)
        }
      }
    })
    from += rows * (rowBytes + 1)
  }
  return { colours, alpha }
}

/** The largest image that is unpacked, in pixels: transparency has to be taken out of it. */
const unpackedMost = 16_000_000
const pixelsMost = 100_000_000

/**
 * Returns a PNG file as an object of a PDF file. Most are put in as they are; one with transparency is unpacked.
 *
 * @throws {Error} when it is broken or too large
 */
export function pngObject(bytes: Buffer): ImageObject {
  const png = readChunks(bytes)
  const { width, height, depth, kind, palette } = png
  const samples = samplesOf[kind]
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw new Error('an unknown kind of pixels')
  if (width < 1 || height < 1 || width * height > pixelsMost) throw new Error('too large')
  const facts = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height }
  const hasAlpha = kind >= 4 || (kind === 3 && png.transparency !== undefined)
  if (!hasAlpha && !png.isInterlaced) {
    const space =
      kind === 3 ? ['Indexed', 'DeviceRGB', palette.length / 3 - 1, palette] : kind === 0 ? 'DeviceGray' : 'DeviceRGB'
    if (kind === 3 && (palette.length < 3 || palette.length % 3 !== 0)) throw new Error('no palette')
    const parameters = { Predictor: 15, Colors: samples, BitsPerComponent: depth, Columns: width }
    const data = {
      ...facts,
      BitsPerComponent: depth,
      ColorSpace: space,
      Filter: 'FlateDecode',
      DecodeParms: parameters,
    }
    return { width, height, data, content: png.packed }
  }
  if (width * height > unpackedMost) throw new Error('too large')
  const { colours, alpha } = unpack(png)
  return unpackedObject(width, height, colours, hasAlpha ? alpha : undefined)
}

function unpackedObject(
  width: number,
  height: number,
  colours: Uint8Array,
  alpha: Uint8Array | undefined,
): ImageObject {
  const facts = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height }
  const eight = { ...facts, BitsPerComponent: 8, Filter: 'FlateDecode' }
  return {
    width,
    height,
    data: { ...eight, ColorSpace: 'DeviceRGB' },
    content: deflateSync(colours, { level: 4 }),
    ...(alpha
      ? { alpha: { data: { ...eight, ColorSpace: 'DeviceGray' }, content: deflateSync(alpha, { level: 4 }) } }
      : {}),
  }
}

/** Returns an unpacked image as an object of a PDF file. */
export function pixelsObject({ width, height, rgba }: Pixels): ImageObject {
  const colours = Buffer.alloc(width * height * 3)
  const alpha = Buffer.alloc(width * height)
  let isOpaque = true
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    colours[pixel * 3] = rgba[pixel * 4] ?? 0
    colours[pixel * 3 + 1] = rgba[pixel * 4 + 1] ?? 0
    colours[pixel * 3 + 2] = rgba[pixel * 4 + 2] ?? 0
    alpha[pixel] = rgba[pixel * 4 + 3] ?? 0
    if (alpha[pixel] !== 255) isOpaque = false
  }
  return unpackedObject(width, height, colours, isOpaque ? undefined : alpha)
}
