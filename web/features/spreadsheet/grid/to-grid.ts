import {
  type CellValue,
  type Fields,
  getCellStyle,
  getSheetName,
  isFormula,
  isNumberText,
  iterateCells,
  most,
  numbered,
  numberIn,
  parseArea,
  parseCellAddress,
  type StoredCell,
  type StoredSheet,
  shownText,
  textIn,
  toCount,
  toFields,
} from '#shared/spreadsheet/form.ts'
import { getFormatCode, isDateCode, isErrorText, plainFormat } from '#shared/spreadsheet/formats.ts'
import { toCellStyle, toGridLines } from './cell-style.ts'
import type { GridCell, GridSheet } from './grid-types.ts'

/** Default sizes in px. Source: specification 9; x-spreadsheet. */
export const gridDefaults = { rows: 800, columns: 26, height: 25, width: 100 }

const knownFields = new Set(['text', 'style', 'merge', 't', 'shown', 'value', 'more'])

function unknownOf(cell: StoredCell): Fields | undefined {
  let unknown: Fields | undefined
  for (const name in cell) if (!knownFields.has(name)) unknown = { ...unknown, [name]: cell[name] }
  return unknown
}

type Kind = NonNullable<GridCell['ct']>
const kinds = new Map<string, Kind>()

/** Returns a format and a type; the same object for the same values, because there are as many as cells. */
function kindOf(fa: string, t: string): Kind {
  const key = `${t}${fa}`
  const known = kinds.get(key) ?? Object.freeze({ fa, t })
  kinds.set(key, known)
  return known
}

const isValue = (value: unknown): value is CellValue => ['string', 'number', 'boolean'].includes(typeof value)

/** Returns the grid's type letter for the result of a formula. */
function kindOfResult(value: CellValue | undefined, code: string | undefined): string {
  if (typeof value === 'number') return isDateCode(code) ? 'd' : 'n'
  return typeof value === 'boolean' ? 'b' : isErrorText(value) ? 'e' : 'g'
}

/** Returns the grid's content for a stored cell: value, displayed text and type. */
function contentOf(cell: StoredCell, code: string | undefined): GridCell {
  const text = textIn(cell.text)
  const fa = code ?? 'General'
  if (isFormula(cell)) {
    const shown = typeof cell.shown === 'string' ? cell.shown : undefined
    const value = isValue(cell.value) ? cell.value : shown !== undefined && isNumberText(shown) ? Number(shown) : shown
    return {
      f: text,
      ...(value !== undefined && { v: value, m: shown ?? String(value) }),
      ct: kindOf(fa, kindOfResult(value, code)),
    }
  }
  if (text === '') return code ? { ct: kindOf(fa, fa === '@' ? 's' : 'n') } : {}
  if (cell.t === 'd' && typeof cell.value === 'number') return { v: cell.value, m: text, ct: kindOf(fa, 'd') }
  if (cell.t === 'b') return { v: /^true$/i.test(text), m: text.toUpperCase(), ct: kindOf(fa, 'b') }
  const value = numberIn(cell)
  if (value !== undefined && fa !== '@')
    return { v: value, m: cell.shown ?? plainFormat(value, code) ?? text, ct: kindOf(fa, 'n') }
  // a text that could be taken for a number stays a text when the grid evaluates it again
  const mustStay = cell.t === 's' || /^[+-]?[\d.,]+(?:e[+-]?\d+)?%?$/i.test(text)
  return { v: text, m: shownText(cell), ct: mustStay ? kindOf(fa === 'General' ? '@' : fa, 's') : kindOf(fa, 'g') }
}

/** Returns a stored cell in the grid's form. */
function gridCell(sheet: StoredSheet, cell: StoredCell): GridCell {
  const style = getCellStyle(sheet, cell)
  const unknown = unknownOf(cell)
  if (!style && !unknown && cell.style === undefined && cell.more === undefined) return contentOf(cell, undefined)
  const { ct: inRuns, ...more } = toFields(cell.more)
  const content = contentOf(cell, getFormatCode(style))
  const carried = {
    ...(typeof cell.style === 'number' && { s: cell.style }),
    ...(unknown && { x: unknown }),
  }
  const runs = toFields(inRuns)['s']
  return {
    ...content,
    ...(Array.isArray(runs) && {
      v: undefined,
      ct: { fa: content.ct?.fa ?? 'General', t: 'inlineStr', s: runs },
    }),
    ...toCellStyle(style),
    ...more,
    ...(Object.keys(carried).length > 0 && { ds: carried }),
  }
}

/** The maximum number of cells in the grid, which allocates empty ones too. */
const mostPlaces = 5_000_000

/** A number of rows and columns. */
interface Extent {
  rows: number
  columns: number
}

/** Returns the number of rows and columns in use. */
function usedOf(sheet: StoredSheet): Extent {
  const used = { rows: 0, columns: 0 }
  for (const [row, { cells }] of numbered(sheet.rows, most.rows)) {
    // numeric names are in ascending order
    for (const name of Object.keys(toFields(cells)).toReversed()) {
      const column = /^\d{1,6}$/.test(name) ? Number(name) : most.columns
      if (column >= most.columns) continue
      used.rows = Math.max(used.rows, row + 1)
      used.columns = Math.max(used.columns, column + 1)
      break
    }
  }
  return used
}

