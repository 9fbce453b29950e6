import { expect, test } from 'vitest'
import { comparable, laidOut } from '#web/features/page-history/laid-out.ts'

const page = (id: string) => `{"info":{"url":"/x","method":"get"},"id":${id}}`

test('API JSON in one line is compared value by value, its numbers untouched', () => {
  expect(comparable(page('12345678901234567890'), page('1.0')).next.split('\n')).toContain('    "id": 1.0')
  expect(laidOut(page('12345678901234567890'))).toContain('"id": 12345678901234567890')
})

test('any other text is compared as it stands, and so are two that differ in their layout alone', () => {
  expect(laidOut('{"a":1}')).toBe('{"a":1}')
  expect(laidOut('# Title')).toBe('# Title')
  const [one, two] = [page('1'), page(' 1')]
  expect(comparable(one, two)).toEqual({ old: one, next: two })
})
