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
  toFields,
} from '#sheet/form.ts'
import { getCellText, sortKeys } from './diff.ts'

/** A cell that both sides changed, each in its way. */
export interface CellConflict {
  /** Tells it from all others. */
  id: string
  sheet: string
  address: string
  base: string
  mine: string
  theirs: string
}

/** Which side a cell is taken from. */
export type Choice = 'mine' | 'theirs'

/** Two versions made from one, put together. */
export interface BookMerge {
  conflicts: CellConflict[]
  /** How many cells of mine were put into theirs without asking. */
  taken: number
  /** The book with the cells that were asked for; those not told are mine. */
  build: (choices: ReadonlyMap<string, Choice>) => StoredSheet[]
}

/** A cell with its style in words in place of a number. */
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

/** Whether a row may differ between the three, by its text: most rows of a large sheet do not. */
function mayDiffer(base: StoredSheet, mine: StoredSheet, theirs: StoredSheet): (row: number) => boolean {
  const styles = base.styles ?? []
  // a number must mean the same style in all three: lists of styles grow
  const goesOn = (sheet: StoredSheet) =>
    JSON.stringify((sheet.styles ?? []).slice(0, styles.length)) === JSON.stringify(styles)
  if (!goesOn(mine) || !goesOn(theirs)) return () => true
  const textOf = ({ rows = {} }: StoredSheet, row: number) => JSON.stringify(toFields(rows[row])['cells'])
  return (row) => {
    const text = textOf(theirs, row)
    return textOf(mine, row) !== text || textOf(base, row) !== text
  }
}

/** What counts of a cell when two are compared: not the result of a formula, which is reckoned anew. */
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

/** The members that only one side changed, from that side; from mine where both did. */
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
 * Puts two versions of a book together. A cell that only one of them changed is taken from that one; a cell that both
 * changed is a conflict.
 *
 * @param base what both were made from; without it every cell that differs is a conflict
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
    // taken out by the other side: gone, unless this side went on writing in it
    if (!only || (b && isSame(b, only))) return []
    return [{ conflicts: [], taken: m ? [...iterateCells(m)].length : 0, build: () => structuredClone(only) }]
  })
  return {
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    taken: parts.reduce((sum, { taken }) => sum + taken, 0),
    build: (choices) => parts.map(({ build }) => build(choices)),
  }
}
