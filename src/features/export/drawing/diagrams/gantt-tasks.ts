import { plainLabel } from './sketch.ts'
import { isHiddenText, statementsIn } from './statements.ts'

/** A task of a Gantt chart; times are in ms as if every time zone were UTC. */
export interface GanttTask {
  name: string
  start: number
  end: number
  isDone: boolean
  isActive: boolean
  isCritical: boolean
  isMilestone: boolean
}

/** What a Gantt chart says. */
export interface GanttChart {
  title: string
  /** The pattern of the dates at the axis; empty for one that fits. */
  axisFormat: string
  sections: { name: string; tasks: GanttTask[] }[]
}

const minute = 60_000
const day = 24 * 60 * minute
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: minute, h: 60 * minute, d: day, w: 7 * day }

const dateParts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{1,2})',
  m: '(?<minute>\\d{1,2})',
  ss: '(?<second>\\d{1,2})',
  s: '(?<second>\\d{1,2})',
  X: '(?<seconds>\\d{1,12})',
  x: '(?<ms>\\d{1,15})',
}

/** Returns a reader of dates of a pattern such as `YYYY-MM-DD`, or of ISO dates; undefined for an unknown pattern. */
function dateReader(format: string): ((text: string) => number | undefined) | undefined {
  const source = format.replaceAll(/YYYY|YY|MM?|DD?|HH?|mm?|ss?|X|x|[^A-Za-z]/g, (part) =>
    Object.hasOwn(dateParts, part) ? `\u0000${part}\u0000` : part.replace(/[.*+?^$()|[\]{}\\]/, '\\$&'),
  )
  if (/[A-Za-z]/.test(source.replaceAll(/\u0000\w+\u0000/g, ''))) return undefined
  const parts = [...source.matchAll(/\u0000(\w+)\u0000/g)].map(([, part = '']) => part)
  if (parts.length === 0 || new Set(parts.map((part) => dateParts[part])).size < parts.length) return undefined
  const pattern = new RegExp(`^${source.replaceAll(/\u0000(\w+)\u0000/g, (_, part: string) => dateParts[part] ?? '')}$`)
  const iso =
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)?$/
  return (text) => {
    const found = (pattern.exec(text) ?? iso.exec(text))?.groups
    if (!found) return undefined
    const number = (name: string, otherwise: number) => Number(found[name] ?? otherwise)
    if (found['seconds'] !== undefined) return number('seconds', 0) * 1000
    if (found['ms'] !== undefined) return number('ms', 0)
    const year = found['short'] === undefined ? number('year', 1970) : 2000 + number('short', 0)
    const [month, date] = [number('month', 1), number('day', 1)]
    if (month < 1 || month > 12 || date < 1 || date > 31) return undefined
    return Date.UTC(year, month - 1, date, number('hour', 0), number('minute', 0), number('second', 0))
  }
}

/** Returns a duration such as `3d` in ms; a month and a year end on the day of their start. */
function afterDuration(text: string, start: number): number | undefined {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|[smhdwMy])$/.exec(text) ?? []
  if (unit === '') return undefined
  const known = units[unit]
  if (known !== undefined) return start + Number(amount) * known
  const at = new Date(start)
  const months = Number(amount) * (unit === 'y' ? 12 : 1)
  return at.setUTCMonth(at.getUTCMonth() + Math.round(months))
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Returns the end of a task whose days are not all worked on: each free day in it makes it longer. */
function withFreeDays(start: number, end: number, isFree: (time: number) => boolean): number {
  let last = end
  for (let at = start, days = 0; at < last && days < 4000; at += day, days += 1) if (isFree(at)) last += day
  return last
}

