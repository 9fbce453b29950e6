import { expect, test } from 'vitest'
import { placeOf } from '#src/features/open-api/place.ts'

test.each([
  ['', [], 'T'],
  ['A', ['A'], 'T'],
  ['/A/ B /C/', ['A', 'B', 'C'], 'T'],
  ['A//B', ['A', 'B'], 'T'],
  ['A/B/C/D/E', ['A', 'B', 'C'], 'D - E - T'],
])('the path %j', (path, names, page_title) => {
  expect(placeOf(path, 'T')).toEqual({ names, page_title })
})

test.each([
  ['x'.repeat(201), 'T', 'cat_name'],
  ['A/B/C/D', 'x'.repeat(198), 'page_title'],
])('refuses names that no catalog or page may have', (path, title, field) => {
  expect(() => placeOf(path, title)).toThrow(
    expect.objectContaining({ errorName: 'textTooLong', values: { field, most: 200 } }),
  )
})
