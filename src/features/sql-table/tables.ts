import { type Token, tokenize } from './tokens.ts'

/** A column as defined. `fallback` is its default value, empty for none. */
export interface Column {
  name: string
  type: string
  isNullable: boolean
  fallback: string
  comment: string
}

/** A table as defined. */
export interface Table {
  /** With its schema, if the SQL names it. */
  name: string
  comment: string
  columns: Column[]
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
export function parseTables(sql: string): Table[] {
  const all = tokenize(sql)
  const comments: Comments = { all: all.filter((token) => token.kind === 'comment'), next: 0 }
  const reader = new Reader(
    sql,
    all.filter((token) => token.kind !== 'comment'),
  )
  const tables: Table[] = []
  const remarks: { of: 'table' | 'column'; path: string[]; text: string }[] = []
  while (reader.peek()) {
    const from = reader.at
    const table = readTable(reader, comments)
    if (table) tables.push(table)
    else if (reader.at > from) continue
    else if (reader.take('COMMENT', 'ON')) {
      const of = reader.take('TABLE') ? 'table' : reader.take('COLUMN') ? 'column' : undefined
      const path = reader.dotted()
      if (of && reader.take('IS') && isText(reader.peek())) remarks.push({ of, path, text: reader.peek()?.value ?? '' })
    } else reader.at++
  }
  addRemarks(tables, remarks)
  return tables
}

function addRemarks(tables: Table[], remarks: { of: 'table' | 'column'; path: string[]; text: string }[]): void {
  const byName = new Map<string, Table>()
  for (const table of tables) {
    byName.set(table.name.slice(table.name.lastIndexOf('.') + 1).toLowerCase(), table)
  }
  for (const table of tables) byName.set(table.name.toLowerCase(), table)
  const columns = new Map<Table, Map<string, Column>>()
  for (const { of, path, text } of remarks) {
    const owner = of === 'table' ? path : path.slice(0, -1)
    const table = byName.get(keyOf(owner)) ?? byName.get(keyOf(owner.slice(-1)))
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

function readTable(reader: Reader, comments: Comments): Table | undefined {
  const from = reader.at
  if (!reader.take('CREATE')) return undefined
  while (beforeTable.some((one) => reader.take(one))) continue
  if (!reader.take('TABLE')) {
    reader.at = from
    return undefined
  }
  reader.take('IF', 'NOT', 'EXISTS')
  const name = reader.dotted()
  const body = name.length > 0 ? reader.inParentheses() : undefined
  if (!body) return undefined
  const columns = readColumns(reader, body, comments)
  return { name: name.join('.'), comment: readTableComment(reader), columns }
}

/** Reads the comment among a table's options, up to the end of the statement. */
function readTableComment(reader: Reader): string {
  while (reader.peek() && !isSign(reader.peek(), ';') && !reader.is('CREATE') && !reader.is('COMMENT', 'ON')) {
    if (reader.take('COMMENT')) {
      if (isSign(reader.peek(), '=')) reader.at++
      if (isText(reader.peek())) return reader.peek()?.value ?? ''
    } else if (!reader.inParentheses()) reader.at++
  }
  return ''
}

function readColumns(reader: Reader, body: { start: number; end: number }, comments: Comments): Column[] {
  const behind = reader.at
  const columns: Column[] = []
  const keys = new Set<string>()
  for (reader.at = body.start; reader.at < body.end; ) {
    const start = reader.at
    while (reader.at < body.end && !isSign(reader.peek(), ',')) if (!reader.inParentheses()) reader.at++
    const end = Math.min(reader.at, body.end)
    const part = new Reader(reader.sql, reader.tokens.slice(start, end))
    reader.at = end + 1
    const [first, last] = [part.tokens[0], part.tokens.at(-1)]
    if (!first || !last) continue
    if (isConstraint(part)) for (const key of primaryKeyOf(part)) keys.add(key)
    else {
      const column = readColumn(part)
      // A comment after a column, on its last line, is about it.
      while ((comments.all[comments.next]?.end ?? Infinity) <= first.start) comments.next++
      const neighbour = comments.all[comments.next]
      const next = reader.tokens[end + 1]?.start ?? Infinity
      if (column.comment === '' && neighbour && neighbour.line <= last.endLine && neighbour.start < next)
        column.comment = neighbour.value
      columns.push(column)
    }
  }
  reader.at = behind
  return columns.map((one) => (keys.has(one.name.toLowerCase()) ? { ...one, isNullable: false } : one))
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

function readColumn(part: Reader): Column {
  const column: Column = { name: part.peek()?.value ?? '', type: '', isNullable: true, fallback: '', comment: '' }
  part.at++
  column.type = readType(part)
  if (/^(small|big)?serial\d?$/i.test(column.type)) column.isNullable = false
  while (part.peek()) {
    if (part.take('NOT', 'NULL') || part.take('PRIMARY', 'KEY')) column.isNullable = false
    else if (part.take('DEFAULT')) column.fallback = readDefault(part)
    else if (part.take('ON', 'UPDATE') || part.take('ON', 'DELETE')) {
      // Skip the action, which may be `SET NULL` or `SET DEFAULT`.
      part.at += part.is('SET') || part.is('NO') ? 2 : 1
    } else if (part.take('COMMENT')) {
      if (isSign(part.peek(), '=')) part.at++
      if (isText(part.peek())) column.comment = part.peek()?.value ?? ''
    } else if (!part.inParentheses()) part.at++
  }
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

/** Reads a default value: a string without its quotes, anything else as written; empty for NULL. */
function readDefault(part: Reader): string {
  const start = part.at
  const first = part.peek()
  if (part.take('NULL')) return ''
  if (part.inParentheses()) return part.written(start, part.at)
  if (isText(first)) {
    part.at++
    return first?.value ?? ''
  }
  // A sign before a number; a letter before a string, as in b'0'; or a function with its arguments.
  if (first?.kind === 'sign') part.at++
  part.dotted()
  if (part.peek()?.kind === 'text' && part.peek()?.start === part.tokens[part.at - 1]?.end) part.at++
  part.inParentheses()
  return part.written(start, part.at)
}
