import { existsSync, readFileSync } from 'node:fs'
import type { Token } from 'markdown-it'
import type { PdfReference } from 'pdfkit'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { referenceMarkdown } from '#shared/api-doc/reference.ts'
import { getItemType } from '#shared/item-types.ts'
import { parseMarkdown } from '#shared/markdown/pipeline.ts'
import { bandLabel } from '../band-label.ts'
import { requireFewCells, splitIntoChunks } from '../chunk-blocks.ts'
import { withDiagrams } from '../drawing/mermaid.ts'
import { notesIn } from '../footnotes.ts'
import { spreadsheetTables } from '../spreadsheet-tables.ts'
import type { ContentsEntry, DocumentPage, DocumentPart, ExportNote, PdfFrame } from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { BlockPlacer, type BlockTargets, headingStyle, placeHeading } from './blocks.ts'
import { Flow } from './flow.ts'
import { unpackFont } from './fonts.ts'
import { FormulaWriter } from './formula.ts'
import { PdfImages } from './images.ts'
import { type Inline, type Line, Paragraph, type TextStyle } from './lines.ts'
import { colors, type Ink, margins, Paper, pageSize } from './paper.ts'
import { placeTable } from './table.ts'

const labels = {
  en: { contents: 'Contents', notes: 'Notes' },
  zh: { contents: '目录', notes: '注释' },
} as const

const footerInk: Ink = { size: 8, color: colors.muted }
/** Up to this number of headings, those inside of pages are in the outline as well. */
const outlineMost = 4000
const notesMost = 200
/** The room below the heading of a catalog: another heading and the start of its text, in points. */
const catalogKeep = 130
const detailLength = 200

const contentsSize = (level: number) => (level === 1 ? 10.5 : 9.6)
const contentsLeading = (level: number) => (level === 1 ? 19 : 16)
const contentsIndent = (level: number) => Math.min(level - 1, 6) * 15
const contentsHeight = (level: number, lines: readonly Line[]) =>
  lines.length * contentsLeading(level) + (level === 1 ? 3 : 0)

/**
 * Writes a PDF file from its parts. Each page is written when it is complete; the contents, which need the numbers of
 * all pages, are laid out last on pages that were counted before, and are moved to the front.
 */
export class PdfFile implements ExportWriter<DocumentPart> {
  readonly #frame: PdfFrame
  readonly #paper: Paper
  readonly #flow: Flow
  readonly #images: PdfImages
  readonly #formulas: FormulaWriter
  readonly #pageNames: ReadonlySet<string>
  readonly #notes: ExportNote[] = []
  /** The page number of each heading, in order. */
  readonly #headingPages: number[] = []
  #contentsPages = 0
  #isCover = false
  #isContents = false
  #bookmarks = 0
  #watermark: PdfReference | undefined
  /** Whether nothing has been placed yet. */
  #isFirst = true
  #pageTitle = ''

  constructor(path: string, frame: PdfFrame) {
    this.#frame = frame
    const site = frame.siteFonts.flatMap((font) => (existsSync(font) ? [readFileSync(font)] : []))
    const fonts = { own: unpackFont(frame.fonts.text), site }
    this.#paper = new Paper(path, { title: frame.title, lang: frame.lang, fonts })
    this.#paper.onPageEnd = () => this.#finishPage()
    this.#paper.fonts.onMissing = (char) => this.#note('glyphs', char)
    this.#flow = new Flow(this.#paper)
    this.#images = new PdfImages(this.#paper, frame.webp)
    this.#formulas = new FormulaWriter(this.#paper.fonts, new Map(frame.fonts.formulas))
    this.#pageNames = new Set(frame.page_ids.map((id) => `page-${id}`))
    if (frame.watermark !== '') this.#watermark = this.#paper.watermark(frame.watermark)
    if (frame.hasCover) this.#cover()
    this.#prepareContents()
    if (!frame.hasCover) {
      this.#flow.newPage()
      this.#standaloneTitle()
    }
  }

  get sizeBytes(): number {
    return this.#paper.sizeBytes
  }

  get notes(): readonly ExportNote[] {
    return this.#notes
  }

