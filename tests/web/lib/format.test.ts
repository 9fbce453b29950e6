import { expect, test } from 'vitest'
import { exactTime, fileSize, formatCount, relativeTime, shortDate, toDate } from '#web/lib/format.ts'

const now = new Date(2026, 4, 10, 12, 0, 0)
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [5, 'just now', '刚刚'],
  [180, '3 min ago', '3 分钟前'],
  [7200, '2 hr ago', '2 小时前'],
  [86_400, 'yesterday', '昨天'],
  [3 * 86_400, '3 days ago', '3 天前'],
])('%i s ago is %s and %s', (seconds, en, zh) => {
  expect(relativeTime(ago(seconds), 'en', now)).toBe(en)
  expect(relativeTime(ago(seconds), 'zh', now)).toBe(zh)
})

test('what is to come is rounded, what is past is not', () => {
  expect(relativeTime(ago(-(7 * 86_400 - 5)), 'en', now)).toBe('in 7 days')
  expect(relativeTime(ago(-(7 * 86_400 - 5)), 'zh', now)).toBe('7 天后')
  expect(relativeTime(ago(7 * 86_400 - 5), 'en', now)).toBe('6 days ago')
})

test('shows a date after a week, with the year when it is another one', () => {
  expect(relativeTime(ago(8 * 86_400), 'en', now)).toBe('2 May')
  expect(shortDate(new Date(2025, 0, 3), 'en', now)).toBe('3 Jan 2025')
  expect(shortDate(new Date(2025, 0, 3), 'zh', now)).toBe('2025年1月3日')
})

test('a time may be seconds or text; an empty one gives nothing', () => {
  expect(toDate(1_700_000_000)?.toISOString()).toBe('2023-11-14T22:13:20.000Z')
  expect(toDate('1700000000')?.toISOString()).toBe('2023-11-14T22:13:20.000Z')
  expect(toDate('2026-05-03 14:02:10')).toEqual(new Date(2026, 4, 3, 14, 2, 10))
  expect([relativeTime('', 'en', now), relativeTime('0', 'en', now), exactTime('no time', 'en')]).toEqual(['', '', ''])
})

test('formats sizes and counts', () => {
  expect(fileSize(0, 'en')).toBe('0 B')
  expect(fileSize(1023, 'en')).toBe('1,023 B')
  expect(fileSize(1_258_291, 'en')).toBe('1.2 MB')
  expect(fileSize(245_760, 'en')).toBe('240 KB')
  expect(formatCount(12_345, 'zh')).toBe('12,345')
})
