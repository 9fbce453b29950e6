import { expect, test } from 'vitest'
import { formatJson } from '#web/features/api-call/format-body.ts'

test('JSON is laid out, its numbers as they were written', () => {
  expect(formatJson(' {"a":1.0,"b":["[[",{}]}')).toBe('{\n  "a": 1.0,\n  "b": [\n    "[[",\n    {}\n  ]\n}')
  expect(formatJson('<p>')).toBeUndefined()
})

test('what a host nests without end is shown as it came', () => {
  for (const depth of [200, 5_000, 400_000])
    expect(formatJson('['.repeat(depth) + ']'.repeat(depth)), String(depth)).toBeUndefined()
})
