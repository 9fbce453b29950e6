import { black, readColor } from '../color.ts'
import type { Color, Drawing, Matrix, PathShape, Step, Stroke, TextShape } from '../drawing.ts'
import { combined } from '../drawing.ts'

/** The colours of diagrams on white paper. */
export const inks = {
  text: '#20262e',
  strong: '#0d1219',
  muted: '#5b6472',
  line: '#c9d0dc',
  shade: '#f4f6fa',
  accent: '#2159b8',
  onDark: '#ffffff',
} as const

/** Colours that are told apart side by side, also when printed in grey: each has a pale form to write on. */
const series = [
  ['#3b6fc9', '#dfe9fb'],
  ['#d9822b', '#fceadb'],
  ['#3d9a6a', '#dcf3e6'],
  ['#b04a8f', '#f7e1f0'],
  ['#7a62c9', '#e9e4fa'],
  ['#2b95a8', '#d9f1f5'],
  ['#a8892a', '#f6efd5'],
  ['#c24d4d', '#fae0e0'],
] as const

/** Returns the colour of an entry of a diagram by its number, and its pale form. */
export const seriesColor = (number: number): { strong: string; pale: string } => {
  const [strong, pale] = series[number % series.length] ?? series[0]
  return { strong, pale }
}

/** The distance from line to line, for a size of text. */
export const leadingOf = (size: number): number => size * 1.35

const narrow = /[ijltfrI1.,:;'|!()[\]{}"`/\\-]/
const wide = /[mwMW@%&]/

/** Returns how wide a character is in ems, on average of the fonts in which it may be drawn, rather too much than too little. */
function emsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0
  if (code >= 0x2e80) return code >= 0xfe00 && code <= 0xfe0f ? 0 : 1
  if (char === ' ') return 0.3
  if (narrow.test(char)) return 0.38
  if (wide.test(char)) return 0.92
  return char >= 'A' && char <= 'Z' ? 0.7 : 0.58
}

/** Returns how wide a text in one line is, in pixels. */
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, char) => sum + emsOf(char), 0) * size

// a word that is never broken, or one character of a script without spaces
const breakable = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\s+/g

/** Returns the lines of a text that are at most this wide; a single long word is cut. */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = []
  for (const given of text.split('\n')) {
    let line = ''
    const add = (part: string) => {
      if (line !== '' && widthOf((line + part).trimEnd(), size) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      if (line !== '' || part.trim() !== '') line += part
    }
    for (const part of given.match(breakable) ?? []) {
      if (widthOf(part, size) <= width) add(part)
      else for (const char of part) add(char)
    }
    lines.push(line.trimEnd())
  }
  return lines
}

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  colon: ':',
  semi: ';',
}

