import { type Token, tokenize, type Unclosed } from './tokens.ts'

/** A column as defined. `fallback` is its default value, empty for none. */
interface Column {
  name: string
  type: string
  isNullable: boolean
  fallback: string
  comment: string
  /** What else its definition says, as written: `AUTO_INCREMENT`, `REFERENCES ...`, a collation. */
  extra: string
  /** Further comments next to it or above it. */
  notes: string[]
}

/** An index or a key as defined. */
interface Index {
  /** Empty when the SQL names none. */
  name: string
  /** Such as `BTREE` or `FULLTEXT`; empty when the SQL names none. */
  type: string
  isUnique: boolean
  /** As written: names, lengths, expressions. */
  columns: string
  comment: string
}

/** A table as defined. */
export interface Table {
  /** With its schema, if the SQL names it. */
  name: string
  comment: string
  columns: Column[]
  indexes: Index[]
  /** Foreign keys, checks and other rules, as written. */
  constraints: string[]
  engine: string
  collation: string
  /** Other options of the table, as written. */
  options: string
  /** Comments inside it, or directly above it, that belong to no column. */
  notes: string[]
}

/** The tables of a text, and the statements that cannot be read. */
interface ParsedSchema {
  tables: Table[]
  /** Where a table, a quote or a parenthesis is begun and not ended, and the text there; undefined when all is sound. */
  broken: { line: number; near: string; hasNoEnd?: true } | undefined
  /** Tables without a list of columns, such as `CREATE TABLE a AS SELECT ...`. */
  skipped: { line: number; name: string }[]
}

/** The comments of a text; those before `next` have been processed. */
interface Comments {
  all: readonly Token[]
  next: number
}

/** Reads tokens one by one; there are none past the end. */
class Reader {
  readonly sql: string
  readonly tokens: readonly Token[]
  at = 0

  constructor(sql: string, tokens: readonly Token[]) {
    this.sql = sql
    this.tokens = tokens
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead]
  }

  is(...words: string[]): boolean {
    return words.every((one, ahead) => isWord(this.peek(ahead), one))
  }

  /** Skips the words if they come next. */
  take(...words: string[]): boolean {
    const found = this.is(...words)
    if (found) this.at += words.length
    return found
  }

  /** Returns the range inside the parentheses that open here, and moves past them; undefined if none open. */
  inParentheses(): { start: number; end: number } | undefined {
    if (this.peek()?.value !== '(' || this.peek()?.kind !== 'sign') return undefined
    const start = this.at + 1
    let depth = 0
    for (; this.at < this.tokens.length; this.at++) {
      const { kind, value } = this.tokens[this.at] ?? {}
      if (kind !== 'sign') continue
      if (value === '(') depth++
      if (value === ')' && --depth === 0) return { start, end: this.at++ }
    }
    return { start, end: this.at }
  }

  /** Reads a name with the qualifiers before its dots. */
  dotted(): string[] {
    const parts: string[] = []
    while (this.peek()?.kind === 'word' || this.peek()?.kind === 'name') {
      parts.push(this.peek()?.value ?? '')
      this.at++
      if (!isSign(this.peek(), '.')) break
      this.at++
    }
    return parts
  }

  /** Returns the SQL that is left. */
  rest(): string {
    return this.written(this.at, this.tokens.length)
  }

  /** Returns the SQL at a token, some characters of it, for a message. */
  near(token: number): string {
    const start = this.tokens[token]?.start ?? this.sql.length
    return this.sql
      .slice(start, start + 60)
      .replaceAll(/\s+/g, ' ')
      .trim()
  }

  /** Returns the SQL from token `start` up to `end`, with line ends replaced by spaces. */
  written(start: number, end: number): string {
    const [first, last] = [this.tokens[start], this.tokens[end - 1]]
    return first && last && end > start ? this.sql.slice(first.start, last.end).replaceAll(/\s+/g, ' ') : ''
  }
}

const isWord = (token: Token | undefined, upper: string): boolean =>
  token?.kind === 'word' && token.value.length === upper.length && token.value.toUpperCase() === upper

const isSign = (token: Token | undefined, value: string): boolean => token?.kind === 'sign' && token.value === value

