import { expect, test } from 'vitest'
import { fieldTime, futureSeconds, nextHour } from '#web/features/admin/announcements/schedule.ts'

const now = new Date(2026, 4, 3, 23, 20)

test('the next whole hour may be of another day', () => {
  expect(nextHour(now)).toBe('2026-05-04T00:00')
})

test('only a moment in the future is one', () => {
  expect(futureSeconds(fieldTime(now), now)).toBeUndefined()
  expect(futureSeconds('', now)).toBeUndefined()
  expect(futureSeconds('2026-05-04T00:00', now)).toBe(new Date(2026, 4, 4).getTime() / 1000)
})
