import type { Token } from 'markdown-it'
import { hashToId, idPrefix } from '#shared/markdown/slug.ts'
import { absoluteAddress, signOf } from '../addresses.ts'
import { applyTag, type ParagraphSink } from '../html.ts'
import type { ExportFile } from '../worker-message.ts'
import type { FormulaWriter } from './formula.ts'
import type { PdfImages } from './images.ts'
import type { Inline, InlineBox, TextStyle } from './lines.ts'
import { colors, type LinkTarget } from './paper.ts'

/** What the texts of a page may refer to. */
export interface InlineTargets {
  images: PdfImages
  formulas: FormulaWriter
  /** The uploaded files that the page shows, by sign. */
  files: ReadonlyMap<string, ExportFile>
  /** The base of relative addresses; empty when none is configured. */
  site_url: string
  /** The name of the page's places. */
  pageName: string
  /** Returns the name of the place that an address of this site leads to, when it is in the file. */
  placeOf: (address: string) => string | undefined
  /** Reports a part of the page that is shown as its source. */
  reportSource: (detail: string) => void
  /** The number of a footnote in the file. */
  noteNumber: (id: number) => number
  /** The largest image, in points. */
  imageMost: { width: number; height: number }
}

/** Returns the name of the place of a heading. */
export const headingPlace = (pageName: string, id: string): string =>
  `${pageName}#${id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id}`

type Change = Partial<TextStyle>

const tags: Readonly<Record<string, Change>> = {
  b: { bold: true, color: colors.strong },
  strong: { bold: true, color: colors.strong },
  th: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  u: { underline: true },
  ins: { underline: true },
  mark: { back: colors.mark },
  code: { family: 'mono', back: colors.shade },
  kbd: { family: 'mono', back: colors.shade },
  samp: { family: 'mono', back: colors.shade },
}

/** Collects the parts of one paragraph in the styles of the tags around them. */
export class InlineWriter implements ParagraphSink<Inline[]> {
  readonly #to: InlineTargets
  readonly #base: TextStyle
  readonly #open: { tag: string; style: TextStyle }[] = []
  #out: Inline[] = []
  #link: LinkTarget | undefined
  #style: TextStyle

  constructor(to: InlineTargets, base: TextStyle) {
    this.#to = to
    this.#base = base
    this.#style = base
  }

  get isEmpty(): boolean {
    return this.#out.length === 0
  }

  take(): Inline[] {
    this.closeLink()
    const out = this.#out
    this.#out = []
    return out
  }

  text(text: string, change?: Change): void {
    if (text !== '') this.#out.push({ text, style: change ? { ...this.#style, ...change } : this.#style })
  }

  box(box: InlineBox): void {
    this.#out.push({ box, link: this.#link })
  }

  lineBreak(): void {
    this.#out.push('break')
  }

  open(tag: string): void {
    this.#open.push({ tag, style: this.#style })
    this.#style = { ...this.#style, ...this.#changeOf(tag) }
  }

