import { brotliDecompressSync } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import type { PdfFont } from 'pdfkit'

/** The fonts that a text asks for: proportional, or of equal width. */
export type Family = 'sans' | 'mono'

/** A character as it is drawn: its glyph in a font of the file. */
export interface Glyph {
  font: PdfFont
  /** The glyph in hexadecimal. */
  hex: string
  /** Its width in ems. */
  width: number
  /** The character that it stands for, when those who copy it would get another: a box is drawn for what no font has. */
  actual?: string
}

/** The fonts of a file, in the order in which they are searched for a character. */
export interface FontFiles {
  /** The collection that comes with the product, unpacked. */
  own: Uint8Array
  /** The fonts of the site, which are searched first. */
  site: readonly Uint8Array[]
}

// More than its size, so that it is unpacked into one buffer: in pieces, it takes twice the memory.
const fontMost = 8_000_000

/** Unpacks the product's font. */
export const unpackFont = (packed: Uint8Array): Uint8Array => brotliDecompressSync(packed, { chunkSize: fontMost })

const box = 0x25a1

/** Invisible characters, which take no room: joiners, variation selectors, marks of direction, control characters. */
const isInvisible = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code < 0xa0) ||
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xfeff ||
  (code >= 0xe0000 && code <= 0xe01ef)

/** Characters that are drawn as others: wide spaces, and signs that the product's font lacks but has in another form. */
const replacements: Readonly<Record<number, number>> = {
  160: 0x20,
  0x2002: 0x20,
  0x2003: 0x20,
  0x2009: 0x20,
  0x202f: 0x20,
  0x2011: 0x2d,
  0x2028: 0x20,
  0x2029: 0x20,
}

/** Signs that are common in texts, and what is drawn for them where no font has them; they are copied as they were. */
const similar = new Map(
  Object.entries({
    '✅': '✔',
    '☑': '✔',
    '❌': '✖',
    '☒': '✖',
    '✗': '✘',
    '☐': '□',
    '⚠': '△',
    '⭐': '★',
    '❤': '♥',
    '❗': '！',
    '❓': '？',
    '➜': '→',
    '➡': '→',
    '⬅': '←',
    '⬆': '↑',
    '⬇': '↓',
    '►': '▶',
  }).map(([sign, drawn]) => [sign.codePointAt(0) ?? 0, drawn.codePointAt(0) ?? 0]),
)

/** Finds the glyphs of characters in the fonts of one file. */
export class FontSet {
  readonly #faces: Record<Family, PdfFont[]>
  readonly #known: Record<Family, Map<number, Glyph | undefined>> = { sans: new Map(), mono: new Map() }
  readonly #added: Map<string, PdfFont> = new Map()
  /** The character that each glyph was first used for. */
  readonly #codes = new Map<string, number>()
  readonly #document: PDFDocument
  /** Called for each character that no font has, once. */
  onMissing: (char: string) => void = () => undefined

  constructor(document: PDFDocument, { own, site }: FontFiles) {
    this.#document = document
    const open = (bytes: Uint8Array, face?: string): PdfFont => document.font(bytes, face)._font
    const sites = site.flatMap((bytes) => {
      try {
        return [open(bytes)]
      } catch {
        return [] // not a font: the preparation names it in the log
      }
    })
    const sans = open(own, 'WenQuanYiMicroHei')
    const mono = open(own, 'WenQuanYiMicroHeiMono')
    this.#faces = { sans: [...sites, sans], mono: [mono, sans, ...sites] }
  }

  /** Opens another font of the file once, by a name of its own. */
  add(name: string, bytes: () => Uint8Array): PdfFont {
    const known = this.#added.get(name)
    if (known) return known
    const font = this.#document.font(bytes())._font
    this.#added.set(name, font)
    return font
  }

  /** Returns the glyph of a character; undefined for one that is not drawn. */
  glyph(code: number, family: Family): Glyph | undefined {
    const known = this.#known[family]
    if (known.has(code)) return known.get(code)
    const found = this.#find(code, family)
    known.set(code, found)
    return found
  }

  #find(given: number, family: Family): Glyph | undefined {
    if (isInvisible(given)) return undefined
    const code = replacements[given] ?? given
    const fontOf = (one: number) => this.#faces[family].find(({ font }) => font.hasGlyphForCodePoint(one))
    const font = fontOf(code)
    if (font) return this.#own(glyphIn(font, code), code)
    const drawn = similar.get(code)
    const other = drawn === undefined ? undefined : fontOf(drawn)
    if (drawn !== undefined && other) return { ...glyphIn(other, drawn), actual: String.fromCodePoint(given) }
    const last = this.#faces.sans.at(-1)
    if (!last) return undefined
    // a lone half of a surrogate pair has no text
    const missing = code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(given)
    if (family === 'sans' || !this.#known.sans.has(given)) this.onMissing(missing)
    return { ...glyphIn(last, box), actual: missing }
  }

  /** A font may have one glyph for several characters, but says of each only the first that it was used for. */
  #own(glyph: Glyph, code: number): Glyph {
    const key = `${glyph.font.id} ${glyph.hex}`
    const first = this.#codes.get(key) ?? code
    this.#codes.set(key, first)
    return first === code ? glyph : { ...glyph, actual: String.fromCodePoint(code) }
  }
}

/** Returns the glyph of a character in one font, which has it. */
export function glyphIn(font: PdfFont, code: number): Glyph {
  const [glyphs, positions] = font.encode(String.fromCodePoint(code))
  const width = positions.reduce((sum, one) => sum + one.advanceWidth, 0) / 1000
  return { font, hex: glyphs.join(''), width }
}
