import type { Drawing, PathShape, Step, Stroke } from './drawing.ts'
import { type Color, combined, type Matrix, mapped, type TextShape } from './drawing.ts'
import type { Pixels } from './pixels.ts'

/** A glyph as a path whose em is one, with its baseline at 0 and its top above. */
export interface Outline {
  steps: readonly Step[]
  /** Its width in ems. */
  width: number
}

/** Returns the glyph of a character; undefined for one that is not drawn. */
export type FindOutline = (code: number, isMono: boolean) => Outline | undefined

type Polygon = number[]

const sidesMost = 4000
const pixelsMost = 8_000_000
/** Lines across each row of pixels, at which areas are measured. */
const samples = 4
const flatness = 0.15

/** Returns curves and lines as polygons: lists of x and y in turn. */
function flatten(steps: readonly Step[], matrix: Matrix): { points: Polygon; isClosed: boolean }[] {
  const out: { points: Polygon; isClosed: boolean }[] = []
  let points: Polygon = []
  let x = 0
  let y = 0
  const end = (isClosed: boolean) => {
    if (points.length >= 2) out.push({ points, isClosed })
    points = []
  }
  for (const step of steps) {
    if (step[0] === 'Z') {
      x = points[0] ?? 0
      y = points[1] ?? 0
      end(true)
      points = [x, y]
      continue
    }
    if (step[0] !== 'C') {
      if (step[0] === 'M' && points.length > 2) end(false)
      ;[x, y] = mapped(matrix, step[1], step[2])
      if (step[0] === 'M') points = [x, y]
      else points.push(x, y)
      continue
    }
    const [x1, y1] = mapped(matrix, step[1], step[2])
    const [x2, y2] = mapped(matrix, step[3], step[4])
    const [x3, y3] = mapped(matrix, step[5], step[6])
    const bend = Math.hypot(x - 2 * x1 + x2, y - 2 * y1 + y2) + Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3)
    const parts = Math.max(1, Math.min(60, Math.ceil(Math.sqrt(bend / flatness))))
    for (let part = 1; part <= parts; part += 1) {
      const t = part / parts
      const u = 1 - t
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
      points.push(a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3)
    }
    ;[x, y] = [x3, y3]
  }
  if (points.length > 2) end(false)
  return out
}

/** Cuts a line into its dashes. */
function dashed(points: Polygon, isClosed: boolean, dash: readonly number[]): Polygon[] {
  const whole = isClosed ? [...points, points[0] ?? 0, points[1] ?? 0] : points
  const lengths = dash.length % 2 === 0 ? dash : [...dash, ...dash]
  const out: Polygon[] = []
  let [at, left] = [0, lengths[0] ?? 1]
  let part: Polygon = [whole[0] ?? 0, whole[1] ?? 0]
  for (let index = 2; index < whole.length && out.length < 20_000; index += 2) {
    let [fromX, fromY] = [whole[index - 2] ?? 0, whole[index - 1] ?? 0]
    const [toX, toY] = [whole[index] ?? 0, whole[index + 1] ?? 0]
    let rest = Math.hypot(toX - fromX, toY - fromY)
    while (rest > left && out.length < 20_000) {
      const share = left / rest
      fromX += (toX - fromX) * share
      fromY += (toY - fromY) * share
      rest -= left
      if (at % 2 === 0) out.push([...part, fromX, fromY])
      part = [fromX, fromY]
      at = (at + 1) % lengths.length
      left = Math.max(0.05, lengths[at] ?? 1)
    }
    left -= rest
    part.push(toX, toY)
  }
  if (at % 2 === 0 && part.length > 2) out.push(part)
  return out
}

/** Adds a polygon that turns to the right, whatever its given direction: overlapping ones then add up. */
function addTurned(out: Polygon[], points: Polygon): void {
  let area = 0
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length
    area += (points[at] ?? 0) * (points[next + 1] ?? 0) - (points[next] ?? 0) * (points[at + 1] ?? 0)
  }
  if (area >= 0) out.push(points)
  else {
    const turned: Polygon = []
    for (let at = points.length - 2; at >= 0; at -= 2) turned.push(points[at] ?? 0, points[at + 1] ?? 0)
    out.push(turned)
  }
}

function disc(x: number, y: number, radius: number): Polygon {
  const corners = Math.max(8, Math.min(40, Math.ceil(radius * 4)))
  return Array.from({ length: corners }, (_, at) => {
    const angle = (at * 2 * Math.PI) / corners
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  }).flat()
}

