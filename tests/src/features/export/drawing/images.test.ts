import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { webpDecoder } from '#src/core/paths.ts'
import { readBmp } from '#src/features/export/drawing/bmp.ts'
import { readGif } from '#src/features/export/drawing/gif.ts'
import { writePng } from '#src/features/export/drawing/pixels.ts'
import { rasterize } from '#src/features/export/drawing/raster.ts'
import { readSvg } from '#src/features/export/drawing/svg-reader.ts'
import { readWebp } from '#src/features/export/drawing/webp.ts'
import { animatedWebp, gifOf, webpBase64 } from './image-files.ts'

test('a GIF has its colours, and a clear one is transparent', () => {
  const { width, height, rgba } = readGif(
    gifOf(
      [
        [0, 1, 2],
        [3, 3, 0],
      ],
      3,
    ),
  )
  expect([width, height]).toEqual([3, 2])
  expect([...rgba.subarray(0, 12)]).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
  expect([...rgba.subarray(12, 20)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

// "Image of the world", the example of the format's own text: 10 x 10, three colours, with codes for repeated parts
test('codes of a GIF stand for parts that were there before', () => {
  const sample = Buffer.from(
    '47494638396 10A000A00910000FFFFFFFF00000000FF00000021F90400000000002C000000000A000A00000216 8C2D99872A1CDC33A00275EC95FAA8DE608C0491 4C01003B'.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )
  const { rgba } = readGif(sample)
  const colors = Array.from({ length: 100 }, (_, at) => rgba.subarray(at * 4, at * 4 + 3).join())
  expect(new Set(colors)).toEqual(new Set(['255,255,255', '255,0,0', '0,0,255']))
  expect(colors.slice(0, 10)).toEqual([...Array(5).fill('255,0,0'), ...Array(5).fill('0,0,255')])
  expect(colors.slice(90)).toEqual([...Array(5).fill('0,0,255'), ...Array(5).fill('255,0,0')])
})

test.each(['', 'GIF89a', '47494638396101000100', 'GIF89a\u00ff\u00ff\u00ff\u00ff\u0000\u0000\u0000'])(
  'a broken GIF is an error: %j',
  (text) => {
    expect(() => readGif(Buffer.from(text, 'latin1'))).toThrow()
  },
)

test('WebP is decoded, and anything else is an error', () => {
  const decoder = readFileSync(webpDecoder())
  const { width, height, rgba } = readWebp(Buffer.from(webpBase64, 'base64'), decoder)
  expect([width, height, rgba.length]).toEqual([1, 1, 4])
  expect(() => readWebp(Buffer.from('RIFF....WEBPVP8 '), decoder)).toThrow()
})

test('of an animated WebP, the first image is where it is in the animation', () => {
  const decoder = readFileSync(webpDecoder())
  const { width, height, rgba } = readWebp(animatedWebp(2, 0), decoder)
  expect([width, height]).toEqual([3, 2])
  expect([...rgba].filter((_, at) => at % 4 === 3)).toEqual([0, 0, 255, 0, 0, 0])
  const outside = readWebp(animatedWebp(0, 2), decoder)
  expect([...outside.rgba].every((one) => one === 0)).toBe(true)
  expect(() => readWebp(animatedWebp(0, 0).subarray(0, 60), decoder)).toThrow()
})

test('BMP is read from its last row', () => {
  const bytes = Buffer.alloc(54 + 16)
  bytes.write('BM')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(2, 18)
  bytes.writeInt32LE(2, 22)
  bytes.writeUInt16LE(24, 28)
  bytes.set([255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0], 54)
  const { rgba } = readBmp(bytes)
  expect([...rgba]).toEqual([255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 255, 0, 255])
  expect(() => readBmp(bytes.subarray(0, 60))).toThrow()
})

test('a drawing becomes pixels: areas, clips, evenly rounded edges, and texts from outlines', () => {
  const drawing = readSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><clipPath id="c"><rect width="15" height="10"/></clipPath>' +
      '<rect x="0.5" width="10" height="10" fill="#f00"/><rect clip-path="url(#c)" x="12" width="8" height="10" fill="#00f" opacity="0.5"/>' +
      '<line x1="0" y1="9" x2="20" y2="9" stroke="#0f0" stroke-width="2" stroke-dasharray="2 100"/><text x="4" y="8" font-size="8">x</text></svg>',
  )
  const square = [['M', 0, 0], ['L', 0, -1], ['L', 1, -1], ['L', 1, 0], ['Z']] as const
  const { width, height, rgba } = rasterize(drawing, 1, () => ({ steps: square, width: 1 }))
  expect([width, height]).toEqual([20, 10])
  const at = (x: number, y: number) => [...rgba.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 4)]
  expect(at(0, 4)).toEqual([255, 0, 0, 128])
  expect(at(2, 4)).toEqual([255, 0, 0, 255])
  expect(at(5, 4)).toEqual([0, 0, 0, 255])
  expect(at(13, 4)).toEqual([0, 0, 255, 128])
  expect(at(17, 4)[3]).toBe(0)
  expect(at(1, 9).slice(0, 3)).toEqual([0, 255, 0])
  expect(at(18, 9)[3]).toBe(0)
})

test('pixels become a PNG file', () => {
  const rgba = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
  const png = writePng({ width: 2, height: 2, rgba })
  const data = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
  expect([...rows]).toEqual([2, 1, 2, 3, 4, 5, 6, 7, 8, 2, 8, 8, 8, 8, 8, 8, 8, 8])
})
