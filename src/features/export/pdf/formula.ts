import katex from 'katex'
import type { PdfFont } from 'pdfkit'
import { type FontSet, type Glyph, glyphIn } from './fonts.ts'
import type { InlineBox } from './lines.ts'
import type { Paper } from './paper.ts'

type Options = Record<string, unknown>

/** Not in KaTeX's types, but exported for those who draw the boxes themselves. */
const { __renderToHTMLTree: layOut } = katex as unknown as {
  __renderToHTMLTree(source: string, options: Options): Node
}

/** A node of the tree of boxes that KaTeX lays a formula out as: a span, a character, or a drawing. */
interface Node {
  children?: Node[]
  classes?: string[]
  style?: Record<string, string>
  attributes?: Record<string, string>
  height?: number
  depth?: number
  text?: string
  italic?: number
  toMarkup(): string
}

/** What a node inherits from those around it. */
interface Context {
  /** The size of an em, in points. */
  em: number
  font: string
  align: 'left' | 'center' | 'right'
  color: string
}

/** A node with its width; `full` is the width of the box around it, which lines and roots fill. */
interface Laid {
  width: number
  /** It takes the width of the box around it. */
  isFull?: boolean
  draw(paper: Paper, x: number, baseline: number, full: number): void
}

// Source: katex/dist/katex.css
const sizes = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.44, 1.728, 2.074, 2.488]
const fontOf: Readonly<Record<string, string>> = {
  mathnormal: 'Math-Italic',
  mathit: 'Main-Italic',
  textit: 'Main-Italic',
  mathrm: 'Main-Regular',
  textrm: 'Main-Regular',
  mainrm: 'Main-Regular',
  mathbf: 'Main-Bold',
  textbf: 'Main-Bold',
  boldsymbol: 'Math-BoldItalic',
  amsrm: 'AMS-Regular',
  mathbb: 'AMS-Regular',
  textbb: 'AMS-Regular',
  mathcal: 'Caligraphic-Regular',
  mathfrak: 'Fraktur-Regular',
  textfrak: 'Fraktur-Regular',
  mathboldfrak: 'Fraktur-Bold',
  mathtt: 'Typewriter-Regular',
  texttt: 'Typewriter-Regular',
  mathscr: 'Script-Regular',
  textscr: 'Script-Regular',
  mathsf: 'SansSerif-Regular',
  textsf: 'SansSerif-Regular',
  mathboldsf: 'SansSerif-Bold',
  textboldsf: 'SansSerif-Bold',
  mathsfit: 'SansSerif-Italic',
  mathitsf: 'SansSerif-Italic',
  textitsf: 'SansSerif-Italic',
  'small-op': 'Size1-Regular',
  'large-op': 'Size2-Regular',
  'delim-size1': 'Size1-Regular',
  'delim-size4': 'Size4-Regular',
}
const centred = new Set(['mfrac', 'op-limits', 'accent', 'x-arrow', 'mover', 'munder', 'col-align-c'])
const lines = new Set(['frac-line', 'hline', 'underline-line', 'overline-line'])
/** Borders and strokes that are not drawn here: a formula with them is shown as its source. */
const unknown = new Set(['fbox', 'cancel-pad', 'cancel-lap', 'sout', 'boxpad', 'newline', 'cd-label-left', 'anglpad'])

/** A part of a formula that is not drawn here. */
class CannotDraw extends Error {}

const emOf = (value: string | undefined): number => (value === undefined ? 0 : Number.parseFloat(value) || 0)

const longest = 3000

/** Draws formulas: KaTeX lays them out as boxes, which are drawn with its fonts. */
export class FormulaWriter {
  readonly #fonts: FontSet
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #glyphs = new Map<string, Glyph>()

  /** @param files KaTeX's fonts, by their names without `KaTeX_` */
  constructor(fonts: FontSet, files: ReadonlyMap<string, Uint8Array>) {
    this.#fonts = fonts
    this.#files = files
  }

  /** Returns a formula as a box; undefined when it cannot be drawn. */
  box(source: string, size: number, color: string, isBlock: boolean): InlineBox | undefined {
    if (source.length > longest) return undefined
    try {
      const options = { displayMode: isBlock, throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500 }
      const tree = layOut(source, options)
      const em = size * 1.12
      const laid = this.#node(tree, { em, font: 'Main-Regular', align: 'left', color })
      const [ascent, descent] = [heightIn(tree, 'height') * em, heightIn(tree, 'depth') * em]
      return {
        width: laid.width,
        ascent,
        descent,
        draw: (paper, x, baseline) => paper.drawAs(source, () => laid.draw(paper, x, baseline, laid.width)),
      }
    } catch {
      return undefined // not a formula, or a part of it is not drawn here
    }
  }