/** Returns the outline of a stroked line as polygons that overlap. */
function stroked(lines: { points: Polygon; isClosed: boolean }[], stroke: Stroke, scale: number): Polygon[] {
  const half = Math.max(0.35, (stroke.width * scale) / 2)
  const out: Polygon[] = []
  const dash = stroke.dash.map((one) => one * scale)
  const parts =
    dash.length === 0
      ? lines
      : lines.flatMap(({ points, isClosed }) =>
          dashed(points, isClosed, dash).map((part) => ({ points: part, isClosed: false })),
        )
  for (const { points, isClosed } of parts) {
    const whole = isClosed ? [...points, points[0] ?? 0, points[1] ?? 0] : points
    const last = whole.length - 2
    for (let at = 0; at < last; at += 2) {
      let [x1, y1, x2, y2] = [whole[at] ?? 0, whole[at + 1] ?? 0, whole[at + 2] ?? 0, whole[at + 3] ?? 0]
      const length = Math.hypot(x2 - x1, y2 - y1)
      if (length < 1e-6) continue
      const [ux, uy] = [((x2 - x1) / length) * half, ((y2 - y1) / length) * half]
      if (stroke.cap === 'square' && !isClosed) {
        if (at === 0) [x1, y1] = [x1 - ux, y1 - uy]
        if (at + 2 === last) [x2, y2] = [x2 + ux, y2 + uy]
      }
      addTurned(out, [x1 - uy, y1 + ux, x2 - uy, y2 + ux, x2 + uy, y2 - ux, x1 + uy, y1 - ux])
      // corners are rounded; a sharp one differs by less than a pixel in the thin lines of diagrams
      const isCorner = at > 0 || isClosed
      if ((isCorner && half > 0.6) || (stroke.cap === 'round' && at === 0)) addTurned(out, disc(x1, y1, half))
    }
    if (stroke.cap === 'round' && !isClosed) addTurned(out, disc(whole[last] ?? 0, whole[last + 1] ?? 0, half))
  }
  return out
}

/** An image that is being drawn. */
class Canvas {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.rgba = new Uint8Array(width * height * 4)
  }

  /** Returns how much of each pixel is inside of polygons, from 0 to 1, and the rows where anything is. */
  cover(
    polygons: readonly Polygon[],
    isEvenOdd: boolean,
  ): { from: number; rows: Float32Array[]; sides: [number, number] } {
    const edges: { top: number; bottom: number; x: number; slope: number; turn: number }[] = []
    for (const points of polygons) {
      for (let at = 0; at < points.length; at += 2) {
        const next = (at + 2) % points.length
        const [x1 = 0, y1 = 0] = [points[at], points[at + 1]]
        const [x2 = 0, y2 = 0] = [points[next], points[next + 1]]
        if (y1 === y2 || !Number.isFinite(x1 + y1 + x2 + y2)) continue
        const isDown = y2 > y1
        const [top, bottom, x] = isDown ? [y1, y2, x1] : [y2, y1, x2]
        edges.push({ top, bottom, x, slope: (x2 - x1) / (y2 - y1), turn: isDown ? 1 : -1 })
      }
    }
    edges.sort((a, b) => a.top - b.top)
    const ends = edges.map(({ top, bottom, x, slope }) => [x, x + slope * (bottom - top)]).flat()
    const left = ends.reduce((least, x) => Math.min(least, x), this.width)
    const right = ends.reduce((most, x) => Math.max(most, x), 0)
    const sides: [number, number] = [Math.max(0, Math.floor(left)), Math.min(this.width, Math.ceil(right) + 1)]
    const from = Math.max(0, Math.floor(edges[0]?.top ?? 0))
    const to = Math.min(this.height, Math.ceil(edges.reduce((most, edge) => Math.max(most, edge.bottom), 0)))
    const rows: Float32Array[] = []
    let active: typeof edges = []
    let next = 0
    for (let row = from; row < to; row += 1) {
      const line = new Float32Array(this.width)
      for (let sample = 0; sample < samples; sample += 1) {
        const y = row + (sample + 0.5) / samples
        for (let edge = edges[next]; edge && edge.top <= y; edge = edges[next]) {
          active.push(edge)
          next += 1
        }
        active = active.filter((edge) => edge.bottom > y)
        const crossings = active
          .map(({ top, x, slope, turn }) => ({ x: x + (y - top) * slope, turn }))
          .sort((a, b) => a.x - b.x)
        let winding = 0
        crossings.forEach((crossing, at) => {
          winding += isEvenOdd ? 1 : crossing.turn
          const end = crossings[at + 1]
          const isInside = isEvenOdd ? winding % 2 === 1 : winding !== 0
          if (isInside && end) addSpan(line, crossing.x, end.x)
        })
      }
      rows.push(line)
    }
    return { from, rows, sides }
  }

  fill(polygons: readonly Polygon[], isEvenOdd: boolean, color: Color, clips: readonly Float32Array[]): void {
    const { from, rows, sides } = this.cover(polygons, isEvenOdd)
    const [red, green, blue] = [color.red * 255, color.green * 255, color.blue * 255]
    rows.forEach((line, index) => {
      const row = from + index
      for (let column = sides[0]; column < sides[1]; column += 1) {
        let share = Math.min(1, line[column] ?? 0) * color.alpha
        if (share === 0) continue
        for (const clip of clips) share *= Math.min(1, clip[row * this.width + column] ?? 0)
        if (share > 0) this.#blend((row * this.width + column) * 4, red, green, blue, share)
      }
    })
  }

  #blend(at: number, red: number, green: number, blue: number, share: number): void {
    const { rgba } = this
    const under = (rgba[at + 3] ?? 0) / 255
    const alpha = share + under * (1 - share)
    const mix = (above: number, below: number) => (above * share + below * under * (1 - share)) / alpha
    rgba[at] = Math.round(mix(red, rgba[at] ?? 0))
    rgba[at + 1] = Math.round(mix(green, rgba[at + 1] ?? 0))
    rgba[at + 2] = Math.round(mix(blue, rgba[at + 2] ?? 0))
    rgba[at + 3] = Math.round(alpha * 255)
  }
}