/** Returns a label as it is read: line breaks, entities as Mermaid writes them, no marks of Markdown around it. */
export const plainLabel = (text: string): string =>
  text
    .replaceAll(/<br\s*\/?>|\\n/gi, '\n')
    .replaceAll(/[#&](?:(\d{1,7})|#?(\w{2,6}));/g, (all, code: string | undefined, name: string | undefined) => {
      if (code === undefined) return entities[name ?? ''] ?? all
      const number = Number(code)
      return number > 0x1f && number <= 0x10ffff ? String.fromCodePoint(number).toWellFormed() : all
    })
    .replace(/^(["'])(`?)([^]*)\2\1$/, '$3')
    .trim()

const colorOf = (value: string): Color => readColor(value) ?? black

/** How a line is drawn. */
interface Pen {
  color: string
  width?: number
  dash?: readonly number[]
}

const strokeOf = ({ color, width = 1, dash = [] }: Pen): Stroke => ({
  color: colorOf(color),
  width,
  dash,
  cap: 'butt',
  join: 'round',
})

/** How an area is drawn. */
interface Surface {
  fill?: string
  line?: Pen
}

/** How a text is drawn. */
interface Lettering {
  size?: number
  color?: string
  anchor?: 'start' | 'middle' | 'end'
  isBold?: boolean
}

/** Part of a Bézier curve's length that makes it a quarter of a circle. */
const quarter = 0.5523

/** Collects the shapes of a diagram from back to front, in pixels. */
export class Sketch {
  readonly #shapes: (PathShape | TextShape)[] = []

  path(steps: readonly Step[], { fill, line }: Surface): void {
    const stroke = line && strokeOf(line)
    this.#shapes.push({
      kind: 'path',
      steps,
      fill: fill === undefined ? undefined : colorOf(fill),
      isEvenOdd: false,
      stroke,
      clips: [],
    })
  }

  line(points: readonly (readonly [number, number])[], pen: Pen): void {
    this.path(
      points.map(([x, y], at): Step => [at === 0 ? 'M' : 'L', x, y]),
      { line: pen },
    )
  }

  /** Draws a rectangle, whose corners may be round. */
  rect(x: number, y: number, width: number, height: number, surface: Surface & { radius?: number }): void {
    const r = Math.min(surface.radius ?? 0, width / 2, height / 2)
    const [right, bottom, k] = [x + width, y + height, r * (1 - quarter)]
    const corner = (...to: [number, number, number, number, number, number]): Step[] => (r > 0 ? [['C', ...to]] : [])
    this.path(
      [
        ['M', x + r, y],
        ['L', right - r, y],
        ...corner(right - k, y, right, y + k, right, y + r),
        ['L', right, bottom - r],
        ...corner(right, bottom - k, right - k, bottom, right - r, bottom),
        ['L', x + r, bottom],
        ...corner(x + k, bottom, x, bottom - k, x, bottom - r),
        ['L', x, y + r],
        ...corner(x, y + k, x + k, y, x + r, y),
        ['Z'],
      ],
      surface,
    )
  }

  /** Draws a closed area between points. */
  polygon(points: readonly (readonly [number, number])[], surface: Surface): void {
    this.path([...points.map(([x, y], at): Step => [at === 0 ? 'M' : 'L', x, y]), ['Z']], surface)
  }

  /** Draws a slice of a circle, from one angle to another one clockwise from the top; a whole circle has no edge inside. */
  slice(center: readonly [number, number], radius: number, from: number, to: number, surface: Surface): void {
    const [cx, cy] = center
    const at = (angle: number, r = radius): [number, number] => [cx + r * Math.sin(angle), cy - r * Math.cos(angle)]
    const isWhole = to - from >= 2 * Math.PI - 1e-6
    const parts = Math.max(1, Math.ceil((to - from) / (Math.PI / 2) - 1e-9))
    const step = (to - from) / parts
    const reach = (4 / 3) * Math.tan(step / 4) * radius
    const steps: Step[] = isWhole
      ? [['M', ...at(from)]]
      : [
          ['M', cx, cy],
          ['L', ...at(from)],
        ]
    for (let part = 0; part < parts; part += 1) {
      const [start, end] = [from + part * step, from + (part + 1) * step]
      const [x1, y1] = at(start)
      const [x2, y2] = at(end)
      steps.push([
        'C',
        x1 + reach * Math.cos(start),
        y1 + reach * Math.sin(start),
        x2 - reach * Math.cos(end),
        y2 - reach * Math.sin(end),
        x2,
        y2,
      ])
    }
    this.path([...steps, ['Z']], surface)
  }

  circle(x: number, y: number, radius: number, surface: Surface): void {
    this.slice([x, y], radius, 0, 2 * Math.PI, surface)
  }

  /** Writes a text in one line; `y` is its baseline. */
  text(text: string, x: number, y: number, given: Lettering = {}): void {
    if (text === '') return
    const { size = 13, color = inks.text, anchor = 'start', isBold = false } = given
    const span = { text, size, color: colorOf(color), isBold, isItalic: false, isMono: false }
    this.#shapes.push({ kind: 'text', spans: [span], matrix: [1, 0, 0, 1, x, y], anchor, clips: [] })
  }

  /** Writes lines one under another, with their middle at `y`. */
  lines(lines: readonly string[], x: number, y: number, given: Lettering = {}): void {
    const { size = 13 } = given
    const leading = leadingOf(size)
    lines.forEach((line, at) => {
      this.text(line, x, y + (at - (lines.length - 1) / 2) * leading + size * 0.36, given)
    })
  }

  finish(width: number, height: number): Drawing {
    return { width: Math.ceil(width), height: Math.ceil(height), shapes: this.#shapes, missing: [] }
  }
}

/** The size of the title above a diagram, in pixels. */
const titleSize = 16

/** The height that a title takes above a diagram; 0 for none. */
export const titleHeight = (title: string): number => (title === '' ? 0 : 34)

/** Writes the title of a diagram above its middle. */
export const drawTitle = (sketch: Sketch, title: string, middle: number): void =>
  sketch.text(title, middle, 10 + titleSize, { size: titleSize, color: inks.strong, anchor: 'middle', isBold: true })

/** Returns the width that the title of a diagram needs. */
export const titleWidth = (title: string): number => (title === '' ? 0 : widthOf(title, titleSize) * 1.08 + 24)

/** Returns a step of a path that is moved. */
function movedStep(step: Step, x: number, y: number): Step {
  if (step[0] === 'Z') return step
  if (step[0] === 'C') {
    const [, x1, y1, x2, y2, x3, y3] = step
    return ['C', x1 + x, y1 + y, x2 + x, y2 + y, x3 + x, y3 + y]
  }
  return [step[0], step[1] + x, step[2] + y]
}

/** Returns a drawing with a title above it. */
export function withTitle(drawing: Drawing, title: string): Drawing {
  const sketch = new Sketch()
  const width = Math.max(drawing.width, titleWidth(title))
  drawTitle(sketch, title, width / 2)
  const [x, y] = [(width - drawing.width) / 2, titleHeight(title)]
  const map: Matrix = [1, 0, 0, 1, x, y]
  const moved = (steps: readonly Step[]) => steps.map((step) => movedStep(step, x, y))
  const shapes = drawing.shapes.map((shape): PathShape | TextShape => {
    const clips = shape.clips.map(moved)
    return shape.kind === 'path'
      ? { ...shape, steps: moved(shape.steps), clips }
      : { ...shape, matrix: combined(map, shape.matrix), clips }
  })
  const { height, shapes: above } = sketch.finish(width, titleHeight(title) + drawing.height)
  return { width: Math.ceil(width), height, shapes: [...above, ...shapes], missing: drawing.missing }
}