/** Reads a Gantt chart; undefined for a line that is none of it, or a task without a start. */
export function readGantt(source: string): GanttChart | undefined {
  const [, ...statements] = statementsIn(source)
  const chart: GanttChart = { title: '', axisFormat: '', sections: [] }
  let readDate = dateReader('YYYY-MM-DD')
  const free = new Set<string>()
  const worked = new Set<string>()
  const pending: { name: string; data: string; section: GanttChart['sections'][number] }[] = []
  for (const { text } of statements) {
    const [word = ''] = /^\w+/.exec(text) ?? []
    const rest = text.slice(word.length).trim()
    if (word === 'dateFormat') readDate = dateReader(rest)
    else if (word === 'title') chart.title = plainLabel(rest)
    else if (word === 'axisFormat') chart.axisFormat = rest
    else if (word === 'section') chart.sections.push({ name: plainLabel(rest), tasks: [] })
    else if (word === 'excludes') for (const one of rest.toLowerCase().split(/[\s,]+/)) free.add(one)
    else if (word === 'includes') for (const one of rest.split(/[\s,]+/)) worked.add(one)
    else if (
      isHiddenText(text) ||
      /^(?:tickInterval|todayMarker|weekday|weekend|inclusiveEndDates|topAxis|click)\b/.test(text)
    )
      continue
    else {
      const colon = text.indexOf(':')
      if (colon < 1) return undefined
      if (chart.sections.length === 0) chart.sections.push({ name: '', tasks: [] })
      const section = chart.sections.at(-1)
      if (section) pending.push({ name: plainLabel(text.slice(0, colon)), data: text.slice(colon + 1), section })
    }
  }
  if (!readDate || pending.length === 0) return undefined
  const isInclusive = statements.some(({ text }) => text === 'inclusiveEndDates')
  const isFree = (time: number) => {
    const at = new Date(time)
    const date = at.toISOString().slice(0, 10)
    if (worked.has(date)) return false
    const weekday = weekdays[at.getUTCDay()] ?? ''
    return free.has(date) || free.has(weekday) || (free.has('weekends') && weekday.startsWith('s'))
  }
  const byId = new Map<string, GanttTask>()
  let before: GanttTask | undefined
  for (const { name, data, section } of pending) {
    const fields = data.split(',').map((field) => field.trim())
    const tags = new Set<string>()
    while (/^(?:active|done|crit|milestone|vert)$/.test(fields[0] ?? '')) tags.add(fields.shift() ?? '')
    if (fields.length > 3 || fields.length === 0) return undefined
    const [id, from, to] = fields.length === 3 ? fields : fields.length === 2 ? ['', ...fields] : ['', '', fields[0]]
    const start = startOf(from ?? '', before, byId, readDate)
    if (start === undefined || tags.has('vert')) return undefined
    const end = endOf(to ?? '', start, byId, readDate, isInclusive)
    if (end === undefined || end < start || end > 8.64e15) return undefined
    const hasDuration = readDate(to ?? '') === undefined && !(to ?? '').startsWith('until ')
    const task: GanttTask = {
      name,
      start,
      end: hasDuration && free.size > 0 ? withFreeDays(start, end, isFree) : end,
      isDone: tags.has('done'),
      isActive: tags.has('active'),
      isCritical: tags.has('crit'),
      isMilestone: tags.has('milestone'),
    }
    section.tasks.push(task)
    if (id) byId.set(id, task)
    before = task
  }
  return chart
}

type Ids = ReadonlyMap<string, GanttTask>

function startOf(
  text: string,
  before: GanttTask | undefined,
  byId: Ids,
  readDate: (text: string) => number | undefined,
): number | undefined {
  if (text === '') return before?.end
  if (!text.startsWith('after ')) return readDate(text)
  const ends = text
    .slice(6)
    .trim()
    .split(/\s+/)
    .map((id) => byId.get(id)?.end)
  return ends.every((end) => end !== undefined) ? Math.max(...ends) : undefined
}

function endOf(
  text: string,
  start: number,
  byId: Ids,
  readDate: (text: string) => number | undefined,
  isInclusive: boolean,
): number | undefined {
  if (text.startsWith('until ')) return byId.get(text.slice(6).trim())?.start
  const date = readDate(text)
  return date === undefined ? afterDuration(text, start) : date + (isInclusive ? day : 0)
}
