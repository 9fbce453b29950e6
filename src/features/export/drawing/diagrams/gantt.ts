import type { Drawing } from '../drawing.ts'
import { type GanttChart, type GanttTask, readGantt } from './gantt-tasks.ts'
import { drawTitle, inks, Sketch, seriesColor, titleHeight, titleWidth, widthOf, wrapped } from './sketch.ts'

const day = 86_400_000
const hour = 3_600_000

/** The steps of the axis: how long they are, and how their times are written. */
const steps: readonly { ms: number; months?: number; format: string }[] = [
  { ms: 60_000, format: '%H:%M' },
  { ms: 5 * 60_000, format: '%H:%M' },
  { ms: 15 * 60_000, format: '%H:%M' },
  { ms: hour, format: '%H:%M' },
  { ms: 3 * hour, format: '%H:%M' },
  { ms: 6 * hour, format: '%m-%d %H:%M' },
  { ms: day, format: '%m-%d' },
  { ms: 2 * day, format: '%m-%d' },
  { ms: 7 * day, format: '%m-%d' },
  { ms: 14 * day, format: '%m-%d' },
  { ms: 30 * day, months: 1, format: '%Y-%m' },
  { ms: 91 * day, months: 3, format: '%Y-%m' },
  { ms: 365 * day, months: 12, format: '%Y' },
  { ms: 3650 * day, months: 120, format: '%Y' },
]
const ticksMost = 9

const two = (value: number): string => String(value).padStart(2, '0')
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns a time as a pattern of D3 writes it. */
function written(time: number, format: string): string {
  const at = new Date(time)
  const parts: Readonly<Record<string, string>> = {
    Y: String(at.getUTCFullYear()),
    y: two(at.getUTCFullYear() % 100),
    m: two(at.getUTCMonth() + 1),
    d: two(at.getUTCDate()),
    e: String(at.getUTCDate()),
    H: two(at.getUTCHours()),
    I: two(at.getUTCHours() % 12 || 12),
    M: two(at.getUTCMinutes()),
    S: two(at.getUTCSeconds()),
    p: at.getUTCHours() < 12 ? 'AM' : 'PM',
    b: (months[at.getUTCMonth()] ?? '').slice(0, 3),
    B: months[at.getUTCMonth()] ?? '',
    a: (weekdays[at.getUTCDay()] ?? '').slice(0, 3),
    A: weekdays[at.getUTCDay()] ?? '',
  }
  return format.replaceAll(/%-?([A-Za-z])/g, (all, part: string) =>
    parts[part] === undefined ? all : all.startsWith('%-') ? parts[part].replace(/^0(?=\d)/, '') : parts[part],
  )
}

/** Returns the times at the axis and how they are written. */
function ticksBetween(from: number, to: number): { at: number[]; format: string } {
  const step = steps.find(({ ms }) => (to - from) / ms <= ticksMost) ?? steps[steps.length - 1]
  if (!step) return { at: [], format: '' }
  const at: number[] = []
  if (step.months === undefined) {
    // weeks begin on Mondays: 1970-01-05 was one
    const shift = step.ms >= 7 * day ? 4 * day : 0
    for (let time = Math.ceil((from - shift) / step.ms) * step.ms + shift; time <= to; time += step.ms) at.push(time)
  } else {
    const first = new Date(from)
    const month = first.getUTCFullYear() * 12 + first.getUTCMonth()
    for (let next = Math.ceil(month / step.months) * step.months; ; next += step.months) {
      const time = Date.UTC(Math.floor(next / 12), next % 12)
      if (time > to || !Number.isFinite(time)) break
      if (time >= from) at.push(time)
    }
  }
  return { at, format: step.format }
}

const rowHeight = 26
const axisHeight = 26
const plotWidth = 640
const nameMost = 150

const surfaceOf = (task: GanttTask, section: number) => {
  const color = seriesColor(section)
  const fill = task.isDone ? '#e3e7ee' : task.isActive ? color.strong : color.pale
  const line = task.isCritical ? { color: '#c62f2f', width: 1.8 } : { color: task.isDone ? '#b6becb' : color.strong }
  return { fill, line }
}

