import { expect, test } from 'vitest'
import { toTargetPage } from '#src/features/open-api/target-page.ts'

test.each([
  ['', [], 'T'],
  ['A', ['A'], 'T'],
  ['/A/ B /C/', ['A', 'B', 'C'], 'T'],
  ['A//B', ['A', 'B'], 'T'],
  ['A/B/C/D/E', ['A', 'B', 'C'], 'D - E - T'],
])('resolves the path %j', (path, names, page_title) => {
  expect(toTargetPage(path, 'T')).toEqual({ names, page_title })
})

test.each([
  ['x'.repeat(201), 'T', 'cat_name'],
  ['A/B/C/D', 'x'.repeat(198), 'page_title'],
])('rejects names that no catalog or page can have', (path, title, field) => {
  expect(() => toTargetPage(path, title)).toThrow(
    expect.objectContaining({ errorName: 'textTooLong', values: { field, most: 200 } }),
  )
})
