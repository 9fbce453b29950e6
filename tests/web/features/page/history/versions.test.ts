import { expect, test } from 'vitest'
import {
  diffPath,
  firstPart,
  groupByDay,
  isSameDay,
  olderFirst,
  type Version,
} from '#web/features/page/history/versions.ts'

const version = (page_history_id: string, save_time: number): Version => ({
  page_history_id,
  page_id: '7',
  author_uid: '1',
  author_username: 'ann',
  item_id: '1',
  cat_id: '0',
  page_title: 'T',
  page_content: '',
  is_text_left_out: true,
  s_number: '99',
  addtime: '',
  save_time: String(save_time),
  page_comments: '',
  ext_info: '',
  page_version: '1',
})

const noon = new Date(2026, 4, 12, 12).getTime() / 1000
const day = 86_400

test('groups versions by local day, in their order', () => {
  const versions = [version('4', noon), version('3', noon - 60), version('2', noon - day), version('1', noon - 9 * day)]
  const days = groupByDay(versions)
  expect(days.map((one) => one.versions.map(({ page_history_id }) => page_history_id))).toEqual([
    ['4', '3'],
    ['2'],
    ['1'],
  ])
  expect(days[0]?.key).toBe('2026-05-12')
  expect(isSameDay(String(noon + 3600), '2026-05-12')).toBe(true)
  expect(isSameDay(String(noon + day), '2026-05-12')).toBe(false)
  expect(groupByDay([])).toEqual([])
})

test('puts the older of two versions on the left, in whatever order they were selected', () => {
  const versions = [version('9', noon), version('5', noon - 60), version('2', noon - 120)]
  expect(olderFirst(versions, ['9', '2'])).toEqual(['2', '9'])
  expect(olderFirst(versions, ['2', '9'])).toEqual(['2', '9'])
})

test('a comparison has an address', () => {
  expect(diffPath('7', '3')).toBe('/page/diff/7/3')
  expect(diffPath('7', '3', '5')).toBe('/page/diff/7/3?with=5')
})

test('previews a very long text from its start, cut between paragraphs', () => {
  const text = 'A paragraph.\n\n'.repeat(20_000)
  const part = firstPart(text)
  expect(part.length).toBeLessThanOrEqual(120_000)
  expect(text.startsWith(part)).toBe(true)
  expect(part.endsWith('A paragraph.')).toBe(true)
  expect(firstPart('short')).toBe('short')
})
