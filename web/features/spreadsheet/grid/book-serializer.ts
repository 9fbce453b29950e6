import {
  formatArea,
  formatCellAddress,
  formVersion,
  most,
  numbered,
  type StoredRow,
  type StoredSheet,
  type StoredStyle,
  toFields,
} from '#shared/spreadsheet/form.ts'
import { type Borders, parseBorders, parseDiagonals } from './borders.ts'
import { styleKey } from './cell-style.ts'
import { storedCell } from './from-grid.ts'
import type { GridCell, GridLines, GridSheet } from './grid-types.ts'
import { gridDefaults, preservedFields, toGridSheet } from './to-grid.ts'

const sameLines = (a: GridLines | undefined, b: GridLines | undefined) =>
  a === b || JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})

/** From this many changed cells on, they are looked up among all opened cells. */
const fewCells = 500

const linedText = (lines: GridLines | undefined) => (lines ? JSON.stringify(lines) : '')

/** The styles of a sheet. They are only ever added, so that the indexes stored in cells stay valid. */
class Styles {
  readonly list: StoredStyle[]
  readonly #byStyleKey = new Map<string, number>()
  readonly #keys: string[]

  constructor(styles: readonly StoredStyle[]) {
    this.list = [...styles]
    this.#keys = this.list.map((style) => styleKey(toFields(style) as StoredStyle))
    for (const [at, key] of this.#keys.entries()) if (!this.#byStyleKey.has(key)) this.#byStyleKey.set(key, at)
  }

  readonly indexOf = (style: StoredStyle | undefined, had: number | undefined): number | undefined => {
    const key = styleKey(style)
    // the cell's former style may hold more than the grid knows
    if (had !== undefined && this.#keys[had] === key) return had
    if (!style) return undefined
    const known = this.#byStyleKey.get(key)
    if (known !== undefined) return known
    const at = this.list.push(style) - 1
    this.#keys.push(key)
    this.#byStyleKey.set(key, at)
    return at
  }
}

type Config = NonNullable<GridSheet['config']>

const isFilled = (value: unknown) => Object.keys(toFields(value)).length > 0

/** Returns whether a value is empty: the grid leaves empty lists and objects where something was undone. */
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Serializes one sheet: updates its stored form from the grid's state. Processes only what has changed. */
class SheetSerializer {
  readonly #stored: StoredSheet
  #last: GridSheet | undefined
  readonly #cells = new WeakMap<object, { text: string | undefined; lined: string }>()
  readonly #firstBorders: Borders
  /** Whether the sheet was created in the grid and nothing of it is stored yet. */
  readonly #isNew: boolean
  /** The state of the grid before anything was changed. */
  #opened: GridSheet | undefined
  #moved: WeakMap<object, unknown> | undefined
  /** Whether rows or columns were inserted or deleted since, so that cells have moved. */
  #hasMoved = false
  /** The number of cells in this update that differ from the opened ones: a few after edits, many after sorting. */
  #missed = 0
  #rows: string[] | undefined
  #borders: Borders = new Map()
  #text: string | undefined
  readonly #styles: Styles
  readonly #first: GridSheet

  constructor(stored: StoredSheet, first: GridSheet) {
    this.#stored = stored
    this.#first = first
    this.#styles = new Styles(Array.isArray(stored.styles) ? stored.styles : [])
    this.#firstBorders = parseBorders(first.config?.borderInfo, first.row ?? 0, first.column ?? 0)
    this.#borders = this.#firstBorders
    this.#isNew = first.celldata === undefined
  }

  /**
   * Returns the stored cells, by the cells that the grid was opened with. They are many, so built only once a cell has
   * moved.
   */
  #storedCells(): WeakMap<object, unknown> {
    if (this.#moved) return this.#moved
    this.#moved = new WeakMap()
    for (const { r, c, v } of this.#first.celldata ?? []) {
      const cells = toFields(toFields(toFields(this.#stored.rows)[r])['cells'])
      if (v && c in cells) this.#moved.set(v, { cell: cells[c], lined: linedText(this.#firstBorders.get(`${r}_${c}`)) })
    }
    return this.#moved
  }

  /** Returns a cell as it was stored, when it has not been changed since. */
  #untouched(cell: GridCell, row: number, column: number): { cell: unknown; lined: string } | undefined {
    if (this.#opened?.data?.[row]?.[column] === cell) {
      const cells = toFields(toFields(toFields(this.#stored.rows)[row])['cells'])
      if (!(column in cells)) return undefined
      return { cell: cells[column], lined: linedText(this.#firstBorders.get(`${row}_${column}`)) }
    }
    this.#missed += 1
    if (!this.#hasMoved && this.#missed < fewCells) return undefined
    return this.#storedCells().get(cell) as { cell: unknown; lined: string } | undefined
  }

  #cellText(cell: GridCell | null, lines: GridLines | undefined, row: number, column: number): string | undefined {
    if (!cell && !lines) return undefined
    const lined = linedText(lines)
    const known = cell && this.#cells.get(cell)
    if (known && known.lined === lined) return known.text
    const untouched = cell && this.#untouched(cell, row, column)
    const isStored = untouched && untouched.lined === lined
    const stored = isStored ? untouched.cell : storedCell(cell, lines, this.#styles.indexOf)
    const text = stored === undefined ? undefined : JSON.stringify(stored)
    if (cell) this.#cells.set(cell, { text, lined })
    return text
  }

  /** Returns the text of a row; empty for an empty row. */
  #rowText(row: readonly (GridCell | null)[], at: number, config: Config, borders: Borders): string {
    const cells: string[] = []
    for (const [column, cell] of row.entries()) {
      const key = `${at}_${column}`
      const text = this.#cellText(cell, borders.size > 0 ? borders.get(key) : undefined, at, column)
      if (text !== undefined) cells.push(`"${column}":${text}`)
    }
    const former = toFields(toFields(this.#stored.rows)[at]) as StoredRow
    const height = config.rowlen?.[at]
    const size = {
      height: height !== undefined && height !== gridDefaults.height ? Math.round(height) : undefined,
      hide: config.rowhidden?.[at] !== undefined && !this.#isFiltered(at) ? true : undefined,
    }
    // keeps the original order, so that an undone change gives exactly the same text
    const names = new Set([...Object.keys(former), 'cells', ...Object.keys(size)])
    const parts = [...names].flatMap((name) => {
      if (name === 'cells') return cells.length > 0 ? [`"cells":{${cells.join(',')}}`] : []
      const value = name === 'height' || name === 'hide' ? size[name] : former[name]
      return value === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`]
    })
    return parts.length > 0 ? `{${parts.join(',')}}` : ''
  }

  #isFiltered(row: number): boolean {
    const filters = Object.values(toFields(this.#last?.filter))
    return filters.some((one) => toFields(toFields(one)['rowhidden'])[row] !== undefined)
  }

  /** Returns the rows as they were when the page was opened. */
  #firstRows(count: number): string[] {
    const rows = Array.from({ length: count }, () => '')
    for (const [at, row] of numbered(this.#stored.rows, most.rows)) rows[at] = JSON.stringify(row)
    return rows
  }

  #updateRows(sheet: GridSheet, former: GridSheet | undefined): string[] {
    const data = sheet.data ?? []
    this.#missed = 0
    const first = this.#opened?.data
    this.#hasMoved = data.length !== first?.length || data[0]?.length !== first[0]?.length
    const config = sheet.config ?? {}
    const before = former?.config ?? this.#first.config ?? {}
    const isOther = (name: keyof Config) => config[name] !== before[name]
    const borders = isOther('borderInfo')
      ? parseBorders(config.borderInfo, data.length, data[0]?.length ?? 0)
      : this.#borders
    const formerRows = this.#rows ?? this.#firstRows(data.length)
    const rows = Array.from({ length: data.length }, (_, at) => {
      const row = data[at] ?? []
      const isTouched = row !== former?.data?.[at]
      const isSized =
        (isOther('rowlen') && config.rowlen?.[at] !== before.rowlen?.[at]) ||
        (isOther('rowhidden') && config.rowhidden?.[at] !== before.rowhidden?.[at])
      const isLined =
        borders !== this.#borders &&
        row.some((_, column) => {
          const key = `${at}_${column}`
          return !sameLines(borders.get(key), this.#borders.get(key))
        })
      if (!isTouched && !isSized && !isLined) return formerRows[at] ?? ''
      return this.#rowText(row, at, config, borders)
    })
    this.#borders = borders
    return rows
  }

  /** Returns the members of the sheet other than its rows and styles. */
  #head(sheet: GridSheet, former: GridSheet): StoredSheet {
    const stored = { ...this.#stored }
    const { name } = sheet
    if (name !== former.name) stored.name = name
    if (JSON.stringify(sheet.frozen) !== JSON.stringify(former.frozen)) stored.freeze = freezeOf(sheet.frozen)
    const config = sheet.config ?? {}
    const before = former.config ?? {}
    if (config.merge !== before.merge) stored.merges = mergeReferences(config)
    const data = sheet.data ?? []
    const columns = data[0]?.length ?? 0
    const isWide = columns > 0 && columns !== former.column
    if (isWide || config.columnlen !== before.columnlen || config.colhidden !== before.colhidden)
      stored.cols = columnsOf(config, columns, stored.cols)
    if (JSON.stringify(sheet.filter_select) !== JSON.stringify(former.filter_select))
      stored.autofilter = filterOf(sheet, stored)
    const extras = { ...toFields(stored.docstead) }
    let isExtra = stored.docstead !== undefined
    for (const saved of [...preservedFields, 'slashes'] as const) {
      const value = saved === 'slashes' ? parseDiagonals(config.borderInfo) : sheet[saved]
      const was = saved === 'slashes' ? parseDiagonals(before.borderInfo) : former[saved]
      if (isEmpty(value) && isEmpty(was)) continue
      if (JSON.stringify(value ?? null) === JSON.stringify(was ?? null)) continue
      isExtra = true
      if (isEmpty(value)) delete extras[saved]
      else extras[saved] = value
    }
    if (isExtra) stored.docstead = { ...extras, v: formVersion }
    return stored
  }

  /** Returns the text of the sheet in the grid's current state. */
  text(sheet: GridSheet): string {
    if (this.#text !== undefined && sheet === this.#last) return this.#text
    if (!sheet.data) return JSON.stringify(this.#stored) // a sheet that has not been opened yet
    const former = this.#last
    this.#last = sheet
    if (!former && !this.#isNew) {
      this.#opened = sheet
      this.#rows = this.#firstRows(sheet.data.length)
    } else this.#rows = this.#updateRows(sheet, former)
    const head = this.#head(sheet, this.#first)
    const count = sheet.data.length
    const { len: _, ...others } = Object.fromEntries(
      Object.entries(toFields(this.#stored.rows)).filter(([at]) => !/^\d{1,6}$/.test(at)),
    )
    const rows = [
      ...this.#rows.flatMap((text, at) => (text ? [`"${at}":${text}`] : [])),
      ...Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
      `"len":${count}`,
    ]
    const members: string[] = []
    const names = new Set([...Object.keys(head), 'name', 'styles', 'rows'])
    if (head['name'] === undefined) head.name = sheet.name
    for (const name of names) {
      if (name === 'rows') members.push(`"rows":{${rows.join(',')}}`)
      else if (name === 'styles') members.push(`"styles":${JSON.stringify(this.#styles.list)}`)
      else if (head[name] !== undefined) members.push(`${JSON.stringify(name)}:${JSON.stringify(head[name])}`)
    }
    this.#text = `{${members.join(',')}}`
    return this.#text
  }
}

const freezeOf = (frozen: GridSheet['frozen']): string => {
  if (!frozen) return 'A1'
  const { row_focus = 0, column_focus = 0 } = frozen.range ?? {}
  const hasRows = /row|both/i.test(frozen.type)
  const hasColumns = /column|both/i.test(frozen.type)
  return formatCellAddress(hasRows ? row_focus + 1 : 0, hasColumns ? column_focus + 1 : 0)
}

const mergeReferences = ({ merge }: Config): string[] =>
  Object.values(merge ?? {}).map(({ r, c, rs, cs }) => formatArea({ row: [r, r + rs - 1], column: [c, c + cs - 1] }))

function columnsOf(config: Config, count: number, stored: unknown): Record<string, unknown> {
  const former = toFields(stored)
  const columns: Record<string, unknown> = {}
  for (let at = 0; at < count; at += 1) {
    const { width: _, hide: _hide, ...unknown } = toFields(former[at])
    const width = config.columnlen?.[at]
    const column = {
      ...unknown,
      ...(width !== undefined && { width: Math.round(width) }),
      ...(config.colhidden?.[at] !== undefined && { hide: true }),
    }
    if (Object.keys(column).length > 0) columns[at] = column
  }
  const others = Object.entries(former).filter(([at]) => !/^\d{1,6}$/.test(at) && at !== 'len')
  return { ...columns, ...Object.fromEntries(others), len: count }
}

function filterOf(sheet: GridSheet, { autofilter }: StoredSheet): Record<string, unknown> {
  if (!isFilled(sheet.filter_select)) return {}
  const { row, column } = sheet.filter_select ?? { row: [], column: [] }
  const [top = 0, bottom = top] = row
  const [left = 0, right = left] = column
  return {
    filters: [],
    sort: null,
    ...toFields(autofilter),
    ref: formatArea({ row: [top, bottom], column: [left, right] }),
  }
}

/** Serializes a book that is open in the grid: holds the grid's initial state and returns the text to store. */
export class BookSerializer {
  /** The initial state of the grid. */
  readonly initialSheets: GridSheet[]
  readonly #content: string
  readonly #kept = new Map<string, SheetSerializer>()
  /**
   * The first state that the grid reported. It is serialized only when something else is to be stored, not while a user
   * waits.
   */
  #start: readonly GridSheet[] | undefined
  #opened: string | undefined
  /** The last state that the grid reported, with its text. */
  #last: { sheets: readonly GridSheet[]; text: string } | undefined

  constructor(content: string, sheets: readonly StoredSheet[], newName: string) {
    this.#content = content
    const stored = sheets.length > 0 ? sheets : [{ name: newName }]
    this.initialSheets = stored.map((sheet, at) => toGridSheet(sheet, at, `sheet-${at}`, stored.length))
    for (const [at, sheet] of this.initialSheets.entries())
      this.#kept.set(sheet.id ?? '', new SheetSerializer(stored[at] ?? {}, sheet))
  }

  /**
   * Returns the text to store for the grid's state. The first call must come before any change: as long as the grid
   * holds the same, the result is exactly the text that was opened.
   */
  text(sheets: readonly GridSheet[]): string {
    this.#start ??= sheets
    if (sheets === this.#start) return this.#content
    if (sheets === this.#last?.sheets) return this.#last.text
    this.#opened ??= this.#written(this.#start)
    const written = this.#written(sheets)
    const text = written === this.#opened ? this.#content : written
    this.#last = { sheets, text }
    return text
  }

  /** Makes `sheets` the opened state, unless something is stored already or `isSame` returns false. */
  setBaseline(sheets: readonly GridSheet[], isSame: (start: readonly GridSheet[]) => boolean): void {
    if (this.#start && this.#opened === undefined && isSame(this.#start)) this.#start = sheets
  }

  #written(sheets: readonly GridSheet[]): string {
    const ordered = [...sheets].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    const texts = ordered.map((sheet) => {
      const id = sheet.id ?? ''
      const known = this.#kept.get(id) ?? new SheetSerializer({}, { name: '', id, row: 0, column: 0, config: {} })
      this.#kept.set(id, known)
      return known.text(sheet)
    })
    return `[${texts.join(',')}]`
  }
}