  #node(node: Node, given: Context): Laid {
    const classes = new Set(node.classes ?? [])
    for (const one of classes) if (unknown.has(one)) throw new CannotDraw(one)
    const context = contextOf(classes, given, node.style)
    const { em } = context
    const style = node.style ?? {}
    if (typeof node.text === 'string') return this.#symbol(node, context)
    if (classes.has('strut') || classes.has('pstrut')) return nothing
    const inside = this.#inside(node, classes, context)
    const [left, right] = [emOf(style['marginLeft']) * em, emOf(style['marginRight']) * em]
    const padding = emOf(style['paddingLeft']) * em
    const down = style['position'] === 'relative' || classes.has('op-symbol') ? emOf(style['top']) * em : 0
    const over = emOf(style['left']) * em
    const isLap = classes.has('llap') || classes.has('rlap') || classes.has('clap')
    const isZero = isLap || (classes.has('accent-body') && !classes.has('accent-full'))
    const lap = classes.has('llap') ? -inside.width : classes.has('clap') ? -inside.width / 2 : 0
    const width = isZero ? 0 : left + padding + inside.width + right
    const isFull = inside.isFull === true
    return {
      width: isFull ? 0 : width,
      isFull,
      draw: (paper, x, baseline, full) =>
        inside.draw(paper, x + left + padding + over + lap, baseline + down, isFull ? full : inside.width),
    }
  }

  #inside(node: Node, classes: ReadonlySet<string>, context: Context): Laid {
    const { em, color } = context
    const style = node.style ?? {}
    if (node.attributes?.['viewBox'] !== undefined) return drawing(node, context)
    for (const one of classes)
      if (lines.has(one)) {
        const thickness = Math.max(0.3, emOf(style['borderBottomWidth']) * em)
        const draw: Laid['draw'] = (paper, x, baseline, full) =>
          paper.rect(x, baseline - thickness, full, thickness, color, 'over')
        return { width: 0, isFull: true, draw }
      }
    if (classes.has('rule')) {
      const [width, height] = [emOf(style['borderRightWidth']) * em, emOf(style['borderTopWidth']) * em]
      const up = emOf(style['bottom']) * em
      return {
        width,
        draw: (paper, x, baseline) => paper.rect(x, baseline - up - height, width, height, color, 'over'),
      }
    }
    if (classes.has('vertical-separator')) {
      const [height, up] = [emOf(style['height']) * em, emOf(style['verticalAlign']) * em]
      return {
        width: 0,
        draw: (paper, x, baseline) => paper.rect(x, baseline - up - height, 0.5, height, color, 'over'),
      }
    }
    if (classes.has('nulldelimiter')) return { ...nothing, width: 0.12 * em }
    if (classes.has('vlist-t')) return this.#stack(node, context)
    const row = this.#row(node.children ?? [], context)
    const isTail = classes.has('hide-tail') || classes.has('stretchy') || [...classes].some((one) => partOf[one])
    if (isTail) return this.#tail(classes, row)
    if (classes.has('arraycolsep')) return { ...nothing, width: emOf(style['width']) * em }
    return row
  }

  /** A drawing that is as wide as the box around it, or a part of it, and is cut off there. */
  #tail(classes: ReadonlySet<string>, row: Laid): Laid {
    const part = [...classes].map((one) => partOf[one]).find(Boolean)
    return {
      width: 0,
      isFull: true,
      draw: (paper, x, baseline, full) => {
        if (!part) return row.draw(paper, x, baseline, full)
        row.draw(paper, x + full * part.from, baseline, full * part.width)
      },
    }
  }

  #row(children: readonly Node[], context: Context): Laid {
    const parts = children.map((one) => this.#node(one, context))
    const width = parts.reduce((sum, one) => sum + one.width, 0)
    return {
      width,
      isFull:
        parts.length > 0 &&
        parts.every((one) => one.isFull === true || one === nothing) &&
        parts.some((one) => one.isFull === true),
      draw: (paper, x, baseline, full) => {
        let at = x
        for (const one of parts) {
          one.draw(paper, at, baseline, one.isFull ? full : one.width)
          at += one.width
        }
      },
    }
  }

  /** Boxes above each other, each moved from the common baseline. */
  #stack(node: Node, context: Context): Laid {
    const list = node.children?.[0]?.children?.[0]
    const parts = (list?.children ?? []).flatMap((child) => {
      const strut = child.children?.find((one) => one.classes?.includes('pstrut'))
      if (!strut) return []
      const inner = contextOf(new Set(child.classes ?? []), context, child.style)
      const down = (emOf(child.style?.['top']) + emOf(strut.style?.['height'])) * inner.em
      const [left, right] = [
        emOf(child.style?.['marginLeft']) * inner.em,
        emOf(child.style?.['marginRight']) * inner.em,
      ]
      const laid = this.#row(child.children ?? [], inner)
      return [{ laid, down, left, width: left + laid.width + right, align: inner.align }]
    })
    const width = parts.reduce((most, one) => Math.max(most, one.width), 0)
    return {
      width,
      draw: (paper, x, baseline) => {
        for (const { laid, down, left, width: own, align } of parts) {
          const free = laid.isFull ? 0 : width - own
          const at = x + left + (align === 'center' ? free / 2 : align === 'right' ? free : 0)
          laid.draw(paper, at, baseline + down, laid.isFull ? width - left : laid.width)
        }
      },
    }
  }

  #symbol(node: Node, { em, font, color }: Context): Laid {
    const glyphs = [...(node.text ?? '')].flatMap((char) => this.#glyph(char, font) ?? [])
    const own = glyphs.reduce((sum, one) => sum + one.width, 0) * em
    const before = emOf(node.style?.['marginLeft']) * em
    const after = ((node.italic ?? 0) > 0 ? (node.italic ?? 0) : 0) * em + emOf(node.style?.['marginRight']) * em
    const down = node.style?.['position'] === 'relative' ? emOf(node.style['top']) * em : 0
    return {
      width: before + own + after,
      draw: (paper, x, baseline) => {
        let at = x + before
        for (const { font: face, hex, width } of glyphs) {
          paper.glyphs(face, hex, at, baseline + down, { size: em, color })
          at += width * em
        }
      },
    }
  }

  #glyph(char: string, name: string): Glyph | undefined {
    const key = `${name} ${char}`
    const known = this.#glyphs.get(key)
    if (known) return known
    const code = char.codePointAt(0) ?? 0
    if (code === 0x200b) return undefined
    const drawn = code === 160 ? 32 : code
    const font = [name, 'Main-Regular', 'AMS-Regular']
      .map((one) => this.#font(one))
      .find((one) => one?.font.hasGlyphForCodePoint(drawn))
    const glyph = font ? glyphIn(font, drawn) : this.#fonts.glyph(drawn, 'sans')
    if (!glyph || glyph.actual !== undefined) throw new CannotDraw(char)
    this.#glyphs.set(key, glyph)
    return glyph
  }

  #font(name: string): PdfFont | undefined {
    const bytes = this.#files.get(name)
    return bytes && this.#fonts.add(name, () => bytes)
  }
}

