import { type Generator, type GeneratorTools, textArg } from './generator-tools.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const twelve = (hours: number): number => hours % 12 || 12

const parts: Record<string, (at: Date) => string | number> = {
  yyyy: (at) => at.getFullYear(),
  yy: (at) => two(at.getFullYear() % 100),
  y: (at) => two(at.getFullYear() % 100),
  MM: (at) => two(at.getMonth() + 1),
  M: (at) => at.getMonth() + 1,
  dd: (at) => two(at.getDate()),
  d: (at) => at.getDate(),
  HH: (at) => two(at.getHours()),
  H: (at) => at.getHours(),
  hh: (at) => two(twelve(at.getHours())),
  h: (at) => twelve(at.getHours()),
  mm: (at) => two(at.getMinutes()),
  m: (at) => at.getMinutes(),
  ss: (at) => two(at.getSeconds()),
  s: (at) => at.getSeconds(),
  SS: (at) => String(at.getMilliseconds()).padStart(3, '0'),
  S: (at) => at.getMilliseconds(),
  A: (at) => (at.getHours() < 12 ? 'AM' : 'PM'),
  a: (at) => (at.getHours() < 12 ? 'am' : 'pm'),
  T: (at) => at.getTime(),
}
const partNames = new RegExp(
  Object.keys(parts)
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
)

/** Formats a time in the server's zone as `format` says. Source: the documented formats of Mock.js. */
const written = (at: Date, format: string): string => format.replace(partNames, (name) => String(parts[name]?.(at)))

/** Returns a time between 1970 and now. */
const moment = ({ random, now }: GeneratorTools): Date => new Date(Math.floor(random() * now.getTime()))

const dated =
  (usual: string): Generator =>
  (tools, [format]) =>
    written(moment(tools), textArg(format) || usual)

const dateAndTime = 'yyyy-MM-dd HH:mm:ss'

const beginnings: Record<string, (at: Date) => Date> = {
  year: (at) => new Date(at.getFullYear(), 0),
  month: (at) => new Date(at.getFullYear(), at.getMonth()),
  week: (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate() - at.getDay()),
  day: (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate()),
  hour: (at) => new Date(new Date(at).setMinutes(0, 0, 0)),
  minute: (at) => new Date(new Date(at).setSeconds(0, 0)),
  second: (at) => new Date(new Date(at).setMilliseconds(0)),
}

const now: Generator = (tools, [first, second]) => {
  const unit = textArg(first) ?? ''
  const beginning = Object.hasOwn(beginnings, unit) ? beginnings[unit] : undefined
  const format = textArg(beginning ? second : (second ?? first)) || dateAndTime
  return written(beginning ? beginning(tools.now) : tools.now, format)
}

/** Dates and times. Source: the documented placeholders of Mock.js. */
export const dates: Record<string, Generator> = {
  date: dated('yyyy-MM-dd'),
  time: dated('HH:mm:ss'),
  datetime: dated(dateAndTime),
  now,
}
