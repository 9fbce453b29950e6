import type { Node } from '@milkdown/kit/prose/model'

import DiffMatchPatch from 'diff-match-patch'
import { type CellRange, delimiterCell, findBars } from '#shared/markdown/table.ts'
import { matchBlocks } from './match-blocks.ts'
import { blockKey, lineKey } from './semantic-key.ts'

const [removed, same] = [-1, 0]
const diffing = new DiffMatchPatch()
diffing.Diff_Timeout = 0.3

type Diff = [number, string]
const diffOf = (from: string, to: string): Diff[] => diffing.diff_main(from, to, true)

/** Returns the index in `to` of each character of `from`; -1 for those that are missing. */
function placesOf(from: string, to: string): Int32Array {
  const places = new Int32Array(from.length).fill(-1)
  let [at, there] = [0, 0]
  for (const [kind, text] of diffOf(from, to)) {
    if (kind === same) for (let i = 0; i < text.length; i++) places[at + i] = there + i
    if (kind <= same) at += text.length
    if (kind >= same) there += text.length
  }
  return places
}

/**
 * Applies the change from `plain` to `edited` to `source`, which has the same meaning as `plain` in its own style.
 * Unchanged text keeps its style; new text gets `lineEnd` for its line endings. Callers must parse the result again:
 * where the styles differ a lot, its meaning can change.
 */
export function patchSource(plain: string, source: string, edited: string, lineEnd: string): string {
  const places = placesOf(plain, source)
  const placeAfter = (at: number): number => {
    for (let before = at - 1; before >= 0; before--) if ((places[before] ?? -1) >= 0) return (places[before] ?? 0) + 1
    return 0
  }
  let result = ''
  let taken = 0
  let at = 0
  const upTo = (place: number) => {
    if (place > taken) {
      result += source.slice(taken, place)
      taken = place
    }
  }
  let cutAt: number | undefined
  for (const [kind, text] of diffOf(plain, edited)) {
    if (kind === same) {
      at += text.length
      cutAt = undefined
    } else if (kind === removed) {
      const there = [...places.subarray(at, at + text.length)].filter((place) => place >= 0)
      const [first, last] = [there[0], there.at(-1)]
      if (first !== undefined && last !== undefined) {
        upTo(first)
        taken = Math.max(taken, last + 1)
        cutAt = first
      }
      at += text.length
    } else {
      if (cutAt === undefined) upTo(placeAfter(at))
      result += text.replaceAll('\n', lineEnd)
    }
  }
  return result + source.slice(taken)
}

/** Returns the cells of a table line with their padding; an escaped separator does not count. */
function cellsOf(line: string): CellRange[] {
  const edges = [-1, ...findBars(line), line.length]
  const cells = edges.slice(1).map((to, at) => ({ from: (edges[at] ?? 0) + 1, to }))
  const isEmpty = (cell: CellRange | undefined) => cell !== undefined && line.slice(cell.from, cell.to).trim() === ''
  if (cells.length > 1 && isEmpty(cells[0])) cells.shift()
  if (cells.length > 1 && isEmpty(cells.at(-1))) cells.pop()
  return cells
}

/** Replaces the text of a cell, keeping its padding on both sides and its width as long as the text fits. */
function fitted(cell: string, words: string): string {
  if (cell.trim() === '') {
    const before = cell === '' ? '' : (cell[0] ?? '')
    return (before + words).padEnd(
      words === '' ? cell.length : Math.max(cell.length, before.length + words.length + before.length),
    )
  }
  const before = /^\s*/.exec(cell)?.[0] ?? ''
  const after = /\s*$/.exec(cell)?.[0] ?? ''
  if (after.includes('\t')) return before + words + after
  return before + words + ' '.repeat(Math.max(Math.min(1, after.length), cell.length - before.length - words.length))
}

/** Returns a line with new text in the cells for which `wordsOf` returns some. */
function refilled(line: string, cells: readonly CellRange[], wordsOf: (column: number) => string | undefined): string {
  let result = ''
  let taken = 0
  cells.forEach(({ from, to }, column) => {
    const words = wordsOf(column)
    if (words === undefined) return
    result += line.slice(taken, from) + fitted(line.slice(from, to), words)
    taken = to
  })
  return result + line.slice(taken)
}

const words = (cell: Node | null): string => (cell?.firstChild ? lineKey(cell.firstChild) : '')
const alignment = (cell: Node): string => String(cell.attrs['alignment'] ?? '')

/**
 * Writes a changed table into its original lines: unchanged rows keep their line, and cells their position. Returns
 * undefined when the table's columns have changed, or its lines do not match its rows.
 */
export function patchTable(
  former: Node,
  source: string,
  node: Node,
  lineEnd: string,
  writeCell: (cell: Node) => string,
): string | undefined {
  const lines = source.split(/\r\n?|\n/)
  const columns = former.firstChild?.childCount ?? 0
  const head = node.firstChild
  if (lines.length !== former.childCount + 1 || head?.childCount !== columns) return undefined
  const formerRows = former.children
  const lineOfRow = (at: number) => lines[at === 0 ? 0 : at + 1] ?? ''
  const indices = new Map(formerRows.map((row, at) => [row, at]))
  const origins = matchBlocks(node.children, formerRows, (row) => indices.get(row), blockKey)
  const write = (cell: Node | null) => (cell ? writeCell(cell) : '')

  const written: string[] = []
  let pattern = lineOfRow(0)
  for (const [at, row] of node.children.entries()) {
    const origin = origins[at]
    if (origin?.kind === 'same') pattern = lineOfRow(origin.at)
    else {
      const old = origin?.kind === 'edited' ? formerRows[origin.at] : undefined
      const line = origin?.kind === 'edited' ? lineOfRow(origin.at) : pattern
      const cells = cellsOf(line)
      const isWhole = cells.length === columns
      const model = isWhole ? line : lineOfRow(0)
      const places = isWhole ? cells : cellsOf(model)
      if (places.length !== columns) return undefined
      pattern = refilled(model, places, (column) => {
        const cell = row.maybeChild(column)
        const isStored = isWhole && old && words(old.maybeChild(column)) === words(cell)
        return isStored ? undefined : write(cell)
      })
    }
    written.push(pattern)
  }
  const delimiter = lines[1] ?? ''
  const places = cellsOf(delimiter)
  const formerHead = formerRows[0]
  const aligned = refilled(delimiter, places, (column) => {
    const [was, is] = [formerHead?.maybeChild(column), head.maybeChild(column)]
    return !was || !is || alignment(was) === alignment(is) ? undefined : delimiterCell(alignment(is))
  })
  written.splice(1, 0, aligned)
  return written.join(lineEnd)
}
