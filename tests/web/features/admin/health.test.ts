import { expect, test } from 'vitest'
import { auditRequest, dayStart } from '#web/features/admin/audit/audit-request.ts'
import { eventsResult } from '#web/features/admin/health/measure.ts'

test('events that come together were held back', () => {
  expect(eventsResult([0, 600, 1200], 3)).toBe('live')
  expect(eventsResult([0, 1, 2], 3)).toBe('held')
  expect(eventsResult([1200], 3)).toBe('held')
  expect(eventsResult([0, 600], 2)).toBe('broken')
  expect(eventsResult([], 0)).toBe('broken')
})

test('a filter by days covers the last day whole, and ignores what is no day', () => {
  const seconds = (text: string) => new Date(text).getTime() / 1000
  const request = auditRequest(new URLSearchParams({ from: '2026-11-01', to: '2026-11-25', type: 'item', action: 'x' }))
  expect(request).toMatchObject({
    from: seconds('2026-11-01T00:00'),
    to: seconds('2026-11-25T23:59:59'),
    object_type: 'item',
    action: '',
  })
  expect(auditRequest(new URLSearchParams())).toMatchObject({ from: 0, to: 0, object_type: '' })
  expect([dayStart('soon'), dayStart(null), dayStart('1900-01-01')]).toEqual([0, 0, 0])
})
