import { toFields } from '#shared/spreadsheet/form.ts'
import type { GridLine, GridLines } from './grid-types.ts'

/** The borders of cells, by `row_column`. */
export type Borders = Map<string, GridLines>

type Letter = keyof GridLines

interface Range {
  row: [number, number]
  column: [number, number]
}

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length >= 2 && value.every((one) => Number.isInteger(one))

const rangesOf = (value: unknown): Range[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => {
    const { row, column } = toFields(one)
    return isPair(row) && isPair(column) ? [{ row, column }] : []
  })

const lineOf = (value: unknown): GridLine | undefined => {
  const { style, color } = toFields(value)
  return style === undefined || style === null ? undefined : { style: String(style), color: String(color ?? '#000000') }
}

const neighbours: Record<Letter, [down: number, right: number, other: Letter]> = {
  t: [-1, 0, 'b'],
  b: [1, 0, 't'],
  l: [0, -1, 'r'],
  r: [0, 1, 'l'],
}

/** Returns the sides of a cell that a border type draws. */
function sideNamesFor(kind: string, at: { row: number; column: number }, { row, column }: Range): Letter[] {
  const outer: Letter[] = [
    ...(at.row === row[0] ? (['t'] as const) : []),
    ...(at.row === row[1] ? (['b'] as const) : []),
    ...(at.column === column[0] ? (['l'] as const) : []),
    ...(at.column === column[1] ? (['r'] as const) : []),
  ]
  const all: Letter[] = ['t', 'b', 'l', 'r']
  const inner = all.filter((letter) => !outer.includes(letter))
  const only = (...characters: Letter[]) => characters.filter((letter) => inner.includes(letter))
  if (kind === 'border-all') return all
  if (kind === 'border-outside') return outer
  if (kind === 'border-inside') return inner
  if (kind === 'border-horizontal') return only('t', 'b')
  if (kind === 'border-vertical') return only('l', 'r')
  const side = { 'border-left': 'l', 'border-right': 'r', 'border-top': 't', 'border-bottom': 'b' }[kind] as Letter
  return outer.filter((letter) => letter === side)
}

/** Returns the borders of a sheet by cell; the grid stores them as a list of strokes drawn over each other. */
export function parseBorders(borderInfo: readonly unknown[] | undefined, rows: number, columns: number): Borders {
  const borders: Borders = new Map()
  const set = (row: number, column: number, letter: Letter, line: GridLine | undefined) => {
    if (row < 0 || column < 0 || row >= rows || column >= columns) return
    const key = `${row}_${column}`
    const lines = { ...borders.get(key) }
    if (line) lines[letter] = line
    else delete lines[letter]
    if (Object.keys(lines).length > 0) borders.set(key, lines)
    else borders.delete(key)
  }
  /** Sets the border, and the same one on the neighbor's side when that has its own. */
  const draw = (row: number, column: number, letter: Letter, line: GridLine | undefined) => {
    set(row, column, letter, line)
    const [down, right, other] = neighbours[letter]
    const neighbour = borders.get(`${row + down}_${column + right}`)
    if (neighbour && (line === undefined || neighbour[other])) set(row + down, column + right, other, line)
  }
  for (const one of borderInfo ?? []) {
    const info = toFields(one)
    if (info['rangeType'] === 'cell') {
      const value = toFields(info['value'])
      const [row, column] = [Number(value['row_index']), Number(value['col_index'])]
      for (const letter of ['t', 'r', 'b', 'l'] as const) {
        const line = lineOf(value[letter])
        if (line) draw(row, column, letter, line)
      }
      continue
    }
    const kind = String(info['borderType'])
    if (info['rangeType'] !== 'range' || kind === 'border-slash') continue
    const line = kind === 'border-none' ? undefined : lineOf(info)
    for (const range of rangesOf(info['range'])) {
      const [top, bottom] = [Math.max(0, range.row[0]), Math.min(rows - 1, range.row[1])]
      const [left, right] = [Math.max(0, range.column[0]), Math.min(columns - 1, range.column[1])]
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          const sideNames =
            kind === 'border-none' ? (['t', 'b', 'l', 'r'] as const) : sideNamesFor(kind, { row, column }, range)
          for (const letter of sideNames) draw(row, column, letter, line)
        }
      }
    }
  }
  return borders
}

/** Returns the diagonal lines across cells, which no style can express. */
export const parseDiagonals = (borderInfo: readonly unknown[] | undefined): unknown[] =>
  (borderInfo ?? []).filter((one) => toFields(one)['borderType'] === 'border-slash')
