import { expect, test } from 'vitest'
import { formatJson } from '#web/features/api-docs/try-it/format-body.ts'

test('formats JSON and keeps its numbers as written', () => {
  expect(formatJson(' {"a":1.0,"b":["[[",{}]}')).toBe('{\n  "a": 1.0,\n  "b": [\n    "[[",\n    {}\n  ]\n}')
  expect(formatJson('<p>')).toBeUndefined()
})

test('returns JSON that is nested too deep unchanged', () => {
  for (const depth of [200, 5_000, 400_000])
    expect(formatJson('['.repeat(depth) + ']'.repeat(depth)), String(depth)).toBeUndefined()
})