const isText = (token: Token | undefined): boolean => token?.kind === 'text' || token?.kind === 'name'

const keyOf = (parts: readonly string[]): string => parts.join('.').toLowerCase()

/** Parses every table that a text creates, in any of the usual dialects. Skips what it does not understand. */
export const parseTables = (sql: string): Table[] => parseSchema(sql).tables

/** Matches dumps of PostgreSQL and SQLite, in which a backslash in a string is a character like any other. */
export const standardDump = /^(?:-- PostgreSQL database dump|SET standard_conforming_strings = on|PRAGMA\s)/m

/** Parses every table that a text creates, with keys, rules and options, and reports what cannot be read. */
export function parseSchema(sql: string): ParsedSchema {
  const unclosed: Unclosed[] = []
  const all = tokenize(sql, { unclosed, areBackslashesPlain: standardDump.test(sql) })
  const comments: Comments = { all: all.filter((token) => token.kind === 'comment'), next: 0 }
  const reader = new Reader(
    sql,
    all.filter((token) => token.kind !== 'comment'),
  )
  const parsed: ParsedSchema = { tables: [], broken: undefined, skipped: [] }
  const remarks: Remark[] = []
  const changes: Change[] = []
  const enums = new Map<string, string>()
  while (reader.peek()) {
    const from = reader.at
    const table = readTable(reader, comments, parsed)
    if (table) parsed.tables.push(table)
    else if (reader.at > from) continue
    else if (reader.take('COMMENT', 'ON')) {
      const of = reader.take('TABLE') ? 'table' : reader.take('COLUMN') ? 'column' : undefined
      const path = reader.dotted()
      if (of && reader.take('IS') && isText(reader.peek())) remarks.push({ of, path, text: reader.peek()?.value ?? '' })
    } else {
      const change = readCreateIndex(reader) ?? readAlterTable(reader)
      const type = change ? undefined : readEnum(reader)
      if (type) enums.set(type.name, type.values)
      else if (change) changes.push(...change)
      else if (reader.at === from) reader.at++
    }
  }
  applyChanges(parsed.tables, changes)
  for (const { columns } of enums.size > 0 ? parsed.tables : []) for (const column of columns) addEnum(column, enums)
  addRemarks(parsed.tables, remarks)
  const [quote] = unclosed.filter(({ sign }) => sign !== '[').sort((a, b) => a.line - b.line)
  // a table with an unclosed quote has no end either
  if (quote && (!parsed.broken || parsed.broken.hasNoEnd || quote.line < parsed.broken.line))
    parsed.broken = { line: quote.line, near: quote.near }
  return parsed
}

interface Remark {
  of: 'table' | 'column'
  path: string[]
  text: string
}

/** A change to a table that an earlier statement has created. */
interface Change {
  path: string[]
  apply(table: Table): void
}

/** Returns a function that finds a table by its name, with or without its schema. */
function tableFinder(tables: readonly Table[]): (path: readonly string[]) => Table | undefined {
  const byName = new Map<string, Table>()
  for (const table of tables) {
    byName.set(table.name.slice(table.name.lastIndexOf('.') + 1).toLowerCase(), table)
  }
  for (const table of tables) byName.set(table.name.toLowerCase(), table)
  return (path) => byName.get(keyOf(path)) ?? byName.get(keyOf(path.slice(-1)))
}

function applyChanges(tables: readonly Table[], changes: readonly Change[]): void {
  const find = tableFinder(tables)
  for (const { path, apply } of changes) {
    const table = find(path)
    if (table) apply(table)
  }
}

const findColumn = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())

/** Moves to the end of a statement and returns a reader of the rest. */
function restOfStatement(reader: Reader): Reader {
  const start = reader.at
  while (reader.peek() && !isSign(reader.peek(), ';')) reader.at++
  return new Reader(reader.sql, reader.tokens.slice(start, reader.at))
}

