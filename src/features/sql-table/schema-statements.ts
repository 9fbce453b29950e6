import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { StartError } from '#src/core/config.ts'
import { standardDump } from './tables.ts'

/** Maximum length of the statements that are kept, in characters: as many as the open API takes. */
const mostCharacters = 5_000_000

// A statement that begins otherwise says nothing of a table.
const wanted = /^(?:CREATE|ALTER|COMMENT|SET\s+standard_conforming_strings|PRAGMA)\b/i
// By then a statement has shown what it is; the rows of an INSERT are many more.
const enoughToDecide = 40

const special = /['"`;]|--|\/\*|\$[A-Za-z_]{0,30}\$/g

/** Returns where a quote ends that a backslash does not escape; -1 when it does not end in this line. */
function endOfQuote(line: string, quote: string, from: number): number {
  for (let end = line.indexOf(quote, from); end >= 0; end = line.indexOf(quote, end + 1)) {
    let backslashes = 0
    while (end - backslashes > from && line[end - backslashes - 1] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return -1
}

/** The statements of a dump, and the line of the dump for a line of them. */
interface SchemaStatements {
  sql: string
  lineOf(line: number): number
}

/** Keeps the statements of a text, given line by line, that may describe tables. */
class StatementFilter {
  readonly #kept: string[] = []
  readonly #starts: { line: number; sourceLine: number }[] = []
  #length = 0
  #keptLines = 0
  #line = 0
  #areBackslashesPlain = false
  /** What ends the text that is open: a quote, `*`+`/`, the tag of a function's body; empty for none. */
  #open = ''
  /** Whether rows of a COPY follow, up to a line `\.`. */
  #isCopy = false
  #pieces: string[] = []
  #firstLine = 1
  #isDropped = false
  /** The beginning and the end of the present statement without its comments. */
  #head = ''
  #tail = ''

  addLine(line: string): void {
    this.#line++
    if (this.#isCopy) {
      this.#isCopy = line !== '\\.'
      return
    }
    this.#areBackslashesPlain ||= standardDump.test(line)
    for (let at = 0; at <= line.length; ) at = this.#open === '' ? this.#readCode(line, at) : this.#readOpen(line, at)
    if (this.#pieces.length > 0) this.#pieces.push('\n')
  }

  /** Reads up to the next quote, comment or end of a statement. @returns where to go on */
  #readCode(line: string, at: number): number {
    special.lastIndex = at
    const found = special.exec(line)
    if (!found) {
      this.#add(line.slice(at), true)
      return line.length + 1
    }
    const [sign] = found
    const end = found.index + sign.length
    if (sign === '--') {
      this.#add(line.slice(at, found.index), true)
      this.#add(line.slice(found.index), false)
      return line.length + 1
    }
    this.#add(line.slice(at, sign === '/*' ? found.index : end), true)
    if (sign === '/*') this.#add(sign, false)
    if (sign === ';') this.#end()
    else this.#open = sign === '/*' ? '*/' : sign
    return end
  }

  #readOpen(line: string, at: number): number {
    const isEscaping =
      (this.#open === "'" || this.#open === '"') &&
      !(this.#areBackslashesPlain && !/[eE]$/.test(line.slice(Math.max(0, at - 2), Math.max(0, at - 1))))
    const end = isEscaping ? endOfQuote(line, this.#open, at) : line.indexOf(this.#open, at)
    const isCode = this.#open !== '*/'
    if (end < 0) {
      this.#add(line.slice(at), isCode)
      return line.length + 1
    }
    const next = end + this.#open.length
    this.#add(line.slice(at, next), isCode)
    this.#open = ''
    return next
  }

  #add(text: string, isCode: boolean): void {
    if (this.#isDropped) {
      if (isCode) this.#tail = (this.#tail + text.slice(-80)).slice(-80)
      return
    }
    if (isCode && text !== '') {
      if (this.#head.length < 200) this.#head = (this.#head + text.slice(0, 200)).trimStart()
      this.#tail = (this.#tail + text.slice(-80)).slice(-80)
      if (this.#head.length > enoughToDecide && !wanted.test(this.#head)) {
        this.#isDropped = true
        this.#pieces = []
      }
    }
    if (this.#isDropped || (this.#pieces.length === 0 && text.trim() === '')) return
    if (this.#pieces.length === 0) this.#firstLine = this.#line
    this.#pieces.push(text)
  }

  #end(): void {
    if (wanted.test(this.#head)) this.#keep()
    this.#isCopy = /^COPY\s/i.test(this.#head) && /\sFROM\s+stdin\b/i.test(this.#tail)
    this.#pieces = []
    this.#isDropped = false
    this.#head = this.#tail = ''
  }

  #keep(): void {
    const text = this.#pieces.join('')
    this.#length += text.length
    if (this.#length > mostCharacters) throw new StartError('schemaTooLarge', { most: mostCharacters })
    this.#starts.push({ line: this.#keptLines + 1, sourceLine: this.#firstLine })
    this.#kept.push(text, '\n')
    this.#keptLines += text.split('\n').length
  }

  result(): SchemaStatements {
    // an unclosed quote makes the last statement the rest of the text
    if (wanted.test(this.#head)) this.#keep()
    const starts = this.#starts
    return {
      sql: this.#kept.join(''),
      lineOf(line) {
        const at = starts.findLast((start) => start.line <= line)
        return at ? at.sourceLine + line - at.line : line
      },
    }
  }
}

/** Returns the statements of a text that may describe tables. @throws {StartError} schemaTooLarge */
export function schemaStatements(text: string): SchemaStatements {
  const filter = new StatementFilter()
  for (const line of text.split(/\r?\n/)) filter.addLine(line)
  return filter.result()
}

/**
 * Reads the statements of an SQL file or dump that describe tables. Rows are skipped while they arrive, so that a dump
 * with data may have any size.
 *
 * @throws {StartError} schemaTooLarge
 */
export async function readSchemaStatements(input: Readable): Promise<SchemaStatements> {
  const filter = new StatementFilter()
  let isFirst = true
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    filter.addLine(isFirst ? line.replace(/^\uFEFF/, '') : line)
    isFirst = false
  }
  return filter.result()
}
