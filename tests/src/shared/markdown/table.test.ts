import { describe, expect, test } from 'vitest'
import {
  alignOf,
  authoredCell,
  delimiterCell,
  findCells,
  isDelimiter,
  tableCell,
  writeTable,
} from '#shared/markdown/table.ts'

describe('cells of a line', () => {
  const words = (line: string) => findCells(line).map(({ from, to }) => line.slice(from, to))
  test.each([
    ['| a | b |', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['| a \\| b | c |', ['a \\| b', 'c']],
    // the renderer takes a bar as escaped by the backslash before it, whatever is before that
    ['| a \\\\| b |', ['a \\\\| b']],
    ['||', ['']],
    ['|  | b |', ['', 'b']],
    ['> | a | b |', ['a', 'b']],
    ['  | 中文 | `x` |  ', ['中文', '`x`']],
  ])('%j', (line, cells) => {
    expect(words(line)).toEqual(cells)
  })
})

test.each([
  ['| --- | :-: |', true],
  ['--- | ---', true],
  [':-|-:', true],
  ['---', false],
  ['| a | b |', false],
  ['> | - | - |', true],
])('%j is a delimiter row: %s', (line, is) => {
  expect(isDelimiter(line)).toBe(is)
})

test('writes a table in the requested layout', () => {
  expect(tableCell(' a|b\nc ')).toBe('a\\|b<br>c')
  expect(writeTable(['a', 'b'], [['1', '2'], ['3']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |')
  expect(writeTable(['a', 'b', 'c'], [], [':---:', '---:'], '')).toBe('|a|b|c|\n|:---:|---:|---:|')
})

test('cells keep their bars as text, and those that are escaped as they are', () => {
  expect(tableCell('a\\|b')).toBe('a\\\\|b')
  expect(authoredCell('a\\|b|c\r\nd')).toBe('a\\|b\\|c<br>d')
})

test.each([
  ['', '---', '-----'],
  ['left', ':---', ':----'],
  ['center', ':---:', ':---:'],
  ['right', '---:', '----:'],
])('the delimiter of alignment %j', (align, short, wide) => {
  expect([delimiterCell(align), delimiterCell(align, 5)]).toEqual([short, wide])
  expect(alignOf(short)).toBe(align)
})