/** Reads `CREATE INDEX`; undefined for anything else. */
function readCreateIndex(reader: Reader): Change[] | undefined {
  const from = reader.at
  if (!reader.take('CREATE')) return undefined
  const kinds: string[] = []
  for (const kind of ['UNIQUE', 'FULLTEXT', 'SPATIAL', 'CLUSTERED', 'NONCLUSTERED'])
    if (reader.take(kind)) kinds.push(kind)
  if (!reader.take('INDEX')) {
    reader.at = from
    return undefined
  }
  reader.take('CONCURRENTLY')
  reader.take('IF', 'NOT', 'EXISTS')
  const name = reader.is('ON') ? [] : reader.dotted()
  const method = reader.take('USING') ? reader.dotted() : []
  if (!reader.take('ON')) return []
  reader.take('ONLY')
  const path = reader.dotted()
  const part = restOfStatement(reader)
  const isUnique = kinds.includes('UNIQUE')
  const type = kinds.filter((kind) => kind !== 'UNIQUE').join(' ') || method.join('.').toUpperCase()
  const index = readIndexBody(part, { name: name.at(-1) ?? '', isUnique, type })
  return [{ path, apply: (table) => void table.indexes.push(index) }]
}

/** Reads PostgreSQL's `CREATE TYPE ... AS ENUM`; undefined for anything else. */
function readEnum(reader: Reader): { name: string; values: string } | undefined {
  if (!reader.is('CREATE', 'TYPE')) return undefined
  reader.at += 2
  const name = keyOf(reader.dotted())
  if (!reader.take('AS', 'ENUM')) return undefined
  const inside = reader.inParentheses()
  return inside && { name, values: reader.written(inside.start, inside.end) }
}

/** Adds the values of an enumeration to a column of its type. */
function addEnum(column: Column, enums: ReadonlyMap<string, string>): void {
  const type = column.type.replace(/\[\]$/, '').toLowerCase()
  const values = enums.get(type) ?? enums.get(type.slice(type.lastIndexOf('.') + 1)) ?? enums.get(`public.${type}`)
  if (values !== undefined) column.extra = [column.extra, `enum (${values})`].filter(Boolean).join(' ')
}

/** Reads `ALTER TABLE` with the changes that describe columns and keys; undefined for anything else. */
function readAlterTable(reader: Reader): Change[] | undefined {
  if (!reader.take('ALTER', 'TABLE')) return undefined
  reader.take('IF', 'EXISTS')
  reader.take('ONLY')
  const path = reader.dotted()
  const rest = restOfStatement(reader)
  return partsOf(rest, 0, rest.tokens.length).map((part) => ({ path, apply: (table) => alter(table, part.reader) }))
}

/** Splits tokens at the commas outside of parentheses. */
function partsOf(reader: Reader, from: number, to: number): { reader: Reader; end: number }[] {
  const parts: { reader: Reader; end: number }[] = []
  for (reader.at = from; reader.at < to; ) {
    const start = reader.at
    while (reader.at < to && !isSign(reader.peek(), ',')) if (!reader.inParentheses()) reader.at++
    const end = Math.min(reader.at, to)
    parts.push({ reader: new Reader(reader.sql, reader.tokens.slice(start, end)), end })
    reader.at = end + 1
  }
  return parts
}

function alter(table: Table, part: Reader): void {
  if (part.take('ADD')) {
    if (isConstraint(part)) return addConstraint(table, part)
    part.take('COLUMN')
    part.take('IF', 'NOT', 'EXISTS')
    return void (part.peek() && table.columns.push(readColumn(part)))
  }
  if (part.take('MODIFY') || part.take('CHANGE')) {
    part.take('COLUMN')
    const isRenamed = part.tokens[0]?.value.toUpperCase() === 'CHANGE'
    const former = part.peek()?.value ?? ''
    if (isRenamed) part.at++
    const column = readColumn(part)
    const at = table.columns.findIndex((one) => one.name.toLowerCase() === former.toLowerCase())
    const known = table.columns[at]
    if (known) table.columns[at] = { ...column, comment: column.comment || known.comment, notes: known.notes }
    return
  }
  if (!part.take('ALTER')) return
  part.take('COLUMN')
  const column = findColumn(table, part.peek()?.value ?? '')
  part.at++
  if (!column) return
  if (part.take('SET', 'DEFAULT')) column.fallback = readDefault(part)
  else if (part.take('SET', 'NOT', 'NULL')) column.isNullable = false
  else if (part.take('ADD')) column.extra = [column.extra, part.rest()].filter(Boolean).join(' ')
}