/** Returns whether the grid can hold a book: distant cells make it allocate every cell in between. */
export function fitsGrid(sheets: readonly StoredSheet[]): boolean {
  if (sheets.length > most.sheets) return false
  const used = sheets.map(usedOf)
  return used.reduce((sum, { rows, columns }) => sum + rows * columns, 0) <= mostPlaces
}

/** Returns how many rows and columns the grid shows: the used ones, and the stored number as far as there is room. */
function extentOf(sheet: StoredSheet, used: Extent, room: number): Extent {
  const sizeWithin = (value: unknown, usually: number, limit: number) =>
    Math.min(limit, toCount(toFields(value)['len']) || usually)
  const rows = Math.max(used.rows, sizeWithin(sheet.rows, gridDefaults.rows, most.rows))
  const columns = Math.max(used.columns, sizeWithin(sheet.cols, gridDefaults.columns, most.columns))
  if (rows * columns <= room) return { rows, columns }
  const fewer = Math.max(used.columns, Math.min(columns, gridDefaults.columns))
  return { rows: Math.max(used.rows, Math.min(rows, Math.floor(room / fewer), most.rows)), columns: fewer }
}

type Merges = NonNullable<NonNullable<GridSheet['config']>['merge']>

/** A cell that declares the area it covers. */
type Merging = [row: number, column: number, merge: readonly unknown[]]

/** The maximum number of cells covered by merged cells in a sheet: the grid stores each of them. */
const mostCovered = 200_000

/**
 * Returns the merged cells: those declared by cells, and those that only the list has. Areas too large to show merged
 * are left out.
 */
function mergesOf(sheet: StoredSheet, merging: readonly Merging[], used: Extent, room: number): Merges {
  const merges: Merges = {}
  const covered = new Set<string>()
  const extent = { ...used }
  let left = mostCovered
  const add = (row: number, column: number, down: number, right: number) => {
    const [rs, cs] = [down + 1, right + 1]
    if (rs * cs < 2 || rs * cs > left) return
    const [rows, columns] = [Math.max(extent.rows, row + rs), Math.max(extent.columns, column + cs)]
    const isMore = rows > extent.rows || columns > extent.columns
    if (rows > most.rows || columns > most.columns || (isMore && rows * columns > room)) return
    left -= rs * cs // counts overlapping areas too: checking costs as much as showing
    const places: string[] = []
    for (let r = row; r < row + rs; r += 1) for (let c = column; c < column + cs; c += 1) places.push(`${r}_${c}`)
    if (places.some((place) => covered.has(place))) return // overlapping areas cannot be shown
    for (const place of places) covered.add(place)
    Object.assign(extent, { rows, columns })
    merges[`${row}_${column}`] = { r: row, c: column, rs, cs }
  }
  for (const [row, column, merge] of merging) add(row, column, toCount(merge[0]), toCount(merge[1]))
  for (const reference of Array.isArray(sheet.merges) ? sheet.merges : []) {
    const area = parseArea(textIn(reference))
    if (area) add(area.row[0], area.column[0], area.row[1] - area.row[0], area.column[1] - area.column[0])
  }
  return merges
}

/** Returns the sizes and the hidden flags of rows or columns, by number. */
function sizesOf(members: [number, Fields][], name: 'height' | 'width') {
  const sizes: Record<string, number> = {}
  const hidden: Record<string, number> = {}
  for (const [at, member] of members) {
    const size = toCount(member[name])
    if (size > 0) sizes[at] = Math.min(2000, size)
    if (member['hide'] === true) hidden[at] = 0
  }
  return { sizes, hidden }
}

type Sizes = ReturnType<typeof sizesOf>

/**
 * Returns the first cell as a selection: without its numbers the grid names it A1:NaN, without its size it is
 * invisible.
 */
function firstPlace(merge: Merges[string] | undefined, fields: Fields, rows: Sizes, columns: Sizes) {
  const zoom = Number(fields['zoomRatio']) || 1
  const sizeOf = ({ sizes, hidden }: Sizes, count: number, usually: number) => {
    let size = 0
    for (let at = 0; at < count; at += 1) if (!(at in hidden)) size += Math.round(((sizes[at] ?? usually) + 1) * zoom)
    return Math.max(0, size - 1)
  }
  const height = sizeOf(rows, merge?.rs ?? 1, Number(fields['defaultRowHeight']) || gridDefaults.height)
  const width = sizeOf(columns, merge?.cs ?? 1, Number(fields['defaultColWidth']) || gridDefaults.width)
  return {
    row: [0, (merge?.rs ?? 1) - 1],
    column: [0, (merge?.cs ?? 1) - 1],
    row_focus: 0,
    column_focus: 0,
    left: 0,
    width,
    top: 0,
    height,
    left_move: 0,
    width_move: width,
    top_move: 0,
    height_move: height,
  }
}

