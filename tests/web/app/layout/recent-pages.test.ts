import { beforeEach, expect, test, vi } from 'vitest'
import { getRecentItems } from '#web/app/layout/recent-items.ts'
import { addRecentPage, type RecentPage, readRecentPages } from '#web/app/layout/recent-pages.ts'

const visit = (page_id: string, item_id = '1'): RecentPage => ({
  page_id,
  page_title: `Page ${page_id}`,
  item_id,
  item_name: `Item ${item_id}`,
  ref: item_id,
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('lists the newest page first, each once, at most twenty', () => {
  for (let at = 1; at <= 25; at++) addRecentPage('7', visit(String(at)))
  addRecentPage('7', visit('20'))
  const ids = readRecentPages('7').map(({ page_id }) => page_id)
  expect(ids).toHaveLength(20)
  expect(ids.slice(0, 3)).toEqual(['20', '25', '24'])
})

test('hides the recent pages of another user of the same browser', () => {
  addRecentPage('7', visit('1'))
  expect(readRecentPages('8')).toEqual([])
  addRecentPage('8', visit('2'))
  expect(readRecentPages('7')).toEqual([])
})

test('lists the items of the pages, each once, newest first', () => {
  const items = getRecentItems([visit('1', 'a'), visit('2', 'b'), visit('3', 'a'), visit('4', 'c')])
  expect(items.map(({ item_id }) => item_id)).toEqual(['a', 'b', 'c'])
})
