import type { Token } from 'markdown-it'
import { codeLines, isAnnouncement, shortCodeLines } from '../announcement.ts'
import { bandLabel } from '../band-label.ts'
import { applyTag, htmlParagraphs } from '../html.ts'
import { formulaXml } from './formula.ts'
import { listIndent, listLevel, type Numbering } from './numbering.ts'
import { type RunTargets, RunWriter } from './run-writer.ts'
import { runXml } from './runs.ts'
import { type Cell, gapXml, measureText, measureWord, type Row, tableXml } from './table.ts'

/** The targets and options with which a page's blocks are written. */
interface BlockTargets extends RunTargets {
  numbering: Numbering
  /** Added to the level of headings in the text: the page itself has one. */
  headingBase: number
  /**
   * Returns the run that refers to a footnote of the text; absent inside footnotes, which Word does not allow to refer
   * to others.
   */
  noteRun?: ((id: number) => string) | undefined
  /** Returns the runs of a heading of the text with a bookmark, by the anchor of the heading. */
  mark(id: string, runs: string): string
  /** The style of ordinary paragraphs. */
  style: 'Normal' | 'FootnoteText'
  lang: 'en' | 'zh'
}

/** Returns what is read of a cell, without the addresses and marks in its source. */
const wordsOf = (inline: Token | undefined): string =>
  (inline?.children ?? []).map((one) => (one.content === '' ? ' ' : one.content)).join('')

interface ListAt {
  numId: number
  level: number
  /** The next paragraph is the first of a list item. */
  isFresh: boolean
  /** The list item has a checkbox in place of its bullet. */
  isTask: boolean
}

const quoteIndent = 340
const deepestHeading = 9

const calloutColors: Record<string, string> = {
  note: '4472C4',
  tip: '548235',
  important: '7030A0',
  warning: 'BF8F00',
  danger: 'C00000',
}

const calloutFills: Record<string, string> = {
  '4472C4': 'EFF4FC',
  '548235': 'EFF7EC',
  '7030A0': 'F5EFFA',
  BF8F00: 'FFF8E5',
  C00000: 'FDEEEE',
}

/** The formatting of a paragraph. */
interface Wish {
  style?: string
  align?: string
  /** Whether it is on one page with the next paragraph, or with all of its own lines. */
  keep?: 'next' | 'lines'
}

/** Writes the tokens of a text as paragraphs and tables. */
export class BlockWriter {
  readonly #to: BlockTargets
  readonly #tokens: readonly Token[]
  readonly #lists: ListAt[] = []
  readonly #quotes: { color: string | undefined }[] = []
  #at = 0
  /** The style of the paragraph written last. */
  #last = ''

  constructor(tokens: readonly Token[], to: BlockTargets) {
    this.#tokens = tokens
    this.#to = to
  }

  /** Writes the whole text. */
  write(): string {
    return this.#until(undefined)
  }

