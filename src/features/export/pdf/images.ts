import type { PdfReference } from 'pdfkit'
import type { Drawing } from '../drawing/drawing.ts'
import { readImageFile } from '../drawing/image-file.ts'
import type { ExportFile } from '../worker-message.ts'
import { drawDrawing } from './drawing.ts'
import type { InlineBox } from './lines.ts'
import type { Paper } from './paper.ts'
import { type ImageObject, pixelsObject, pngObject } from './png.ts'

/** A pixel in points: 96 pixels are an inch. */
const pixel = 0.75

type KnownImage = KnownPixels | { drawing: Drawing }

interface KnownPixels {
  reference: PdfReference
  /** In pixels, as it is shown. */
  width: number
  height: number
  /** How it is turned: 1 not at all, 3 upside down, 6 to the right, 8 to the left, as cameras write it. */
  orientation: number
}

const bigEndian = 0x4d4d

/** Returns how a camera held a photo. Source: Exif 2.3, 4.6.4, tag 274. */
function orientationIn(segment: Buffer): number {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const exif = segment.subarray(6)
  const isBig = exif.readUInt16BE(0) === bigEndian
  const short = (at: number) => (isBig ? exif.readUInt16BE(at) : exif.readUInt16LE(at))
  const first = isBig ? exif.readUInt32BE(4) : exif.readUInt32LE(4)
  const count = Math.min(200, short(first))
  for (let entry = 0; entry < count; entry += 1) {
    const at = first + 2 + entry * 12
    if (short(at) === 274) return short(at + 8)
  }
  return 1
}

/** Returns a JPEG file as an object of a PDF file, which holds it as it is. @throws {Error} when it is broken */
function jpegObject(bytes: Buffer): ImageObject & { orientation: number } {
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new Error('no JPEG')
  let orientation = 1
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new Error('a segment is broken')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xe1 && orientation === 1) {
      try {
        orientation = orientationIn(bytes.subarray(at + 4, at + 2 + length))
      } catch {
        // broken notes of a camera: the image is shown as it is
      }
    }
    // Start of frame markers: all in the range but the three that have other meanings.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [bits, height, width, parts] = [
        bytes.readUInt8(at + 4),
        bytes.readUInt16BE(at + 5),
        bytes.readUInt16BE(at + 7),
        bytes.readUInt8(at + 9),
      ]
      const space = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }[parts]
      if (space === undefined || width < 1 || height < 1) throw new Error('an unknown kind of pixels')
      const data = {
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        BitsPerComponent: bits,
        ColorSpace: space,
        Filter: 'DCTDecode',
        // Adobe's programs store these colours inverted
        ...(parts === 4 ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
      }
      return { width, height, data, content: bytes, orientation }
    }
    at += 2 + length
  }
}

/** The images of a file: each is put in once. */
export class PdfImages {
  readonly #paper: Paper
  readonly #webp: Uint8Array
  readonly #known = new Map<string, KnownImage | undefined>()

  /** @param webp the decoder for WebP */
  constructor(paper: Paper, webp: Uint8Array) {
    this.#paper = paper
    this.#webp = webp
  }

  /** Returns an image as a box of at most this size; undefined when it cannot be drawn. */
  box(file: ExportFile, most: { width: number; height: number }): InlineBox | undefined {
    if (!this.#known.has(file.sign)) this.#known.set(file.sign, this.#read(file))
    const image = this.#known.get(file.sign)
    if (!image) return undefined
    if ('drawing' in image) return drawingBox(image.drawing, most)
    const scale = Math.min(pixel, most.width / image.width, most.height / image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    const { reference, orientation } = image
    return {
      width,
      ascent: height,
      descent: 0,
      draw: (paper, x, baseline) => paper.image(reference, placed(orientation, x, baseline - height, width, height)),
    }
  }

  /** Returns what an image that is drawn lacks. */
  missingIn(file: ExportFile): readonly string[] {
    const image = this.#known.get(file.sign)
    return image && 'drawing' in image ? image.drawing.missing : []
  }

  #read(file: ExportFile): KnownImage | undefined {
    try {
      const image = readImageFile(file, this.#webp)
      if (image.kind === 'drawing') return { drawing: image.drawing }
      const object: ImageObject & { orientation?: number } =
        image.kind === 'pixels'
          ? pixelsObject(image.pixels)
          : image.kind === 'jpeg'
            ? jpegObject(image.bytes)
            : pngObject(image.bytes)
      const { width, height, data, content, alpha, orientation = 1 } = object
      if (alpha) data['SMask'] = this.#paper.object(alpha.data, alpha.content)
      const reference = this.#paper.object(data, content)
      const isTurned = orientation >= 5 && orientation <= 8
      return { reference, width: isTurned ? height : width, height: isTurned ? width : height, orientation }
    } catch {
      return undefined // missing, broken, too large, or of a kind that PDF does not know: its name is shown
    }
  }
}

/** Returns a drawing as a box of at most this size. */
export function drawingBox(drawing: Drawing, most: { width: number; height: number }): InlineBox {
  const scale = Math.min(pixel, most.width / drawing.width, most.height / drawing.height)
  const [width, height] = [drawing.width * scale, drawing.height * scale]
  return {
    width,
    ascent: height,
    descent: 0,
    draw: (paper, x, baseline) => drawDrawing(paper, drawing, x, baseline - height, scale),
  }
}

/** Returns the matrix that draws an image, turned as its camera says, into a rectangle. */
function placed(orientation: number, x: number, y: number, width: number, height: number): number[] {
  if (orientation === 3) return [-width, 0, 0, height, x + width, y]
  if (orientation === 6) return [0, height, width, 0, x, y]
  if (orientation === 8) return [0, -height, -width, 0, x + width, y + height]
  return [width, 0, 0, -height, x, y + height]
}
