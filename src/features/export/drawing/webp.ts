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

/**
 * Returns a WebP image. An animation has none.
 *
 * @param decoder libwebp as WebAssembly: the file of @cwasm/webp
 * @throws {Error} when it is broken or an animation
 */
export function readWebp(bytes: Uint8Array, decoder: Uint8Array): Pixels {
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
