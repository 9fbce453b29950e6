/** The parts of pdfkit 0.20.2 that the writer uses: pages, references, fonts and images, not its own text layout. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  /** An object of the file, which is written when it ends. */
  export interface PdfReference {
    readonly id: number
    data: Record<string, unknown>
    write(chunk: string | Uint8Array): void
    end(chunk?: string | Uint8Array): void
  }

  /** A font of the file: only the glyphs that were encoded are embedded. */
  export interface PdfFont {
    readonly id: string
    readonly font: {
      hasGlyphForCodePoint(codePoint: number): boolean
      /** Returns the outline of a character's glyph, in units of which an em has `unitsPerEm`, upwards. */
      glyphForCodePoint(codePoint: number): { path: { commands: { command: string; args: number[] }[] } }
      readonly unitsPerEm: number
      readonly postscriptName: string
    }
    readonly ascender: number
    readonly descender: number
    /** Returns the glyphs in hexadecimal, and their widths in thousandths of an em. */
    encode(text: string): [glyphs: string[], positions: { advanceWidth: number }[]]
    ref(): PdfReference
  }

  export interface PdfPage {
    readonly dictionary: PdfReference
    readonly fonts: Record<string, PdfReference>
    readonly xobjects: Record<string, PdfReference>
    readonly ext_gstates: Record<string, PdfReference>
    write(chunk: string): void
  }

  export default class PDFDocument extends Readable {
    constructor(options: Record<string, unknown>)
    version: number
    readonly page: PdfPage
    readonly _font: PdfFont
    readonly _root: {
      data: {
        /** Only its pages: pdfkit counts them itself. */
        Pages: { data: { Kids: unknown[] } }
        Names: { data: Record<string, unknown> }
      }
    }
    addPage(): this
    font(source: Uint8Array, family?: string): this
    ref(data: Record<string, unknown>): PdfReference
    link(x: number, y: number, width: number, height: number, url: string): this
    goTo(x: number, y: number, width: number, height: number, name: string): this
    end(): void
  }
}
