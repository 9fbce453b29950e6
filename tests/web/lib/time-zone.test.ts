import { expect, test } from 'vitest'
import { parseZonedTime } from '#web/lib/time-zone.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['UTC', '2026-11-21 12:00:00', '2026-11-21T12:00:00'],
  ['Asia/Shanghai', '2026-11-21 12:00:00', '2026-11-21T04:00:00'],
  ['Asia/Kolkata', '2026-01-01 00:00:00', '2025-12-31T18:30:00'],
  ['America/New_York', '2026-07-01 12:00:00', '2026-07-01T16:00:00'],
  ['America/New_York', '2026-12-01 12:00:00', '2026-12-01T17:00:00'],
  // the night in which the clocks go back, some hours before and after it
  ['Europe/Berlin', '2026-10-25 00:30:00', '2026-10-24T22:30:00'],
  ['Europe/Berlin', '2026-10-25 04:30:00', '2026-10-25T03:30:00'],
  ['No/Where', '2026-11-21 12:00:00', '2026-11-21T12:00:00'],
])('in %s the clocks show %s at %s UTC', (zone, text, moment) => {
  expect(parseZonedTime(zone, text)).toBe(utc(moment))
})

test('gives none for an invalid time', () => {
  expect(parseZonedTime('UTC', 'yesterday')).toBeNaN()
})
