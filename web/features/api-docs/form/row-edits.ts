import { type NewRow, parseRows, type Row } from '#shared/api-doc/api-doc.ts'
import { pathParameterNames } from '#shared/api-doc/api-text.ts'
import { type ApiSource, valueAt } from './api-source.ts'
import {
  appendAt,
  elementTextFor,
  elementTextsAt,
  isFault,
  type Path,
  readSource,
  replaceAt,
  type Source,
  setAt,
} from './json-source-edit.ts'

/** The kind of table; determines its columns and the fields of a new row. */
export type RowKind = 'param' | 'cookie' | 'field' | 'answer'

const isEmpty = ({ name, value, remark }: Row) => name === '' && value === '' && remark === ''

/** Returns the rows of a list without the empty ones that clients leave at its end. */
export function shownRows(value: unknown, path: Path): Row[] {
  const rows = parseRows(valueAt(value, path))
  const last = rows.findLastIndex((row) => !isEmpty(row))
  return rows.slice(0, last + 1)
}

/** Returns the number of rows in use, as the count of a tab; no count for none. */
export function tabCount(value: unknown, path: Path): { count?: number } {
  const count = parseRows(valueAt(value, path)).filter(({ name }) => name !== '').length
  return count > 0 ? { count } : {}
}

/** Converts a row to its stored form. */
export function storedRow(kind: RowKind, row: NewRow): Record<string, unknown> {
  const { name, type = 'string', value = '', isRequired = false, remark = '', isOff = false, schema } = row
  const more = { ...(isOff && { disable: '1' }), ...(schema && { schema }) }
  const require = isRequired ? '1' : '0'
  if (kind === 'cookie') return { name, value, ...(remark ? { remark } : {}), ...more }
  if (kind === 'answer') return { name, type, ...(value && { value }), ...(isRequired && { require }), remark, ...more }
  return { name, type, value, require, remark, ...more }
}

const keys = {
  type: 'type',
  value: 'value',
  isRequired: 'require',
  isOff: 'disable',
  remark: 'remark',
  schema: 'schema',
} as const

/** A column of a table: a field of a row that is a text or a tick. */
export type RowColumn = Exclude<keyof Row, 'schema'>

/** New values for cells of a row; a `schema` of undefined removes it. */
export type RowChange = Partial<Omit<Row, 'schema'>> & { schema?: Row['schema'] | undefined }

/** Formats a boolean like the value that the document had before. */
export const flagLike = (former: unknown, is: boolean): unknown =>
  typeof former === 'boolean' ? is : typeof former === 'number' ? Number(is) : is ? '1' : '0'

/** Changes cells of a row and returns the new text; creates the row after the last one. */
export function setCell(source: Source, path: Path, kind: RowKind, at: number, change: RowChange): string {
  const stored = valueAt(source.value, [...path, at])
  if (typeof stored !== 'object' || stored === null) {
    const { schema, ...cells } = change
    return appendAt(source, path, storedRow(kind, { name: '', ...cells, ...(schema && { schema }) }))
  }
  const row = stored as Record<string, unknown>
  let text = source.text
  for (const [field, value] of Object.entries(change) as [keyof Row, unknown][]) {
    const key = field === 'name' ? ('key' in row && !('name' in row) ? 'key' : 'name') : keys[field]
    const next = typeof value === 'boolean' ? flagLike(row[key], value) : value
    if (value === false && row[key] === undefined) continue
    const read = readSource(text)
    if (!isFault(read)) text = setAt(read, [...path, at, key], next)
  }
  return text
}

/** Moves the row at `from` to `to`. */
export function moveRow(source: Source, path: Path, from: number, to: number): string {
  const pieces = elementTextsAt(source, path)
  return replaceAt(source, path, pieces.toSpliced(from, 1).toSpliced(to, 0, ...pieces.slice(from, from + 1)))
}

/** Inserts rows at a position; an empty row there is replaced. */
export function insertRows(source: Source, path: Path, kind: RowKind, at: number, rows: readonly NewRow[]): string {
  const pieces = elementTextsAt(source, path)
  const here = parseRows(valueAt(source.value, path))[at]
  const gives = here && isEmpty(here) ? 1 : 0
  const made = rows.map((row) => elementTextFor(source, path, storedRow(kind, row)))
  return replaceAt(source, path, pieces.toSpliced(at, gives, ...made))
}

/**
 * Replaces the rows of a list. A row with the same name keeps its other stored fields, and its bytes when it is
 * unchanged.
 */
export function replaceRows(source: Source, path: Path, kind: RowKind, rows: readonly NewRow[]): string {
  const pieces = elementTextsAt(source, path)
  const former = parseRows(valueAt(source.value, path))
  const used = new Set<number>()
  const next = rows.map((row) => {
    const at = former.findIndex(({ name }, index) => name === row.name && !used.has(index))
    const piece = pieces[at]
    const old = former[at]
    if (piece === undefined || !old) return elementTextFor(source, path, storedRow(kind, row))
    used.add(at)
    const changed = Object.entries(row).filter(([field, value]) => old[field as keyof Row] !== value)
    const own = readSource(piece)
    if (changed.length === 0 || isFault(own)) return piece
    const inList = readSource(`[${piece}]`)
    return isFault(inList) ? piece : setCell(inList, [], kind, 0, Object.fromEntries(changed)).slice(1, -1)
  })
  return replaceAt(source, path, next)
}

/**
 * Updates the rows to the path parameters of the URL. When a single name changed, its row is renamed; a row whose name
 * is no longer in the URL is removed, unless it has a value or remark.
 */
export function followAddress(source: ApiSource, path: Path): string {
  const names = pathParameterNames(source.doc.url)
  const rows = shownRows(source.value, path)
  const missing = names.filter((name) => !rows.some((row) => row.name === name))
  const gone = rows.filter((row) => row.name !== '' && !names.includes(row.name))
  if (missing.length === 0 && gone.every((row) => row.value || row.remark)) return source.text
  const [first] = missing
  const [lost] = gone
  if (first && lost && missing.length === 1 && gone.length === 1)
    return setCell(source, path, 'param', rows.indexOf(lost), { name: first })
  const pieces = elementTextsAt(source, path)
  const saved = rows.flatMap((row, at) => {
    const isLost = row.name === '' || (gone.includes(row) && !row.value && !row.remark)
    const piece = pieces[at]
    return isLost || piece === undefined ? [] : [piece]
  })
  const made = missing.map((name) => elementTextFor(source, path, storedRow('param', { name, isRequired: true })))
  return replaceAt(source, path, [...saved, ...made])
}
