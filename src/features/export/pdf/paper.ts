import { closeSync, openSync, writeSync } from 'node:fs'
import PDFDocument, { type PdfFont, type PdfReference } from 'pdfkit'
import { type FontFiles, FontSet, type Glyph } from './fonts.ts'
import { ownText, type Place, Places } from './places.ts'

/** The page: A4, in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const
/** The margins of the page, in points. */
export const margins = { left: 62, right: 62, top: 68, bottom: 68 } as const

/** Where a link leads: to an address, or to a named place of this file. */
export type LinkTarget = { href: string } | { name: string }

/** How glyphs are drawn. */
export interface Ink {
  size: number
  /** Red, green and blue from 0 to 1, as PDF writes them. */
  color: string
  bold?: boolean
  italic?: boolean
}

/** The colours of the file. */
export const colors = {
  text: '0.13 0.15 0.18',
  strong: '0.05 0.07 0.1',
  muted: '0.42 0.45 0.5',
  link: '0.06 0.36 0.75',
  line: '0.82 0.84 0.87',
  shade: '0.955 0.962 0.97',
  mark: '1 0.93 0.55',
  accent: '0.13 0.35 0.72',
} as const

/** The facts of a file that are set before its first page. */
interface PaperFacts {
  title: string
  lang: 'en' | 'zh'
  fonts: FontFiles
}

/** A number as PDF writes it, with at most two decimals. */
const n = (value: number): string => String(Math.round(value * 100) / 100)

/** The operators that fill a rectangle. */
export const rectangle = (x: number, y: number, width: number, height: number, color: string): string =>
  `${color} rg ${n(x)} ${n(y)} ${n(width)} ${n(height)} re f`

const leafSize = 256

/** The name of a place in the file: names of the same length are in the order of their numbers. */
const placeName = (number: number): string => `d${String(number).padStart(7, '0')}`

/** What is written into the file as it is. */
class Raw {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get [Symbol.toStringTag](): string {
    return 'Raw'
  }

  toString(): string {
    return this.#text
  }
}

/** A reference to an object by its number: those of pdfkit hold what has been written, too. */
const referenceTo = (id: number): Raw => new Raw(`${id} 0 R`)

/** A place as a destination. */
const destination = ({ page, y }: Place): Raw => new Raw(`[${page} 0 R /XYZ null ${n(pageSize.height - y)} null]`)

/** An entry of the outline. */
interface Bookmark {
  title: string
  level: number
  place: Place
}

/** What an entry of the outline leads to, by position from 1; 0 is the root. */
interface OutlineLinks {
  parent?: number
  previous?: number
  next?: number
  first?: number
  last?: number
  /** The number of entries right below it. */
  count?: number
}

/** Links the entries of an outline: each is below the last one before it of a higher level. */
function outlineLinks(entries: readonly Bookmark[]): OutlineLinks[] {
  const links: OutlineLinks[] = [{}, ...entries.map(() => ({}))]
  const open: { at: number; level: number }[] = []
  entries.forEach(({ level }, index) => {
    const at = index + 1
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    const parent = open.at(-1)?.at ?? 0
    const [own, above] = [links[at], links[parent]]
    if (!own || !above) return
    own.parent = parent
    const before = links[above.last ?? -1]
    if (before) [own.previous, before.next] = [above.last, at]
    else above.first = at
    above.last = at
    above.count = (above.count ?? 0) + 1
    open.push({ at, level })
  })
  return links
}

const pieceBytes = 256 * 1024

/**
 * Draws the pages of a PDF file from the top, in points, and writes each as soon as it is complete. Of former pages only
 * their numbers, places and bookmarks are held.
 */
export class Paper {
  readonly fonts: FontSet
  /** Called when a page is complete, to draw what every page has. */
  onPageEnd: () => void = () => undefined
  readonly #document: PDFDocument
  readonly #file: number
  #pieces: Uint8Array[] = []
  #held = 0
  #written = 0
  #under: string[] = []
  #over: string[] = []
  #color = ''
  /** The object of each page, in order. */
  readonly #pages: number[] = []
  readonly #places = new Places()
  /** The number of each name that links lead to, in the order in which it was first used. */
  readonly #linked = new Map<string, number>()
  readonly #bookmarks: Bookmark[] = []
  readonly #total: PdfReference
  #graphics = 0
  readonly #opacities = new Map<string, PdfReference>()

