import { readFileSync, statSync } from 'node:fs'
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
export type ReadImage =
  | { kind: 'png' | 'jpeg'; bytes: Buffer }
  | { kind: 'pixels'; pixels: Pixels }
  | { kind: 'drawing'; drawing: Drawing }

/** Whether the name or the beginning of a file says that it is SVG. */
export const isSvgFile = ({ display_name, type }: ExportFile): boolean =>
  type === 'image/svg+xml' || /\.svg$/i.test(display_name)

/**
 * Reads an image by what is in it, whatever its name says. Of an animated GIF, its first image; an animated WebP is rejected.
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
