import { strFromU8 } from 'fflate'
import { type CellObject, type ParsingOptions, read, SSF, utils, type WorkSheet } from 'xlsx'
import {
  type CellValue,
  formatArea,
  formatCellAddress,
  isNumberText,
  parseArea,
  type StoredCell,
  type StoredRow,
  type StoredSheet,
  type StoredStyle,
  storedNumber,
} from '../form.ts'
import { getFormatCode, isDateCode } from '../formats.ts'
import { hasExternalReference } from './external-references.ts'
import { fromFileFormula } from './xlsx-functions.ts'
import { FileError, limits } from './xlsx-limits.ts'
import { readStyles, themeColors } from './xlsx-styles.ts'
import { parseAttributes } from './xlsx-tree.ts'
import { packed, unpack } from './xlsx-unpack.ts'
import { charactersToPx, defaultWidth } from './xlsx-widths.ts'

/** The content of a file. */
export interface ReadFile {
  sheets: StoredSheet[]
  /** The number of formulas that accessed something outside the book; they are replaced by their last values. */
  neutralised: number
  /** Whether rows or columns beyond the limit were left out. */
  isCut: boolean
}

// The default height in px. Source: specification 9; x-spreadsheet.
const usualHeight = 25

const pxOfPoints = (points: number) => Math.round((points * 4) / 3)

// The offset in days between the 1904 and the 1900 date system.
const from1904 = 1462

/** Formats a date with its number format. The reader uses other formats for some of the built-in ones. */
function dayText(code: string | undefined, value: number, read: string | undefined): string {
  try {
    return String(SSF.format(code ?? '', value)).trim()
  } catch {
    return read?.trim() || String(value)
  }
}

function formulaCell(cell: CellObject, formula: string, code: string | undefined, isEvaluated: boolean): StoredCell {
  // LibreOffice writes booleans this way
  const [, truth] = /^(TRUE|FALSE)\(\)$/i.exec(formula) ?? []
  if (truth) return { text: truth.toUpperCase(), t: 'b' }
  const text = `=${fromFileFormula(formula)}`
  if (!isEvaluated) return { text }
  const { t, v, w } = cell
  const value = t === 'e' ? undefined : (v as CellValue | undefined)
  const isDay = typeof value === 'number' && isDateCode(code)
  const shown = isDay ? dayText(code, value, w) : (w ?? (value === undefined ? '' : String(value)))
  return { text, ...(shown !== '' && { shown }), ...(value !== undefined && { value }) }
}

const isValue = (value: unknown): value is CellValue => ['string', 'number', 'boolean'].includes(typeof value)

