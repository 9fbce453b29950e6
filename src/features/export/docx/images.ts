import PDFDocument from 'pdfkit'
import type { Drawing, Step } from '../drawing/drawing.ts'
import { imageTypeOf, isSvgFile, readImageFile } from '../drawing/image-file.ts'
import { drawMermaid } from '../drawing/mermaid.ts'
import { writePng } from '../drawing/pixels.ts'
import { type FindOutline, type Outline, rasterize } from '../drawing/raster.ts'
import { writeSvg } from '../drawing/svg-writer.ts'
import { FontSet, unpackFont } from '../pdf/fonts.ts'
import type { ExportFile } from '../worker-message.ts'
import type { ZipWriter } from '../zip-writer.ts'
import { drawingXml, type Relations } from './package-parts.ts'

/** The extensions of images that every Word shows as they are. */
const extensions = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/bmp', 'bmp'],
])

/** Pixels of a drawing's image for each of its own, for those Words that do not know SVG. */
const sharpness = 2.5

interface StoredImage {
  /** The size at which it is shown, in pixels. */
  width: number
  height: number
  /** The name of its part; a drawing has one with `.svg` as well. */
  name: string
  svg?: string
  /** The elements of a drawing that are not in it. */
  missing?: readonly string[]
  /** Writes its parts. Images are made again when the document is complete: all of them at once would not fit into memory. */
  write(zip: ZipWriter): void
}

/** The images of a document, each stored once however often it is shown. */
export class DocumentImages {
  readonly #known = new Map<string, StoredImage | undefined>()
  readonly #webp: Uint8Array
  readonly #packedFont: Uint8Array
  #find: FindOutline | undefined
  #shown = 0
  #stored = 0

  /** @param given the decoder for WebP, and the product's font, packed */
  constructor(given: { webp: Uint8Array; font: Uint8Array }) {
    this.#webp = given.webp
    this.#packedFont = given.font
  }

  /** Writes the images that the document refers to. */
  write(zip: ZipWriter): void {
    for (const image of this.#known.values()) image?.write(zip)
  }

  /** Returns an image as a run; undefined for a file that is no image, is broken, or of an unknown kind. */
  xml(file: ExportFile, alt: string, relations: Relations): string | undefined {
    const image = this.#once(file.sign, () => this.#ofFile(file))
    return image && this.#run(image, alt || file.display_name, relations)
  }

  /** Returns what an image that is shown lacks. */
  missingIn(file: ExportFile): readonly string[] {
    return this.#known.get(file.sign)?.missing ?? []
  }

  /** Returns a Mermaid diagram as a run; undefined for one that cannot be drawn. */
  diagramXml(source: string, relations: Relations): string | undefined {
    const image = this.#once(`mermaid ${source}`, () => {
      const drawing = drawMermaid(source)
      // the source is smaller than the drawing, which is quickly made again
      return drawing && this.#ofDrawing(drawing, () => drawMermaid(source))
    })
    return image && this.#run(image, source.trim().slice(0, 1000), relations)
  }

  #once(key: string, make: () => StoredImage | undefined): StoredImage | undefined {
    if (!this.#known.has(key)) this.#known.set(key, make())
    return this.#known.get(key)
  }

  #run(image: StoredImage, alt: string, relations: Relations): string {
    this.#shown += 1
    const main = relations.part('image', image.name)
    const svg = image.svg === undefined ? undefined : relations.part('image', image.svg)
    return drawingXml(image, alt, { main, svg }, this.#shown)
  }

  #ofFile(file: ExportFile): StoredImage | undefined {
    const { type, width, height, path } = file
    const extension = extensions.get(type)
    if (extension !== undefined) {
      if (width < 1 || height < 1 || imageTypeOf(path) !== type) return undefined
      const name = this.#newName(extension)
      return { width, height, name, write: (zip) => void zip.addFile(`word/${name}`, path, type === 'image/bmp') }
    }
    const isWebp = type === 'image/webp' && width > 0
    if (!isWebp && !isSvgFile(file)) return undefined
    const read = () => {
      try {
        return readImageFile(file, this.#webp)
      } catch {
        return undefined // missing, broken or too large: its name is shown
      }
    }
    const image = read()
    if (image?.kind === 'drawing') {
      const again = () => {
        const one = read()
        return one?.kind === 'drawing' ? one.drawing : undefined
      }
      return this.#ofDrawing(image.drawing, again)
    }
    if (image?.kind !== 'pixels') return undefined
    const name = this.#newName('png')
    const write = (zip: ZipWriter) => {
      const one = read()
      if (one?.kind === 'pixels') zip.add(`word/${name}`, writePng(one.pixels))
    }
    return { width, height, name, write }
  }

  #ofDrawing({ width, height, missing }: Drawing, again: () => Drawing | undefined): StoredImage {
    const name = this.#newName('png')
    const svg = name.replace(/png$/, 'svg')
    const write = (zip: ZipWriter) => {
      const drawing = again()
      if (!drawing) return
      zip.add(`word/${name}`, writePng(rasterize(drawing, sharpness, this.#outlines())))
      zip.add(`word/${svg}`, writeSvg(drawing, 'clip'))
    }
    return { width, height, name, svg, missing, write }
  }

  #newName(extension: string): string {
    this.#stored += 1
    return `media/picture${this.#stored}.${extension}`
  }

  /** Opens the product's font when the first drawing needs it. */
  #outlines(): FindOutline {
    this.#find ??= outlinesOf(unpackFont(this.#packedFont))
    return this.#find
  }
}

/** Finds the outlines of glyphs in the product's font. */
function outlinesOf(font: Uint8Array): FindOutline {
  const fonts = new FontSet(new PDFDocument({ autoFirstPage: false, font: null }), { own: font, site: [] })
  const known = new Map<string, Outline | undefined>()
  return (code, isMono) => {
    const key = `${code} ${isMono}`
    if (known.has(key)) return known.get(key)
    const glyph = fonts.glyph(code, isMono ? 'mono' : 'sans')
    const outline = glyph && { width: glyph.width, steps: outlineIn(glyph.font.font, code) }
    known.set(key, outline)
    return outline
  }
}

function outlineIn(
  font: {
    readonly unitsPerEm: number
    glyphForCodePoint(code: number): { path: { commands: { command: string; args: number[] }[] } }
  },
  code: number,
): Step[] {
  const scale = 1 / font.unitsPerEm
  let [x, y] = [0, 0]
  return font.glyphForCodePoint(code).path.commands.map(({ command, args }): Step => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.map((one, at) => (at % 2 === 0 ? one : -one) * scale)
    const before = [x, y] as const
    if (command === 'closePath') return ['Z']
    if (command === 'quadraticCurveTo') {
      ;[x, y] = [c, d]
      const toward = (from: number, middle: number) => from + (2 / 3) * (middle - from)
      return ['C', toward(before[0], a), toward(before[1], b), toward(c, a), toward(d, b), c, d]
    }
    if (command === 'bezierCurveTo') {
      ;[x, y] = [e, f]
      return ['C', a, b, c, d, e, f]
    }
    ;[x, y] = [a, b]
    return [command === 'moveTo' ? 'M' : 'L', a, b]
  })
}
