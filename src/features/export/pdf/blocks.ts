import type { Token } from 'markdown-it'
import type { OutlineEntry } from '#shared/markdown/outline.ts'
import { codeLines, isAnnouncement, shortCodeLines } from '../announcement.ts'
import { bandLabel } from '../band-label.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { drawMermaid } from '../drawing/mermaid.ts'
import { htmlParagraphs } from '../html.ts'
import type { Flow } from './flow.ts'
import { drawingBox } from './images.ts'
import { headingPlace, type InlineTargets, InlineWriter } from './inline.ts'
import { bodyStyle, type Inline, Paragraph, type TextStyle } from './lines.ts'
import { colors } from './paper.ts'
import { placeTable, type TableCell } from './table.ts'

/** What a page's blocks are written with. */
export interface BlockTargets extends InlineTargets {
  /** Added to the level of headings in the text: the page itself has one. */
  headingBase: number
  lang: 'en' | 'zh'
  /** Called for each heading with its position, for the outline. */
  onHeading: (title: string, level: number, y: number) => void
}

/** The space between blocks and the distance between lines of a text, in points. */
interface Rhythm {
  style: TextStyle
  leading: number
  gap: number
}

const ordinary: Rhythm = { style: bodyStyle, leading: 17.2, gap: 7.5 }
const note: Rhythm = { style: { ...bodyStyle, size: 8.8, color: colors.muted }, leading: 13.5, gap: 3 }

const codeStyle: TextStyle = { family: 'mono', size: 8.6, color: colors.text }
const tableStyle: TextStyle = { family: 'sans', size: 9, color: colors.text }

/** Size, distance of lines, and space above and below, by level. */
const headings = [
  { size: 21, leading: 29, above: 26, below: 10 },
  { size: 16.5, leading: 24, above: 22, below: 8 },
  { size: 13.8, leading: 20.5, above: 18, below: 6 },
  { size: 12.2, leading: 18.5, above: 15, below: 5 },
  { size: 11.2, leading: 17.5, above: 12, below: 4 },
  { size: 10.5, leading: 17, above: 11, below: 4 },
] as const
const lastHeading = headings[5]

const callouts: Readonly<Record<string, { bar: string; shade: string; title: readonly [en: string, zh: string] }>> = {
  note: { bar: '0.2 0.45 0.85', shade: '0.945 0.965 1', title: ['Note', '说明'] },
  tip: { bar: '0.15 0.6 0.35', shade: '0.94 0.98 0.955', title: ['Tip', '提示'] },
  important: { bar: '0.5 0.3 0.8', shade: '0.965 0.95 0.995', title: ['Important', '重要'] },
  warning: { bar: '0.85 0.6 0.1', shade: '1 0.975 0.92', title: ['Warning', '警告'] },
  danger: { bar: '0.82 0.22 0.22', shade: '1 0.95 0.95', title: ['Danger', '危险'] },
}

const indent = 19
/** The room below a heading for what follows, in points. */
const headingKeep = 46
/** How much smaller than wished a diagram may be, so that it is on the page of the text before it. */
const smallestShare = 0.7
const codeLeading = 12.6

/** Places a heading, with room for what follows. */
export function placeHeading(flow: Flow, inlines: readonly Inline[], level: number, keep = headingKeep): number {
  const { size, leading, above, below } = headings[level - 1] ?? lastHeading
  const paragraph = new Paragraph(inlines, flow.paper.fonts)
  flow.gap(above)
  flow.begin(leading + keep)
  const { y } = flow
  flow.paragraph(paragraph, { leading })
  flow.gap(below)
  return Math.max(0, y - size * 0.5)
}

/** The style of the headings of a level. */
export const headingStyle = (level: number): TextStyle => ({
  family: 'sans',
  size: (headings[level - 1] ?? lastHeading).size,
  color: colors.strong,
  bold: true,
})

interface ListAt {
  isOrdered: boolean
  number: number
}

/** Places the tokens of a text as blocks. */
export class BlockPlacer {
  readonly #flow: Flow
  readonly #to: BlockTargets
  readonly #tokens: readonly Token[]
  readonly #rhythm: Rhythm
  readonly #lists: ListAt[] = []
  #lastDrawn: { source: string; drawing: Drawing | undefined } | undefined
  #at = 0

  constructor(flow: Flow, tokens: readonly Token[], to: BlockTargets, isNote = false) {
    this.#flow = flow
    this.#tokens = tokens
    this.#to = to
    this.#rhythm = isNote ? note : ordinary
  }

