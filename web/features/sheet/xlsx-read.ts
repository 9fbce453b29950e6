import { strFromU8 } from 'fflate'
import { type CellObject, read, utils, type WorkSheet } from 'xlsx'
import {
  addressOf,
  areaOf,
  type CellValue,
  isNumberText,
  referenceOf,
  type StoredCell,
  type StoredRow,
  type StoredSheet,
  type StoredStyle,
} from '#web/lib/sheet/form.ts'
import { codeOf, isDateCode, plainFormat } from '#web/lib/sheet/formats.ts'
import { reachesOutside } from './outside.ts'
import { limits, RefusedFile } from './xlsx-limits.ts'
import { readStyles, themeColors } from './xlsx-styles.ts'
import { attributesIn } from './xlsx-tree.ts'
import { packed, unpack } from './xlsx-unpack.ts'

/** A file that was read. */
export interface ReadFile {
  sheets: StoredSheet[]
  /** How many formulas reached out of the book; their last values stand in their place. */
  neutralised: number
  /** Whether rows or columns beyond the limit were left out. */
  isCut: boolean
}

// px. Source: specification 9; x-spreadsheet.
const usualHeight = 25
const usualWidth = 100

const pxOfPoints = (points: number) => Math.round((points * 4) / 3)

function formulaCell(cell: CellObject, formula: string): StoredCell {
  const value = cell.t === 'e' ? undefined : (cell.v as CellValue | undefined)
  const shown = cell.w ?? (value === undefined ? '' : String(value))
  return { text: `=${formula}`, ...(shown !== '' && { shown }), ...(value !== undefined && { value }) }
}

const isValue = (value: unknown): value is CellValue => ['string', 'number', 'boolean'].includes(typeof value)

function valueCell(cell: CellObject, code: string | undefined): StoredCell {
  const { t, v, w } = cell
  if (t === 'n' && typeof v === 'number') {
    if (isDateCode(code) && w) return { text: w.trim(), t: 'd', value: v }
    const text = String(v)
    const shown = w?.trim()
    return { text, ...(shown && shown !== (plainFormat(v, code) ?? text) && { shown }) }
  }
  if (t === 'b') return { text: v ? 'TRUE' : 'FALSE', t: 'b' }
  if (t === 'e') return { text: w ?? '#N/A' }
  const text = isValue(v) ? String(v) : (w ?? '')
  if (text === '') return {}
  return {
    text,
    ...((isNumberText(text) || text.startsWith('=')) && (code !== '@' || text.startsWith('=')) && { t: 's' as const }),
  }
}

/** What of the XML of a sheet the reader gives no word of: which style a cell has, and what stays in sight. */
function readMarks(xml: string) {
  const styles = new Map<string, number>()
  for (const [, inside = ''] of xml.matchAll(/<(?:\w+:)?c\s([^>]*?)\/?>/g)) {
    const address = /\br="([A-Z]+\d+)"/.exec(inside)?.[1]
    const style = Number(/\bs="(\d+)"/.exec(inside)?.[1] ?? 0)
    if (address && style > 0) styles.set(address, style)
  }
  const pane = attributesIn(/<(?:\w+:)?pane\s([^>]*)>/.exec(xml)?.[1] ?? '')
  const isFrozen = /frozen/i.test(pane['state'] ?? '')
  const freeze = isFrozen ? addressOf(Number(pane['ySplit'] ?? 0) || 0, Number(pane['xSplit'] ?? 0) || 0) : 'A1'
  return { styles, freeze, rows: rowSizes(xml), cols: columnSizes(xml) }
}

const isYes = (value: string | undefined) => value === '1' || value === 'true'

/** Rows whose height a person has set, and hidden ones. */
function rowSizes(xml: string): [number, StoredRow][] {
  return [...xml.matchAll(/<(?:\w+:)?row\s([^>]*?)\/?>/g)].flatMap(([, inside = '']): [number, StoredRow][] => {
    if (!/\b(?:ht|hidden)=/.test(inside)) return []
    const { r, ht, customHeight, hidden } = attributesIn(inside)
    const height = isYes(customHeight) ? pxOfPoints(Number(ht) || 0) : 0
    const size = { ...(height > 0 && height !== usualHeight && { height }), ...(isYes(hidden) && { hide: true }) }
    return Object.keys(size).length > 0 ? [[Number(r) - 1, size]] : []
  })
}

/** Columns whose width a person has set, and hidden ones. */
function columnSizes(xml: string): Record<string, { width?: number; hide?: boolean }> {
  const sizes: Record<string, { width?: number; hide?: boolean }> = {}
  for (const [, inside = ''] of xml.matchAll(/<(?:\w+:)?col\s([^>]*?)\/?>/g)) {
    const { min, max, width, hidden, customWidth } = attributesIn(inside)
    const px = isYes(customWidth) ? Math.round((Number(width) || 0) * 7 + 5) : 0
    const size = { ...(px > 5 && px !== usualWidth && { width: px }), ...(isYes(hidden) && { hide: true }) }
    if (Object.keys(size).length === 0) continue
    // one that reaches over the rest of the sheet says how an empty column looks
    const last = Math.min(Number(max), Number(min) + 255, limits.columns)
    for (let at = Number(min); at <= last; at += 1) sizes[at - 1] = size
  }
  return sizes
}

