import { expect, test } from 'vitest'
import { startPath } from '#web/app/home/start.ts'
import { boot } from '#web/lib/boot.ts'

test.each([
  [{ setup_needed: true, home_page: '3', home_item: '5' }, false, '/setup'],
  [{ home_page: '1' }, true, undefined],
  [{ home_page: '2' }, false, '/user/login'],
  [{ home_page: '2' }, true, '/item/index'],
  [{ home_page: '3', home_item: '617' }, false, '/617'],
  [{ home_page: '3', home_item: '' }, false, undefined],
])('%j, signed in %s: %s', (site, isSignedIn, path) => {
  expect(startPath({ ...boot, ...site }, isSignedIn)).toBe(path)
})
