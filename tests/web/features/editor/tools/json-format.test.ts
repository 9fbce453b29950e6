import { expect, test } from 'vitest'
import { fencedBlockAt, withCode } from '#web/features/editor/tools/json/fenced-block.ts'
import { errorLine, findStrictError } from '#web/features/editor/tools/json/json-error.ts'
import { formatJson } from '#web/features/editor/tools/json/json-format.ts'

const made = (text: string, layout: 2 | 4 | 'compact') => {
  const done = formatJson(text, layout)
  return 'text' in done ? done.text : done.fault
}

test('formats JSON without changing its numbers and texts', () => {
  const text = '{"a":12345678901234567890,"b":[1.10,"\\u4e2d \\/"],"c":{},"d":[]}'
  expect(made(text, 2)).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": [\n    1.10,\n    "\\u4e2d \\/"\n  ],\n  "c": {},\n  "d": []\n}',
  )
  expect(made(text, 4)).toContain('\n    "a": 1')
  expect(made(String(made(text, 2)), 'compact')).toBe(text)
})

test('keeps comments in place, and on one line they cannot hide the rest', () => {
  const text = '{\n// one\n"a": 1, // two */ x\n/* three */ "b": 2}'
  expect(made(text, 2)).toBe('{\n  // one\n  "a": 1, // two */ x\n  /* three */ "b": 2\n}')
  expect(made(text, 'compact')).toBe('{/* one */"a":1,/* two * / x *//* three */"b":2}')
})

test('leaves invalid JSON unchanged and reports the position', () => {
  const text = `{\n  "a": 1,\n  "${'x'.repeat(60)}" 2\n}`
  const fault = made(text, 2)
  if (typeof fault === 'string') throw new Error('read')
  expect(fault).toMatchObject({ kind: 'colon', line: 3 })
  const [before, at, after] = errorLine(text, fault)
  expect(before).toMatch(/^….+ $/)
  expect(at).toBe('2')
  expect(after).toBe('')
})

test('rejects comments in a mock, since programs cannot read them', () => {
  expect(findStrictError('{"a": 1}')).toBeUndefined()
  expect(findStrictError('{"a": 1,}')).toMatchObject({ kind: 'name' })
  expect(findStrictError('{"a": 1} // b')).toMatchObject({ kind: 'comment' })
  expect(findStrictError('['.repeat(200_000))).toMatchObject({ kind: 'deep' })
})

test('finds the fenced block at the cursor', () => {
  const text = 'a\r\n```json title\r\n{"a":1}\r\n```\r\nb\r\n~~~~\r\nx\r\n~~~\r\n~~~~'
  expect(fencedBlockAt(text, 1)).toBeUndefined()
  expect(fencedBlockAt(text, 2)).toEqual({ first: 3, last: 3, language: 'json', code: '{"a":1}' })
  expect(fencedBlockAt(text, 4)?.first).toBe(3)
  expect(fencedBlockAt(text, 5)).toBeUndefined()
  expect(fencedBlockAt(text, 8)?.code).toBe('x\n~~~')
  expect(fencedBlockAt('```\nx', 2)).toMatchObject({ first: 2, last: 2, code: 'x' })
})

test('replaces the code of a block and keeps every other byte of the text', () => {
  const text = 'a \r\n```json\r\n{"a":1}\r\n```\r\nb'
  const block = fencedBlockAt(text, 3)
  if (!block) throw new Error('no block')
  expect(withCode(text, block, '{\n  "a": 1\n}')).toBe('a \r\n```json\r\n{\r\n  "a": 1\r\n}\r\n```\r\nb')
})
