import { expect, test } from 'vitest'
import { fieldTime, futureSeconds, nextHour } from '#web/features/admin/announcements/schedule.ts'

const now = new Date(2026, 4, 3, 23, 20)

test('the next full hour may fall on another day', () => {
  expect(nextHour(now)).toBe('2026-05-04T00:00')
})

test('accepts only a time in the future', () => {
  expect(futureSeconds(fieldTime(now), now)).toBeUndefined()
  expect(futureSeconds('', now)).toBeUndefined()
  expect(futureSeconds('2026-05-04T00:00', now)).toBe(new Date(2026, 4, 4).getTime() / 1000)
})
