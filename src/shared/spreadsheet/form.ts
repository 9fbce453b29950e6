/** The members of an object of unknown shape. */
export type Fields = Record<string, unknown>

/** The value of a cell or the result of a formula. */
export type CellValue = string | number | boolean

/** A border on one side of a cell: [style, colour]. */
export type BorderLine = [style: string, color: string]

/** The style of a cell in x-spreadsheet's format; `numFmt`, `rotate` and `wrap` kinds are extensions. */
export interface StoredStyle extends Fields {
  font?: { bold?: boolean; italic?: boolean; size?: number; name?: string }
  underline?: boolean
  strike?: boolean
  color?: string
  bgcolor?: string
  align?: 'left' | 'center' | 'right'
  valign?: 'top' | 'middle' | 'bottom'
  textwrap?: boolean
  border?: Partial<Record<Side, BorderLine>>
  /** The name of an x-spreadsheet number format. */
  format?: string
  /** An Excel number format code, when `format` has no name for it. */
  numFmt?: string
  /** Degrees, counterclockwise; 'v' for vertically stacked characters. */
  rotate?: number | 'v'
}

/** The sides of a cell. */
export const sides = ['top', 'right', 'bottom', 'left'] as const

/** A side of a cell. */
export type Side = (typeof sides)[number]

/** A stored cell: x-spreadsheet's members, with extensions for what its format cannot express. */
export interface StoredCell extends Fields {
  /** The input: a text, a number in plain digits, or a formula that begins with `=`. */
  text?: string
  /** Index into the sheet's styles. */
  style?: number
  /** How many rows and columns the cell spans beyond its own. */
  merge?: [rows: number, columns: number]
  editable?: boolean
  /**
   * The type of `text` when it is ambiguous: a string, a number, a boolean, or a date with its serial number in
   * `value`.
   */
  t?: 's' | 'n' | 'b' | 'd'
  /** The displayed text when it is not `text`: the result of a formula, a formatted number. */
  shown?: string
  /** The result of a formula, or the serial number of a date. */
  value?: CellValue
  /** Notes, links and rich text, as the grid stores them. */
  more?: Fields
}

/** A stored row. */
export interface StoredRow extends Fields {
  cells?: Record<string, StoredCell>
  height?: number
  hide?: boolean
}

/** What x-spreadsheet's format cannot express about a sheet. */
interface SheetExtras extends Fields {
  /** The version of the stored format. */
  v: number
}

/** A stored sheet. */
export interface StoredSheet extends Fields {
  name?: string
  freeze?: string
  styles?: StoredStyle[]
  merges?: string[]
  rows?: Fields
  cols?: Fields
  autofilter?: Fields
  docstead?: SheetExtras
}

/** The version of the stored format that this program writes. */
export const formVersion = 1

/** The result of parsing a page's content. */
export type ReadBook =
  | { kind: 'book'; sheets: StoredSheet[] }
  /** Written by a newer program in a format that this one does not know. */
  | { kind: 'newer' }
  /** Not a spreadsheet. */
  | { kind: 'unreadable' }

/** Returns an object's members; none for anything else. */
export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const isSheet = (one: unknown) => ['rows', 'cols', 'name'].some((name) => name in toFields(one))
const isEmpty = (one: unknown) => typeof one === 'object' && one !== null && Object.keys(one).length === 0

/**
 * Parses the sheets in a page's content: an array of them or a single one. An empty text is a workbook without sheets.
 */
export function readBook(content: string): ReadBook {
  if (content.trim() === '') return { kind: 'book', sheets: [] }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { kind: 'unreadable' }
  }
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (all.every(isEmpty)) return { kind: 'book', sheets: [] }
  if (!all.every(isSheet)) return { kind: 'unreadable' }
  const sheets = all.map((one) => toFields(one) as StoredSheet)
  const isNewer = sheets.some(({ docstead }) => Number(toFields(docstead)['v'] ?? 1) > formVersion)
  return isNewer ? { kind: 'newer' } : { kind: 'book', sheets }
}

/** The maximum size of a workbook, so that a wrong number cannot create an endless table. */
export const most = { rows: 100_000, columns: 2000, sheets: 200 }

