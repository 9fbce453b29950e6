import { describe, expect, test } from 'vitest'
import { compareLines, packRanges, unpackRanges } from '#web/features/page/history/compare-lines.ts'
import { handleRequest } from '#web/features/page/history/diff-worker.ts'
import { changeAt, changedRanges, lineOnOtherSide } from '#web/features/page/history/line-map.ts'
import { shownLine } from '#web/features/page/history/line-text.ts'
import { buildDiffRows, changeStarts, type Row } from '#web/features/page/history/rows.ts'

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `line ${at + from}`)
const before = [...numbered(40), 'GET /user lists them', ...numbered(20, 41)]
const after = [...numbered(40), 'GET /users lists them', 'A new line', ...numbered(18, 41), 'another end']

const none: ReadonlySet<number> = new Set()
const compared = compareLines(before, after, {})

/** Both sides, read from the rows. */
function sidesOf(rows: readonly Row[], open: (fold: Extract<Row, { kind: 'fold' }>) => readonly string[]) {
  const old: string[] = []
  const next: string[] = []
  for (const row of rows) {
    if (row.kind === 'fold') {
      old.push(...open(row))
      next.push(...open(row))
      continue
    }
    if (row.old >= 0) old.push(before[row.old] ?? '')
    if (row.new >= 0) next.push(after[row.new] ?? '')
  }
  return { old, next }
}

const foldedLines = ({ range, count }: { range: number; count: number }) => {
  const { oldFrom, oldTo } = compared[range] ?? { oldFrom: 0, oldTo: 0 }
  const first = range === 0 ? oldFrom : oldFrom + 3
  return before.slice(first, Math.min(oldTo, first + count))
}

describe('rows', () => {
  test.each([true, false])('every line of both sides has its row (side by side: %s)', (split) => {
    const rows = buildDiffRows(compared, { split, onlyChanges: false, open: none })
    expect(sidesOf(rows, () => [])).toEqual({ old: before, next: after })
  })

  test.each([true, false])('folding hides lines and loses none (side by side: %s)', (split) => {
    const rows = buildDiffRows(compared, { split, onlyChanges: true, open: none })
    expect(rows.filter((row) => row.kind === 'fold')).toEqual([
      { kind: 'fold', range: 0, count: 37 },
      { kind: 'fold', range: 2, count: 12 },
    ])
    expect(sidesOf(rows, foldedLines)).toEqual({ old: before, next: after })
  })

  test('an expanded range shows all its lines', () => {
    const rows = buildDiffRows(compared, { split: true, onlyChanges: true, open: new Set([0]) })
    expect(rows.filter((row) => row.kind === 'fold')).toHaveLength(1)
    expect(rows[0]).toEqual({ kind: 'same', old: 0, new: 0 })
  })

  test('does not fold three unchanged lines', () => {
    const rows = buildDiffRows(compareLines(['a', ...numbered(9), 'b'], ['x', ...numbered(9), 'y'], {}), {
      split: true,
      onlyChanges: true,
      open: none,
    })
    expect(rows.some((row) => row.kind === 'fold')).toBe(false)
  })

  test('finds the changes from top to bottom', () => {
    const rows = buildDiffRows(compared, { split: false, onlyChanges: true, open: none })
    const starts = changeStarts(rows)
    expect(starts.map((at) => rows[at])).toMatchObject([
      { kind: 'changed', change: 0, old: 40 },
      { kind: 'changed', change: 1 },
    ])
  })

  test('a removed line of the unified view still knows its replacement', () => {
    const [removed] = buildDiffRows(compared, { split: false, onlyChanges: true, open: none }).filter(
      (row) => row.kind === 'changed',
    )
    expect(removed).toMatchObject({ old: 40, new: -1, partner: 40 })
  })
})

describe('worker', () => {
  test('decodes a comparison from its numbers without loss', () => {
    expect(unpackRanges(packRanges(compared))).toEqual(compared)
    expect(unpackRanges(packRanges([]))).toEqual([])
  })

  test('compares texts, and counts changes from each version to the one before', () => {
    const answer = handleRequest({ kind: 'compare', old: before.join('\n'), new: after.join('\n'), ignoreSpace: false })
    expect(answer).toEqual(packRanges(compared))
    expect(handleRequest({ kind: 'count', texts: ['a\nb\nc', 'a\nc', ''] })).toEqual([
      { added: 1, removed: 0 },
      { added: 2, removed: 1 },
    ])
  })
})

describe('lines', () => {
  test('marks words against the paired line and keeps the whole line', () => {
    const { marks } = shownLine('GET /users lists', 'GET /user lists', 'new', false)
    expect(marks.filter(({ changed }) => changed).map(({ text }) => text)).toEqual(['users'])
    expect(marks.map(({ text }) => text).join('')).toBe('GET /users lists')
  })

  test('shows the changed part of a very long line, and how much is omitted', () => {
    const filler = 'x'.repeat(100_000)
    const shown = shownLine(`${filler}NEW${filler}`, `${filler}OLD${filler}`, 'new', false)
    expect(shown.marks.map(({ text, changed }) => [text.length, changed])).toEqual([
      [200, false],
      [3, true],
      [200, false],
    ])
    const letters = shown.marks.reduce((sum, { text }) => sum + text.length, 0)
    expect(shown.leftBefore + letters + shown.leftAfter).toBe(200_003)
  })

  test('shows a long line without a pair from its start', () => {
    expect(shownLine('x'.repeat(9000), undefined, 'old', false)).toMatchObject({ leftBefore: 0, leftAfter: 5000 })
  })
})

describe('rendered', () => {
  test('maps a line to the other side', () => {
    expect(lineOnOtherSide(compared, 10, 'old')).toBe(10)
    expect(lineOnOtherSide(compared, 45, 'old')).toBe(46)
    expect(lineOnOtherSide(compared, 46, 'new')).toBe(45)
  })

  test('blank lines at the edge of a change mark no block', () => {
    const lines = ['one', '', 'new', '', 'two']
    const ranges = compareLines(['one', '', 'two'], lines, {})
    expect(changedRanges(ranges, lines, 'new')).toEqual([[2, 3]])
    expect(changedRanges(ranges, ['one', '', 'two'], 'old')).toEqual([undefined])
    expect(changeAt([[2, 3]], 2, 4)).toBe(0)
    expect(changeAt([[2, 3]], 3, 5)).toBe(-1)
  })
})
