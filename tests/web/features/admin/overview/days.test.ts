import { expect, test } from 'vitest'
import { dayAt, dayByKey, lastDays } from '#web/features/admin/overview/days.ts'

test('covers the last 30 days from local midnight, today last', () => {
  const days = lastDays(new Date(2026, 2, 31, 23, 59))
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual(new Date(2026, 2, 2))
  expect(days.at(-1)).toEqual(new Date(2026, 2, 31))
  expect(days.every((day) => day.getHours() === 0)).toBe(true)
})

test('finds the day under the pointer', () => {
  expect([-0.1, 0, 0.5, 0.999, 1].map((share) => dayAt(share, 30))).toEqual([0, 0, 15, 29, 29])
})

test('arrow keys move from day to day and stop at the ends', () => {
  expect(dayByKey('ArrowLeft', 30, 30)).toBe(29)
  expect(dayByKey('ArrowLeft', 0, 30)).toBe(0)
  expect(dayByKey('ArrowRight', 29, 30)).toBe(29)
  expect(dayByKey('Home', 12, 30)).toBe(0)
  expect(dayByKey('End', 12, 30)).toBe(29)
  expect(dayByKey('Tab', 12, 30)).toBeUndefined()
})
