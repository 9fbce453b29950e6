import type { Pixels } from './pixels.ts'

const pixelsMost = 30_000_000

/** Unpacks LZW codes into colour numbers. Source: GIF89a, appendix F. */
function unpack(codes: Buffer, least: number, count: number): Uint8Array {
  const out = new Uint8Array(count)
  const [clear, end] = [1 << least, (1 << least) + 1]
  const before = new Uint16Array(4096)
  const last = new Uint8Array(4096)
  const first = new Uint8Array(4096)
  const length = new Uint16Array(4096)
  for (let code = 0; code < clear; code += 1) {
    last[code] = code
    first[code] = code
    length[code] = 1
  }
  let [size, next, previous, at] = [least + 1, end + 1, -1, 0]
  let [bits, held] = [0, 0]
  for (const byte of codes) {
    held |= byte << bits
    bits += 8
    while (bits >= size) {
      const code = held & ((1 << size) - 1)
      held >>>= size
      bits -= size
      if (code === end) return out
      if (code === clear) {
        ;[size, next, previous] = [least + 1, end + 1, -1]
        continue
      }
      if (code > next || (code === next && previous === -1)) throw new Error('a code is broken')
      if (previous !== -1 && next < 4096) {
        before[next] = previous
        first[next] = first[previous] ?? 0
        last[next] = code === next ? (first[previous] ?? 0) : (first[code] ?? 0)
        length[next] = (length[previous] ?? 0) + 1
        next += 1
        if (next === 1 << size && size < 12) size += 1
      }
      const long = length[code] ?? 1
      for (let one = code, place = at + long - 1; place >= at; place -= 1, one = before[one] ?? 0)
        if (place < count) out[place] = last[one] ?? 0
      at += long
      if (at >= count) return out
      previous = code
    }
  }
  return out
}

/** Returns where the blocks of a part end, and their content. */
function readBlocks(bytes: Buffer, from: number): { content: Buffer; end: number } {
  const parts: Buffer[] = []
  let at = from
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) {
    parts.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return { content: Buffer.concat(parts), end: at + 1 }
}

/** Returns the first image of a GIF file. @throws {Error} when it is broken or too large */
export function readGif(bytes: Buffer): Pixels {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new Error('no GIF')
  const [width, height, flags] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8), bytes.readUInt8(10)]
  if (width < 1 || height < 1 || width * height > pixelsMost) throw new Error('too large')
  const tableBytes = (given: number) => (given & 0x80 ? 3 << ((given & 7) + 1) : 0)
  const common = bytes.subarray(13, 13 + tableBytes(flags))
  let at = 13 + tableBytes(flags)
  let clear = -1
  for (;;) {
    const sign = bytes.readUInt8(at)
    if (sign === 0x21) {
      const isControl = bytes.readUInt8(at + 1) === 0xf9
      if (isControl && bytes.readUInt8(at + 3) & 1) clear = bytes.readUInt8(at + 6)
      at = readBlocks(bytes, at + 2).end
    } else if (sign === 0x2c) break
    else throw new Error('no image')
  }
  const [left, top, wide, high] = [1, 3, 5, 7].map((place) => bytes.readUInt16LE(at + place)) as [
    number,
    number,
    number,
    number,
  ]
  const own = bytes.readUInt8(at + 9)
  const palette = own & 0x80 ? bytes.subarray(at + 10, at + 10 + tableBytes(own)) : common
  at += 10 + tableBytes(own)
  const least = bytes.readUInt8(at)
  if (least < 2 || least > 8 || wide * high > pixelsMost) throw new Error('too large')
  const numbers = unpack(readBlocks(bytes, at + 1).content, least, wide * high)
  const rgba = new Uint8Array(width * height * 4)
  const rows = own & 0x40 ? interlaced(high) : Array.from({ length: high }, (_, row) => row)
  rows.forEach((row, order) => {
    const y = top + row
    for (let column = 0; column < wide && y < height; column += 1) {
      const number = numbers[order * wide + column] ?? 0
      const x = left + column
      if (x >= width || number === clear) continue
      const to = (y * width + x) * 4
      rgba[to] = palette[number * 3] ?? 0
      rgba[to + 1] = palette[number * 3 + 1] ?? 0
      rgba[to + 2] = palette[number * 3 + 2] ?? 0
      rgba[to + 3] = 255
    }
  })
  return { width, height, rgba }
}

const interlaced = (height: number): number[] =>
  [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ].flatMap(([from = 0, step = 1]) =>
    Array.from({ length: Math.max(0, Math.ceil((height - from) / step)) }, (_, at) => from + at * step),
  )
