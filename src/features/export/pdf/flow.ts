import { drawLine, heightOf, type Line, type Paragraph } from './lines.ts'
import { margins, type Paper, pageSize, rectangle } from './paper.ts'

/** What goes round blocks: a bar at their left, or a shade behind them. */
interface Surround {
  bar?: string
  shade?: string
}

interface OpenSurround extends Surround {
  x: number
  width: number
  from: number
  draw: (operators: string) => void
}

/** How the lines of a paragraph are placed. */
interface Placing {
  /** The distance from line to line, in points. */
  leading: number
  align?: 'left' | 'center' | 'right'
}

/** Places blocks one under another, from page to page. */
export class Flow {
  readonly paper: Paper
  /** The left edge of what is placed, and its width. */
  x = margins.left
  width = pageSize.width - margins.left - margins.right
  y = 0
  #gap = 0
  #marker: ((y: number, height: number) => void) | undefined
  readonly #surrounds: OpenSurround[] = []
  readonly bottom = pageSize.height - margins.bottom

  constructor(paper: Paper) {
    this.paper = paper
  }

  get isAtTop(): boolean {
    return this.y <= margins.top + 0.5
  }

  /** The height that is left on the page. */
  get room(): number {
    return this.bottom - this.y
  }

  /** The height of an empty page. */
  get whole(): number {
    return this.bottom - margins.top
  }

  newPage(): void {
    for (const one of this.#surrounds) this.#draw(one)
    this.paper.newPage()
    this.y = margins.top
    this.#gap = 0
    for (const one of this.#surrounds) Object.assign(one, { from: this.y, draw: this.paper.reserve() })
  }

  /** Keeps at least this distance to the block before. */
  gap(height: number): void {
    this.#gap = Math.max(this.#gap, height)
  }

  /** Begins a block of which at least this height is on one page. */
  begin(height: number): void {
    const gap = this.isAtTop ? 0 : this.#gap
    this.#gap = 0
    if (this.y + gap + Math.min(height, this.whole) > this.bottom && !this.isAtTop) this.newPage()
    else this.y += gap
  }

  /** Begins a page when less than this height is left, unless a whole page has not that much. */
  keep(height: number): void {
    const gap = this.isAtTop ? 0 : this.#gap
    if (height < this.whole && this.y + gap + height > this.bottom && !this.isAtTop) this.newPage()
  }

  /** Puts something round the blocks that `inside` places. */
  surround(
    surround: Surround & { left: number; right: number; pad: number; least?: number },
    inside: () => void,
  ): void {
    const { left, right, pad } = surround
    this.begin(surround.least ?? 24)
    const own = { ...surround, x: this.x, width: this.width, from: this.y, draw: this.paper.reserve() }
    this.#surrounds.push(own)
    this.y += pad
    this.inset(left, right, inside)
    this.#gap = 0
    this.y += pad
    this.#draw(own)
    this.#surrounds.pop()
  }

  #draw({ x, width, from, bar, shade, draw }: OpenSurround): void {
    const height = Math.min(this.y, this.bottom + 4) - from
    if (height <= 0) return
    const back = shade === undefined ? '' : rectangle(x, from, width, height, shade)
    draw(bar === undefined ? back : `${back} ${rectangle(x, from, 2.4, height, bar)}`)
  }

  /** Places what is `inside` further in, as far as something can still be read there. */
  inset(left: number, right: number, inside: () => void): void {
    const before = [this.x, this.width] as const
    const by = Math.max(0, Math.min(left, this.width - right - 120))
    this.x += by
    this.width = Math.max(100, this.width - by - right)
    inside()
    ;[this.x, this.width] = before
  }

  /** Adds what is drawn at the left of the next line, such as the number of a list item. */
  mark(draw: (y: number, height: number) => void): void {
    const before = this.#marker
    this.#marker = (y, height) => {
      before?.(y, height)
      draw(y, height)
    }
  }

  /** Draws the marks beside a line that begins at `y`. */
  drawMark(y: number, height: number): void {
    const draw = this.#marker
    this.#marker = undefined
    draw?.(y, height)
  }

  /** Draws marks that no line came for, on a line of their own. */
  flushMark(leading: number): void {
    if (!this.#marker) return
    this.begin(leading)
    this.drawMark(this.y, leading)
    this.y += leading
  }

  /** Places a line. */
  line(line: Line, { leading, align = 'left' }: Placing): void {
    const height = heightOf(line, leading)
    if (this.y + height > this.bottom + 0.5 && !this.isAtTop) this.newPage()
    const free = this.width - line.width
    const x = align === 'center' ? this.x + free / 2 : align === 'right' ? this.x + free : this.x
    this.drawMark(this.y, height)
    drawLine(this.paper, line, x, this.y, height, align === 'left' ? this.width : 0)
    this.y += height
  }

  /** Places a paragraph: never one line alone at the end or at the start of a page. */
  paragraph(paragraph: Paragraph, placing: Placing): void {
    const { leading } = placing
    const iterator = paragraph.lines(this.width)
    // enough to know whether the rest is more than one line
    const ahead: Line[] = []
    const fill = (count: number) => {
      while (ahead.length < count) {
        const { done, value } = iterator.next()
        if (done) break
        ahead.push(value)
      }
    }
    fill(4)
    if (ahead.length === 0) return
    const first = ahead.slice(0, ahead.length === 3 ? 3 : 2)
    this.begin(first.reduce((sum, line) => sum + heightOf(line, leading), 0))
    for (let placed = 0; ahead.length > 0; placed += 1) {
      fill(4)
      const next = ahead.shift()
      if (!next) break
      const height = heightOf(next, leading)
      const second = ahead[0]
      // the last line but one goes with the last
      const isLastButOne = ahead.length === 1 && second !== undefined
      const needed = height + (isLastButOne && placed > 0 && second ? heightOf(second, leading) : 0)
      if (needed > this.room + 0.5 && !this.isAtTop) this.newPage()
      this.line(next, placing)
    }
  }
}
