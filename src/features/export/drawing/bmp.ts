import type { Pixels } from './pixels.ts'

/** Returns a BMP image of 8, 24 or 32 bits a pixel. @throws {Error} when it is another kind, broken or too large */
export function readBmp(bytes: Buffer): Pixels {
  if (bytes.toString('latin1', 0, 2) !== 'BM') throw new Error('no BMP')
  const [start, headBytes] = [bytes.readUInt32LE(10), bytes.readUInt32LE(14)]
  const [width, given] = [bytes.readInt32LE(18), bytes.readInt32LE(22)]
  const [bits, packing] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30)]
  const height = Math.abs(given)
  if (width < 1 || height < 1 || width * height > 30_000_000) throw new Error('too large')
  if (![8, 24, 32].includes(bits) || (packing !== 0 && !(packing === 3 && bits === 32)))
    throw new Error('an unknown kind')
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  if (start + rowBytes * height > bytes.length) throw new Error('the content is too short')
  const step = bits / 8
  const palette = 14 + headBytes
  const rgba = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    const from = start + rowBytes * (given > 0 ? height - 1 - row : row)
    for (let column = 0; column < width; column += 1) {
      const at = from + column * step
      const color = bits === 8 ? palette + (bytes[at] ?? 0) * 4 : at
      const to = (row * width + column) * 4
      rgba[to] = bytes[color + 2] ?? 0
      rgba[to + 1] = bytes[color + 1] ?? 0
      rgba[to + 2] = bytes[color] ?? 0
      rgba[to + 3] = 255
    }
  }
  return { width, height, rgba }
}