function addRemarks(tables: Table[], remarks: readonly Remark[]): void {
  const find = tableFinder(tables)
  const columns = new Map<Table, Map<string, Column>>()
  for (const { of, path, text } of remarks) {
    const table = find(of === 'table' ? path : path.slice(0, -1))
    if (!table) continue
    if (of === 'table') table.comment = text
    else {
      const known = columns.get(table) ?? new Map(table.columns.map((one) => [one.name.toLowerCase(), one]))
      columns.set(table, known)
      const column = known.get(keyOf(path.slice(-1)))
      if (column) column.comment = text
    }
  }
}

const beforeTable = ['OR', 'REPLACE', 'GLOBAL', 'LOCAL', 'TEMPORARY', 'TEMP', 'UNLOGGED', 'EXTERNAL', 'FOREIGN']

function readTable(reader: Reader, comments: Comments, parsed: ParsedSchema): Table | undefined {
  const from = reader.at
  const first = reader.peek()
  if (!reader.take('CREATE')) return undefined
  while (beforeTable.some((one) => reader.take(one))) continue
  if (!reader.take('TABLE')) {
    reader.at = from
    return undefined
  }
  reader.take('IF', 'NOT', 'EXISTS')
  const name = reader.dotted()
  const line = first?.line ?? 1
  const body = name.length > 0 ? reader.inParentheses() : undefined
  if (!body) {
    if (name.length === 0) parsed.broken ??= { line, near: reader.near(from) }
    else parsed.skipped.push({ line, name: name.join('.') })
    return undefined
  }
  parsed.broken ??= brokenIn(reader, body, from)
  const table: Table = {
    name: name.join('.'),
    comment: '',
    columns: [],
    indexes: [],
    constraints: [],
    engine: '',
    collation: '',
    options: '',
    notes: notesAbove(comments, first),
  }
  readColumns(reader, body, comments, table)
  readTableOptions(reader, comments, table)
  return table
}

/** Returns where the body of a table is not sound: it has no end, a statement ends within it, or a column has no name. */
function brokenIn(reader: Reader, body: { start: number; end: number }, from: number): ParsedSchema['broken'] {
  const at = (token: number) => ({ line: reader.tokens[token]?.line ?? 1, near: reader.near(token) })
  let depth = 0
  let isNameNext = true
  for (let token = body.start; token < body.end; token++) {
    const { kind, value } = reader.tokens[token] ?? {}
    if (kind === 'sign') {
      if (value === ';') return at(token)
      if (isNameNext && depth === 0) return at(token)
      depth += value === '(' ? 1 : value === ')' ? -1 : 0
    }
    isNameNext = kind === 'sign' && value === ',' && depth === 0
  }
  return isSign(reader.tokens[body.end], ')') ? undefined : { ...at(from), hasNoEnd: true }
}

/** What a MySQL dump hides from older servers in a comment: `/*!80023 INVISIBLE *\/`. */
const hidden = /^!\d*\s*/

/** Returns the comments that end on the lines directly above a statement. */
function notesAbove(comments: Comments, first: Token | undefined): string[] {
  if (!first) return []
  while ((comments.all[comments.next]?.end ?? Infinity) <= first.start) comments.next++
  const notes: string[] = []
  let line = first.line
  for (let at = comments.next - 1; at >= 0; at--) {
    const comment = comments.all[at]
    if (!comment || comment.endLine !== line - 1 || hidden.test(comment.value)) break
    if (comment.value !== '') notes.unshift(comment.value)
    line = comment.line
  }
  return notes
}

