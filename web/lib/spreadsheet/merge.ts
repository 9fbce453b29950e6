import {
  formatCellAddress,
  getCellStyle,
  getSheetName,
  isFormula,
  iterateCells,
  most,
  numbered,
  type StoredCell,
  type StoredRow,
  type StoredSheet,
  type StoredStyle,
  sortKeys,
  toFields,
} from '#shared/spreadsheet/form.ts'
import { getCellText } from './diff.ts'

/** A cell that both sides changed in different ways. */
export interface CellConflict {
  /** A unique id. */
  id: string
  sheet: string
  address: string
  base: string
  mine: string
  theirs: string
}

/** The side a cell is taken from. */
export type Choice = 'mine' | 'theirs'

/** The result of merging two versions with a common base. */
export interface BookMerge {
  conflicts: CellConflict[]
  /** The number of cells of `mine` that were merged into `theirs` without a conflict. */
  taken: number
  /** Builds the merged workbook with the chosen cells; a conflict without a choice takes `mine`. */
  build: (choices: ReadonlyMap<string, Choice>) => StoredSheet[]
}

/** A cell with its style resolved, in place of the style number. */
interface Whole {
  cell: StoredCell
  style: StoredStyle | undefined
}

type Cells = Map<string, Whole>

const keyOf = (row: number, column: number) => `${row} ${column}`

function wholeCells(sheet: StoredSheet, isWanted: (row: number) => boolean): Cells {
  const cells: Cells = new Map()
  for (const [row, stored] of numbered(sheet.rows, most.rows)) {
    if (!isWanted(row)) continue
    for (const [, column, cell] of iterateCells({ rows: { [row]: stored } }))
      cells.set(keyOf(row, column), { cell, style: getCellStyle(sheet, cell) })
  }
  return cells
}

/**
 * Returns a test for rows that may differ between the three versions, by their text. Most rows of a large sheet do not.
 */
function mayDiffer(base: StoredSheet, mine: StoredSheet, theirs: StoredSheet): (row: number) => boolean {
  const styles = base.styles ?? []
  // A style number must mean the same in all three versions: lists of styles only grow.
  const goesOn = (sheet: StoredSheet) =>
    JSON.stringify((sheet.styles ?? []).slice(0, styles.length)) === JSON.stringify(styles)
  if (!goesOn(mine) || !goesOn(theirs)) return () => true
  const textOf = ({ rows = {} }: StoredSheet, row: number) => JSON.stringify(toFields(rows[row])['cells'])
  return (row) => {
    const text = textOf(theirs, row)
    return textOf(mine, row) !== text || textOf(base, row) !== text
  }
}

/** Returns a comparison key for a cell. Leaves out the result of a formula, which is recalculated. */
function signOf(whole: Whole | undefined): string {
  if (!whole) return ''
  const { style: _, ...rest } = whole.cell
  if (isFormula(whole.cell)) {
    delete rest.shown
    delete rest.value
  }
  const sign = JSON.stringify([sortKeys(rest), sortKeys(whole.style) ?? null])
  return sign === '[{},null]' ? '' : sign
}

function indexOfStyle(styles: StoredStyle[], style: StoredStyle): number {
  const text = JSON.stringify(sortKeys(style))
  const known = styles.findIndex((one) => JSON.stringify(sortKeys(one)) === text)
  return known < 0 ? styles.push(style) - 1 : known
}

const cellsWithout = (row: unknown): StoredRow => {
  const { cells: _, ...rest } = toFields(row)
  return rest
}

/**
 * Merges objects field by field: takes a field that only one side changed from that side, and from `mine` if both did.
 */
function mergedFields(
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
  left: readonly string[],
): Record<string, unknown> {
  const textOf = (value: unknown) => JSON.stringify(sortKeys(value))
  const merged: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    if (left.includes(name)) continue
    const isMine = textOf(mine[name]) !== textOf(base[name])
    const value = isMine ? mine[name] : theirs[name]
    if (value !== undefined) merged[name] = value
  }
  return merged
}

