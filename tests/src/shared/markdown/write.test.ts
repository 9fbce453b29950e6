import { expect, test } from 'vitest'
import { inlineCode, joined, plainOrCode, tableCell, writeTable } from '#shared/markdown/write.ts'

test('inline code shows its text verbatim', () => {
  expect(inlineCode('')).toBe('')
  expect(inlineCode('a  b\r\nc')).toBe('`a  b c`')
  expect(inlineCode('`a``')).toBe('``` `a`` ```')
  expect(inlineCode(' a')).toBe('`  a `')
  expect([plainOrCode('plain'), plainOrCode('^[1-9]')]).toEqual(['plain', '`^[1-9]`'])
})

test('writes a table in the requested layout', () => {
  expect(tableCell(' a|b\nc ')).toBe('a\\|b<br>c')
  expect(writeTable(['a', 'b'], [['1', '2'], ['3']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |')
  expect(writeTable(['a', 'b', 'c'], [], [':---:', '---:'], '')).toBe('|a|b|c|\n|:---:|---:|---:|')
})

test('joins pieces with an empty line between them', () => {
  expect(joined('a\n', undefined, ' ', 'b')).toBe('a\n\nb')
})