/** Reads a table's options, up to the end of the statement. */
function readTableOptions(reader: Reader, comments: Comments, table: Table): void {
  const runs = new Runs(reader)
  const hiddenOptions: string[] = []
  const start = reader.at
  let charset = ''
  while (reader.peek() && !isSign(reader.peek(), ';') && !reader.is('CREATE') && !reader.is('COMMENT', 'ON')) {
    const from = reader.at
    if (reader.take('COMMENT')) {
      if (isSign(reader.peek(), '=')) reader.at++
      if (!isText(reader.peek())) continue
      table.comment = reader.peek()?.value ?? ''
      reader.at++
    } else if (reader.take('ENGINE')) table.engine = readOption(reader)
    else if (reader.take('COLLATE')) table.collation = readOption(reader)
    else if (reader.take('DEFAULT', 'CHARSET') || reader.take('CHARSET')) charset = readOption(reader)
    else if (reader.take('DEFAULT', 'CHARACTER', 'SET') || reader.take('CHARACTER', 'SET')) charset = readOption(reader)
    else if (reader.take('DEFAULT', 'COLLATE')) table.collation = readOption(reader)
    // the next number changes with the rows, not with the table
    else if (reader.take('AUTO_INCREMENT')) readOption(reader)
    else if (isSign(reader.peek(), ',')) reader.at++
    else {
      if (!reader.inParentheses()) reader.at++
      runs.add(from)
    }
  }
  const [first, last] = [reader.tokens[start - 1], reader.tokens[reader.at - 1]]
  const end = isSign(reader.peek(), ';') ? reader.peek()?.start : last?.end
  for (const comment of commentsWithin(comments, first?.end ?? 0, end ?? 0)) {
    if (hidden.test(comment.value)) hiddenOptions.push(comment.value.replace(hidden, '').replaceAll(/\s+/g, ' '))
    else table.notes.push(comment.value)
  }
  table.collation ||= charset
  table.options = [runs.text(), ...hiddenOptions].filter(Boolean).join(' ')
}

/** Reads the value of an option, with or without an equals sign. */
function readOption(reader: Reader): string {
  if (isSign(reader.peek(), '=')) reader.at++
  const value = reader.peek()?.value ?? ''
  if (!isSign(reader.peek(), ';')) reader.at++
  return value
}

/** Returns the comments between two positions that have not been taken yet, and moves past them. */
function commentsWithin(comments: Comments, from: number, to: number): Token[] {
  while ((comments.all[comments.next]?.start ?? Infinity) < from) comments.next++
  const found: Token[] = []
  for (let one = comments.all[comments.next]; one && one.start < to; one = comments.all[++comments.next])
    found.push(one)
  return found.filter((one) => one.value !== '')
}

function readColumns(reader: Reader, body: { start: number; end: number }, comments: Comments, table: Table): void {
  const behind = reader.at
  const keys = new Set<string>()
  let position = reader.tokens[body.start - 1]?.end ?? 0
  for (const { reader: part, end } of partsOf(reader, body.start, body.end)) {
    const [first, last] = [part.tokens[0], part.tokens.at(-1)]
    if (!first || !last) continue
    const above = commentsWithin(comments, position, first.start)
    // A comment after a column, on its last line, is about it.
    const next = reader.tokens[end + 1]?.start ?? Infinity
    const until = comments.all.slice(comments.next, comments.next + 100).find((one) => one.line > last.endLine)?.start
    const beside = commentsWithin(comments, first.start, Math.min(next, until ?? Infinity))
    position = last.end
    if (isConstraint(part)) {
      for (const key of primaryKeyOf(part)) keys.add(key)
      part.at = 0
      addConstraint(table, part)
      table.notes.push(...[...above, ...beside].map((one) => one.value))
      continue
    }
    const column = readColumn(part)
    for (const { value } of beside.filter((one) => hidden.test(one.value)))
      column.extra = [column.extra, value.replace(hidden, '')].filter(Boolean).join(' ')
    column.notes = [...above, ...beside].flatMap(({ value }) => (hidden.test(value) ? [] : [value]))
    const said = beside.find(({ value }) => !hidden.test(value))
    if (column.comment === '' && said) {
      column.comment = said.value
      column.notes.splice(column.notes.lastIndexOf(said.value), 1)
    }
    table.columns.push(column)
  }
  table.notes.push(...commentsWithin(comments, position, reader.tokens[body.end]?.start ?? 0).map((one) => one.value))
  for (const column of table.columns) if (keys.has(column.name.toLowerCase())) column.isNullable = false
  reader.at = behind
}

