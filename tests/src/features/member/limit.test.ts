import { expect, test } from 'vitest'
import { shownLimit, wantedLimit } from '#src/features/member/limit.ts'

const catalog = (cat_id: number, cat_name: string) => ({
  cat_id,
  cat_name,
  item_id: 1,
  parent_cat_id: 0,
  s_number: 1,
  level: 2,
  addtime: 0,
})

test('describes the limit of a call', () => {
  expect(wantedLimit({})).toBeUndefined()
  expect(wantedLimit({ cat_id: 0 })).toEqual([])
  expect(wantedLimit({ cat_id: 5 })).toEqual([5])
  expect(wantedLimit({ cat_ids: [] })).toEqual([])
  expect(wantedLimit({ cat_id: 5, cat_ids: [] })).toEqual([5])
  expect(wantedLimit({ cat_id: 5, cat_ids: [6, 7, 6] })).toEqual([6, 7])
})

test('shows a limit by the names of its catalogs, in the language of the reader', () => {
  const catalogs = [catalog(5, 'A'), catalog(6, 'B')]
  expect(shownLimit('', catalogs, 'zh')).toEqual({ cat_id: 0, ids: [], cat_name: '所有目录' })
  expect(shownLimit('6', catalogs, 'en')).toEqual({ cat_id: 6, ids: [6], cat_name: 'B' })
  expect(shownLimit('6,5', catalogs, 'en')).toEqual({ cat_id: 6, ids: [6, 5], cat_name: 'B, A' })
  expect(shownLimit('9', catalogs, 'en')).toMatchObject({ cat_id: 9, cat_name: 'Deleted catalog' })
})
