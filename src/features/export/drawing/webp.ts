import type { Pixels } from './pixels.ts'

interface Decoder {
  memory: { buffer: ArrayBuffer }
  malloc(bytes: number): number
  WebPDecodeRGBA(from: number, bytes: number, width: number, height: number): number
}

/** What this file uses of WebAssembly, whose types come with those of browsers only. */
interface Wasm {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
}

const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm }

const unused = () => {
  throw new Error('the decoder opens no files')
}

const animated = 2
const withAlpha = 0x10

/** Returns a chunk of a WebP file. */
function chunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Yields the chunks of a WebP file, or of a frame in it. @throws {RangeError} when one is cut off */
function* chunksIn(bytes: Buffer, from: number): Generator<{ name: string; content: Buffer }> {
  for (let at = from; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > bytes.length) throw new RangeError('a chunk is cut off')
    yield { name: bytes.toString('latin1', at, at + 4), content: bytes.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length % 2)
  }
}

/**
 * Returns the first image of an animation as a WebP file of its own, and where it is in the animation; undefined for a
 * file that is none. Source: WebP container specification, Animation.
 */
function firstFrame(bytes: Buffer): { file: Buffer; x: number; y: number; width: number; height: number } | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'VP8X' || (bytes.readUInt8(20) & animated) === 0) return undefined
  const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  for (const { name, content } of chunksIn(bytes, 12)) {
    if (name !== 'ANMF') continue
    const parts = [...chunksIn(content, 16)].filter((one) => ['ALPH', 'VP8 ', 'VP8L'].includes(one.name))
    const hasAlpha = parts.some((one) => one.name === 'ALPH')
    const head = Buffer.alloc(10)
    head.writeUInt8(withAlpha, 0)
    content.copy(head, 4, 6, 12) // width and height of the frame, each less one
    const inside = Buffer.concat([
      Buffer.from('WEBP'),
      ...(hasAlpha ? [chunk('VP8X', head)] : []),
      ...parts.map((one) => chunk(one.name, one.content)),
    ])
    const file = chunk('RIFF', inside)
    return { file, x: content.readUIntLE(0, 3) * 2, y: content.readUIntLE(3, 3) * 2, width, height }
  }
  throw new Error('an animation without an image')
}

/** Returns an image on a clear area of another size. */
function placedOn(image: Pixels, area: { x: number; y: number; width: number; height: number }): Pixels {
  const { x, y, width, height } = area
  if (x === 0 && y === 0 && width === image.width && height === image.height) return image
  const rgba = new Uint8Array(width * height * 4)
  const across = Math.max(0, Math.min(image.width, width - x)) * 4
  for (let row = 0; row < image.height && row + y < height; row += 1) {
    const from = row * image.width * 4
    rgba.set(image.rgba.subarray(from, from + across), ((row + y) * width + x) * 4)
  }
  return { width, height, rgba }
}

/**
 * Returns a WebP image; of an animation, its first image.
 *
 * @param decoder libwebp as WebAssembly: the file of @cwasm/webp
 * @throws {Error} when it is broken
 */
export function readWebp(bytes: Buffer, decoder: Uint8Array): Pixels {
  const frame = firstFrame(bytes)
  return frame ? placedOn(decode(frame.file, decoder), frame) : decode(bytes, decoder)
}

function decode(bytes: Uint8Array, decoder: Uint8Array): Pixels {
  const compiled = new wasm.Module(decoder)
  const system = { fd_close: unused, fd_seek: unused, fd_write: unused }
  // a new one for each image: its memory ends with it
  const { exports } = new wasm.Instance(compiled, { wasi_snapshot_preview1: system })
  const { memory, malloc, WebPDecodeRGBA } = exports as Decoder
  const from = malloc(bytes.length)
  const size = malloc(8)
  new Uint8Array(memory.buffer).set(bytes, from)
  const pixels = WebPDecodeRGBA(from, bytes.length, size, size + 4)
  if (pixels === 0) throw new Error('no WebP image')
  const [width = 0, height = 0] = new Uint32Array(memory.buffer, size, 2)
  return { width, height, rgba: new Uint8Array(memory.buffer, pixels, width * height * 4) }
}
