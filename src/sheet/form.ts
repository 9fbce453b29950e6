/** Members of an object of which nothing is known yet. */
export type Fields = Record<string, unknown>

/** A value that a cell holds or a formula gives. */
export type CellValue = string | number | boolean

/** A line on one side of a cell: [style, colour]. */
export type BorderLine = [style: string, color: string]

/** How a cell looks, in the words of x-spreadsheet; `numFmt`, `rotate` and `wrap` kinds are ours. */
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
  /** A number format of x-spreadsheet, by its name. */
  format?: string
  /** A number format code as Excel has them, where `format` has no name for it. */
  numFmt?: string
  /** Degrees, against the clock; 'v' for letters under one another. */
  rotate?: number | 'v'
}

/** The sides of a cell. */
export const sides = ['top', 'right', 'bottom', 'left'] as const

/** A side of a cell. */
export type Side = (typeof sides)[number]

/** A cell as it is stored: x-spreadsheet's, and beside it what that cannot say. */
export interface StoredCell extends Fields {
  /** What was typed: a text, a number in plain digits, or a formula that begins with `=`. */
  text?: string
  /** Which of the sheet's styles. */
  style?: number
  /** How many rows and columns it covers beyond its own. */
  merge?: [rows: number, columns: number]
  editable?: boolean
  /** What `text` is when it does not tell by itself: a text, a number, yes or no, or a day with its number in `value`. */
  t?: 's' | 'n' | 'b' | 'd'
  /** What the cell shows when that is not `text`: the result of a formula, a number in its format. */
  shown?: string
  /** The result of a formula, the number of a day. */
  value?: CellValue
  /** Notes, links and letters of different looks, as the grid keeps them. */
  more?: Fields
}

/** A row as it is stored. */
export interface StoredRow extends Fields {
  cells?: Record<string, StoredCell>
  height?: number
  hide?: boolean
}

/** What of a sheet x-spreadsheet has no words for. */
export interface SheetExtras extends Fields {
  /** The version of the form. */
  v: number
}

/** A sheet as it is stored. */
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

/** The version of the stored form that this program writes. */
export const formVersion = 1

/** What the content of a page turned out to be. */
export type ReadBook =
  | { kind: 'book'; sheets: StoredSheet[] }
  /** Written by a newer program, whose words this one does not know. */
  | { kind: 'newer' }
  /** No spreadsheet at all. */
  | { kind: 'unreadable' }

/** An object's members; none for anything else. */
export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const isSheet = (one: unknown) => ['rows', 'cols', 'name'].some((name) => name in toFields(one))
const isBlank = (one: unknown) => typeof one === 'object' && one !== null && Object.keys(one).length === 0

/** The sheets in the content of a page: an array of them or a single one. An empty text is a book without sheets. */
export function readBook(content: string): ReadBook {
  if (content.trim() === '') return { kind: 'book', sheets: [] }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { kind: 'unreadable' }
  }
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (all.every(isBlank)) return { kind: 'book', sheets: [] }
  if (!all.every(isSheet)) return { kind: 'unreadable' }
  const sheets = all.map((one) => toFields(one) as StoredSheet)
  const isNewer = sheets.some(({ docstead }) => Number(toFields(docstead)['v'] ?? 1) > formVersion)
  return isNewer ? { kind: 'newer' } : { kind: 'book', sheets }
}

/** What no sheet goes beyond, so that a wrong number cannot make a table without end. */
export const most = { rows: 100_000, columns: 2000, sheets: 200 }

/** The members of an object whose names are whole numbers below `limit`, by number. */
export function numbered(value: unknown, limit: number): [at: number, member: Fields][] {
  const found: [number, Fields][] = []
  for (const [name, member] of Object.entries(toFields(value))) {
    const at = /^\d{1,6}$/.test(name) ? Number(name) : limit
    if (at < limit) found.push([at, toFields(member)])
  }
  return found
}

/** A count that another program wrote: whole, and no less than 0. */
export const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0

/** The text of a cell, whatever another program put there. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/

/** Whether a text is a number as one writes it: without spaces or leading zeros, and short enough to be kept exactly. */
export const isNumberText = (text: string): boolean => plainNumber.test(text) && text.replace(/\D/g, '').length <= 15

// As programs write numbers that have more digits, or lie further from 1, than people write: 0.30000000000000004, 1e-7.
const writtenNumber = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/

/** The number that a cell holds as its content; undefined for one that holds anything else. */
export function numberIn({ text, t }: StoredCell): number | undefined {
  const written = textIn(text)
  const isNumber = t === 'n' ? writtenNumber.test(written) : t === undefined && isNumberText(written)
  return isNumber && Number.isFinite(Number(written)) ? Number(written) : undefined
}

/** A number as a cell holds it. */
export function storedNumber(value: number): StoredCell {
  const text = String(value)
  return { text, ...(!isNumberText(text) && Number.isFinite(value) && { t: 'n' as const }) }
}

/** Whether a cell holds a formula. */
export const isFormula = ({ text, t }: StoredCell): boolean => t !== 's' && typeof text === 'string' && /^=./.test(text)

/** What a cell shows. */
export const shownText = (cell: StoredCell): string => (typeof cell.shown === 'string' ? cell.shown : textIn(cell.text))

/** The letters over a column: A, B, ... Z, AA. */
export function columnName(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

/** The address of a cell: B2. */
export const formatCellAddress = (row: number, column: number): string => `${columnName(column)}${row + 1}`

/** The row and column of an address, from 0; undefined for anything else. */
export function parseCellAddress(address: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(address) ?? []
  if (!letters || !digits) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}

/** Two corners of a rectangle of cells. */
export interface Area {
  row: [first: number, last: number]
  column: [first: number, last: number]
}

/** The rectangle of `A1:B3` or `A1`. */
export function parseArea(reference: string): Area | undefined {
  const [from = '', to = from] = reference.split(':')
  const a = parseCellAddress(from)
  const b = parseCellAddress(to)
  if (!a || !b) return undefined
  const order = (x: number, y: number): [number, number] => [Math.min(x, y), Math.max(x, y)]
  return { row: order(a.row, b.row), column: order(a.column, b.column) }
}

/** `A1:B3` for a rectangle. */
export const formatArea = ({ row, column }: Area): string =>
  `${formatCellAddress(row[0], column[0])}:${formatCellAddress(row[1], column[1])}`

/** The cells of a sheet that exist, row by row, with their places. */
export function* iterateCells(sheet: StoredSheet): Generator<[row: number, column: number, cell: StoredCell]> {
  for (const [row, stored] of numbered(sheet.rows, most.rows)) {
    const cells = toFields(stored['cells'])
    for (const name in cells) {
      const column = Number(name)
      // as in numbered(), without a list in between: there may be millions
      if (column >= 0 && column < most.columns && Number.isInteger(column) && name === String(column))
        yield [row, column, toFields(cells[name]) as StoredCell]
    }
  }
}

/** The style of a cell, with its members; undefined for a cell that has none. */
export const getCellStyle = (sheet: StoredSheet, { style }: StoredCell): StoredStyle | undefined => {
  const found = typeof style === 'number' && Array.isArray(sheet.styles) ? sheet.styles[style] : undefined
  return found && (toFields(found) as StoredStyle)
}

/** A sheet's name as people see it. */
export const getSheetName = (sheet: StoredSheet, at: number): string => textIn(sheet.name) || `Sheet${at + 1}`

/** Everything in a cell that people may look for: what was typed and what is shown. */
export const searchableText = (cell: StoredCell): string => `${textIn(cell.text)} ${textIn(cell.shown)}`
