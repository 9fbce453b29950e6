import type { Family, FontSet, Glyph } from './fonts.ts'
import { colors, type LinkTarget, type Paper } from './paper.ts'

/** How a part of a text is drawn. */
export interface TextStyle {
  family: Family
  size: number
  color: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  underline?: boolean
  /** The colour behind it. */
  back?: string
  link?: LinkTarget | undefined
  /** How far it is above the baseline, in ems. */
  rise?: number
}

/** What stands in a line like a character: an image, a formula, a checkbox. */
export interface InlineBox {
  width: number
  /** The heights above and below the baseline. */
  ascent: number
  descent: number
  draw(paper: Paper, x: number, baseline: number): void
}

/** A part of a paragraph. */
export type Inline = { text: string; style: TextStyle } | { box: InlineBox; link?: LinkTarget | undefined } | 'break'

/** A part of a line, ready to be drawn. */
type Run =
  | { x: number; width: number; count: number; glyph: Glyph; hex: string; style: TextStyle }
  | { x: number; box: InlineBox; link: LinkTarget | undefined }

/** A line of a paragraph. */
export interface Line {
  runs: Run[]
  width: number
  ascent: number
  descent: number
  /** The number of characters and boxes. */
  count: number
  /** Whether it may be stretched to the width of the paragraph. */
  stretches: boolean
}

interface Unit {
  kind: 'letter' | 'space' | 'wide' | 'box' | 'break'
  width: number
  glyph?: Glyph | undefined
  style?: TextStyle | undefined
  box?: InlineBox | undefined
  link?: LinkTarget | undefined
  /** Whether no line begins, or ends, with it. */
  noStart: boolean
  noEnd: boolean
  char: string
}

// Source: JIS X 4051 and GB/T 15834, as far as characters of WenQuanYi Micro Hei go.
const noStart = new Set(
  '!%),.:;?]}¢°·ˇˉ―‖’”…‰′″›℃∶、。〃〉》」』】〕〗〞︶︺︾﹀﹄﹚﹜﹞！＂％＇），．：；？］｀｜｝～￠—ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々',
)
const noEnd = new Set('$([{£¥‘“〈《「『【〔〖〝﹙﹛﹝＄（．［｛￡￥')
// Where a word that is wider than its line is broken with least harm.
const separators = new Set('/_-.,;:=&?\\|+@#)]}>')

const isWide = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe30 && code <= 0xfe4f) ||
  (code >= 0xff00 && code <= 0xffee) ||
  code >= 0x1f000

const letterOrDigit = /[\p{L}\p{N}]/u

function canBreak(before: Unit, after: Unit, beforeLast: Unit | undefined): boolean {
  if (before.kind === 'space') return after.kind !== 'space'
  if (after.kind === 'space' || after.kind === 'break') return false
  if (after.noStart || before.noEnd) return false
  if (before.kind === 'wide' || after.kind === 'wide') return true
  if (before.kind === 'box' && after.kind === 'box') return true
  return (
    before.char === '-' &&
    beforeLast !== undefined &&
    letterOrDigit.test(beforeLast.char) &&
    letterOrDigit.test(after.char)
  )
}

/** A paragraph whose characters have their widths, so that it can be laid out in any width. */
export class Paragraph {
  readonly #units: Unit[] = []

  constructor(inlines: readonly Inline[], fonts: FontSet) {
    for (const one of inlines) this.#add(one, fonts)
  }

  get isEmpty(): boolean {
    return this.#units.every((one) => one.kind === 'space')
  }

