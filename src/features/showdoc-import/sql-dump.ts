import { closeSync, openSync, readSync } from 'node:fs'
import { fail } from '#src/core/errors.ts'

/** What a dump holds of one table, as it is read. */
interface DumpReceiver {
  /** A table with its columns; called before its rows, and again when they are named differently. */
  table(name: string, columns: readonly string[]): void
  row(table: string, columns: readonly string[], values: readonly DumpValue[]): void
  /** Called between slices with the bytes read and all there are. */
  onSlice(done: number, total: number): void
}

/** A value in a dump. */
export type DumpValue = string | number | Uint8Array | null

/** Limits of a dump. */
interface DumpLimits {
  /** The longest value in bytes. A longer one is read to its end, and stands as so many zeros. */
  valueBytes: number
  /** The most columns of a table. */
  columns: number
}

const chunkBytes = 1 << 20

const code = (sign: string): number => sign.charCodeAt(0)
const quote = code("'")
const doubleQuote = code('"')
const backtick = code('`')
const backslash = code('\\')
const open = code('(')
const close = code(')')
const comma = code(',')
const semicolon = code(';')
const dash = code('-')
const hash = code('#')
const slash = code('/')
const star = code('*')
const newline = 10

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)
const isWord = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte === 95 ||
  byte === 36 ||
  byte >= 128

/** What follows a backslash in a text of MySQL; any other sign stands for itself. */
const escapes: Readonly<Record<number, number>> = {
  [code('0')]: 0,
  [code('b')]: 8,
  [code('n')]: 10,
  [code('r')]: 13,
  [code('t')]: 9,
  [code('Z')]: 26,
}

/** The character sets of MySQL by their names, as `TextDecoder` knows them. */
const encodings: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  ascii: 'utf-8',
  binary: 'utf-8',
  latin1: 'windows-1252',
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
}

// What begins a line of CREATE TABLE that is no column.
const noColumn = new Set(['PRIMARY', 'KEY', 'UNIQUE', 'CONSTRAINT', 'INDEX', 'FULLTEXT', 'SPATIAL', 'CHECK', 'FOREIGN'])

/**
 * Reads the rows of an SQL dump, as `mysqldump`, phpMyAdmin, Navicat and SQLite's own shell write them, piece by piece:
 * memory does not grow with the file. Nothing in it is executed: what is neither the columns of a table nor a row is
 * skipped.
 */
class DumpReader {
  readonly #handle: number
  readonly #buffer = Buffer.alloc(chunkBytes)
  readonly #to: DumpReceiver
  readonly #wanted: ReadonlySet<string>
  readonly #limits: DumpLimits
  readonly #totalBytes: number
  readonly #columns = new Map<string, readonly string[]>()
  #length = 0
  #at = 0
  #readBytes = 0
  /** Whether a backslash in a text is an escape, as in MySQL, or itself, as in SQLite. */
  #hasEscapes = true
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #delimiter = Buffer.from(';')
  #value = Buffer.alloc(64 * 1024)
  #valueLength = 0

  constructor(handle: number, totalBytes: number, wanted: ReadonlySet<string>, limits: DumpLimits, to: DumpReceiver) {
    this.#handle = handle
    this.#totalBytes = totalBytes
    this.#wanted = wanted
    this.#limits = limits
    this.#to = to
  }

