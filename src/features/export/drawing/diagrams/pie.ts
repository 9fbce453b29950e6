import type { Drawing } from '../drawing.ts'
import {
  drawTitle,
  inks,
  plainLabel,
  Sketch,
  seriesColor,
  titleHeight,
  titleWidth,
  widthOf,
  wrapped,
} from './sketch.ts'
import { isHiddenText, statementsIn } from './statements.ts'

interface Slice {
  label: string
  value: number
}

const radius = 110
const legendMost = 300

/** Returns a number as its source has it: without needless digits. */
const plainNumber = (value: number): string => String(Math.round(value * 100) / 100)

/** Draws a pie chart, its entries with their share beside it; undefined for a line that is none of it. */
export function drawPie(source: string): Drawing | undefined {
  let [title, showsValues] = ['', false]
  const slices: Slice[] = []
  const [first, ...rest] = statementsIn(source)
  const head = /^pie\b\s*(showData\b)?\s*(?:title\s+(.+))?$/.exec(first?.text ?? '')
  if (!head) return undefined
  showsValues = head[1] !== undefined
  title = plainLabel(head[2] ?? '')
  for (const { text } of rest) {
    const entry = /^(?:"([^"]+)"|'([^']+)')\s*:\s*(\d+(?:\.\d+)?)$/.exec(text)
    if (entry) slices.push({ label: plainLabel(entry[1] ?? entry[2] ?? ''), value: Number(entry[3]) })
    else if (text === 'showData') showsValues = true
    else if (/^title\s/.test(text)) title = plainLabel(text.slice(6))
    else if (!isHiddenText(text)) return undefined
  }
  const total = slices.reduce((sum, one) => sum + one.value, 0)
  return slices.length === 0 || total <= 0 || !Number.isFinite(total)
    ? undefined
    : drawn({ title, slices, total, showsValues })
}

function drawn(chart: { title: string; slices: Slice[]; total: number; showsValues: boolean }): Drawing {
  const { title, slices, total, showsValues } = chart
  const sketch = new Sketch()
  const entries = slices.map(({ label, value }) => {
    const share = `${plainNumber((value / total) * 100)}%`
    return { lines: wrapped(label, legendMost, 13), share: showsValues ? `${plainNumber(value)} (${share})` : share }
  })
  const labelWidth = Math.max(...entries.flatMap(({ lines }) => lines.map((line) => widthOf(line, 13))))
  const shareWidth = Math.max(...entries.map(({ share }) => widthOf(share, 13)))
  const legendHeight = entries.reduce((sum, { lines }) => sum + lines.length * 18 + 6, 0)
  const top = titleHeight(title) + 12
  const height = Math.max(radius * 2, legendHeight) + 24
  const middle = top - 12 + height / 2
  const legend = radius * 2 + 52
  const ownWidth = legend + 22 + labelWidth + 24 + shareWidth + 12
  const width = Math.max(ownWidth, titleWidth(title))
  const left = (width - ownWidth) / 2
  drawTitle(sketch, title, width / 2)
  const center = [left + 12 + radius, middle] as const
  let from = 0
  slices.forEach(({ value }, at) => {
    const to = from + (value / total) * 2 * Math.PI
    if (value > 0)
      sketch.slice(center, radius, from, to, {
        fill: seriesColor(at).strong,
        ...(value < total ? { line: { color: '#ffffff', width: 1.5 } } : {}),
      })
    from = to
  })
  let y = middle - legendHeight / 2
  entries.forEach(({ lines, share }, at) => {
    const own = lines.length * 18 + 6
    sketch.rect(left + legend, y + 5, 12, 12, { fill: seriesColor(at).strong, radius: 2 })
    lines.forEach((line, row) => sketch.text(line, left + legend + 22, y + 15.5 + row * 18))
    sketch.text(share, left + ownWidth - 12, y + 15.5, { color: inks.muted, anchor: 'end' })
    y += own
  })
  return sketch.finish(width, top - 12 + height)
}