/** Draws a Gantt chart; undefined for a line that is none of it. */
export function drawGantt(source: string): Drawing | undefined {
  const chart = readGantt(source)
  const tasks = chart?.sections.flatMap((section) => section.tasks) ?? []
  if (!chart || tasks.length === 0) return undefined
  const from = Math.min(...tasks.map((task) => task.start))
  const to = Math.max(...tasks.map((task) => task.end), from + 60_000)
  return drawn(chart, from, to)
}

function drawn({ title, axisFormat, sections }: GanttChart, from: number, to: number): Drawing {
  const sketch = new Sketch()
  const names = sections.map(({ name }) => wrapped(name, nameMost, 13))
  const namesWidth = Math.max(0, ...names.flatMap((lines) => lines.map((line) => widthOf(line, 13) * 1.08)))
  const left = namesWidth === 0 ? 16 : namesWidth + 34
  const top = titleHeight(title) + 8 + axisHeight
  const xOf = (time: number) => left + ((time - from) / (to - from)) * plotWidth
  const heights = sections.map(({ tasks }, at) => Math.max(tasks.length * rowHeight, (names[at]?.length ?? 1) * 18) + 8)
  const bottom = top + heights.reduce((sum, one) => sum + one, 0)
  // names that do not fit into their bar are written after it
  const places = sections.map(({ tasks }) => tasks.map((task) => placeOf(task, xOf)))
  const width = Math.max(left + plotWidth + 20, titleWidth(title), ...places.flat().map(({ end }) => end + 12))
  let y = top
  sections.forEach(({ tasks }, at) => {
    const height = heights[at] ?? 0
    if (at % 2 === 0) sketch.rect(0, y, width, height, { fill: inks.shade })
    if (tasks.length > 0 || names[at])
      sketch.lines(names[at] ?? [], 12, y + height / 2, { isBold: true, color: inks.strong })
    y += height
  })
  const ticks = ticksBetween(from, to)
  let free = 0
  for (const time of ticks.at) {
    const x = xOf(time)
    const label = written(time, axisFormat === '' ? ticks.format : axisFormat)
    const half = widthOf(label, 11) / 2
    sketch.line(
      [
        [x, top - 4],
        [x, bottom],
      ],
      { color: inks.line, width: 0.8 },
    )
    if (x - half < free) continue
    free = x + half + 8
    sketch.text(label, x, top - 10, { size: 11, color: inks.muted, anchor: 'middle' })
  }
  sketch.line(
    [
      [0, top],
      [width, top],
    ],
    { color: inks.line },
  )
  y = top
  sections.forEach(({ tasks }, section) => {
    tasks.forEach((task, row) => {
      const middle = y + 4 + (row + 0.5) * rowHeight
      const surface = surfaceOf(task, section)
      const { x, right, isInside, text } = placeOf(task, xOf)
      if (task.isMilestone) {
        const r = 8
        sketch.polygon(
          [
            [x, middle - r],
            [x + r, middle],
            [x, middle + r],
            [x - r, middle],
          ],
          { ...surface, fill: seriesColor(section).strong },
        )
      } else sketch.rect(x, middle - 9, right - x, 18, { ...surface, radius: 3 })
      const color = isInside && task.isActive && !task.isDone ? inks.onDark : inks.text
      sketch.lines([task.name], text, middle, { size: 12, color, anchor: isInside ? 'middle' : 'start' })
    })
    y += heights[section] ?? 0
  })
  drawTitle(sketch, title, width / 2)
  return sketch.finish(width, bottom + 4)
}

/** Returns where a task and its name are, from left to right. */
function placeOf(task: GanttTask, xOf: (time: number) => number) {
  const nameWidth = widthOf(task.name, 12)
  if (task.isMilestone) {
    const x = xOf((task.start + task.end) / 2)
    return { x, right: x + 8, isInside: false, text: x + 14, end: x + 14 + nameWidth }
  }
  const x = xOf(task.start)
  const right = Math.max(x + 3, xOf(task.end))
  const isInside = nameWidth + 10 <= right - x
  return {
    x,
    right,
    isInside,
    text: isInside ? (x + right) / 2 : right + 6,
    end: isInside ? right : right + 6 + nameWidth,
  }
}
