import { expect, test } from 'vitest'
import { normalizeForDiff, normalizePair } from '#web/features/page-history/normalize-for-diff.ts'

const page = (id: string) => `{"info":{"url":"/x","method":"get"},"id":${id}}`

test('API JSON in one line is compared value by value, its numbers untouched', () => {
  expect(normalizePair(page('12345678901234567890'), page('1.0')).next.split('\n')).toContain('    "id": 1.0')
  expect(normalizeForDiff(page('12345678901234567890'))).toContain('"id": 12345678901234567890')
})

test('any other text is compared as it stands, and so are two that differ in their layout alone', () => {
  expect(normalizeForDiff('{"a":1}')).toBe('{"a":1}')
  expect(normalizeForDiff('# Title')).toBe('# Title')
  const [one, two] = [page('1'), page(' 1')]
  expect(normalizePair(one, two)).toEqual({ old: one, next: two })
})
