import { expect, test } from 'vitest'
import { isText } from '#src/features/attachment/content.ts'

test.each([
  ['UTF-8', Buffer.from('中文 text\n')],
  ['GBK', Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a])],
  ['Big5', Buffer.from([0xa4, 0xa4, 0xa4, 0xe5, 0x0a])],
  ['UTF-16 with its mark', Buffer.from('\ufeff姓名,电话', 'utf16le')],
  ['a text cut in the middle of a character', Buffer.from('中文').subarray(0, 4)],
  ['the colours of a log', Buffer.from('\u001b[31mred\u001b[0m')],
  ['nothing', Buffer.alloc(0)],
])('%s is text', (_, head) => {
  expect(isText(head)).toBe(true)
})

test.each([
  ['a program', Buffer.from('7f454c4602010100', 'hex')],
  ['NUL among letters', Buffer.from('a\0b')],
  ['bytes of no encoding', Buffer.from([0xff, 0xff, 0xff, 0x80])],
])('%s is not text', (_, head) => {
  expect(isText(head)).toBe(false)
})