/** Adds a key, an index or a rule to a table. */
function addConstraint(table: Table, part: Reader): void {
  const whole = part.at
  const name = part.take('CONSTRAINT') && !isKeyWord(part) ? (part.peek()?.value ?? '') : ''
  if (name !== '') part.at++
  if (part.take('PRIMARY', 'KEY')) {
    const index = readIndexBody(part, { name: name || 'PRIMARY', isUnique: true, type: '' })
    for (const key of index.keys) {
      const column = findColumn(table, key)
      if (column) column.isNullable = false
    }
    return void table.indexes.push(index)
  }
  const kind = ['UNIQUE', 'FULLTEXT', 'SPATIAL'].find((word) => part.take(word))
  const isIndex = part.take('KEY') || part.take('INDEX') || kind !== undefined
  if (!isIndex) return void table.constraints.push(part.written(whole, part.tokens.length))
  const own = isSign(part.peek(), '(') || part.is('USING') || part.is('NULLS') ? '' : (part.peek()?.value ?? '')
  if (own !== '') part.at++
  const type = kind === 'UNIQUE' ? '' : (kind ?? '')
  table.indexes.push(readIndexBody(part, { name: name || own, isUnique: kind === 'UNIQUE', type }))
}

const isKeyWord = (part: Reader): boolean =>
  ['PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK', 'EXCLUDE'].some((one) => part.is(one))

/** Reads the columns of an index and what follows them. */
function readIndexBody(
  part: Reader,
  { name, isUnique, type }: Pick<Index, 'name' | 'isUnique' | 'type'>,
): Index & { keys: string[] } {
  const index = { name, isUnique, type, columns: '', comment: '', keys: [] as string[] }
  const others = new Runs(part)
  while (part.peek()) {
    const from = part.at
    if (part.take('USING')) {
      index.type ||= part.peek()?.value.toUpperCase() ?? ''
      part.at++
    } else if (part.take('COMMENT') && isText(part.peek())) {
      index.comment = part.peek()?.value ?? ''
      part.at++
    } else {
      const inside = part.inParentheses()
      if (inside && index.columns === '') {
        const within = part.tokens.slice(inside.start, inside.end)
        index.columns = within.map((token, at) => spaced(token, within[at - 1])).join('')
        index.keys = within.filter(({ kind }) => kind === 'word' || kind === 'name').map((token) => token.value)
      } else {
        if (!inside) part.at++
        others.add(from)
      }
    }
  }
  index.comment = [index.comment, others.text()].filter(Boolean).join(' ')
  return index
}

/** Returns a token without its quotes if it is a name, with the space before it that the SQL has or a comma needs. */
function spaced(token: Token, before: Token | undefined): string {
  const isApart = before !== undefined && (before.end < token.start || isSign(before, ','))
  return `${isApart && !isSign(token, ',') ? ' ' : ''}${token.kind === 'text' ? `'${token.value}'` : token.value}`
}

const constraintWords = ['PRIMARY', 'UNIQUE', 'CONSTRAINT', 'FOREIGN', 'FULLTEXT', 'SPATIAL', 'CHECK', 'EXCLUDE']
// These are also valid column names, if a type follows.
const doubtfulWords = ['KEY', 'INDEX', 'LIKE', 'PERIOD']

function isConstraint(part: Reader): boolean {
  if (constraintWords.some((one) => part.is(one))) return true
  if (!doubtfulWords.some((one) => part.is(one))) return false
  if (part.is('LIKE') || isSign(part.peek(1), '(')) return true
  return isSign(part.peek(2), '(') && !/^\d/.test(part.peek(3)?.value ?? '')
}

function primaryKeyOf(part: Reader): string[] {
  while (part.peek() && !part.take('PRIMARY', 'KEY')) part.at++
  while (part.peek() && !isSign(part.peek(), '(')) part.at++
  const inside = part.inParentheses()
  return inside ? part.tokens.slice(inside.start, inside.end).map((token) => token.value.toLowerCase()) : []
}

