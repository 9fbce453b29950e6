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
  wrapped,
} from './sketch.ts'
import { isHiddenText, statementsIn } from './statements.ts'

interface Period {
  name: string[]
  events: string[][]
}

interface Section {
  name: string
  periods: Period[]
}

const size = 12
const cardWidth = 132
const gap = 12

const cardHeight = (lines: readonly string[]): number => lines.length * leadingOf(size) + 14
const inCard = (text: string): string[] => wrapped(plainLabel(text), cardWidth - 18, size)

/** Returns the sections of a timeline; undefined for a line that is none of it. */
function readTimeline(source: string): { title: string; sections: Section[] } | undefined {
  let title = ''
  const sections: Section[] = []
  const [, ...statements] = statementsIn(source)
  for (const { text } of statements) {
    if (isHiddenText(text)) continue
    if (/^title\s/.test(text)) title = plainLabel(text.slice(6))
    else if (/^section\s/.test(text)) sections.push({ name: plainLabel(text.slice(8)), periods: [] })
    else {
      // a colon with a space, so that times such as 12:30 stay whole
      const [name = '', ...events] = text.split(/(?:^|\s+):\s+/)
      if (name === '' && events.length > 0) {
        const last = sections.at(-1)?.periods.at(-1)
        if (!last) return undefined
        last.events.push(...events.map(inCard))
      } else {
        if (sections.length === 0) sections.push({ name: '', periods: [] })
        sections.at(-1)?.periods.push({ name: inCard(name), events: events.map(inCard) })
      }
    }
  }
  return sections.some(({ periods }) => periods.length > 0) ? { title, sections } : undefined
}

/** Draws a timeline: a column for each period with its events below; undefined for a line that is none of it. */
export function drawTimeline(source: string): Drawing | undefined {
  const timeline = readTimeline(source)
  if (!timeline) return undefined
  const { title, sections } = timeline
  const sketch = new Sketch()
  const step = cardWidth + gap
  const columns = sections.reduce((sum, { periods }) => sum + Math.max(1, periods.length), 0)
  const width = Math.max(columns * step + gap, titleWidth(title))
  const names = sections.map(({ name, periods }) =>
    wrapped(name, Math.max(1, periods.length) * step - gap - 18, size + 1),
  )
  const sectionHeight = Math.max(
    0,
    ...names.map((lines) => (lines.join('') === '' ? 0 : lines.length * leadingOf(size + 1) + 14)),
  )
  const periods = sections.flatMap((section) => section.periods)
  const nameHeight = Math.max(0, ...periods.map(({ name }) => cardHeight(name)))
  const top = titleHeight(title) + gap
  const line = top + sectionHeight + (sectionHeight > 0 ? gap : 0) + nameHeight + 16
  let [x, bottom] = [gap + (width - columns * step - gap) / 2, line + 10]
  drawTitle(sketch, title, width / 2)
  sketch.line(
    [
      [x, line],
      [x + columns * step - gap, line],
    ],
    { color: inks.muted, width: 1.5 },
  )
  let number = 0
  sections.forEach((section, at) => {
    const own = Math.max(1, section.periods.length) * step
    if (section.name !== '') {
      sketch.rect(x, top, own - gap, sectionHeight, { fill: seriesColor(at).strong, radius: 4 })
      const middle = x + (own - gap) / 2
      sketch.lines(names[at] ?? [], middle, top + sectionHeight / 2, {
        size: size + 1,
        color: inks.onDark,
        anchor: 'middle',
        isBold: true,
      })
    }
    section.periods.forEach(({ name, events }, index) => {
      const color = seriesColor(sectionHeight > 0 ? at : number)
      number += 1
      const [left, middle] = [x + index * step, x + index * step + cardWidth / 2]
      const nameTop = line - 16 - nameHeight
      const surface = { fill: color.pale, line: { color: color.strong }, radius: 4 }
      sketch.rect(left, nameTop, cardWidth, nameHeight, surface)
      sketch.lines(name, middle, nameTop + nameHeight / 2, { size, anchor: 'middle', isBold: true })
      sketch.circle(middle, line, 4, { fill: color.strong })
      let y = line + 16
      for (const event of events) {
        const height = cardHeight(event)
        sketch.rect(left, y, cardWidth, height, { fill: '#ffffff', line: { color: inks.line }, radius: 4 })
        sketch.lines(event, middle, y + height / 2, { size, anchor: 'middle' })
        y += height + 8
      }
      bottom = Math.max(bottom, y)
    })
    x += own
  })
  return sketch.finish(width, bottom + 4)
}