  constructor(path: string, { title, lang, fonts }: PaperFacts) {
    this.#file = openSync(path, 'w', 0o600)
    const info = { Title: title, Producer: 'Docstead', Creator: 'Docstead' }
    const size = [pageSize.width, pageSize.height]
    const document = new PDFDocument({
      autoFirstPage: false,
      bufferPages: false,
      font: null,
      fontLayoutCache: false,
      info,
      lang: lang === 'zh' ? 'zh-CN' : 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      size,
      margin: 0,
    })
    // its XMP metadata does not escape the title; without them the plain properties are read
    document.version = 1.3
    this.#document = document
    // what was written so far waits in the stream
    for (let chunk = document.read() as Uint8Array | null; chunk; chunk = document.read() as Uint8Array | null)
      this.#write(chunk)
    document.push = (chunk: Uint8Array | null) => {
      if (chunk) this.#write(chunk)
      return true
    }
    this.fonts = new FontSet(document, fonts)
    this.#total = document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [-2, -10, 200, 20] })
  }

  /** The size of the file so far. */
  get sizeBytes(): number {
    return this.#written + this.#held
  }

  /** The number of pages so far. */
  get pages(): number {
    return this.#pages.length
  }

  #write(chunk: Uint8Array): void {
    this.#pieces.push(chunk)
    this.#held += chunk.length
    if (this.#held >= pieceBytes) this.#flush()
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#held = 0
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done)
    this.#written += bytes.length
  }

  /** Completes the page and begins the next. */
  newPage(): void {
    this.#endPage()
    this.#document.addPage()
    this.#pages.push(this.#document.page.dictionary.id)
    // each has been written when the next one begins
    this.#document._root.data.Pages.data.Kids = []
  }

  #endPage(): void {
    if (this.pages === 0) return
    this.onPageEnd()
    const { page } = this.#document
    page.write(this.#under.join('\n'))
    page.write(this.#over.join('\n'))
    this.#under = []
    this.#over = []
    this.#color = ''
  }

  /** Draws operators of PDF, above or under the text. */
  draw(operators: string, layer: 'over' | 'under' = 'over'): void {
    ;(layer === 'over' ? this.#over : this.#under).push(operators)
    if (layer === 'over') this.#color = ''
  }

  /** Reserves a place under the text drawn from now on; the result draws there, on the same page. */
  reserve(): (operators: string) => void {
    const layer = this.#under
    const at = layer.push('') - 1
    return (operators) => {
      layer[at] = operators
    }
  }

  /** Draws glyphs that stand for a text, which is found and copied in their place. */
  drawAs(text: string, draw: () => void): void {
    this.draw(`/Span <</ActualText <feff${utf16Hex(text)}>>> BDC`)
    draw()
    this.draw('EMC')
  }

  /** Fills a rectangle, by default under the text. */
  rect(x: number, y: number, width: number, height: number, color: string, layer: 'over' | 'under' = 'under'): void {
    this.draw(rectangle(x, y, width, height, color), layer)
  }

  /** Strokes the border of a rectangle. */
  frame(x: number, y: number, width: number, height: number, color: string): void {
    this.draw(`0.6 w ${color} RG ${n(x)} ${n(y)} ${n(width)} ${n(height)} re S`)
  }

  line(x1: number, y1: number, x2: number, y2: number, color: string = colors.line, width = 0.6): void {
    this.draw(`${n(width)} w ${color} RG ${n(x1)} ${n(y1)} m ${n(x2)} ${n(y2)} l S`)
  }

  /**
   * Draws glyphs of one font from `x` on the baseline `y`.
   *
   * @param spacing is added after each glyph
   * @param actual the text that they stand for, when it is not their own
   */
  glyphs(font: PdfFont, hex: string, x: number, y: number, ink: Ink, spacing = 0, actual?: string): void {
    this.#document.page.fonts[font.id] = font.ref()
    const { size, color, bold, italic } = ink
    const key = `${color} rg`
    const out: string[] = []
    if (this.#color !== key) out.push(key)
    this.#color = key
    if (actual !== undefined) out.push(`/Span <</ActualText <feff${utf16Hex(actual)}>>> BDC`)
    if (bold) out.push(`${color} RG ${n(size * 0.032)} w`)
    const weight = bold ? '2 Tr ' : ''
    const between = spacing === 0 ? '' : `${n(spacing)} Tc `
    const slant = italic ? '0.2' : '0'
    out.push(`BT /${font.id} ${n(size)} Tf ${weight}${between}1 0 ${slant} -1 ${n(x)} ${n(y)} Tm <${hex}> Tj`)
    // the state of a text outlives it
    out.push(`${bold ? '0 Tr ' : ''}${between === '' ? '' : '0 Tc '}ET`)
    if (actual !== undefined) out.push('EMC')
    this.#over.push(out.join(' '))
  }

  /** Draws a short text in one line and returns its width. */
  text(text: string, x: number, y: number, ink: Ink, layer: 'draw' | 'measure' = 'draw'): number {
    let at = x
    let run: { font: PdfFont; hex: string; from: number } | undefined
    const end = () => {
      if (run && layer === 'draw') this.glyphs(run.font, run.hex, run.from, y, ink)
      run = undefined
    }
    for (const char of text) {
      const glyph = this.fonts.glyph(char.codePointAt(0) ?? 0, 'sans')
      if (!glyph) continue
      if (glyph.actual !== undefined) {
        end()
        if (layer === 'draw') this.glyphs(glyph.font, glyph.hex, at, y, ink, 0, glyph.actual)
      } else {
        if (run?.font !== glyph.font) end()
        run ??= { font: glyph.font, hex: '', from: at }
        run.hex += glyph.hex
      }
      at += glyph.width * ink.size
    }
    end()
    return at - x
  }

  /** Returns the width of a short text in one line. */
  widthOf(text: string, size: number): number {
    return this.text(text, 0, 0, { size, color: '' }, 'measure')
  }

  /** Makes an area of the page a link. */
  link(x: number, y: number, width: number, height: number, target: LinkTarget): void {
    if ('href' in target) this.#document.link(x, y, width, height, target.href)
    else this.#document.goTo(x, y, width, height, placeName(this.#numberOf(target.name)))
  }

  #numberOf(name: string): number {
    const number = this.#linked.get(name) ?? this.#linked.size
    this.#linked.set(name, number)
    return number
  }

  #placeAt(y: number): Place {
    return { page: this.#document.page.dictionary.id, y: Math.round(Math.max(0, y)) }
  }

  /** Names a place of the page, to which links can lead. */
  place(name: string, y: number): void {
    this.#places.add(name, this.#placeAt(y))
  }

  /**
   * Writes where the places are that links lead to, some hundred to an object. Their names are in order. One that is not
   * there is where its page is; without that, it is the first page.
   */
  #writePlaces(): void {
    const first: Place = { page: this.#pages[0] ?? 0, y: 0 }
    const names = [...this.#linked.keys()]
    const leaves: Raw[] = []
    for (let from = 0; from < names.length; from += leafSize) {
      const part = names.slice(from, from + leafSize)
      const limits = [from, from + part.length - 1].map((number) => new String(placeName(number)))
      const places = part.flatMap((name, at) => [
        new String(placeName(from + at)),
        destination(this.#places.find(name) ?? first),
      ])
      leaves.push(referenceTo(this.object({ Limits: limits, Names: places }).id))
    }
    this.#document._root.data.Names.data['Dests'] = this.object({ Kids: leaves })
  }

  /** Adds an entry to the outline that viewers show beside the pages. */
  bookmark(title: string, level: number, y: number): void {
    this.#bookmarks.push({ title: ownText(title), level, place: this.#placeAt(y) })
  }

  /** Writes the outline, closed: its entries follow their root, so that the numbers of all objects are known. */
  #writeOutline(): void {
    if (this.#bookmarks.length === 0) return
    const links = outlineLinks(this.#bookmarks)
    const root = this.#document.ref({})
    const referencesOf = ({ parent, previous, next, first, last }: OutlineLinks): Record<string, unknown> => {
      const to = (at: number | undefined) => (at === undefined ? undefined : referenceTo(root.id + at))
      return { Parent: to(parent), Prev: to(previous), Next: to(next), First: to(first), Last: to(last) }
    }
    const { count = 0, ...rest } = links[0] ?? {}
    Object.assign(root.data, referencesOf(rest), { Type: 'Outlines', Count: count })
    root.end()
    this.#bookmarks.forEach(({ title, place }, at) => {
      const { count: inside, ...own } = links[at + 1] ?? {}
      const Count = inside === undefined ? undefined : -inside
      this.object({ Title: new String(title), Dest: destination(place), ...referencesOf(own), Count })
    })
    Object.assign(this.#document._root.data, { Outlines: root, PageMode: 'UseOutlines' })
  }

  /** Adds an object to the file, such as an image, which pages draw by its reference. */
  object(data: Record<string, unknown>, content?: Uint8Array): PdfReference {
    const reference = this.#document.ref(data)
    reference.end(content)
    return reference
  }

  /** Returns the operator that makes what follows transparent, from 0 to 1; empty for nothing to do. */
  opacity(fill: number, stroke: number): string {
    const [ca, CA] = [Math.round(fill * 50) / 50, Math.round(stroke * 50) / 50]
    if (ca === 1 && CA === 1) return ''
    const name = `O${Math.round(ca * 50)}x${Math.round(CA * 50)}`
    let reference = this.#opacities.get(name)
    if (!reference) {
      reference = this.#document.ref({ Type: 'ExtGState', ca, CA })
      reference.end()
      this.#opacities.set(name, reference)
    }
    this.#document.page.ext_gstates[name] = reference
    return `/${name} gs`
  }

  /** Draws an object of the file into a rectangle. */
  image(reference: PdfReference, matrix: readonly number[]): void {
    const name = `I${++this.#graphics}`
    this.#document.page.xobjects[name] = reference
    this.draw(`q ${matrix.map(n).join(' ')} cm /${name} Do Q`)
  }

  /** Returns a short text across the page, pale and slanted, to be drawn under the text of each page. */
  watermark(text: string): PdfReference {
    const size = Math.max(18, Math.min(64, 620 / Math.max(1, this.widthOf(text, 1))))
    const glyphs = [...text].flatMap((char) => this.fonts.glyph(char.codePointAt(0) ?? 0, 'sans') ?? [])
    const runs = glyphs.map(({ font, hex }) => `/${font.id} ${n(size)} Tf <${hex}> Tj`).join(' ')
    const half = glyphs.reduce((sum, one) => sum + one.width * size, 0) / 2
    const [cos, sin] = [Math.cos(Math.PI / 4), Math.sin(Math.PI / 4)]
    const start = [pageSize.width / 2 - half * cos, pageSize.height / 2 - half * sin]
    const data = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, pageSize.width, pageSize.height],
      Resources: { Font: Object.fromEntries(glyphs.map(({ font }) => [font.id, font.ref()])) },
    }
    const matrix = [cos, sin, -sin, cos, ...start].map((one) => n(one)).join(' ')
    return this.object(data, Buffer.from(`0.93 0.937 0.945 rg BT ${matrix} Tm ${runs} ET`))
  }

  /** Draws a whole page's object under the text. */
  stamp(name: string, reference: PdfReference): void {
    this.#document.page.xobjects[name] = reference
    this.#under.unshift(`q 1 0 0 -1 0 ${n(pageSize.height)} cm /${name} Do Q`)
  }

  /** Draws the number of pages, which is known when the file is complete. */
  totalPages(x: number, y: number): void {
    this.#document.page.xobjects['Total'] = this.#total
    this.draw(`q 1 0 0 -1 ${n(x)} ${n(y)} cm /Total Do Q`)
  }

  /** Moves the last `count` pages to the position `to`. */
  moveLastPages(count: number, to: number): void {
    this.#pages.splice(to, 0, ...this.#pages.splice(this.pages - count, count))
  }

  /** Completes the file. */
  finish(footerInk: Ink): void {
    this.#endPage()
    const glyphs: Glyph[] = [...String(this.pages)].flatMap(
      (char) => this.fonts.glyph(char.codePointAt(0) ?? 0, 'sans') ?? [],
    )
    const fonts = Object.fromEntries(glyphs.map(({ font }) => [font.id, font.ref()]))
    const runs = glyphs.map(({ font, hex }) => `/${font.id} ${n(footerInk.size)} Tf <${hex}> Tj`).join(' ')
    this.#total.data['Resources'] = { Font: fonts }
    this.#writePlaces()
    this.#writeOutline()
    this.#document._root.data.Pages.data.Kids = [new Raw(this.#pages.map((id) => `${id} 0 R`).join(' '))]
    this.#total.end(`${footerInk.color} rg BT 0 0 Td ${runs} ET`)
    this.#document.end()
    this.#flush()
    closeSync(this.#file)
  }
}

function utf16Hex(text: string): string {
  let hex = ''
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0')
  return hex
}