const endsType = new Set(
  (
    'NOT NULL DEFAULT COMMENT PRIMARY UNIQUE KEY AUTO_INCREMENT AUTOINCREMENT REFERENCES CHECK CONSTRAINT COLLATE ' +
    'CHARSET ON GENERATED AS IDENTITY VIRTUAL STORED INVISIBLE VISIBLE STORAGE COMPRESSION ENCODE SPARSE ROWGUIDCOL'
  ).split(' '),
)

/** Collects pieces of a definition as written; those that follow each other are one. */
class Runs {
  readonly #part: Reader
  readonly #runs: { start: number; end: number }[] = []

  constructor(part: Reader) {
    this.#part = part
  }

  /** Adds the tokens from `start` up to the present one. */
  add(start: number): void {
    const last = this.#runs.at(-1)
    if (last?.end === start) last.end = this.#part.at
    else this.#runs.push({ start, end: this.#part.at })
  }

  text(): string {
    return this.#runs.map(({ start, end }) => this.#part.written(start, end)).join(' ')
  }
}

function readColumn(part: Reader): Column {
  const column: Column = {
    name: part.peek()?.value ?? '',
    type: '',
    isNullable: true,
    fallback: '',
    comment: '',
    extra: '',
    notes: [],
  }
  part.at++
  column.type = readType(part)
  if (/^(small|big)?serial\d?$/i.test(column.type)) column.isNullable = false
  const extra = new Runs(part)
  while (part.peek()) {
    const from = part.at
    if (part.take('NOT', 'NULL')) column.isNullable = false
    else if (part.take('NULL')) continue
    else if (part.take('DEFAULT')) column.fallback = readDefault(part)
    else if (part.take('COMMENT')) {
      if (isSign(part.peek(), '=')) part.at++
      if (isText(part.peek())) {
        column.comment = part.peek()?.value ?? ''
        part.at++
      }
    } else {
      if (part.take('PRIMARY', 'KEY')) column.isNullable = false
      // The action may be `SET NULL` or `SET DEFAULT`.
      else if (part.take('ON', 'UPDATE') || part.take('ON', 'DELETE'))
        part.at += part.is('SET') || part.is('NO') ? 2 : 1
      else if (!part.inParentheses()) part.at++
      extra.add(from)
    }
  }
  column.extra = extra.text()
  return column
}

function readType(part: Reader): string {
  const pieces: string[] = []
  let isJoined = true
  for (let token = part.peek(); token; token = part.peek()) {
    const upper = token.value.toUpperCase()
    if (token.kind === 'word' && (endsType.has(upper) || part.is('CHARACTER', 'SET'))) break
    const inside = part.inParentheses()
    if (inside) pieces.push(` (${part.written(inside.start, inside.end)})`)
    else {
      const isClose = isJoined || isSign(token, '.') || token.value.startsWith('[')
      pieces.push(`${isClose ? '' : ' '}${token.value}`)
      part.at++
    }
    isJoined = !inside && token.value.endsWith('.')
  }
  return pieces.join('')
}

/** Skips PostgreSQL's `::type` behind a string: it repeats the type of the column. */
function skipCast(part: Reader): void {
  while (isSign(part.peek(), ':') && isSign(part.peek(1), ':')) {
    part.at += 2
    part.dotted()
    for (const more of ['VARYING', 'PRECISION']) part.take(more)
    part.inParentheses()
    if (part.take('WITH') || part.take('WITHOUT')) part.take('TIME', 'ZONE')
    while (part.peek()?.value.startsWith('[')) part.at++
  }
}

/** Reads a default value: a string without its quotes, anything else as written; empty for NULL. */
function readDefault(part: Reader): string {
  const start = part.at
  const first = part.peek()
  if (part.take('NULL')) return ''
  if (part.inParentheses()) return part.written(start, part.at)
  if (isText(first)) {
    part.at++
    skipCast(part)
    return first?.value ?? ''
  }
  // A sign before a number; a letter before a string, as in b'0'; or a function with its arguments.
  if (first?.kind === 'sign') part.at++
  part.dotted()
  if (part.peek()?.kind === 'text' && part.peek()?.start === part.tokens[part.at - 1]?.end) part.at++
  part.inParentheses()
  return part.written(start, part.at)
}
