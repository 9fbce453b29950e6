import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import type { ExportFile } from '../worker-message.ts'
import { readBmp } from './bmp.ts'
import type { Drawing } from './drawing.ts'
import { readGif } from './gif.ts'
import type { Pixels } from './pixels.ts'
import { readSvg } from './svg-reader.ts'
import { readWebp } from './webp.ts'

const bytesMost = 50_000_000
const pixelsMost = 30_000_000

/** An image as its file has it, unpacked, or as a drawing. */
type ReadImage =
  | { kind: 'png' | 'jpeg'; bytes: Buffer }
  | { kind: 'pixels'; pixels: Pixels }
  | { kind: 'drawing'; drawing: Drawing }

/** Whether the name or the beginning of a file says that it is SVG. */
export const isSvgFile = ({ display_name, type }: ExportFile): boolean =>
  type === 'image/svg+xml' || /\.svg$/i.test(display_name)

/** The first bytes of images, by media type. */
const signs: Readonly<Record<string, RegExp>> = {
  'image/png': /^\u0089PNG\r\n\u001a\n/,
  'image/jpeg': /^\u00ff\u00d8\u00ff/,
  'image/gif': /^GIF8[79]a/,
  'image/bmp': /^BM/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'image/avif': /^[^]{4}ftypavi[fs]/,
  'image/x-icon': /^\0\0\u0001\0/,
}

/** Whether the chunks of a PNG file are complete. */
function isWholePng(file: number): boolean {
  const { size } = fstatSync(file)
  const head = Buffer.alloc(8)
  for (let at = 8; readSync(file, head, 0, 8, at) === 8; ) {
    const next = at + 12 + head.readUInt32BE(0)
    if (next > size) return false
    if (head.toString('latin1', 4) === 'IEND') return true
    at = next
  }
  return false
}

/** Returns the media type of a raster image by its first bytes; undefined for anything else, and for a PNG that is cut off. */
export function imageTypeOf(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(16)
      const start = head.toString('latin1', 0, readSync(file, head, 0, head.length, 0))
      const type = Object.keys(signs).find((one) => signs[one]?.test(start))
      return type === 'image/png' && !isWholePng(file) ? undefined : type
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined // it is missing on the disk
  }
}

/** Whether browsers show a file as an image: an SVG file as its drawing. */
export function isShownByBrowsers(file: ExportFile): boolean {
  if (!isSvgFile(file)) return imageTypeOf(file.path) !== undefined
  try {
    return readImageFile(file, new Uint8Array()).kind === 'drawing'
  } catch {
    return false
  }
}

/**
 * Reads an image by what is in it, whatever its name says. Of an animation, its first image.
 *
 * @param webp the decoder for WebP
 * @throws {Error} when it is missing, broken, too large, or of an unknown kind
 */
export function readImageFile(file: ExportFile, webp: Uint8Array): ReadImage {
  if (statSync(file.path).size > bytesMost) throw new Error('too large')
  const bytes = readFileSync(file.path)
  const sign = bytes.toString('latin1', 0, 12)
  if (sign.startsWith('\u00ff\u00d8')) return { kind: 'jpeg', bytes }
  if (sign.startsWith('\u0089PNG')) return { kind: 'png', bytes }
  if (sign.startsWith('GIF8')) return { kind: 'pixels', pixels: readGif(bytes) }
  if (sign.startsWith('BM')) return { kind: 'pixels', pixels: readBmp(bytes) }
  if (/^RIFF[^]{4}WEBP/.test(sign)) {
    if (file.width * file.height > pixelsMost) throw new Error('too large')
    return { kind: 'pixels', pixels: readWebp(bytes, webp) }
  }
  if (isSvgFile(file)) return { kind: 'drawing', drawing: readSvg(bytes.toString('utf8')) }
  throw new Error('an unknown kind')
}
