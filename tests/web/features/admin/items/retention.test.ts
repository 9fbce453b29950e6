import { expect, test } from 'vitest'
import { daysLeft } from '#web/features/admin/items/retention.ts'

test('keeps a deleted item for 30 days', () => {
  const deleted = '2026-05-01 12:00:00'
  expect(daysLeft(deleted, new Date('2026-05-01T12:00:00'))).toBe(30)
  expect(daysLeft(deleted, new Date('2026-05-11T11:00:00'))).toBe(21)
  expect(daysLeft(deleted, new Date('2026-05-31T11:00:00'))).toBe(1)
  expect(daysLeft(deleted, new Date('2026-06-09T12:00:00'))).toBe(0)
})
