import { expect, test } from 'vitest'
import { normalizeForDiff, normalizePair } from '#web/features/page/history/normalize-for-diff.ts'

const page = (id: string) => `{"info":{"url":"/x","method":"get"},"id":${id}}`

test('compares one-line API JSON value by value and keeps its numbers', () => {
  expect(normalizePair(page('12345678901234567890'), page('1.0')).next.split('\n')).toContain('    "id": 1.0')
  expect(normalizeForDiff(page('12345678901234567890'))).toContain('"id": 12345678901234567890')
})

test('compares other text as it is, and so two texts that differ only in formatting', () => {
  expect(normalizeForDiff('{"a":1}')).toBe('{"a":1}')
  expect(normalizeForDiff('# Title')).toBe('# Title')
  const [one, two] = [page('1'), page(' 1')]
  expect(normalizePair(one, two)).toEqual({ old: one, next: two })
})