  add(part: DocumentPart): void | Promise<void> {
    if ('catalog' in part) {
      const { name, level, number } = part.catalog
      return this.#heading(name, number, level, catalogKeep)
    }
    const { page } = part
    return withDiagrams(page.text, () => this.#page(page))
  }

  finish(): void {
    if (this.#paper.pages === 0) this.#flow.newPage()
    this.#writeContents()
    this.#paper.finish(footerInk)
  }

  #note(reason: ExportNote['reason'], detail: string): void {
    const short = detail.trim().slice(0, detailLength)
    if (this.#notes.length >= notesMost) return
    const known = this.#notes.find((one) => one.reason === reason && one.page_title === this.#pageTitle)
    if (known && reason === 'glyphs') {
      if (known.detail.length < detailLength) known.detail += short
    } else this.#notes.push({ page_title: this.#pageTitle, reason, detail: short })
  }

  /** The number of the present page in the finished file: the contents are moved in front of it. */
  get #pageNumber(): number {
    return this.#paper.pages + (this.#isContents ? 0 : this.#contentsPages)
  }

  /** Draws what every page has: header, footer, watermark. */
  #finishPage(): void {
    const paper = this.#paper
    if (this.#watermark) paper.stamp('Watermark', this.#watermark)
    if (this.#isCover) return
    const { header, footer, title } = this.#frame
    const right = pageSize.width - margins.right
    const headerText = header || (this.#frame.hasCover ? title : '')
    if (headerText !== '') {
      paper.text(fitted(paper, headerText, right - margins.left, footerInk.size), margins.left, 42, footerInk)
      paper.line(margins.left, 49, right, 49, colors.line, 0.4)
    }
    const y = pageSize.height - 38
    const number = this.#isContents ? this.#contentsNumber : this.#pageNumber
    const own = `${number} / `
    const from = right - paper.widthOf('0000 / 0000', footerInk.size)
    if (footer !== '')
      paper.text(fitted(paper, footer, from - margins.left - 12, footerInk.size), margins.left, y, footerInk)
    const middle = footer === '' ? pageSize.width / 2 : right - paper.widthOf('00000', footerInk.size)
    paper.text(own, middle - paper.widthOf(own, footerInk.size), y, footerInk)
    paper.totalPages(middle, y)
  }

  #contentsNumber = 0

  #cover(): void {
    const { title, description, facts } = this.#frame
    const flow = this.#flow
    this.#isCover = true
    flow.newPage()
    const { paper } = this.#flow
    flow.y = 230
    paper.rect(flow.x, flow.y - 26, 46, 4, colors.accent)
    const style: TextStyle = { family: 'sans', size: title.length > 40 ? 24 : 31, color: colors.strong, bold: true }
    flow.paragraph(new Paragraph([{ text: title, style }], paper.fonts), { leading: style.size * 1.35 })
    if (description.trim() !== '') {
      flow.y += 14
      const text: TextStyle = { family: 'sans', size: 12.5, color: colors.muted }
      const lines: Inline[] = description
        .split('\n')
        .flatMap((line, at) => [...(at > 0 ? (['break'] as const) : []), { text: line, style: text }])
      flow.paragraph(new Paragraph(lines, paper.fonts), { leading: 20 })
    }
    let y = pageSize.height - 120 - facts.length * 16
    if (y < flow.y + 40) y = flow.y + 40
    for (const fact of facts) {
      paper.text(fitted(paper, fact, flow.width, 10), flow.x, y, { size: 10, color: colors.muted })
      y += 16
    }
    paper.bookmark(title, 1, 0)
  }

  /** The title of a file without a cover, above its first text. */
  #standaloneTitle(): void {
    const { title, facts } = this.#frame
    const flow = this.#flow
    const { paper } = flow
    placeHeading(flow, [{ text: title, style: { ...headingStyle(1), size: 24 } }], 1)
    flow.y += 4
    paper.text(fitted(paper, facts.join('  ·  '), flow.width, 9), flow.x, flow.y + 8, { size: 9, color: colors.muted })
    flow.y += 18
    paper.line(flow.x, flow.y, flow.x + flow.width, flow.y)
    flow.y += 6
    flow.gap(12)
  }

  /** Counts the pages of the contents: their lines do not depend on the numbers. */
  #prepareContents(): void {
    const { contents } = this.#frame
    if (contents.length === 0) return
    let page = 1
    let y = margins.top + contentsTop
    for (const entry of contents) {
      const height = contentsHeight(entry.level, this.#contentsLines(entry))
      if (y + height > this.#flow.bottom) {
        page += 1
        y = margins.top
      }
      y += height
    }
    this.#contentsPages = page
  }

  /** Lays out an entry of the contents, twice: the layout of thousands takes more memory than time. */
  #contentsLines({ title, level, heading }: ContentsEntry): Line[] {
    const style: TextStyle = {
      family: 'sans',
      size: contentsSize(level),
      color: level === 1 ? colors.strong : colors.text,
      link: { name: headingName(heading) },
      ...(level === 1 ? { bold: true } : {}),
    }
    const paragraph = new Paragraph([{ text: title, style }], this.#paper.fonts)
    return [...paragraph.lines(this.#flow.width - contentsIndent(level) - 40)].slice(0, 3)
  }

  #writeContents(): void {
    if (this.#contentsPages === 0) return
    const flow = this.#flow
    const { paper } = flow
    const before = paper.pages
    const front = this.#frame.hasCover ? 1 : 0
    flow.newPage()
    this.#isContents = true
    this.#contentsNumber = front + 1
    const style: TextStyle = { family: 'sans', size: 20, color: colors.strong, bold: true }
    flow.paragraph(new Paragraph([{ text: labels[this.#frame.lang].contents, style }], paper.fonts), { leading: 28 })
    flow.y = margins.top + contentsTop
    const right = flow.x + flow.width
    for (const entry of this.#frame.contents) {
      const { level, heading } = entry
      const lines = this.#contentsLines(entry)
      const height = contentsHeight(level, lines)
      if (flow.y + height > flow.bottom) {
        flow.newPage()
        this.#contentsNumber += 1
      }
      const leading = contentsLeading(level)
      if (level === 1) flow.y += 3
      const number = String(this.#headingPages[heading - 1] ?? '')
      const ink: Ink = { size: contentsSize(level), color: colors.muted }
      const left = contentsIndent(level)
      flow.inset(left, 40, () => {
        for (const one of lines) {
          flow.line({ ...one, stretches: false }, { leading })
          const from = flow.x + one.width + 6
          const to = right - paper.widthOf(number, ink.size) - 5
          if (to > from)
            paper.draw(
              `q 0.6 w [0.6 3] 0 d ${colors.muted} RG ${from.toFixed(1)} ${(flow.y - 5.5).toFixed(1)} m ${to.toFixed(1)} ${(flow.y - 5.5).toFixed(1)} l S Q`,
            )
        }
      })
      paper.text(number, right - paper.widthOf(number, ink.size), flow.y - leading / 2 + ink.size * 0.36, ink)
    }
    paper.moveLastPages(paper.pages - before, front)
  }

  #heading(title: string, number: string, level: number, keep: number): void {
    const flow = this.#flow
    // chapters begin on a page of their own; what is next in them goes on below
    if (level === 1 && (this.#frame.hasCover || !this.#isFirst) && (!flow.isAtTop || this.#isCover)) {
      flow.newPage()
    } else if (this.#isCover) flow.newPage()
    this.#isCover = false
    this.#isFirst = false
    const text = number === '' ? title : `${number}  ${title}`
    const y = placeHeading(flow, [{ text, style: headingStyle(level) }], level, keep)
    const heading = this.#headingPages.push(this.#pageNumber)
    this.#paper.place(headingName(heading), y)
    this.#bookmark(text, level, y)
  }

  #bookmark(title: string, level: number, y: number): void {
    this.#bookmarks += 1
    this.#paper.bookmark(title.slice(0, 300), level, y)
  }

  #page(page: DocumentPage): void {
    this.#pageTitle = page.title
    const { lang, item_type, globals } = this.#frame
    const name = `page-${page.page_id}`
    const to = this.#targets(page, name)
    const sheets = getItemType(item_type).editor === 'sheet' ? spreadsheetTables(page.text, page.title) : undefined
    if (sheets) {
      this.#beginPage(page, 0)
      return this.#sheets(page, sheets)
    }
    const doc = readApiDoc(page.text)
    const text = doc ? referenceMarkdown(doc, lang, globals) : page.text
    requireFewCells(text, page.title)
    let hasBegun = false
    for (const chunk of splitIntoChunks(text)) {
      const { tokens } = parseMarkdown(chunk)
      if (!hasBegun) this.#beginPage(page, new BlockPlacer(this.#flow, tokens, to).roomForNext())
      hasBegun = true
      this.#text(tokens, to)
    }
    if (!hasBegun) this.#beginPage(page, 0)
    this.#flow.gap(10)
  }

  /** Places the heading of a page, on one sheet with what follows it. */
  #beginPage({ page_id, title, number, level }: DocumentPage, follows: number): void {
    if (level > 0) this.#heading(title, number, level, Math.max(level === 1 ? 90 : 64, follows + 12))
    else {
      if (this.#isCover) this.#flow.newPage()
      this.#isCover = false
      this.#isFirst = false
    }
    this.#paper.place(`page-${page_id}`, Math.max(0, this.#flow.y - 40))
  }

  #targets(page: DocumentPage, pageName: string): BlockTargets {
    const numbers = new Map<number, number>()
    const { site_url, lang } = this.#frame
    return {
      images: this.#images,
      formulas: this.#formulas,
      files: new Map(page.files.map((file) => [file.sign, file])),
      site_url,
      pageName,
      lang,
      placeOf: (address) => this.#placeOf(address),
      reportSource: (detail) => this.#note('source', detail),
      noteNumber: (id) => {
        const number = numbers.get(id) ?? numbers.size + 1
        numbers.set(id, number)
        return number
      },
      imageMost: { width: pageSize.width - margins.left - margins.right, height: this.#flow.whole * 0.8 },
      headingBase: page.level,
      onHeading: (title, level, y) => {
        if (title !== '' && this.#bookmarks < outlineMost) this.#bookmark(title, level, y)
      },
    }
  }

  /** Returns the place of a page that an address of this site leads to, with the heading in it. */
  #placeOf(address: string): string | undefined {
    const { site_url } = this.#frame
    const inner = site_url !== '' && address.startsWith(site_url) ? address.slice(site_url.length) : address
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(inner)) return undefined
    const [path = '', heading] = inner.replace(/^\/?(?:web\/)?#\//, '/').split('#')
    const id = /(?:^|\/)(?:page|[\w-]+)\/(\d+)\/?(?:\?.*)?$/.exec(path)?.[1]
    const name = `page-${id}`
    if (id === undefined || !this.#pageNames.has(name)) return undefined
    if (heading === undefined || heading === '') return name
    return `${name}#${safeDecode(heading)}`
  }

  #text(tokens: readonly Token[], to: BlockTargets): void {
    const open = tokens.findIndex((token) => token.type === 'footnote_block_open')
    new BlockPlacer(this.#flow, open === -1 ? tokens : tokens.slice(0, open), to).place()
    if (open !== -1) this.#footnotes(tokens.slice(open), to)
  }

  /** Places the footnotes of a text at its end. */
  #footnotes(tokens: readonly Token[], to: BlockTargets): void {
    const flow = this.#flow
    flow.gap(14)
    flow.begin(40)
    flow.paper.line(flow.x, flow.y, flow.x + 120, flow.y)
    flow.y += 2
    for (const { id, tokens: inside } of notesIn(tokens)) {
      flow.gap(4)
      flow.begin(14)
      flow.paper.place(`${to.pageName}#note-${id}`, flow.y)
      const label = `${to.noteNumber(id)}`
      const { x } = flow
      flow.mark((y) => flow.paper.text(label, x, y + 9.5, { size: 8, color: colors.muted }))
      flow.inset(16, 0, () => new BlockPlacer(flow, inside, to, true).place())
    }
    flow.gap(10)
  }

  /** Places a spreadsheet. */
  #sheets(page: DocumentPage, sheets: NonNullable<ReturnType<typeof spreadsheetTables>>): void {
    const flow = this.#flow
    const style: TextStyle = { family: 'sans', size: 9, color: colors.text }
    for (const { name, tables } of sheets) {
      const level = page.level + 1
      if (name !== '') placeHeading(flow, [{ text: name, style: headingStyle(level) }], level)
      for (const rows of tables) {
        flow.gap(8)
        const shown = rows.map((cells) => ({
          isHead: false,
          cells: cells.map(({ text, isBold, side, columns, rows: merged }) => ({
            inlines: text === '' ? [] : linesOf(text, isBold ? { ...style, bold: true } : style),
            align: side,
            columns,
            ...(merged ? { rows: merged } : {}),
          })),
        }))
        placeTable(flow, shown, bandLabel(this.#frame.lang))
        flow.gap(10)
      }
    }
  }
}

const contentsTop = 46

const headingName = (heading: number): string => `heading-${heading}`

/** Returns a text with its line breaks. */
const linesOf = (text: string, style: TextStyle): Inline[] =>
  text.split('\n').flatMap((line, at): Inline[] => [...(at > 0 ? (['break'] as const) : []), { text: line, style }])

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns a text that fits into one line, cut off where it does not. */
function fitted(paper: Paper, text: string, width: number, size: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (paper.widthOf(line, size) <= width) return line
  let short = line.slice(0, 400)
  while (short !== '' && paper.widthOf(`${short}…`, size) > width) short = short.slice(0, -1)
  return `${short.replace(/[\ud800-\udbff]$/, '')}…`
}
