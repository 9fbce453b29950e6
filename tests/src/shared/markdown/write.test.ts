import { expect, test } from 'vitest'
import { inlineCode, joined, plainOrCode } from '#shared/markdown/write.ts'

test('inline code shows its text verbatim', () => {
  expect(inlineCode('')).toBe('')
  expect(inlineCode('a  b\r\nc')).toBe('`a  b c`')
  expect(inlineCode('`a``')).toBe('``` `a`` ```')
  expect(inlineCode(' a')).toBe('`  a `')
  expect([plainOrCode('plain'), plainOrCode('^[1-9]')]).toEqual(['plain', '`^[1-9]`'])
})

test('joins pieces with an empty line between them', () => {
  expect(joined('a\n', undefined, ' ', 'b')).toBe('a\n\nb')
})