  /** Reads the whole file. @throws {AppError} showdocDumpBroken */
  read(): void {
    for (;;) {
      this.#skipBlank()
      if (this.#peek() < 0) return
      if (this.#peek() === semicolon) {
        this.#at++
        continue
      }
      const word = this.#word().toUpperCase()
      if (word === 'INSERT' || word === 'REPLACE') this.#readInsert()
      else if (word === 'CREATE') this.#readCreate()
      else if (word === 'DELIMITER') this.#readDelimiter()
      else {
        if (word === 'PRAGMA') this.#hasEscapes = false
        if (word === '') this.#at++
        if (word === 'SET') this.#readSet()
        this.#skipStatement()
      }
    }
  }

  #broken(): never {
    return fail('showdocDumpBroken', { position: this.#readBytes - this.#length + this.#at })
  }

  /** Returns the next byte, -1 at the end. */
  #peek(): number {
    if (this.#at >= this.#length) this.#fill()
    return this.#at < this.#length ? (this.#buffer[this.#at] ?? -1) : -1
  }

  #next(): number {
    const byte = this.#peek()
    this.#at++
    return byte
  }

  /** Returns the byte after the next one, -1 at the end. */
  #peekSecond(): number {
    if (this.#at + 1 >= this.#length) this.#fill()
    return this.#at + 1 < this.#length ? (this.#buffer[this.#at + 1] ?? -1) : -1
  }

  /** Reads on, after the bytes that are left. */
  #fill(): void {
    const left = Math.max(0, this.#length - this.#at)
    this.#buffer.copyWithin(0, this.#at, this.#length)
    const count = readSync(this.#handle, this.#buffer, left, chunkBytes - left, null)
    this.#length = left + count
    this.#at = 0
    this.#readBytes += count
    this.#to.onSlice(this.#readBytes, this.#totalBytes)
  }

  /** Skips blanks and comments. What a comment for MySQL alone (`/*!`) says is read as if it were none. */
  #skipBlank(): void {
    for (;;) {
      const byte = this.#peek()
      if (isSpace(byte)) this.#at++
      else if (byte === hash || (byte === dash && this.#peekSecond() === dash)) this.#skipLine()
      else if (byte === slash && this.#peekSecond() === star) {
        this.#at += 2
        this.#skipComment()
      } else return
    }
  }

  #skipLine(): void {
    for (let byte = this.#next(); byte >= 0 && byte !== newline; byte = this.#next());
  }

  #skipComment(): void {
    let text = ''
    for (let former = 0, byte = this.#next(); byte >= 0; former = byte, byte = this.#next()) {
      if (former === star && byte === slash) break
      if (text.length < 200) text += String.fromCharCode(byte)
    }
    const [, name] = /^!\d*\s*SET\s+NAMES\s+'?(\w+)/i.exec(text) ?? []
    if (name !== undefined) this.#decodeAs(name)
  }

  #decodeAs(name: string): void {
    const encoding = encodings[name.toLowerCase()]
    if (encoding !== undefined) this.#decoder = new TextDecoder(encoding, { ignoreBOM: true })
  }

  #word(): string {
    let text = ''
    for (let byte = this.#peek(); byte >= 0 && isWord(byte) && text.length < 100; byte = this.#peek()) {
      text += String.fromCharCode(byte)
      this.#at++
    }
    return text
  }

  #readSet(): void {
    this.#skipBlank()
    if (this.#word().toUpperCase() !== 'NAMES') return
    this.#skipBlank()
    if (this.#peek() === quote) this.#at++
    this.#decodeAs(this.#word())
  }

  #readDelimiter(): void {
    let text = ''
    for (let byte = this.#next(); byte >= 0 && byte !== newline; byte = this.#next()) text += String.fromCharCode(byte)
    if (text.trim() !== '') this.#delimiter = Buffer.from(text.trim().slice(0, 20))
  }

  /** Skips to the end of a statement. */
  #skipStatement(): void {
    let matched = 0
    for (;;) {
      this.#skipBlank()
      const byte = this.#next()
      if (byte < 0) return
      if (byte === quote || byte === doubleQuote || byte === backtick) {
        this.#skipText(byte)
        matched = 0
      } else if (byte === this.#delimiter[matched]) {
        matched++
        if (matched === this.#delimiter.length) return
      } else matched = byte === this.#delimiter[0] ? 1 : 0
    }
  }

  #skipText(end: number): void {
    const hasEscapes = this.#hasEscapes && end !== backtick
    for (let byte = this.#next(); byte >= 0; byte = this.#next()) {
      if (byte === backslash && hasEscapes) this.#at += this.#peek() < 0 ? 0 : 1
      else if (byte === end) {
        if (this.#peek() !== end) return
        this.#at++
      }
    }
    this.#broken()
  }

  /** Reads a name: a word, or quoted in any of the three ways. */
  #name(): string {
    this.#skipBlank()
    const byte = this.#peek()
    if (byte !== backtick && byte !== doubleQuote && byte !== quote && byte !== code('[')) return this.#word()
    this.#at++
    const end = byte === code('[') ? code(']') : byte
    let text = ''
    for (let sign = this.#next(); ; sign = this.#next()) {
      if (sign < 0 || text.length > 200) this.#broken()
      if (sign === end) return text
      text += String.fromCharCode(sign)
    }
  }

