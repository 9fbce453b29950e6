import { pathParameterNames } from '#web/features/reading/index.tsx'
import { type ApiSource, parseRows, type Row, valueAt } from './api-doc.ts'
import {
  elementTextFor,
  elementTextsAt,
  isFault,
  type Path,
  readSource,
  replaceAt,
  type Source,
  setAt,
} from './json-edit.ts'

/** Which columns a table has; decides what a new row is written with. */
export type RowKind = 'param' | 'cookie' | 'field' | 'answer'

/** A row that is not there yet. */
export type NewRow = Partial<Row> & { name: string }

const isBlank = ({ name, value, remark }: Row) => name === '' && value === '' && remark === ''

/** The rows of a list, without the empty ones at its end that clients leave to write in. */
export function shownRows(value: unknown, path: Path): Row[] {
  const rows = parseRows(valueAt(value, path))
  const last = rows.findLastIndex((row) => !isBlank(row))
  return rows.slice(0, last + 1)
}

/** How many rows are in use. */
export const countRows = (value: unknown, path: Path): number =>
  parseRows(valueAt(value, path)).filter(({ name }) => name !== '').length

/** A row as it is stored. */
function storedRow(kind: RowKind, row: NewRow): Record<string, string> {
  const { name, type = 'string', value = '', isRequired = false, remark = '', isOff = false } = row
  const off: Record<string, string> = isOff ? { disable: '1' } : {}
  const require = isRequired ? '1' : '0'
  if (kind === 'cookie') return { name, value, ...(remark ? { remark } : {}), ...off }
  if (kind === 'answer') return { name, type, remark, ...off }
  return { name, type, value, require, remark, ...off }
}

const keys = { type: 'type', value: 'value', isRequired: 'require', isOff: 'disable', remark: 'remark' } as const

/** A yes or no in the manner in which the document writes it. */
export const flagLike = (former: unknown, is: boolean): unknown =>
  typeof former === 'boolean' ? is : typeof former === 'number' ? Number(is) : is ? '1' : '0'

/** The text with one cell changed; the row behind the last one is made. */
export function setCell(source: Source, path: Path, kind: RowKind, at: number, change: Partial<Row>): string {
  const stored = valueAt(source.value, [...path, at])
  if (typeof stored !== 'object' || stored === null) {
    const list = elementTextsAt(source, path)
    return replaceAt(source, path, [...list, elementTextFor(source, path, storedRow(kind, { name: '', ...change }))])
  }
  const row = stored as Record<string, unknown>
  let text = source.text
  for (const [field, value] of Object.entries(change) as [keyof Row, string | boolean][]) {
    const key = field === 'name' ? ('key' in row && !('name' in row) ? 'key' : 'name') : keys[field]
    const next = typeof value === 'boolean' ? flagLike(row[key], value) : value
    if (value === false && row[key] === undefined) continue
    const read = readSource(text)
    if (!isFault(read)) text = setAt(read, [...path, at, key], next)
  }
  return text
}

/** The text without a row. */
export const removeRow = (source: Source, path: Path, at: number): string =>
  replaceAt(source, path, elementTextsAt(source, path).toSpliced(at, 1))

/** The text with the row at `from` at the place `to`. */
export function moveRow(source: Source, path: Path, from: number, to: number): string {
  const pieces = elementTextsAt(source, path)
  return replaceAt(source, path, pieces.toSpliced(from, 1).toSpliced(to, 0, ...pieces.slice(from, from + 1)))
}

/** The text with rows put in at a place; an empty row there gives way. */
export function insertRows(source: Source, path: Path, kind: RowKind, at: number, rows: readonly NewRow[]): string {
  const pieces = elementTextsAt(source, path)
  const here = parseRows(valueAt(source.value, path))[at]
  const gives = here && isBlank(here) ? 1 : 0
  const made = rows.map((row) => elementTextFor(source, path, storedRow(kind, row)))
  return replaceAt(source, path, pieces.toSpliced(at, gives, ...made))
}

/**
 * The text with the list made of these rows. A row that was there by its name keeps whatever else is noted in it, and its
 * bytes where it says the same.
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
 * The text with a row for each name in the address. A single name that changed keeps its row; a row whose name is gone
 * goes, unless somebody has written something into it.
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
  const kept = rows.flatMap((row, at) => {
    const isLost = row.name === '' || (gone.includes(row) && !row.value && !row.remark)
    const piece = pieces[at]
    return isLost || piece === undefined ? [] : [piece]
  })
  const made = missing.map((name) => elementTextFor(source, path, storedRow('param', { name, isRequired: true })))
  return replaceAt(source, path, [...kept, ...made])
}