  #add(one: Inline, fonts: FontSet): void {
    if (one === 'break') {
      this.#units.push({ kind: 'break', width: 0, noStart: false, noEnd: false, char: '' })
      return
    }
    if ('box' in one) {
      const { box, link } = one
      this.#units.push({ kind: 'box', width: box.width, box, link, noStart: false, noEnd: false, char: '' })
      return
    }
    const { style } = one
    for (const char of one.text) {
      const code = char.codePointAt(0) ?? 0
      const isSpace = char === ' ' || char === '\t' || char === '\n' || char === '\r'
      const glyph = fonts.glyph(isSpace ? 0x20 : code, style.family)
      if (!glyph) continue
      this.#units.push({
        kind: isSpace ? 'space' : isWide(code) ? 'wide' : 'letter',
        width: glyph.width * style.size,
        glyph,
        style,
        link: style.link,
        noStart: noStart.has(char),
        noEnd: noEnd.has(char),
        char,
      })
    }
  }

  /** The width of the longest line when nothing is broken, and that of the longest part that is not to be broken. */
  measure(): { widest: number; narrowest: number } {
    let [widest, narrowest, line, word] = [0, 0, 0, 0]
    this.#units.forEach((unit, at) => {
      const before = this.#units[at - 1]
      if (before && canBreak(before, unit, this.#units[at - 2])) word = 0
      if (unit.kind === 'break') [line, word] = [0, 0]
      line += unit.width
      if (unit.kind !== 'space') word += unit.width
      widest = Math.max(widest, line)
      narrowest = Math.max(narrowest, word)
    })
    return { widest, narrowest }
  }

  /** Yields the lines of the paragraph in a width. */
  *lines(width: number): Generator<Line> {
    const units = this.#units
    let start = 0
    while (start < units.length) {
      let x = 0
      let cut = -1
      let at = start
      for (; at < units.length; at += 1) {
        const unit = units[at] as Unit
        if (unit.kind === 'break') break
        const before = at > start ? units[at - 1] : undefined
        if (before && canBreak(before, unit, units[at - 2])) cut = at
        if (unit.kind !== 'space' && x + unit.width > width + 0.01 && at > start) break
        x += unit.width
      }
      const isEnd = at >= units.length
      if (isEnd || units[at]?.kind === 'break') {
        yield this.#line(start, at, false)
        start = at + 1
        continue
      }
      const to = cut > start ? cut : this.#forcedCut(start, at)
      yield this.#line(start, to, true)
      start = to
    }
  }

  /** Returns where a word that is too wide is broken: after a separator when there is one in the last part of the line. */
  #forcedCut(start: number, end: number): number {
    for (let at = end; at > start + (end - start) * 0.5; at -= 1)
      if (separators.has(this.#units[at - 1]?.char ?? '')) return at
    return Math.max(end, start + 1)
  }

  #line(start: number, end: number, isBroken: boolean): Line {
    const units = this.#units
    let to = end
    while (to > start && units[to - 1]?.kind === 'space') to -= 1
    let from = start
    // spaces at the start of a line that the layout began are those of the break
    if (start > 0 && units[start - 1]?.kind !== 'break') while (from < to && units[from]?.kind === 'space') from += 1
    const runs: Run[] = []
    let [x, ascent, descent, wide] = [0, 0, 0, 0]
    let last: Extract<Run, { hex: string }> | undefined
    for (let at = from; at < to; at += 1) {
      const { glyph, style, box, width, kind, link } = units[at] as Unit
      if (kind === 'wide') wide += 1
      if (box) {
        runs.push({ x, box, link })
        last = undefined
        ascent = Math.max(ascent, box.ascent)
        descent = Math.max(descent, box.descent)
      } else if (glyph && style) {
        const joins = last?.style === style && last.glyph.font === glyph.font && !last.glyph.actual && !glyph.actual
        if (!joins || !last) {
          last = { x, width: 0, count: 0, glyph, hex: '', style }
          runs.push(last)
        }
        last.hex += glyph.hex
        last.width += width
        last.count += 1
        const rise = (style.rise ?? 0) * style.size
        ascent = Math.max(ascent, style.size * 0.88 + rise)
        descent = Math.max(descent, style.size * 0.24 - rise)
      }
      x += width
    }
    if (ascent === 0) {
      const size = units[from]?.style?.size ?? units[start]?.style?.size ?? 10
      ascent = size * 0.88
      descent = size * 0.24
    }
    return { runs, width: x, ascent, descent, count: to - from, stretches: isBroken && wide > (to - from) / 2 }
  }
}

/** Returns the height of a line: its text with the space between lines, or more when it holds a box. */
export function heightOf(line: Line, leading: number): number {
  return Math.max(leading, line.ascent + line.descent + (line.ascent > leading ? 4 : 0))
}

/**
 * Draws a line whose upper edge is at `y`.
 *
 * @param width stretches a line of Chinese to it, when not more than a character is missing
 */
export function drawLine(paper: Paper, line: Line, x: number, y: number, height: number, width = 0): void {
  const baseline = y + (height - line.ascent - line.descent) / 2 + line.ascent
  const missing = width - line.width
  const spacing = line.stretches && missing > 0 && missing < 16 && line.count > 1 ? missing / (line.count - 1) : 0
  let count = 0
  for (const run of line.runs) {
    const at = x + run.x + count * spacing
    if ('box' in run) {
      run.box.draw(paper, at, baseline)
      if (run.link) paper.link(at, baseline - run.box.ascent, run.box.width, run.box.ascent + run.box.descent, run.link)
      count += 1
      continue
    }
    const { style, glyph, hex } = run
    const { size } = style
    const wide = run.width + run.count * spacing
    const base = baseline - (style.rise ?? 0) * size
    if (style.back !== undefined) paper.rect(at - 1, base - size * 0.9, wide + 2, size * 1.2, style.back)
    paper.glyphs(glyph.font, hex, at, base, style, spacing, glyph.actual)
    if (style.underline) paper.line(at, base + size * 0.14, at + wide, base + size * 0.14, style.color, size * 0.05)
    if (style.strike) paper.line(at, base - size * 0.3, at + wide, base - size * 0.3, style.color, size * 0.06)
    if (style.link) paper.link(at, base - size * 0.9, wide, size * 1.2, style.link)
    count += run.count
  }
}

/** The style of ordinary text. */
export const bodyStyle: TextStyle = { family: 'sans', size: 10.5, color: colors.text }