function mergeRows(base: StoredSheet, mine: StoredSheet, theirs: StoredSheet): Record<string, unknown> {
  const strip = ({ rows = {} }: StoredSheet) =>
    Object.fromEntries(Object.entries(rows).map(([at, row]) => [at, at === 'len' ? row : cellsWithout(row)]))
  return mergedFields(strip(base), strip(mine), strip(theirs), [])
}

function mergeSheet(name: string, base: StoredSheet, mine: StoredSheet, theirs: StoredSheet) {
  const known = new Map<number, boolean>()
  const differs = mayDiffer(base, mine, theirs)
  const isWanted = (row: number) => {
    const is = known.get(row) ?? differs(row)
    known.set(row, is)
    return is
  }
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((sheet) => wholeCells(sheet, isWanted)) as [
    Cells,
    Cells,
    Cells,
  ]
  const conflicts: CellConflict[] = []
  const taken = new Set<string>()
  for (const key of new Set([...inMine.keys(), ...inTheirs.keys(), ...inBase.keys()])) {
    const [b, m, t] = [signOf(inBase.get(key)), signOf(inMine.get(key)), signOf(inTheirs.get(key))]
    if (m === t || m === b) continue
    if (t === b) {
      taken.add(key)
      continue
    }
    const [row = 0, column = 0] = key.split(' ').map(Number)
    conflicts.push({
      id: `${name}\n${key}`,
      sheet: name,
      address: formatCellAddress(row, column),
      base: getCellText(inBase.get(key)?.cell),
      mine: getCellText(inMine.get(key)?.cell),
      theirs: getCellText(inTheirs.get(key)?.cell),
    })
  }
  const build = (choices: ReadonlyMap<string, Choice>): StoredSheet => {
    const styles = structuredClone(theirs.styles ?? [])
    const rows = mergeRows(base, mine, theirs)
    for (const [row, { cells }] of numbered(theirs.rows, most.rows))
      if (!isWanted(row) && cells) rows[row] = { ...toFields(rows[row]), cells }
    const fromMine = new Set(taken)
    for (const { id } of conflicts) if (choices.get(id) !== 'theirs') fromMine.add(id.slice(name.length + 1))
    for (const key of new Set([...inTheirs.keys(), ...inMine.keys()])) {
      const whole = fromMine.has(key) ? inMine.get(key) : inTheirs.get(key)
      if (!whole) continue
      const [row = '', column = ''] = key.split(' ')
      const stored = toFields(rows[row]) as StoredRow
      const cell = { ...whole.cell }
      if (fromMine.has(key) && whole.style) cell.style = indexOfStyle(styles, whole.style)
      rows[row] = { ...stored, cells: { ...stored.cells, [column]: cell } }
    }
    return { ...mergedFields(base, mine, theirs, ['rows', 'styles']), styles, rows } as StoredSheet
  }
  return { conflicts, taken: taken.size, build }
}

/**
 * Merges two versions of a workbook. A cell that only one side changed is taken from that side; a cell that both sides
 * changed is a conflict.
 *
 * @param base the version both were made from; without it every cell that differs is a conflict
 */
export function mergeBooks(
  base: readonly StoredSheet[] | undefined,
  mine: readonly StoredSheet[],
  theirs: readonly StoredSheet[],
): BookMerge {
  const find = (sheets: readonly StoredSheet[] | undefined, name: string) =>
    sheets?.find((sheet, at) => getSheetName(sheet, at) === name)
  const isSame = (a: StoredSheet | undefined, b: StoredSheet | undefined) =>
    JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
  const names = [...new Set([...theirs.map(getSheetName), ...mine.map(getSheetName)])]
  const parts = names.flatMap((name): ReturnType<typeof mergeSheet>[] => {
    const [b, m, t] = [find(base, name), find(mine, name), find(theirs, name)]
    if (m && t) return [mergeSheet(name, b ?? {}, m, t)]
    const only = m ?? t
    // The other side removed the sheet: drop it, unless this side has edited it since.
    if (!only || (b && isSame(b, only))) return []
    return [{ conflicts: [], taken: m ? [...iterateCells(m)].length : 0, build: () => structuredClone(only) }]
  })
  return {
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    taken: parts.reduce((sum, { taken }) => sum + taken, 0),
    build: (choices) => parts.map(({ build }) => build(choices)),
  }
}