  /** Places the whole text. */
  place(): void {
    this.#until(undefined)
  }

  /** Places everything up to the next token of this type, which is skipped. */
  #until(end: string | undefined): void {
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]
      this.#at += 1
      if (!token) continue
      if (token.type === end) return
      this.#block(token)
    }
  }

  /** Skips everything up to the next token of this type, and that token. */
  #skipTo(end: string): void {
    while (this.#at < this.#tokens.length && this.#tokens[this.#at]?.type !== end) this.#at += 1
    this.#at += 1
  }

  #block(token: Token): void {
    switch (token.type) {
      case 'heading_open':
        return this.#heading(token)
      case 'paragraph_open':
        return this.#flow.gap(token.hidden ? 2.5 : this.#rhythm.gap)
      case 'paragraph_close':
        return this.#flow.gap(token.hidden ? 2.5 : this.#rhythm.gap)
      case 'inline':
        return this.#introduced(token)
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#list(token)
      case 'list_item_open':
        return this.#item(token)
      case 'blockquote_open':
        return this.#quote()
      case 'callout_open':
        return this.#callout(token)
      case 'callout_title_open':
        return this.#calloutTitle(token)
      case 'fence':
        return this.#fence(token)
      case 'code_block':
        return this.#code(token.content)
      case 'math_block':
        return this.#formula(token.content)
      case 'hr':
        return this.#rule()
      case 'toc':
        return this.#contents((token.meta?.['entries'] ?? []) as OutlineEntry[])
      case 'table_open':
        return this.#table()
      case 'html_block':
        for (const inlines of htmlParagraphs(token.content, new InlineWriter(this.#to, this.#rhythm.style))) {
          this.#flow.gap(this.#rhythm.gap)
          this.#paragraph(inlines)
        }
        return this.#flow.gap(this.#rhythm.gap)
      default: // closing tokens
    }
  }

  #inlines(token: Token | undefined, style = this.#rhythm.style): Inline[] {
    return token?.type === 'inline' ? new InlineWriter(this.#to, style).tokens(token.children).take() : []
  }

  #paragraph(inlines: readonly Inline[]): void {
    this.#flow.paragraph(new Paragraph(inlines, this.#flow.paper.fonts), { leading: this.#rhythm.leading })
  }

  /** Places a paragraph. One that announces what follows, or is its heading in bold, is on the page of its start. */
  #introduced(token: Token): void {
    const inlines = this.#inlines(token)
    if (isAnnouncement(token) && this.#tokens[this.#at]?.type === 'paragraph_close') {
      this.#at += 1
      const next = this.#at < this.#tokens.length ? Math.max(this.#nextLeast(), this.#rhythm.leading) : 0
      this.#at -= 1
      if (next > 0) this.#flow.keep(next + this.#rhythm.gap + 2 * this.#rhythm.leading)
    }
    this.#paragraph(inlines)
  }

  #heading(token: Token): void {
    const level = Math.min(headings.length, this.#to.headingBase + Number(token.tag.slice(1)))
    const inline = this.#tokens[this.#at]
    const inlines = this.#inlines(inline, headingStyle(level))
    this.#skipTo('heading_close')
    const y = placeHeading(this.#flow, inlines, level, this.roomForNext())
    const id = token.attrGet('id')
    if (id) this.#flow.paper.place(headingPlace(this.#to.pageName, String(id)), y)
    const title = inlines.map((one) => (one !== 'break' && 'text' in one ? one.text : ' ')).join('')
    this.#to.onHeading(title.trim(), level, y)
  }

  #list(token: Token): void {
    const isOrdered = token.type === 'ordered_list_open'
    const start = Number(token.attrGet('start') ?? 1)
    this.#lists.push({ isOrdered, number: Number.isSafeInteger(start) && start >= 0 ? start : 1 })
    this.#until(isOrdered ? 'ordered_list_close' : 'bullet_list_close')
    this.#lists.pop()
    this.#flow.gap(this.#lists.length === 0 ? this.#rhythm.gap : 2.5)
  }

  #item(token: Token): void {
    const list = this.#lists.at(-1)
    const { paper } = this.#flow
    const isTask = token.attrGet('class') === 'md-task'
    const { size, color } = this.#rhythm.style
    const depth = this.#lists.length
    const text = list?.isOrdered ? `${list.number}.` : ['•', '◦', '▪'][(depth - 1) % 3]
    if (list) list.number += 1
    const wide = paper.widthOf(text ?? '', size)
    const left = isTask && depth === 1 ? 4 : Math.max(indent, wide + 6)
    this.#flow.inset(left, 0, () => {
      const { x } = this.#flow
      if (!isTask)
        this.#flow.mark((y, height) => {
          const baseline = y + (height - size * 1.12) / 2 + size * 0.88
          paper.text(text ?? '', x - wide - 5, baseline, { size, color: list?.isOrdered ? color : colors.muted })
        })
      this.#until('list_item_close')
      this.#flow.flushMark(this.#rhythm.leading)
    })
  }

  #quote(): void {
    this.#flow.gap(this.#rhythm.gap)
    this.#flow.surround({ bar: colors.line, left: 13, right: 0, pad: 1 }, () => this.#until('blockquote_close'))
    this.#flow.gap(this.#rhythm.gap)
  }

  #callout(token: Token): void {
    const { bar, shade } = callouts[String(token.meta?.['kind'])] ?? { bar: colors.line, shade: colors.shade }
    this.#flow.gap(10)
    this.#flow.surround({ bar, shade, left: 14, right: 12, pad: 7, least: 50 }, () => this.#until('callout_close'))
    this.#flow.gap(10)
  }

  #calloutTitle(token: Token): void {
    const { size } = this.#rhythm.style
    const style: TextStyle = { family: 'sans', size, color: colors.strong, bold: true }
    const inline = this.#tokens[this.#at]
    const own = callouts[calloutKindOf(this.#tokens, this.#at)]?.title
    const isAuto = token.attrGet('data-title') === 'auto' && own !== undefined
    const text = own?.[this.#to.lang === 'zh' ? 1 : 0] ?? ''
    this.#paragraph(isAuto ? [{ text, style }] : this.#inlines(inline, style))
    this.#skipTo('callout_title_close')
    this.#flow.gap(3)
  }

  #fence(token: Token): void {
    const language = languageOf(token)
    if (language === 'math' || language === 'katex') return this.#formula(token.content.trim())
    if (language === 'mermaid') return this.#diagram(token.content)
    this.#code(token.content)
  }

  #diagram(source: string): void {
    const drawing = this.#drawn(source)
    if (!drawing) {
      this.#to.reportSource(source)
      return this.#code(source)
    }
    const { width, room } = this.#flow
    const whole = drawingBox(drawing, { width, height: this.#to.imageMost.height })
    // a little smaller rather than alone on the next page
    const left = room - 24
    const isTight = whole.ascent > left && whole.ascent * smallestShare <= left
    const box = isTight ? drawingBox(drawing, { width, height: left }) : whole
    this.#flow.gap(10)
    this.#flow.paragraph(new Paragraph([{ box }], this.#flow.paper.fonts), {
      leading: box.ascent + 4,
      align: 'center',
    })
    this.#flow.gap(10)
  }

  #drawn(source: string): Drawing | undefined {
    if (this.#lastDrawn?.source !== source) this.#lastDrawn = { source, drawing: drawMermaid(source) }
    return this.#lastDrawn.drawing
  }

  /** Returns the height that the next block needs on the page of a heading above it: with headings, what is below them. */
  roomForNext(): number {
    const before = this.#at
    let height = 0
    for (let token = this.#tokens[this.#at]; token?.type === 'heading_open'; token = this.#tokens[this.#at]) {
      const level = Math.min(headings.length, this.#to.headingBase + Number(token.tag.slice(1)))
      const { leading, above } = headings[level - 1] ?? lastHeading
      height += leading + above
      this.#skipTo('heading_close')
    }
    height += Math.max(headingKeep, this.#nextLeast())
    this.#at = before
    return Math.min(height, this.#flow.whole * 0.9)
  }

  /** Returns how much room the start of the next block needs, when it is more than a line of text. */
  #nextLeast(): number {
    const [token, inline] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]]
    if (token?.type === 'table_open') return tableLeast
    if (token?.type === 'fence' && languageOf(token) === 'mermaid') {
      const drawing = this.#drawn(token.content)
      const most = { width: this.#flow.width, height: this.#to.imageMost.height }
      if (drawing) return drawingBox(drawing, most).ascent * smallestShare + 30
    }
    if (token?.type === 'fence' || token?.type === 'code_block') return codeLeast(codeLines(token.content)) + 9
    const [image, ...more] = inline?.children ?? []
    if (token?.type !== 'paragraph_open' || image?.type !== 'image' || more.length > 0) return 0
    const [shown] = new InlineWriter({ ...this.#to, reportSource: () => undefined }, this.#rhythm.style)
      .tokens([image])
      .take()
    return shown && shown !== 'break' && 'box' in shown ? shown.box.ascent + 20 : 0
  }

  #code(content: string): void {
    const { fonts } = this.#flow.paper
    this.#flow.gap(9)
    const lines = codeLines(content)
    this.#flow.surround({ shade: colors.shade, left: 9, right: 9, pad: 7, least: codeLeast(lines) }, () => {
      for (const line of lines) {
        const text = line.replaceAll('\t', '    ')
        // an empty line has the height of one
        const paragraph = new Paragraph([{ text: text.trim() === '' ? ' ' : text, style: codeStyle }], fonts)
        for (const one of paragraph.lines(this.#flow.width))
          this.#flow.line({ ...one, stretches: false }, { leading: codeLeading })
      }
    })
    this.#flow.gap(9)
  }

  #formula(source: string): void {
    const box = this.#to.formulas.box(source, 11, colors.text, true)
    if (!box || box.width > this.#flow.width) {
      this.#to.reportSource(source)
      return this.#code(source)
    }
    this.#flow.gap(10)
    const paragraph = new Paragraph([{ box }], this.#flow.paper.fonts)
    this.#flow.paragraph(paragraph, { leading: box.ascent + box.descent + 4, align: 'center' })
    this.#flow.gap(10)
  }

  #rule(): void {
    const { paper } = this.#flow
    this.#flow.gap(12)
    this.#flow.begin(8)
    paper.line(this.#flow.x, this.#flow.y, this.#flow.x + this.#flow.width, this.#flow.y)
    this.#flow.y += 1
    this.#flow.gap(12)
  }

  #contents(entries: readonly OutlineEntry[]): void {
    const top = entries.reduce((least, one) => Math.min(least, one.level), 6)
    this.#flow.gap(this.#rhythm.gap)
    for (const { text, level, id } of entries) {
      const link = { name: headingPlace(this.#to.pageName, id) }
      const style: TextStyle = { ...this.#rhythm.style, color: colors.link, link }
      this.#flow.inset((level - top) * 14, 0, () => this.#paragraph([{ text, style }]))
    }
    this.#flow.gap(this.#rhythm.gap)
  }

  #table(): void {
    const rows: { cells: TableCell[]; isHead: boolean }[] = []
    let isHead = false
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const token = this.#tokens[this.#at]
      if (token?.type === 'table_close') break
      if (token?.type === 'thead_open') isHead = true
      else if (token?.type === 'thead_close') isHead = false
      else if (token?.type === 'tr_open') rows.push({ cells: [], isHead })
      else if (token?.type === 'th_open' || token?.type === 'td_open') {
        const style = isHead ? { ...tableStyle, bold: true, color: colors.strong } : tableStyle
        const side = String(token.attrGet('align') ?? '')
        const align = side === 'center' || side === 'right' ? side : 'left'
        rows.at(-1)?.cells.push({ inlines: this.#inlines(this.#tokens[this.#at + 1], style), align })
      }
    }
    this.#at += 1
    // An empty table header only exists because Markdown requires one.
    const shown = rows.filter((row) => !row.isHead || row.cells.some((cell) => cell.inlines.length > 0))
    this.#flow.gap(9)
    placeTable(this.#flow, shown, bandLabel(this.#to.lang))
    this.#flow.gap(11)
  }
}

/** The head of a table and a row, in points. */
const tableLeast = 60

/** Returns how much of a block of code is on one page: a short one is not broken. */
const codeLeast = (lines: readonly string[]): number =>
  lines.length <= shortCodeLines ? lines.length * codeLeading + 14 : 4 * codeLeading

/** Returns the name of the language of a block of code. */
const languageOf = (token: Token): string | undefined => /^[{.\s]*([\w+#.-]{1,30})/.exec(token.info)?.[1]?.toLowerCase()

/** Returns the kind of the callout whose title is at this position. */
function calloutKindOf(tokens: readonly Token[], at: number): string {
  for (let before = at - 1; before >= 0; before -= 1)
    if (tokens[before]?.type === 'callout_open') return String(tokens[before]?.meta?.['kind'])
  return ''
}
