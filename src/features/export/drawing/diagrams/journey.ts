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

interface Task {
  name: string[]
  /** How somebody feels with it, from 0 to 5. */
  score: number
  actors: string[]
}

interface Section {
  name: string
  tasks: Task[]
}

const size = 12
const cardWidth = 112
const gap = 10
const step = cardWidth + gap
const scoreMost = 5
/** The distance between two scores. */
const rise = 26

/** Returns the sections of a user journey; undefined for a line that is none of it. */
function readJourney(source: string): { title: string; sections: Section[] } | undefined {
  let title = ''
  const sections: Section[] = []
  const [, ...statements] = statementsIn(source)
  for (const { text } of statements) {
    if (isHiddenText(text)) continue
    const task = /^([^:]+?)\s*:\s*([0-5](?:\.\d+)?)\s*(?::\s*(.*))?$/.exec(text)
    if (/^title\s/.test(text)) title = plainLabel(text.slice(6))
    else if (/^section\s/.test(text)) sections.push({ name: plainLabel(text.slice(8)), tasks: [] })
    else if (task) {
      const [, name = '', score = '', actors = ''] = task
      if (sections.length === 0) sections.push({ name: '', tasks: [] })
      sections.at(-1)?.tasks.push({
        name: wrapped(plainLabel(name), cardWidth - 14, size),
        score: Math.min(scoreMost, Number(score)),
        actors: actors.split(',').map(plainLabel).filter(Boolean),
      })
    } else return undefined
  }
  return sections.some(({ tasks }) => tasks.length > 0) ? { title, sections } : undefined
}

/** Draws a face that is as content as a score says. */
function drawFace(sketch: Sketch, x: number, y: number, score: number): void {
  const color = score >= 3.5 ? seriesColor(2) : score >= 2.5 ? seriesColor(6) : seriesColor(7)
  const line = { color: color.strong, width: 1.5 }
  sketch.circle(x, y, 10, { fill: color.pale, line })
  for (const eye of [-3.5, 3.5]) sketch.circle(x + eye, y - 2.5, 1.3, { fill: color.strong })
  // the corners of the mouth are above its middle, or below it
  const bend = (score - 3) * 1.6
  const corner = y + 4.5 - bend / 2
  sketch.path(
    [
      ['M', x - 4.5, corner],
      ['C', x - 2, corner + bend, x + 2, corner + bend, x + 4.5, corner],
    ],
    { line },
  )
}

/** Draws a user journey: a column for each task, with a face as high as its score; undefined for a line that is none of it. */
export function drawJourney(source: string): Drawing | undefined {
  const journey = readJourney(source)
  if (!journey) return undefined
  const { title, sections } = journey
  const sketch = new Sketch()
  const tasks = sections.flatMap((section) => section.tasks)
  const actors = [...new Set(tasks.flatMap((task) => task.actors))]
  const columns = sections.reduce((sum, section) => sum + Math.max(1, section.tasks.length), 0)
  const axis = 30
  const chartWidth = axis + columns * step + gap
  // the actors, in as many rows as they need
  const entries = actors.map((name) => ({ name, width: widthOf(name, size) + 34 }))
  const width = Math.max(chartWidth, titleWidth(title), ...entries.map((entry) => entry.width + 24))
  drawTitle(sketch, title, width / 2)
  let y = titleHeight(title) + 12
  let x = 12
  entries.forEach((entry, at) => {
    if (x > 12 && x + entry.width > width - 12) {
      x = 12
      y += 20
    }
    sketch.circle(x + 6, y + 7, 5, { fill: seriesColor(at).strong })
    sketch.text(entry.name, x + 17, y + 11, { size })
    x += entry.width
  })
  if (entries.length > 0) y += 26
  const names = sections.map(({ name, tasks: own }) =>
    wrapped(name, Math.max(1, own.length) * step - gap - 18, size + 1),
  )
  const hasNames = sections.some(({ name }) => name !== '')
  const sectionHeight = hasNames ? Math.max(...names.map((lines) => lines.length * leadingOf(size + 1) + 12)) : 0
  const cardHeight = Math.max(...tasks.map(({ name }) => name.length * leadingOf(size) + 14)) + 16
  const cardTop = y + sectionHeight + (hasNames ? 8 : 0)
  const chartTop = cardTop + cardHeight + 22
  const chartBottom = chartTop + scoreMost * rise
  const heightOf = (score: number) => chartBottom - score * rise
  const left = (width - chartWidth) / 2 + axis
  for (let score = 0; score <= scoreMost; score += 1) {
    const at = heightOf(score)
    const from: [number, number] = [left, at]
    sketch.line([from, [left + columns * step - gap, at]], { color: inks.line, width: score === 0 ? 1.5 : 0.7 })
    sketch.text(String(score), left - 8, at + 4, { size: 11, color: inks.muted, anchor: 'end' })
  }
  x = left
  const points: [number, number][] = []
  sections.forEach((section, at) => {
    const own = Math.max(1, section.tasks.length) * step
    const color = seriesColor(at)
    if (section.name !== '') {
      sketch.rect(x, y, own - gap, sectionHeight, { fill: color.strong, radius: 4 })
      sketch.lines(names[at] ?? [], x + (own - gap) / 2, y + sectionHeight / 2, {
        size: size + 1,
        color: inks.onDark,
        anchor: 'middle',
        isBold: true,
      })
    }
    section.tasks.forEach((task, index) => {
      const [from, middle] = [x + index * step, x + index * step + cardWidth / 2]
      sketch.rect(from, cardTop, cardWidth, cardHeight, { fill: color.pale, line: { color: color.strong }, radius: 4 })
      sketch.lines(task.name, middle, cardTop + (cardHeight - 16) / 2, { size, anchor: 'middle' })
      const between = Math.min(14, (cardWidth - 16) / Math.max(1, task.actors.length))
      task.actors.forEach((actor, number) => {
        const across = middle + (number - (task.actors.length - 1) / 2) * between
        sketch.circle(across, cardTop + cardHeight - 11, 4.5, {
          fill: seriesColor(actors.indexOf(actor)).strong,
          line: { color: '#ffffff' },
        })
      })
      points.push([middle, heightOf(task.score)])
    })
    x += own
  })
  if (points.length > 1) sketch.line(points, { color: inks.muted, width: 1.2, dash: [4, 3] })
  points.forEach(([across, high], at) => drawFace(sketch, across, high, tasks[at]?.score ?? 0))
  return sketch.finish(width, chartBottom + 22)
}
