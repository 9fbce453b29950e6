import type { Drawing } from '../drawing.ts'
import {
  drawTitle,
  inks,
  leadingOf,
  plainLabel,
  Sketch,
  seriesColor,
  titleHeight,
  titleWidth,
  widthOf,
  wrapped,
} from './sketch.ts'
import { isHiddenText, statementsIn } from './statements.ts'

interface Point {
  label: string
  /** From 0 at the left and at the bottom to 1. */
  x: number
  y: number
}

interface Quadrants {
  title: string
  /** What the ends of the axes say. */
  across: [low: string, high: string]
  upwards: [low: string, high: string]
  /** From the one at the upper right, against the clock. */
  names: [string, string, string, string]
  points: Point[]
}

const side = 420
const size = 12
const half = side / 2

const share = '([01](?:\\.\\d+)?|\\.\\d+)'
const pointPattern = new RegExp(
  `^(.+?)\\s*(?::::\\w+)?\\s*:\\s*\\[\\s*${share}\\s*,\\s*${share}\\s*\\](?:\\s+[\\w-]+:.*)?$`,
)

/** Returns what a quadrant chart says; undefined for a line that is none of it. */
function readQuadrants(source: string): Quadrants | undefined {
  const chart: Quadrants = { title: '', across: ['', ''], upwards: ['', ''], names: ['', '', '', ''], points: [] }
  const [, ...statements] = statementsIn(source)
  for (const { text } of statements) {
    if (isHiddenText(text) || /^classDef\s/.test(text)) continue
    const [, word = '', rest = ''] = /^(title|x-axis|y-axis|quadrant-[1-4])\s+(.+)$/.exec(text) ?? []
    const point = word === '' ? pointPattern.exec(text) : null
    const [low = '', high = ''] = rest.split(/\s*-->\s*/).map(plainLabel)
    if (word === 'title') chart.title = plainLabel(rest)
    else if (word === 'x-axis') chart.across = [low, high]
    else if (word === 'y-axis') chart.upwards = [low, high]
    else if (word !== '') chart.names[Number(word.at(-1)) - 1] = plainLabel(rest)
    else if (point) {
      const [, label = '', x, y] = point
      chart.points.push({ label: plainLabel(label), x: Number(x), y: Number(y) })
    } else return undefined
  }
  const isInside = chart.points.every(({ x, y }) => x <= 1 && y <= 1)
  return isInside && (chart.points.length > 0 || chart.names.some((name) => name !== '')) ? chart : undefined
}

/** Draws a quadrant chart; undefined for a line that is none of it. */
export function drawQuadrants(source: string): Drawing | undefined {
  const chart = readQuadrants(source)
  if (!chart) return undefined
  const { title, across, upwards, names, points } = chart
  const sketch = new Sketch()
  const ends = upwards.map((text) => wrapped(text, 110, size))
  const axisWidth = Math.max(0, ...ends.flat().map((line) => widthOf(line, size)))
  const left = 12 + (axisWidth > 0 ? axisWidth + 12 : 0)
  const width = Math.max(left + side + 12, titleWidth(title))
  const top = titleHeight(title) + 12
  drawTitle(sketch, title, width / 2)
  const corners = [
    [half, 0],
    [0, 0],
    [0, half],
    [half, half],
  ] as const
  corners.forEach(([x, y], at) => {
    sketch.rect(left + x, top + y, half, half, { fill: seriesColor(at).pale, line: { color: '#ffffff', width: 2 } })
    const lines = wrapped(names[at] ?? '', half - 24, size + 1)
    // in the middle of an empty quadrant, else above its points
    const isEmpty = points.length === 0
    const middle = top + y + (isEmpty ? half / 2 : 12 + (lines.length * leadingOf(size + 1)) / 2)
    sketch.lines(lines, left + x + half / 2, middle, {
      size: size + 1,
      color: seriesColor(at).strong,
      anchor: 'middle',
      isBold: true,
    })
  })
  sketch.rect(left, top, side, side, { line: { color: inks.line } })
  points.forEach(({ label, x, y }) => {
    const [cx, cy] = [left + x * side, top + (1 - y) * side]
    sketch.circle(cx, cy, 5, { fill: inks.accent, line: { color: '#ffffff' } })
    const lines = wrapped(label, half - 16, size)
    const long = Math.max(...lines.map((line) => widthOf(line, size)))
    // below its point, and inside of the chart
    const middle = Math.min(Math.max(cx, left + long / 2 + 3), left + side - long / 2 - 3)
    const high = lines.length * leadingOf(size)
    const isLow = cy + 8 + high > top + side
    sketch.lines(lines, middle, isLow ? cy - 9 - high / 2 : cy + 8 + high / 2, { size, anchor: 'middle' })
  })
  // one name of an axis is in its middle, two are at its ends
  const middles = (names: readonly [string, string]) => (names[1] === '' ? [0.5, 1] : [0.25, 0.75])
  let bottom = top + side + 12
  across.forEach((text, at) => {
    const lines = wrapped(text, half - 16, size)
    const high = lines.length * leadingOf(size)
    if (text === '') return
    const middle = left + (middles(across)[at] ?? 0) * side
    sketch.lines(lines, middle, top + side + 8 + high / 2, { size, color: inks.muted, anchor: 'middle' })
    bottom = Math.max(bottom, top + side + 8 + high + 8)
  })
  ends.forEach((lines, at) => {
    const middle = top + (1 - (middles(upwards)[at] ?? 0)) * side
    sketch.lines(lines, left - 10, middle, { size, color: inks.muted, anchor: 'end' })
  })
  return sketch.finish(width, bottom)
}