function frozenOf(freeze: unknown, { rows, columns }: Extent): GridSheet['frozen'] {
  const place = parseCellAddress(textIn(freeze))
  if (!place || (place.row === 0 && place.column === 0) || place.row >= rows || place.column >= columns)
    return undefined
  const range = { row_focus: place.row - 1, column_focus: place.column - 1 }
  return { type: place.row === 0 ? 'rangeColumn' : place.column === 0 ? 'rangeRow' : 'rangeBoth', range }
}

/** Returns the filtered area, cut to the existing cells. */
function filterOf({ autofilter }: StoredSheet, { rows, columns }: Extent): GridSheet['filter_select'] {
  const area = parseArea(textIn(toFields(autofilter)['ref']))
  if (!area || area.row[0] >= rows || area.column[0] >= columns) return undefined
  return {
    row: [area.row[0], Math.min(area.row[1], rows - 1)],
    column: [area.column[0], Math.min(area.column[1], columns - 1)],
  }
}

/** The grid's properties of a sheet that the stored form preserves unchanged. */
export const preservedFields = [
  'color',
  'hide',
  'zoomRatio',
  'showGridLines',
  'filter',
  'luckysheet_conditionformat_save',
  'luckysheet_alternateformat_save',
  'dataVerification',
  'hyperlink',
  'images',
  'defaultRowHeight',
  'defaultColWidth',
] as const

/** Returns a stored sheet in the grid's form. `id` must be unique; `count` is the number of sheets in the book. */
export function toGridSheet(sheet: StoredSheet, at: number, id: string, count = 1): GridSheet {
  const celldata: NonNullable<GridSheet['celldata']> = []
  const calcChain: { r: number; c: number; id: string }[] = []
  const borderInfo: unknown[] = []
  const merging: Merging[] = []
  let [rows, columns] = [0, 0]
  for (const [r, c, stored] of iterateCells(sheet)) {
    const v = gridCell(sheet, stored)
    celldata.push({ r, c, v })
    if (Array.isArray(stored.merge)) merging.push([r, c, stored.merge])
    if (isFormula(stored)) calcChain.push({ r, c, id })
    const lines = stored.style === undefined ? undefined : toGridLines(getCellStyle(sheet, stored))
    if (lines && Object.keys(lines).length > 0)
      borderInfo.push({ rangeType: 'cell', value: { row_index: r, col_index: c, ...lines } })
    rows = Math.max(rows, r + 1)
    columns = Math.max(columns, c + 1)
  }
  const room = Math.floor(mostPlaces / count)
  const config = { merge: mergesOf(sheet, merging, { rows, columns }, room) }
  const found = new Map<string, GridCell | null>()
  if (Object.keys(config.merge).length > 0) for (const { r, c, v } of celldata) found.set(`${r}_${c}`, v)
  for (const merge of Object.values(config.merge)) {
    for (let r = merge.r; r < merge.r + merge.rs; r += 1) {
      for (let c = merge.c; c < merge.c + merge.cs; c += 1) {
        const isFirst = r === merge.r && c === merge.c
        const mc = isFirst ? { ...merge } : { r: merge.r, c: merge.c }
        const cell = found.get(`${r}_${c}`)
        if (cell) cell.mc = mc
        else celldata.push({ r, c, v: { mc } })
      }
    }
    rows = Math.max(rows, merge.r + merge.rs)
    columns = Math.max(columns, merge.c + merge.cs)
  }
  // the grid freezes its whole state, and stops where it finds something already frozen
  for (const one of celldata) Object.freeze(one.v)
  const rowSizes = sizesOf(numbered(sheet.rows, most.rows), 'height')
  const columnSizes = sizesOf(numbered(sheet.cols, most.columns), 'width')
  const extras = toFields(sheet.docstead)
  const previousFields = Object.fromEntries(
    preservedFields.flatMap((name) => (extras[name] === undefined ? [] : [[name, extras[name]]])),
  )
  const extent = extentOf(sheet, { rows, columns }, room)
  const frozen = frozenOf(sheet.freeze, extent)
  // the rows that a filter hides are listed only in the filter
  for (const one of Object.values(toFields(extras['filter'])))
    for (const row of Object.keys(toFields(toFields(one)['rowhidden']))) rowSizes.hidden[row] = 0
  const filter = filterOf(sheet, extent)
  const slashes = Array.isArray(extras['slashes']) ? extras['slashes'] : []
  return {
    ...previousFields,
    name: getSheetName(sheet, at),
    id,
    order: at,
    status: at === 0 ? 1 : 0,
    celldata: Object.freeze(celldata) as typeof celldata,
    calcChain,
    row: extent.rows,
    column: extent.columns,
    config: {
      ...config,
      rowlen: rowSizes.sizes,
      rowhidden: rowSizes.hidden,
      columnlen: columnSizes.sizes,
      colhidden: columnSizes.hidden,
      borderInfo: [...borderInfo, ...slashes],
    },
    ...(frozen && { frozen }),
    ...(filter && { filter_select: filter }),
    luckysheet_select_save: [firstPlace(config.merge['0_0'], previousFields, rowSizes, columnSizes)],
  }
}