/** The styles that a sheet uses, numbered anew. */
class UsedStyles {
  readonly list: StoredStyle[] = []
  readonly #numbers = new Map<number, number>()
  readonly #all: readonly StoredStyle[]

  constructor(all: readonly StoredStyle[]) {
    this.#all = all
  }

  numberOf(index: number): number | undefined {
    const style = this.#all[index]
    if (!style || Object.keys(style).length === 0) return undefined
    const known = this.#numbers.get(index) ?? this.list.push(style) - 1
    this.#numbers.set(index, known)
    return known
  }
}

interface Count {
  cells: number
  neutralised: number
  isCut: boolean
}

function sheetOf(name: string, sheet: WorkSheet, xml: string, all: readonly StoredStyle[], count: Count): StoredSheet {
  const { styles: marks, freeze, rows: sizes, cols } = readMarks(xml)
  const used = new UsedStyles(all)
  const rows: Record<string, StoredRow> = {}
  const merges = (sheet['!merges'] ?? []).filter(({ e }) => e.r < limits.rows && e.c < limits.columns)
  const spans = new Map(merges.map(({ s, e }) => [addressOf(s.r, s.c), [e.r - s.r, e.c - s.c] as [number, number]]))
  const addresses = new Set([
    ...Object.keys(sheet).filter((key) => !key.startsWith('!')),
    ...marks.keys(),
    ...spans.keys(),
  ])
  let columns = 26
  let height = 0
  for (const address of addresses) {
    const { r, c } = utils.decode_cell(address)
    if (r >= limits.rows || c >= limits.columns) {
      count.isCut = true
      continue
    }
    const cell = sheet[address] as CellObject | undefined
    const style = used.numberOf(marks.get(address) ?? 0)
    const code = codeOf(all[marks.get(address) ?? 0])
    const isOutside = cell?.f !== undefined && reachesOutside(cell.f)
    if (isOutside) count.neutralised += 1
    const content = !cell ? {} : cell.f !== undefined && !isOutside ? formulaCell(cell, cell.f) : valueCell(cell, code)
    const merge = spans.get(address)
    const stored: StoredCell = { ...content, ...(style !== undefined && { style }), ...(merge && { merge }) }
    if (Object.keys(stored).length === 0) continue
    count.cells += 1
    if (count.cells > limits.cells) throw new RefusedFile('tooManyCells')
    const row = rows[r] ?? {}
    rows[r] = row
    row.cells ??= {}
    row.cells[c] = stored
    columns = Math.max(columns, c + 1)
    height = Math.max(height, r + 1)
  }
  for (const [at, size] of sizes) if (at < limits.rows) rows[at] = { ...rows[at], ...size }
  const filter = areaOf(sheet['!autofilter']?.ref ?? '')
  return {
    name,
    freeze,
    styles: used.list,
    merges: merges.map(({ s, e }) => referenceOf({ row: [s.r, e.r], column: [s.c, e.c] })),
    rows: { ...rows, len: Math.max(800, height) },
    cols: { ...cols, len: columns },
    validations: [],
    autofilter: filter ? { ref: referenceOf(filter), filters: [], sort: null } : {},
  }
}

/** Where the XML of each sheet lies, in the order of the sheets. */
function sheetPaths(parts: Record<string, Uint8Array>): string[] {
  const text = (path: string) => (parts[path] ? strFromU8(parts[path]) : '')
  const targets = new Map<string, string>()
  for (const [, inside = ''] of text('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\s([^>]*?)\/?>/g)) {
    const { Id = '', Target = '' } = attributesIn(inside)
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  }
  return [...text('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s([^>]*?)\/?>/g)].map(
    ([, inside = '']) => targets.get(attributesIn(inside)['id'] ?? '') ?? '',
  )
}

/**
 * Reads an xlsx file: values, formulas, looks, merged cells, sizes, frozen panes, filters, all sheets.
 *
 * @param onSheet told after each sheet
 * @throws {RefusedFile} for a file that cannot be taken
 */
export function readXlsx(bytes: Uint8Array, onSheet: (done: number, of: number) => void = () => undefined): ReadFile {
  const parts = unpack(bytes)
  const paths = sheetPaths(parts)
  if (paths.length > limits.sheets) throw new RefusedFile('tooManySheets')
  const text = (path: string) => (parts[path] ? strFromU8(parts[path]) : '')
  let book: ReturnType<typeof read>
  try {
    book = read(packed(parts), {
      type: 'array',
      cellStyles: true,
      cellNF: true,
      sheetRows: limits.rows,
      cellDates: false,
    })
  } catch (error) {
    throw new RefusedFile(/password/i.test(String(error)) ? 'password' : 'broken')
  }
  const theme = text('xl/theme/theme1.xml')
  const styles = readStyles(text('xl/styles.xml'), theme ? themeColors(theme) : [])
  const count: Count = { cells: 0, neutralised: 0, isCut: false }
  onSheet(0, book.SheetNames.length)
  const sheets = book.SheetNames.map((name, at) => {
    const xml = text(paths[at] ?? '')
    const sheet = sheetOf(name, book.Sheets[name] ?? {}, xml, styles, count)
    onSheet(at + 1, book.SheetNames.length)
    return sheet
  })
  if (sheets.length === 0) throw new RefusedFile('empty')
  return { sheets, neutralised: count.neutralised, isCut: count.isCut }
}