function addSpan(line: Float32Array, from: number, to: number): void {
  const [start, end] = [Math.max(0, from), Math.min(line.length, to)]
  if (end <= start) return
  const [first, last] = [Math.floor(start), Math.min(line.length - 1, Math.floor(end))]
  const share = 1 / samples
  if (first === last) {
    line[first] = (line[first] ?? 0) + (end - start) * share
    return
  }
  line[first] = (line[first] ?? 0) + (first + 1 - start) * share
  for (let column = first + 1; column < last; column += 1) line[column] = (line[column] ?? 0) + share
  line[last] = (line[last] ?? 0) + (end - last) * share
}

function drawText(canvas: Canvas, shape: TextShape, base: Matrix, find: FindOutline, clips: Float32Array[]): void {
  const glyphs = shape.spans.flatMap((span) =>
    [...span.text].map((char) => ({ span, outline: find(char.codePointAt(0) ?? 0, span.isMono) })),
  )
  const width = glyphs.reduce((sum, { span, outline }) => sum + (outline?.width ?? 0) * span.size, 0)
  let x = shape.anchor === 'middle' ? -width / 2 : shape.anchor === 'end' ? -width : 0
  for (const { span, outline } of glyphs) {
    if (!outline) continue
    const { size, color, isBold, isItalic } = span
    const own: Matrix = [size, 0, isItalic ? -0.2 * size : 0, size, x, 0]
    const matrix = combined(combined(base, shape.matrix), own)
    const lines = flatten(outline.steps, matrix)
    const polygons = lines.map((line) => line.points)
    if (color.alpha > 0) {
      canvas.fill(polygons, false, color, clips)
      const bold: Stroke = { color, width: size * 0.032, dash: [], cap: 'round', join: 'round' }
      if (isBold)
        canvas.fill(
          stroked(
            lines.map((line) => ({ ...line, isClosed: true })),
            bold,
            base[0],
          ),
          false,
          color,
          clips,
        )
    }
    x += outline.width * size
  }
}

function drawPath(canvas: Canvas, shape: PathShape, base: Matrix, clips: Float32Array[]): void {
  const lines = flatten(shape.steps, base)
  if (shape.fill) {
    const polygons = lines.map((line) => line.points)
    canvas.fill(polygons, shape.isEvenOdd, shape.fill, clips)
  }
  if (shape.stroke) canvas.fill(stroked(lines, shape.stroke, base[0]), false, shape.stroke.color, clips)
}

/**
 * Draws a drawing as pixels, on nothing.
 *
 * @param wish pixels for each pixel of the drawing; a large drawing gets fewer
 */
export function rasterize(drawing: Drawing, wish: number, find: FindOutline): Pixels {
  const { width, height } = drawing
  const scale = Math.min(wish, sidesMost / width, sidesMost / height, Math.sqrt(pixelsMost / (width * height)))
  const canvas = new Canvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const base: Matrix = [scale, 0, 0, scale, 0, 0]
  const masks = new Map<readonly Step[], Float32Array>()
  const maskOf = (clip: readonly Step[]): Float32Array => {
    const known = masks.get(clip)
    if (known) return known
    const mask = new Float32Array(canvas.width * canvas.height)
    const { from, rows } = canvas.cover(
      flatten(clip, base).map((line) => line.points),
      false,
    )
    rows.forEach((line, index) => mask.set(line, (from + index) * canvas.width))
    // masks are as large as the image: not many are held
    if (masks.size < 4) masks.set(clip, mask)
    return mask
  }
  for (const shape of drawing.shapes) {
    const clips = shape.clips.map(maskOf)
    if (shape.kind === 'path') drawPath(canvas, shape, base, clips)
    else drawText(canvas, shape, base, find, clips)
  }
  return { width: canvas.width, height: canvas.height, rgba: canvas.rgba }
}
