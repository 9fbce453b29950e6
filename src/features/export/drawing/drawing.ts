/** A colour: red, green and blue, and how opaque it is, from 0 to 1. */
export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

/** A step of a path, in pixels of the drawing. */
export type Step =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z']

/** An affine map: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** How the outline of a path is drawn. */
export interface Stroke {
  color: Color
  width: number
  /** Lengths of dashes and gaps in turn; empty for a whole line. */
  dash: readonly number[]
  cap: 'butt' | 'round' | 'square'
  join: 'miter' | 'round' | 'bevel'
}

/** A path that is filled, stroked, or both. */
export interface PathShape {
  kind: 'path'
  steps: readonly Step[]
  fill: Color | undefined
  isEvenOdd: boolean
  stroke: Stroke | undefined
  /** Paths, outside of each of which nothing is drawn. */
  clips: readonly (readonly Step[])[]
}

/** A part of a text in one style. */
export interface Span {
  text: string
  size: number
  color: Color
  isBold: boolean
  isItalic: boolean
  isMono: boolean
}

/** A text in one line. */
export interface TextShape {
  kind: 'text'
  spans: readonly Span[]
  /** Where its own coordinates are, whose origin is on the baseline. */
  matrix: Matrix
  /** Which part of the text is at the origin. */
  anchor: 'start' | 'middle' | 'end'
  clips: readonly (readonly Step[])[]
}

/** A drawing of lines, areas and texts, from back to front. Everything is in pixels of the drawing. */
export interface Drawing {
  width: number
  height: number
  shapes: readonly (PathShape | TextShape)[]
  /** The names of elements that are not in it, because they cannot be drawn. */
  missing: readonly string[]
}

/** Returns the map that applies `inner` first and `outer` to its result. */
export const combined = (outer: Matrix, inner: Matrix): Matrix => {
  const [a, b, c, d, e, f] = outer
  const [ia, ib, ic, id, ie, jf] = inner
  return [a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id, a * ie + c * jf + e, b * ie + d * jf + f]
}

/** Returns where a map takes a point. */
export const mapped = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** Returns by how much a map enlarges lengths, on average. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))

/** Returns the texts of a drawing, for searches. */
export const textOf = (drawing: Drawing): string =>
  drawing.shapes
    .flatMap((shape) => (shape.kind === 'text' ? [shape.spans.map((span) => span.text).join('')] : []))
    .join('\n')