  #changeOf(tag: string): Change {
    const { size, rise = 0 } = this.#style
    if (tag === 'sup') return { size: Math.max(4, size * 0.72), rise: rise + 0.45 }
    if (tag === 'sub') return { size: Math.max(4, size * 0.72), rise: rise - 0.2 }
    if (!Object.hasOwn(tags, tag)) return {}
    const change = tags[tag] ?? {}
    return change.family === 'mono' ? { ...change, size: size * 0.92 } : change
  }

  /** Ends the last style of this tag; an end without a beginning is ignored. */
  close(tag: string): void {
    const at = this.#open.findLastIndex((one) => one.tag === tag)
    if (at === -1) return
    this.#style = { ...(this.#open[at]?.style ?? this.#base), ...(this.#link ? linked(this.#link) : {}) }
    this.#open.length = at
  }

  openLink(address: string): void {
    this.closeLink()
    this.#link = this.#targetOf(address)
    if (this.#link) this.#style = { ...this.#style, ...linked(this.#link) }
  }

  closeLink(): void {
    if (!this.#link) return
    this.#link = undefined
    const { link: _, color: __, ...style } = this.#style
    this.#style = { ...style, color: this.#base.color }
  }

  #targetOf(address: string): LinkTarget | undefined {
    const { placeOf, pageName, site_url } = this.#to
    const id = address.startsWith('#') && !address.startsWith('#/') ? hashToId(address) : undefined
    if (id !== undefined) return { name: headingPlace(pageName, id) }
    const name = placeOf(address)
    if (name !== undefined) return { name }
    const href = absoluteAddress(address, site_url)
    return href === undefined ? undefined : { href }
  }

  /** Adds an image of this site. An image from elsewhere is not fetched: its alt text and address replace it. */
  image(address: string, alt: string): void {
    const sign = signOf(address)
    const file = sign === undefined ? undefined : this.#to.files.get(sign)
    const box = file && this.#to.images.box(file, this.#to.imageMost)
    if (file && box) {
      const missing = this.#to.images.missingIn(file)
      if (missing.length > 0) this.#to.reportSource(`${file.display_name}: ${missing.join(', ')}`)
      return this.box(box)
    }
    this.#to.reportSource(alt || file?.display_name || address)
    const outside = absoluteAddress(address, this.#to.site_url)
    if (this.#link || outside === undefined) return this.text(`[${alt || file?.display_name || 'image'}]`)
    this.openLink(address)
    this.text(alt || outside)
    this.closeLink()
  }

  /** Adds the tokens of a paragraph. */
  tokens(children: readonly Token[] | null | undefined): this {
    children?.forEach((child, at) => {
      // a line of Chinese that goes on in the next line of the source has no space there
      const isInside = child.type === 'softbreak' && endsWide(children[at - 1]) && startsWide(children[at + 1])
      if (!isInside) this.#token(child)
    })
    return this
  }

  #token(child: Token): void {
    switch (child.type) {
      case 'text':
      case 'text_special':
        return this.text(child.content)
      case 'code_inline':
        return this.text(child.content, this.#changeOf('code'))
      case 'math_inline':
        return this.#formula(child.content)
      case 'softbreak':
        return this.text(' ')
      case 'hardbreak':
        return this.lineBreak()
      case 'html_inline':
        return applyTag(this, child.content)
      case 'image':
        return this.image(String(child.attrGet('src') ?? ''), child.content)
      case 'link_open':
        return this.openLink(String(child.attrGet('href') ?? ''))
      case 'link_close':
        return this.closeLink()
      case 'task_box':
        this.box(taskBox(this.#style.size, child.meta?.['checked'] === true))
        return this.text(' ')
      case 'footnote_ref': {
        const id = Number(child.meta?.['id'] ?? 0)
        const link = { name: `${this.#to.pageName}#note-${id}` }
        return this.text(String(this.#to.noteNumber(id)), { ...this.#changeOf('sup'), ...linked(link) })
      }
      default:
        // strong, em, s and similar: the tag names the style
        if (child.nesting === 1) this.open(child.tag)
        else if (child.nesting === -1) this.close(child.tag)
    }
  }

  #formula(source: string): void {
    const box = this.#to.formulas.box(source, this.#style.size, this.#style.color, false)
    if (box && box.width <= this.#to.imageMost.width) return this.box(box)
    this.#to.reportSource(source)
    this.text(source, { family: 'mono', back: colors.shade })
  }
}

const endsWide = (token: Token | undefined): boolean => /[\u2e80-\ua4cf\uf900-\uffef]$/.test(token?.content ?? '')
const startsWide = (token: Token | undefined): boolean => /^[\u2e80-\ua4cf\uf900-\uffef]/.test(token?.content ?? '')

const linked = (link: LinkTarget): Change => ({ link, color: colors.link })

/** A checkbox that is drawn: the font has none. */
function taskBox(size: number, isChecked: boolean): InlineBox {
  const side = size * 0.8
  return {
    width: side + 2,
    ascent: side,
    descent: 0,
    draw: (paper, x, baseline) => {
      const glyph = paper.fonts.glyph(0x25a1, 'sans')
      if (!glyph) return
      const text = isChecked ? '☑' : '☐'
      const y = baseline - side + size * 0.08
      // under the box that is drawn, for those who search and copy
      paper.glyphs(glyph.font, glyph.hex, x, baseline, { size: side * 0.8, color: '1 1 1' }, 0, text)
      paper.rect(x, y, side, side, '1 1 1', 'over')
      paper.frame(x, y, side, side, colors.muted)
      if (!isChecked) return
      const [from, middle, to] = [
        [0.2, 0.5],
        [0.42, 0.75],
        [0.82, 0.22],
      ].map(([across = 0, down = 0]) => `${(x + across * side).toFixed(2)} ${(y + down * side).toFixed(2)}`)
      paper.draw(`1.1 w ${colors.accent} RG ${from} m ${middle} l ${to} l S`)
    },
  }
}