  /** Writes everything up to the next token of this type, which is skipped. */
  #until(end: string | undefined): string {
    let out = ''
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]
      this.#at += 1
      if (!token) continue
      if (token.type === end) return out
      out += this.#block(token)
    }
    return out
  }

  #block(token: Token): string {
    switch (token.type) {
      case 'heading_open':
        return this.#heading(Number(token.tag.slice(1)), String(token.attrGet('id') ?? ''))
      case 'inline':
        return this.#paragraph(this.#runs(token), isAnnouncement(token) ? { keep: 'next' } : {})
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#list(token)
      case 'list_item_open':
        return this.#item(token)
      case 'blockquote_open':
        return this.#quote('blockquote_close', undefined)
      case 'callout_open':
        return this.#callout(token)
      case 'callout_title_open':
        return this.#calloutTitle()
      case 'fence':
      case 'code_block':
        return this.#code(token)
      case 'math_block':
        return this.#formula(token.content)
      case 'hr':
        return this.#paragraph('', { style: 'Rule' })
      case 'table_open':
        return this.#table()
      case 'html_block':
        return htmlParagraphs(token.content, new RunWriter(this.#to))
          .map((runs) => this.#paragraph(runs))
          .join('')
      default:
        return '' // closing tokens, and the table of contents, which the document has itself
    }
  }

  #heading(level: number, id: string): string {
    const inline = this.#tokens[this.#at]
    const runs = inline?.type === 'inline' ? this.#runs(inline) : ''
    this.#until('heading_close')
    const deep = Math.min(deepestHeading, this.#to.headingBase + level)
    if (this.#to.style !== 'Normal') return this.#paragraph(runs, { style: this.#to.style })
    return this.#paragraph(this.#to.mark(id, runs), { style: `Heading${deep}` })
  }

  #list(token: Token): string {
    const level = listLevel(this.#lists.length)
    const isOrdered = token.type === 'ordered_list_open'
    const start = Number(token.attrGet('start') ?? 1)
    const { numbering } = this.#to
    const numId = isOrdered
      ? numbering.numbers(level, Number.isSafeInteger(start) && start >= 0 ? Math.min(start, 32_000) : 1)
      : numbering.bullets
    this.#lists.push({ numId, level, isFresh: false, isTask: false })
    const out = this.#until(isOrdered ? 'ordered_list_close' : 'bullet_list_close')
    this.#lists.pop()
    return out
  }

  #item(token: Token): string {
    const list = this.#lists.at(-1)
    if (list) Object.assign(list, { isFresh: true, isTask: token.attrGet('class') === 'md-task' })
    const out = this.#until('list_item_close')
    // A list item without a paragraph still has its number.
    return list?.isFresh ? this.#paragraph('') + out : out
  }

  #quote(end: string, color: string | undefined): string {
    this.#quotes.push({ color })
    const out = this.#until(end)
    this.#quotes.pop()
    return out
  }

  #callout(token: Token): string {
    const out = this.#quote('callout_close', calloutColors[String(token.meta?.['kind'])] ?? '7F7F7F')
    // Two of them with nothing between them would become one.
    return this.#tokens[this.#at]?.type === 'callout_open' ? out + gapXml : out
  }

  #calloutTitle(): string {
    const inline = this.#tokens[this.#at]
    const writer = new RunWriter(this.#to)
    writer.open('b')
    if (inline?.type === 'inline') this.#inline(writer, inline)
    this.#until('callout_title_close')
    return this.#paragraph(writer.take())
  }

  #formula(tex: string): string {
    const xml = formulaXml(tex, true)
    if (xml === undefined) this.#to.noteSource(tex)
    const shown = xml === undefined ? runXml(tex) : `<m:oMathPara>${xml}</m:oMathPara>`
    return this.#paragraph(shown, { style: 'Formula' })
  }

  #code(token: Token): string {
    const language = /^\s*\{?\.?(\w+)/.exec(token.info)?.[1]?.toLowerCase()
    if (language === 'math' || language === 'katex') return this.#formula(token.content.trim())
    if (language === 'mermaid') {
      const writer = new RunWriter(this.#to)
      if (writer.diagram(token.content)) return this.#paragraph(writer.take(), { style: 'Diagram' })
      this.#to.noteSource(token.content)
    }
    // Two code blocks with nothing between them would become one.
    const between = this.#last === 'Code' ? gapXml : ''
    const isShort = codeLines(token.content).length <= shortCodeLines
    return (
      between +
      this.#paragraph(runXml(token.content.trimEnd()), { style: 'Code', ...(isShort ? { keep: 'lines' } : {}) })
    )
  }

  #table(): string {
    const rows: Row[] = []
    let isHead = false
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const token = this.#tokens[this.#at]
      if (token?.type === 'table_close') break
      if (token?.type === 'thead_open') isHead = true
      else if (token?.type === 'thead_close') isHead = false
      else if (token?.type === 'tr_open') rows.push({ cells: [], isHead })
      else if (token?.type === 'th_open' || token?.type === 'td_open')
        rows.at(-1)?.cells.push(this.#cell(token, this.#tokens[this.#at + 1], isHead))
    }
    this.#at += 1
    // An empty table header only exists because Markdown requires one.
    const shown = rows.filter((row) => !row.isHead || row.cells.some((cell) => cell.length > 0))
    this.#last = 'Table'
    return shown.length === 0 ? '' : tableXml(shown, this.#indent(), bandLabel(this.#to.lang))
  }

  #cell(token: Token, inline: Token | undefined, isHead: boolean): Cell {
    const runs = inline?.type === 'inline' ? this.#runs(inline) : ''
    const align = String(token.attrGet('align') ?? '')
    const jc = align === 'center' || align === 'right' ? `<w:jc w:val="${align}"/>` : ''
    const xml = `<w:p><w:pPr><w:pStyle w:val="${isHead ? 'TableHead' : 'TableText'}"/>${jc}</w:pPr>${runs}</w:p>`
    const text = (inline?.content ?? '').replaceAll(/<br\s*\/?>/gi, '\n')
    return { xml, length: measureText(text), word: measureWord(wordsOf(inline)) }
  }

  #indent(): number {
    const list = this.#lists.at(-1)
    return this.#quotes.length * quoteIndent + (list ? (list.level + 1) * listIndent : 0)
  }

  /** Writes a paragraph with the number of its list item and the borders of the quotes around it. */
  #paragraph(runs: string, { style = this.#to.style, align, keep }: Wish = {}): string {
    this.#last = style
    const list = this.#lists.at(-1)
    const isFirst = list?.isFresh === true
    const isNumbered = isFirst && !list.isTask
    if (list) list.isFresh = false
    const quote = this.#quotes.at(-1)
    const named =
      style === 'Normal'
        ? quote
          ? quote.color === undefined
            ? 'Quote'
            : 'Callout'
          : list
            ? 'ListParagraph'
            : style
        : style
    const indent = this.#indent()
    const number =
      list && isNumbered ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.numId}"/></w:numPr>` : ''
    const color = quote?.color
    const line =
      color === undefined
        ? ''
        : `<w:pBdr><w:left w:val="single" w:sz="24" w:space="10" w:color="${color}"/></w:pBdr>` +
          `<w:shd w:val="clear" w:color="auto" w:fill="${calloutFills[color] ?? 'F5F5F5'}"/>`
    const hanging = isFirst ? ` w:hanging="${listIndent - 60}"` : ''
    const place = indent === 0 ? '' : `<w:ind w:left="${indent}"${hanging}/>`
    const jc = align === undefined ? '' : `<w:jc w:val="${align}"/>`
    const together = keep === undefined ? '' : keep === 'next' ? '<w:keepNext/>' : '<w:keepLines/>'
    return `<w:p><w:pPr><w:pStyle w:val="${named}"/>${together}${number}${named === 'Code' ? '' : line}${place}${jc}</w:pPr>${runs}</w:p>`
  }

  #runs(token: Token): string {
    const writer = new RunWriter(this.#to)
    this.#inline(writer, token)
    return writer.take()
  }

  #inline(writer: RunWriter, token: Token): void {
    for (const child of token.children ?? []) this.#child(writer, child)
  }

  #child(writer: RunWriter, child: Token): void {
    switch (child.type) {
      case 'text':
      case 'text_special':
        return writer.text(child.content)
      case 'code_inline':
        return writer.text(child.content, { code: true })
      case 'math_inline':
        return writer.formula(child.content)
      case 'softbreak':
        return writer.text(' ')
      case 'hardbreak':
        return writer.lineBreak()
      case 'html_inline':
        return applyTag(writer, child.content)
      case 'image':
        return writer.image(String(child.attrGet('src') ?? ''), child.content)
      case 'link_open':
        return writer.openLink(String(child.attrGet('href') ?? ''))
      case 'link_close':
        return writer.closeLink()
      case 'task_box':
        return writer.text(child.meta?.['checked'] ? '☑\t' : '☐\t')
      case 'footnote_ref':
        return this.#noteMark(writer, child)
      default:
        // strong, em, s and similar: the tag names the style
        if (child.nesting === 1) writer.open(child.tag)
        else if (child.nesting === -1) writer.close(child.tag)
    }
  }

  #noteMark(writer: RunWriter, child: Token): void {
    const id = Number(child.meta?.['id'] ?? 0)
    if (this.#to.noteRun) writer.raw(this.#to.noteRun(id))
    else writer.text(`[${id + 1}]`, { verticalAlign: 'superscript' })
  }
}
