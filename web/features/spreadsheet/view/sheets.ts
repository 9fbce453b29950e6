import type { StoredSheet } from '#shared/spreadsheet/form.ts'
import { getDefaultAlign, shownIn } from '#shared/spreadsheet/formats.ts'
import { withResults } from '#shared/spreadsheet/results.ts'

/** The style of a cell, as far as it is shown. */
interface CellStyle {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  /** The text color, in hexadecimal. */
  color: string | undefined
  /** Whether a long text wraps onto further lines. */
  wraps: boolean
  align: 'left' | 'center' | 'right' | undefined
  /** The vertical position in a high row; centered when not set. */
  valign: 'top' | 'bottom' | undefined
  /** The background color, in hexadecimal. */
  background: string | undefined
}

/** A cell with a text, or one that spans several cells. */
export interface Cell {
  text: string
  /** The number of further rows and columns it covers. */
  span: readonly [rows: number, columns: number]
  look: CellStyle | undefined
  /** Where its text is aligned unless its style says otherwise. */
  side: 'left' | 'center' | 'right'
  /** Whether it is a formula without a result, because it cannot be evaluated. */
  isFormula: boolean
}

/** One sheet of a spreadsheet, as it is read. */
export interface Sheet {
  name: string
  /** The number of used rows and columns. */
  rows: number
  columns: number
  /** Cells by row and column; only cells that show something. */
  cells: ReadonlyMap<number, ReadonlyMap<number, Cell>>
  /** Sizes that differ from the default, in px; 0 for hidden rows or columns. */
  heights: ReadonlyMap<number, number>
  widths: ReadonlyMap<number, number>
  /** The number of frozen rows at the top. */
  frozen: number
}

/** Limits of a sheet, so that a wrong number cannot create an endless table. */
const most = { rows: 100_000, columns: 2000, spanRows: 1000, spanColumns: 200 }

type Fields = Record<string, unknown>

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const extent = (value: unknown): number => Math.max(0, Math.floor(number(value)))

/** Returns the members of an object whose names are whole numbers below `limit`, by number. */
function numbered(value: unknown, limit: number): [at: number, member: Fields][] {
  return Object.entries(fields(value)).flatMap(([name, member]): [number, Fields][] => {
    const at = /^\d{1,6}$/.test(name) ? Number(name) : limit
    return at < limit ? [[at, fields(member)]] : []
  })
}

function styleOf(style: Fields): CellStyle {
  const font = fields(style['font'])
  const { align, valign, bgcolor } = style
  return {
    bold: font['bold'] === true,
    italic: font['italic'] === true,
    underline: style['underline'] === true,
    strike: style['strike'] === true,
    color: typeof style['color'] === 'string' && /^#[\da-f]{6}$/i.test(style['color']) ? style['color'] : undefined,
    wraps: style['textwrap'] === true,
    align: align === 'center' || align === 'right' || align === 'left' ? align : undefined,
    valign: valign === 'top' || valign === 'bottom' ? valign : undefined,
    background: typeof bgcolor === 'string' && /^#[\da-f]{6}$/i.test(bgcolor) ? bgcolor : undefined,
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function cellOf(raw: Fields, textStyles: readonly CellStyle[], sheet: StoredSheet): Cell | undefined {
  const text = shownIn(sheet, raw)
  const merge = Array.isArray(raw['merge']) ? raw['merge'] : []
  const span = [Math.min(most.spanRows, extent(merge[0])), Math.min(most.spanColumns, extent(merge[1]))] as const
  const cellStyle = typeof raw['style'] === 'number' ? textStyles[raw['style']] : undefined
  if (text === '' && span[0] === 0 && span[1] === 0 && !cellStyle?.background) return undefined
  const isBare = raw['t'] !== 's' && raw['shown'] === undefined && text.startsWith('=')
  return { text, span, look: cellStyle, side: getDefaultAlign(sheet, raw), isFormula: isBare }
}

const sizeOf = (raw: Fields, name: 'height' | 'width'): number | undefined => {
  if (raw['hide'] === true) return 0
  const size = Math.min(2000, number(raw[name]))
  return size > 0 ? size : undefined
}

function sizes(raw: [number, Fields][], name: 'height' | 'width'): Map<number, number> {
  const known = new Map<number, number>()
  for (const [at, one] of raw) {
    const size = sizeOf(one, name)
    if (size !== undefined) known.set(at, size)
  }
  return known
}

/** Returns the rows hidden by a filter. */
const filteredRows = (raw: Fields): number[] =>
  Object.values(fields(fields(raw['docstead'])['filter'])).flatMap((one) =>
    numbered(fields(one)['rowhidden'], most.rows).map(([row]) => row),
  )

function sheetOf(stored: StoredSheet, at: number): Sheet {
  const raw = withResults(stored)
  const looks = Array.isArray(raw['styles']) ? raw['styles'].map((style) => styleOf(fields(style))) : []
  const rawRows = numbered(raw['rows'], most.rows)
  const cells = new Map<number, Map<number, Cell>>()
  let rows = 0
  let columns = 0
  for (const [row, one] of rawRows) {
    for (const [column, rawCell] of numbered(one['cells'], most.columns)) {
      const cell = cellOf(rawCell, looks, raw)
      if (!cell) continue
      const inRow = cells.get(row) ?? new Map<number, Cell>()
      cells.set(row, inRow.set(column, cell))
      rows = Math.max(rows, Math.min(most.rows, row + cell.span[0] + 1))
      columns = Math.max(columns, Math.min(most.columns, column + cell.span[1] + 1))
    }
  }
  const heights = sizes(rawRows, 'height')
  for (const row of filteredRows(raw)) heights.set(row, 0)
  const [, frozen = '1'] = /^[A-Z]{1,3}(\d{1,3})$/.exec(textOf(raw['freeze'])) ?? []
  return {
    name: textOf(raw['name']) || `Sheet${at + 1}`,
    rows,
    columns,
    cells,
    heights,
    widths: sizes(numbered(raw['cols'], most.columns), 'width'),
    frozen: Math.min(10, Math.max(0, Number(frozen) - 1)),
  }
}

/**
 * Returns the sheets in the content of a page: an array of sheets, or a single one, as x-spreadsheet writes them.
 * Returns no sheets for an empty text, and undefined when the text is not a spreadsheet.
 */
export function parseSheets(content: string): Sheet[] | undefined {
  if (content.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return undefined
  }
  const all = Array.isArray(value) ? value : [value]
  const isSheet = (one: unknown) => 'rows' in fields(one) || 'cols' in fields(one) || 'name' in fields(one)
  const isEmpty = (one: unknown) => typeof one === 'object' && Object.keys(fields(one)).length === 0
  if (all.every(isEmpty)) return []
  return all.every(isSheet) ? all.map((one, at) => sheetOf(fields(one), at)) : undefined
}

/** Returns the letters of a column: A, B, ... Z, AA. */
export function columnName(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

/** Returns black or white, whichever is readable on a color of six hexadecimal digits. */
export function contrastColor(background: string): '#000' | '#fff' {
  const channel = (from: number) => (Number.parseInt(background.slice(from, from + 2), 16) / 255) ** 2.2
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.18 ? '#000' : '#fff'
}