const nothing: Laid = { width: 0, draw: () => undefined }

// Parts of braces and arrows that are drawn side by side. Source: katex/dist/katex.css
const partOf: Readonly<Record<string, { from: number; width: number }>> = {
  'brace-left': { from: 0, width: 0.251 },
  'brace-center': { from: 0.25, width: 0.5 },
  'brace-right': { from: 0.749, width: 0.251 },
  'halfarrow-left': { from: 0, width: 0.502 },
  'halfarrow-right': { from: 0.498, width: 0.502 },
}

function contextOf(classes: ReadonlySet<string>, given: Context, style: Record<string, string> | undefined): Context {
  let { em, font, align, color } = given
  const isDelimiter = classes.has('delimsizing')
  let [from, to] = [0, 0]
  for (const one of classes) {
    font = fontOf[one] ?? font
    if (centred.has(one)) align = 'center'
    else if (one === 'msupsub' || one === 'col-align-l' || one === 'svg-align') align = 'left'
    else if (one === 'col-align-r') align = 'right'
    const size = /^(reset-)?size(\d+)$/.exec(one)
    if (size?.[1]) from = Number(size[2])
    else if (size && isDelimiter) font = `Size${size[2]}-Regular`
    else if (size) to = Number(size[2])
  }
  if (from > 0 && to > 0) em *= (sizes[to - 1] ?? 1) / (sizes[from - 1] ?? 1)
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(style?.['color'] ?? '')
  if (hex)
    color = hex
      .slice(1, 4)
      .map((part) => (Number.parseInt(part, 16) / 255).toFixed(3))
      .join(' ')
  return { em, font, align, color }
}

