import { beforeEach, expect, test, vi } from 'vitest'
import { recentItems } from '#web/features/frame/recent-items.ts'
import { keepVisit, readVisits, type Visit } from '#web/features/frame/visits.ts'

const visit = (page_id: string, item_id = '1'): Visit => ({
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

test('the newest page comes first, each once, twenty at most', () => {
  for (let at = 1; at <= 25; at++) keepVisit('7', visit(String(at)))
  keepVisit('7', visit('20'))
  const ids = readVisits('7').map(({ page_id }) => page_id)
  expect(ids).toHaveLength(20)
  expect(ids.slice(0, 3)).toEqual(['20', '25', '24'])
})

test('nobody sees what another has opened in the same browser', () => {
  keepVisit('7', visit('1'))
  expect(readVisits('8')).toEqual([])
  keepVisit('8', visit('2'))
  expect(readVisits('7')).toEqual([])
})

test('the items of the pages, each once, the newest first', () => {
  const items = recentItems([visit('1', 'a'), visit('2', 'b'), visit('3', 'a'), visit('4', 'c')])
  expect(items.map(({ item_id }) => item_id)).toEqual(['a', 'b', 'c'])
})