function valueCell(cell: CellObject, code: string | undefined): StoredCell {
  const { t, v, w } = cell
  if (t === 'n' && typeof v === 'number') {
    if (isDateCode(code)) return { text: dayText(code, v, w), t: 'd', value: v }
    const stored = storedNumber(v)
    const shown = w?.trim()
    return { ...stored, ...(shown && shown !== stored.text && { shown }) }
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

/** Matches a cell, and a formula in it that has no stored result. */
const cellTag =
  /<(?:\w+:)?c\s([^>]*?)(?:\/>|>(<(?:\w+:)?f(?:\s[^>]*?)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)(?!\s*<(?:\w+:)?v>[^<]))?)/g

/**
 * Reads what the reader does not return from the XML of a sheet: the style of each cell, formulas without a result, and
 * the frozen pane.
 */
function readMarks(xml: string) {
  const styles = new Map<string, number>()
  const bare = new Set<string>()
  for (const [, inside = '', bareFormula] of xml.matchAll(cellTag)) {
    const address = /\br="([A-Z]+\d+)"/.exec(inside)?.[1]
    const style = Number(/\bs="(\d+)"/.exec(inside)?.[1] ?? 0)
    if (address && style > 0) styles.set(address, style)
    if (address && bareFormula) bare.add(address)
  }
  const pane = parseAttributes(/<(?:\w+:)?pane\s([^>]*)>/.exec(xml)?.[1] ?? '')
  const isFrozen = /frozen/i.test(pane['state'] ?? '')
  const freeze = isFrozen ? formatCellAddress(Number(pane['ySplit'] ?? 0) || 0, Number(pane['xSplit'] ?? 0) || 0) : 'A1'
  return { styles, bare, freeze, rows: rowSizes(xml), cols: columnSizes(xml) }
}

const isYes = (value: string | undefined) => value === '1' || value === 'true'

/** Returns the rows with a custom height, and hidden rows. */
function rowSizes(xml: string): [number, StoredRow][] {
  return [...xml.matchAll(/<(?:\w+:)?row\s([^>]*?)\/?>/g)].flatMap(([, inside = '']): [number, StoredRow][] => {
    if (!/\b(?:ht|hidden)=/.test(inside)) return []
    const { r, ht, customHeight, hidden } = parseAttributes(inside)
    const height = isYes(customHeight) ? pxOfPoints(Number(ht) || 0) : 0
    const size = { ...(height > 0 && height !== usualHeight && { height }), ...(isYes(hidden) && { hide: true }) }
    return Object.keys(size).length > 0 ? [[Number(r) - 1, size]] : []
  })
}

/** Returns the columns with a custom width, and hidden columns. */
function columnSizes(xml: string): Record<string, { width?: number; hide?: boolean }> {
  const sizes: Record<string, { width?: number; hide?: boolean }> = {}
  for (const [, inside = ''] of xml.matchAll(/<(?:\w+:)?col\s([^>]*?)\/?>/g)) {
    const { min, max, width, hidden, customWidth } = parseAttributes(inside)
    const px = isYes(customWidth) ? charactersToPx(Number(width) || 0) : 0
    const size = { ...(px > 0 && px !== defaultWidth && { width: px }), ...(isYes(hidden) && { hide: true }) }
    if (Object.keys(size).length === 0) continue
    // one that spans the rest of the sheet only defines the style of empty columns
    const last = Math.min(Number(max), Number(min) + 255, limits.columns)
    for (let at = Number(min); at <= last; at += 1) sizes[at - 1] = size
  }
  return sizes
}

/** The styles that a sheet uses, renumbered. */
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

/** Data shared by all sheets of a file. */
interface Book {
  styles: readonly StoredStyle[]
  /** Whether its dates use the 1904 date system. */
  is1904: boolean
  count: Count
  /** To be called for each cell. */
  onCell: () => void
}

function sheetOf(name: string, sheet: WorkSheet, xml: string, book: Book): StoredSheet {
  const { styles: all, count } = book
  const { styles: marks, bare, freeze, rows: sizes, cols } = readMarks(xml)
  const used = new UsedStyles(all)
  const rows: Record<string, StoredRow> = {}
  const merges = (sheet['!merges'] ?? []).filter(({ e }) => e.r < limits.rows && e.c < limits.columns)
  const spans = new Map(
    merges.map(({ s, e }) => [formatCellAddress(s.r, s.c), [e.r - s.r, e.c - s.c] as [number, number]]),
  )
  const addresses = new Set([
    ...Object.keys(sheet).filter((key) => !key.startsWith('!')),
    ...marks.keys(),
    ...spans.keys(),
  ])
  let columns = 26
  let height = 0
  for (const address of addresses) {
    book.onCell()
    const { r, c } = utils.decode_cell(address)
    if (r >= limits.rows || c >= limits.columns) {
      count.isCut = true
      continue
    }
    const cell = sheet[address] as CellObject | undefined
    const style = used.numberOf(marks.get(address) ?? 0)
    const code = getFormatCode(all[marks.get(address) ?? 0])
    if (book.is1904 && typeof cell?.v === 'number' && isDateCode(code)) cell.v += from1904
    const isOutside = cell?.f !== undefined && hasExternalReference(cell.f)
    if (isOutside) count.neutralised += 1
    const content = !cell
      ? {}
      : cell.f !== undefined && !isOutside
        ? formulaCell(cell, cell.f, code, !bare.has(address))
        : valueCell(cell, code)
    const merge = spans.get(address)
    const stored: StoredCell = { ...content, ...(style !== undefined && { style }), ...(merge && { merge }) }
    if (Object.keys(stored).length === 0) continue
    count.cells += 1
    if (count.cells > limits.cells) throw new FileError('tooManyCells')
    const row = rows[r] ?? {}
    rows[r] = row
    row.cells ??= {}
    row.cells[c] = stored
    columns = Math.max(columns, c + 1)
    height = Math.max(height, r + 1)
  }
  for (const [at, size] of sizes) if (at < limits.rows) rows[at] = { ...rows[at], ...size }
  const filter = parseArea(sheet['!autofilter']?.ref ?? '')
  return {
    name,
    freeze,
    styles: used.list,
    merges: merges.map(({ s, e }) => formatArea({ row: [s.r, e.r], column: [s.c, e.c] })),
    rows: { ...rows, len: Math.max(800, height) },
    cols: { ...cols, len: columns },
    validations: [],
    autofilter: filter ? { ref: formatArea(filter), filters: [], sort: null } : {},
  }
}

/** Returns the path of each sheet's XML, in the order of the sheets. */
function sheetPaths(parts: Record<string, Uint8Array>): string[] {
  const text = (path: string) => (parts[path] ? strFromU8(parts[path]) : '')
  const targets = new Map<string, string>()
  for (const [, inside = ''] of text('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\s([^>]*?)\/?>/g)) {
    const { Id = '', Target = '' } = parseAttributes(inside)
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  }
  return [...text('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s([^>]*?)\/?>/g)].map(
    ([, inside = '']) => targets.get(parseAttributes(inside)['id'] ?? '') ?? '',
  )
}

/** Returns a function that reports the progress in percent whenever the number changes. */
function teller(report: (percent: number) => void) {
  let reported = -1
  return (share: number) => {
    const percent = Math.min(100, Math.floor(share * 100))
    if (percent > reported) report(percent)
    reported = Math.max(reported, percent)
  }
}

/** Returns how many times `sign` occurs in `text`. */
function countIn(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) count += 1
  return count
}

const themePath = 'xl/theme/theme1.xml'

// The share of parsing in the whole work; the rest converts the sheets. Measured on a file of 200,000 cells.
const readingShare = 0.6

/**
 * Returns the options of the reader. It has no progress event, but it reads `sheetRows` for each row, and those reads
 * are counted.
 */
function readingOptions(onRow: () => void): ParsingOptions {
  const options: ParsingOptions = { type: 'array', cellStyles: true, cellNF: true, cellDates: false }
  return Object.defineProperty(options, 'sheetRows', {
    enumerable: true,
    get: () => {
      onRow()
      return limits.rows
    },
    set() {
      // the reader writes its options back
    },
  })
}

/**
 * Reads an xlsx file: values, formulas, styles, merged cells, sizes, frozen panes, filters, all sheets.
 *
 * @param onProgress called with the progress in percent
 * @throws {FileError} for a file that cannot be imported
 */
export function readXlsx(bytes: Uint8Array, onProgress: (percent: number) => void = () => undefined): ReadFile {
  const tell = teller(onProgress)
  const parts = unpack(bytes)
  const paths = sheetPaths(parts)
  if (paths.length > limits.sheets) throw new FileError('tooManySheets')
  const text = (path: string) => (parts[path] ? strFromU8(parts[path]) : '')
  const rows = paths.reduce((sum, path) => sum + countIn(text(path), '<row '), 0)
  let requested = 0
  // read twice for each row
  const onRow = () => tell((readingShare * ++requested) / Math.max(1, 2 * rows))
  let book: ReturnType<typeof read>
  try {
    // colors are read here; a theme that lacks an element, even an unused one, would make the reader fail
    const { [themePath]: _, ...others } = parts
    book = read(packed(others), readingOptions(onRow))
  } catch (error) {
    throw new FileError(/password/i.test(String(error)) ? 'password' : 'broken')
  }
  tell(readingShare)
  const theme = text(themePath)
  const styles = readStyles(text('xl/styles.xml'), theme ? themeColors(theme) : [])
  const count: Count = { cells: 0, neutralised: 0, isCut: false }
  const cells = book.SheetNames.reduce((sum, name) => sum + Object.keys(book.Sheets[name] ?? {}).length, 0)
  let made = 0
  const shared: Book = {
    styles,
    is1904: book.Workbook?.WBProps?.date1904 === true,
    count,
    onCell: () => tell(readingShare + ((1 - readingShare) * ++made) / Math.max(1, cells)),
  }
  const sheets = book.SheetNames.map((name, at) =>
    sheetOf(name, book.Sheets[name] ?? {}, text(paths[at] ?? ''), shared),
  )
  if (sheets.length === 0) throw new FileError('empty')
  tell(1)
  return { sheets, neutralised: count.neutralised, isCut: count.isCut }
}