/** Returns the members of an object whose keys are integers below `limit`, with their numbers. */
export function numbered(value: unknown, limit: number): [at: number, member: Fields][] {
  const found: [number, Fields][] = []
  for (const [name, member] of Object.entries(toFields(value))) {
    const at = /^\d{1,6}$/.test(name) ? Number(name) : limit
    if (at < limit) found.push([at, toFields(member)])
  }
  return found
}

/** Normalizes a count that another program wrote: an integer, at least 0. */
export const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0

/** Returns the text of a cell, whatever type another program stored. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/

/**
 * Whether a text is a number in ordinary notation: without spaces or leading zeros, and short enough to be stored
 * exactly.
 */
export const isNumberText = (text: string): boolean => plainNumber.test(text) && text.replace(/\D/g, '').length <= 15

// Numbers in the notation of programs, with more digits or exponents than people write: 0.30000000000000004, 1e-7.
const writtenNumber = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/

/** Returns the number in a cell; undefined for a cell with any other content. */
export function numberIn({ text, t }: StoredCell): number | undefined {
  const written = textIn(text)
  const isNumber = t === 'n' ? writtenNumber.test(written) : t === undefined && isNumberText(written)
  return isNumber && Number.isFinite(Number(written)) ? Number(written) : undefined
}

/** Converts a number to a stored cell. */
export function storedNumber(value: number): StoredCell {
  const text = String(value)
  return { text, ...(!isNumberText(text) && Number.isFinite(value) && { t: 'n' as const }) }
}

/** Whether a cell contains a formula. */
export const isFormula = ({ text, t }: StoredCell): boolean => t !== 's' && typeof text === 'string' && /^=./.test(text)

/** Returns the displayed text of a cell. */
export const shownText = (cell: StoredCell): string => (typeof cell.shown === 'string' ? cell.shown : textIn(cell.text))

/** Returns the name of a column: A, B, ... Z, AA. */
export function columnName(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

/** Formats the address of a cell: B2. */
export const formatCellAddress = (row: number, column: number): string => `${columnName(column)}${row + 1}`

/** Parses an address to row and column, from 0; undefined for anything else. */
export function parseCellAddress(address: string): { row: number; column: number } | undefined {
  const [, columnLabel, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(address) ?? []
  if (!columnLabel || !digits) return undefined
  let column = 0
  for (const letter of columnLabel.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}

/** A rectangle of cells. */
export interface Area {
  row: [first: number, last: number]
  column: [first: number, last: number]
}

/** Parses `A1:B3` or `A1`. */
export function parseArea(reference: string): Area | undefined {
  const [from = '', to = from] = reference.split(':')
  const a = parseCellAddress(from)
  const b = parseCellAddress(to)
  if (!a || !b) return undefined
  const order = (x: number, y: number): [number, number] => [Math.min(x, y), Math.max(x, y)]
  return { row: order(a.row, b.row), column: order(a.column, b.column) }
}

/** Formats a rectangle as `A1:B3`. */
export const formatArea = ({ row, column }: Area): string =>
  `${formatCellAddress(row[0], column[0])}:${formatCellAddress(row[1], column[1])}`

/** Yields the existing cells of a sheet, row by row, with their positions. */
export function* iterateCells(sheet: StoredSheet): Generator<[row: number, column: number, cell: StoredCell]> {
  for (const [row, stored] of numbered(sheet.rows, most.rows)) {
    const cells = toFields(stored['cells'])
    for (const name in cells) {
      const column = Number(name)
      // as in numbered(), without an intermediate list: there may be millions
      if (column >= 0 && column < most.columns && Number.isInteger(column) && name === String(column))
        yield [row, column, toFields(cells[name]) as StoredCell]
    }
  }
}

/** Returns the style of a cell; undefined for a cell without one. */
export const getCellStyle = (sheet: StoredSheet, { style }: StoredCell): StoredStyle | undefined => {
  const found = typeof style === 'number' && Array.isArray(sheet.styles) ? sheet.styles[style] : undefined
  return found && (toFields(found) as StoredStyle)
}

/** Returns the displayed name of a sheet. */
export const getSheetName = (sheet: StoredSheet, at: number): string => textIn(sheet.name) || `Sheet${at + 1}`

/** Returns all searchable text of a cell: the input and the displayed text. */
export const searchableText = (cell: StoredCell): string => `${textIn(cell.text)} ${textIn(cell.shown)}`

/** Sorts the keys of objects, so that equal styles serialize to equal texts. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortKeys(member)]),
  )
}