  /** Reads the name of a table, without that of its database; in lower case. */
  #tableName(): string {
    let name = this.#name()
    while (this.#peek() === code('.')) {
      this.#at++
      name = this.#name()
    }
    return name.toLowerCase()
  }

  #readCreate(): void {
    this.#skipBlank()
    const word = this.#word().toUpperCase()
    if (word !== 'TABLE') return this.#skipStatement()
    let name = this.#tableName()
    if (name === 'if') {
      this.#name()
      this.#name()
      name = this.#tableName()
    }
    this.#skipBlank()
    if (this.#peek() !== open || !this.#wanted.has(name)) return this.#skipStatement()
    this.#at++
    const columns: string[] = []
    while (this.#peek() >= 0) {
      this.#skipBlank()
      const isQuoted = [backtick, doubleQuote, code('[')].includes(this.#peek())
      const column = this.#name()
      if (column !== '' && (isQuoted || !noColumn.has(column.toUpperCase()))) columns.push(column)
      if (columns.length > this.#limits.columns) this.#broken()
      if (!this.#skipColumn()) break
    }
    this.#columns.set(name, columns)
    this.#to.table(name, columns)
    this.#skipStatement()
  }

  /** Skips the rest of a column. @returns whether another one follows */
  #skipColumn(): boolean {
    for (let depth = 0; ; ) {
      this.#skipBlank()
      const byte = this.#next()
      if (byte < 0) this.#broken()
      if (byte === quote || byte === doubleQuote || byte === backtick) this.#skipText(byte)
      else if (byte === open) depth++
      else if (byte === close && depth-- === 0) return false
      else if (byte === comma && depth === 0) return true
    }
  }

  #readInsert(): void {
    let word = ''
    for (;;) {
      this.#skipBlank()
      const byte = this.#peek()
      if (!isWord(byte)) break
      word = this.#word()
      if (!/^(INTO|IGNORE|OR|REPLACE|LOW_PRIORITY|DELAYED|HIGH_PRIORITY)$/i.test(word)) break
      word = ''
    }
    let table = word.toLowerCase()
    if (table === '') table = this.#tableName()
    else if (this.#peek() === code('.')) {
      this.#at++
      table = this.#tableName()
    }
    if (!this.#wanted.has(table)) return this.#skipStatement()
    this.#skipBlank()
    let columns = this.#columns.get(table)
    if (this.#peek() === open) {
      this.#at++
      columns = this.#columnList()
      this.#to.table(table, columns)
    }
    this.#skipBlank()
    if (!/^VALUES?$/i.test(this.#word()) || !columns) return this.#skipStatement()
    for (;;) {
      this.#skipBlank()
      if (this.#peek() < 0) this.#broken()
      if (this.#peek() !== open) return this.#skipStatement()
      this.#at++
      this.#to.row(table, columns, this.#tuple(columns.length))
      this.#skipBlank()
      if (this.#peek() === comma) this.#at++
      else if (this.#peek() === semicolon) {
        this.#at++
        return
      } else if (this.#peek() < 0) this.#broken()
      else return this.#skipStatement()
    }
  }

  #columnList(): string[] {
    const columns: string[] = []
    for (;;) {
      columns.push(this.#name())
      this.#skipBlank()
      const byte = this.#next()
      if (byte === close) return columns
      if (byte !== comma || columns.length > this.#limits.columns) this.#broken()
    }
  }

  #tuple(length: number): DumpValue[] {
    const values: DumpValue[] = []
    for (;;) {
      values.push(this.#readValue())
      this.#skipBlank()
      const byte = this.#next()
      if (byte === close) break
      if (byte !== comma || values.length >= length) this.#broken()
    }
    if (values.length !== length) this.#broken()
    return values
  }

  #readValue(): DumpValue {
    this.#skipBlank()
    const byte = this.#peek()
    if (byte === quote || byte === doubleQuote) {
      this.#at++
      return this.#text(byte)
    }
    let sign = ''
    if (byte === dash || byte === code('+')) {
      sign = byte === dash ? '-' : ''
      this.#at++
    }
    let word = this.#word()
    if (/^0x[0-9a-f]*$/i.test(word)) return this.#hex(word.slice(2))
    if (/^(x|b|n|_\w+)$/i.test(word)) {
      this.#skipBlank()
      if (this.#peek() === quote) {
        this.#at++
        const value = this.#text(quote)
        if (/^x$/i.test(word)) return typeof value === 'string' ? textOrBytes(Buffer.from(value, 'hex')) : value
        return /^b$/i.test(word) && typeof value === 'string' ? Number.parseInt(value || '0', 2) : value
      }
      const rest = this.#word()
      return /^0x/i.test(rest) ? this.#hex(rest.slice(2)) : this.#broken()
    }
    if (/^\d/.test(word) || this.#peek() === code('.')) {
      for (;;) {
        const next = this.#peek()
        const isExponent = (next === dash || next === code('+')) && /e$/i.test(word)
        if (next !== code('.') && !isWord(next) && !isExponent) break
        if (word.length > 100) this.#broken()
        word += String.fromCharCode(this.#next())
      }
      const number = Number(sign + word)
      return Number.isFinite(number)
        ? Number.isSafeInteger(number) || /[.e]/i.test(word)
          ? number
          : sign + word
        : this.#broken()
    }
    if (/^NULL$/i.test(word)) return null
    if (/^TRUE$/i.test(word)) return 1
    if (/^FALSE$/i.test(word)) return 0
    if (word === '') this.#broken()
    // a function, as `CURRENT_TIMESTAMP()`: it has no value here
    if (this.#peek() === open) {
      this.#at++
      while (this.#skipColumn());
    }
    return null
  }

  #hex(start: string): DumpValue {
    let digits = start
    for (let more = this.#word(); more !== ''; more = this.#word()) {
      if (digits.length < this.#limits.valueBytes * 2 + 100) digits += more
    }
    const bytes = Buffer.from(digits, 'hex')
    return bytes.length > this.#limits.valueBytes ? Buffer.alloc(bytes.length) : textOrBytes(bytes)
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#valueLength + bytes.length
    if (needed > this.#value.length && needed <= this.#limits.valueBytes + chunkBytes) {
      const larger = Buffer.alloc(Math.min(this.#limits.valueBytes + chunkBytes, needed * 2))
      this.#value.copy(larger, 0, 0, this.#valueLength)
      this.#value = larger
    }
    if (needed <= this.#value.length) this.#value.set(bytes, this.#valueLength)
    this.#valueLength = needed
  }

  /** Reads the rest of a text; pieces between two signs with a meaning are copied whole. */
  #text(end: number): DumpValue {
    this.#valueLength = 0
    for (;;) {
      if (this.#peek() < 0) this.#broken()
      let until = this.#at
      while (until < this.#length) {
        const byte = this.#buffer[until]
        if (byte === end || (byte === backslash && this.#hasEscapes)) break
        until++
      }
      if (until > this.#at) this.#append(this.#buffer.subarray(this.#at, until))
      this.#at = until
      if (until >= this.#length) continue
      if (this.#next() === end) {
        if (this.#peek() !== end) break
        this.#append(Uint8Array.of(this.#next()))
        continue
      }
      const sign = this.#next()
      if (sign < 0) this.#broken()
      // patterns keep the backslash
      if (sign === code('%') || sign === code('_')) this.#append(Uint8Array.of(backslash, sign))
      else this.#append(Uint8Array.of(escapes[sign] ?? sign))
    }
    if (this.#valueLength > this.#limits.valueBytes) {
      const zeros = Buffer.alloc(this.#limits.valueBytes + 1)
      // what a long text needed is given back
      this.#value = Buffer.alloc(64 * 1024)
      return zeros
    }
    return this.#decoder.decode(this.#value.subarray(0, this.#valueLength))
  }
}

/** Returns the text that bytes are in UTF-8, or the bytes. */
function textOrBytes(bytes: Buffer): DumpValue {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes
  }
}

/**
 * Reads the rows of some tables from an SQL dump.
 *
 * @param wanted the tables, in lower case
 * @throws {AppError} showdocDumpBroken with the position in bytes
 */
export function readSqlDump(
  path: string,
  totalBytes: number,
  wanted: ReadonlySet<string>,
  limits: DumpLimits,
  to: DumpReceiver,
): void {
  const handle = openSync(path, 'r')
  try {
    new DumpReader(handle, totalBytes, wanted, limits, to).read()
  } finally {
    closeSync(handle)
  }
}