/** Returns the largest height or depth of a tree: the outermost spans of KaTeX have none themselves. */
function heightIn(node: Node, name: 'height' | 'depth'): number {
  const own = node[name] ?? 0
  if (own > 0 || !node.children) return own
  return node.children.reduce((most, one) => Math.max(most, heightIn(one, name)), 0)
}

/** A drawing of KaTeX, such as a root: its paths in the box around it, from the top left. */
function drawing(node: Node, { em, color }: Context): Laid {
  const attributes = node.attributes ?? {}
  const [, , boxWidth = 1, boxHeight = 1] = (attributes['viewBox'] ?? '').split(' ').map(Number)
  const height = emOf(attributes['height']) * em
  const ratio = attributes['preserveAspectRatio'] ?? ''
  const paths = (node.children ?? []).flatMap((one) => / d=['"]([^'"]*)['"]/.exec(one.toMarkup())?.[1] ?? [])
  const isFull = attributes['width'] === '100%' || emOf(attributes['width']) > 100
  return {
    width: isFull ? 0 : emOf(attributes['width']) * em,
    isFull,
    draw: (paper, x, baseline, full) => {
      const width = isFull ? full : emOf(attributes['width']) * em
      const down = height / boxHeight
      const across = ratio === 'none' ? width / boxWidth : down
      const free = width - boxWidth * across
      const shift = ratio.startsWith('xMid') ? free / 2 : ratio.startsWith('xMax') ? free : 0
      const clip = `${x.toFixed(2)} ${(baseline - height - 1).toFixed(2)} ${width.toFixed(2)} ${(height + 2).toFixed(2)} re W n`
      const matrix = [across, 0, 0, down, x + shift, baseline - height].map((one) => one.toFixed(5)).join(' ')
      paper.draw(`q ${clip} ${matrix} cm ${color} rg ${paths.map(pathOperators).join('\n')} Q`)
    },
  }
}

/** Turns the path of an SVG into operators of PDF, filled. KaTeX uses the commands M, L, H, V, C, S, Q, T and Z, in both cases. */
function pathOperators(path: string): string {
  const out: string[] = []
  const parts = path.match(/[a-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi) ?? []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let [controlX, controlY] = [0, 0]
  let command = ''
  let last = ''
  const put = (values: number[], operator: string) =>
    out.push(`${values.map((one) => Math.round(one * 100) / 100).join(' ')} ${operator}`)
  for (let at = 0; at < parts.length; ) {
    if (/[a-z]/i.test(parts[at] ?? '')) command = parts[at++] ?? ''
    else if (command === 'M') command = 'L'
    else if (command === 'm') command = 'l'
    const [fromX, fromY] = command === command.toLowerCase() ? [x, y] : [0, 0]
    const kind = command.toUpperCase()
    const take = (origin: number): number => Number(parts[at++] ?? 0) + origin
    const point = (): [number, number] => [take(fromX), take(fromY)]
    if (kind === 'Z') {
      out.push('h')
      ;[x, y] = [startX, startY]
    } else if (kind === 'M' || kind === 'L') {
      ;[x, y] = point()
      if (kind === 'M') [startX, startY] = [x, y]
      put([x, y], kind === 'M' ? 'm' : 'l')
    } else if (kind === 'H' || kind === 'V') {
      if (kind === 'H') x = take(fromX)
      else y = take(fromY)
      put([x, y], 'l')
    } else if (kind === 'C' || kind === 'S') {
      const isSmooth = kind === 'S'
      const first: [number, number] = isSmooth
        ? 'CS'.includes(last) && last !== ''
          ? [2 * x - controlX, 2 * y - controlY]
          : [x, y]
        : point()
      const second = point()
      const end = point()
      put([...first, ...second, ...end], 'c')
      ;[controlX, controlY] = second
      ;[x, y] = end
    } else if (kind === 'Q' || kind === 'T') {
      const control: [number, number] =
        kind === 'Q' ? point() : 'QT'.includes(last) && last !== '' ? [2 * x - controlX, 2 * y - controlY] : [x, y]
      const end = point()
      const third = (one: number, other: number) => one + (2 / 3) * (other - one)
      put(
        [third(x, control[0]), third(y, control[1]), third(end[0], control[0]), third(end[1], control[1]), ...end],
        'c',
      )
      ;[controlX, controlY] = control
      ;[x, y] = end
    } else throw new CannotDraw(command)
    last = kind
  }
  return `${out.join(' ')} f`
}
