import { unescapeHtml } from '#src/core/html-entities.ts'
import { type ForeignRow, rowNumber } from '#src/db/engine.ts'
import { cleanContent, cleanTitle } from '#src/features/import/index.ts'

/** Reads the columns of a row of ShowDoc, where a number may be a text, and any column may be missing. */
export class SourceRow {
  readonly #row: ForeignRow

  constructor(row: ForeignRow) {
    this.#row = row
  }

  /** The number of the row in its table. */
  get number(): number {
    return Number(this.#row[rowNumber])
  }

  /** The columns with their values. */
  get whole(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(this.#row).filter(([name]) => name !== rowNumber))
  }

  /** Whether the text in a column is longer than any that is read. */
  isTooLong(name: string): boolean {
    return (this.#row[name] === null || this.#row[name] === undefined) && Number(this.#row[`${name}.bytes`] ?? 0) > 0
  }

  /** Returns a text as it is stored; empty when there is none. */
  raw(name: string): string {
    const value = this.#row[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
    return Buffer.isBuffer(value) ? value.toString('utf8') : ''
  }

  /** Returns a whole number; `otherwise` when there is none. */
  int(name: string, otherwise = 0): number {
    const text = this.raw(name).trim()
    if (!/^-?\d{1,16}(\.\d*)?$/.test(text)) return otherwise
    const number = Math.trunc(Number(text))
    return Number.isSafeInteger(number) ? number : otherwise
  }

  flag(name: string): 0 | 1 {
    return this.int(name) === 1 ? 1 : 0
  }

  /** Returns a name on one line, unescaped once. */
  name(name: string): string {
    return cleanTitle(unescapeHtml(this.raw(name)))
  }

  /** Returns a text of several lines, unescaped once. */
  text(name: string): string {
    return cleanContent(unescapeHtml(this.raw(name)))
  }

  /** Returns a moment in Unix seconds, 0 for none or one that cannot be. */
  time(name: string): number {
    const seconds = this.int(name)
    return seconds > 0 && seconds < 2 ** 33 ? seconds : 0
  }
}

/**
 * Returns a function that reads times which are written as the clock of a time zone showed them:
 * `2026-11-21 07:53:22`, in Unix seconds; 0 for none.
 *
 * @throws {RangeError} when there is no such time zone
 */
export function clockIn(timeZone: string): (text: string) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsets = new Map<number, number>()
  // how far the clock is ahead of UTC at a moment, in seconds; it changes at full quarters of an hour
  const offsetAt = (seconds: number): number => {
    const quarter = Math.floor(seconds / 900)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const parts = Object.fromEntries(
      format.formatToParts(quarter * 900_000).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
    const offset = Date.UTC(year, month - 1, day, hour, minute) / 1000 - quarter * 900
    offsets.set(quarter, offset)
    return offset
  }
  return (text) => {
    if (/^\d{9,10}$/.test(text)) return Number(text)
    const [, year, month, day, hour, minute, second] = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text) ?? []
    if (year === undefined) return 0
    const asUtc =
      Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 1000
    if (!Number.isFinite(asUtc) || asUtc < 0) return 0
    return asUtc - offsetAt(asUtc - offsetAt(asUtc))
  }
}
