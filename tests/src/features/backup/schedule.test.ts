import { expect, test } from 'vitest'
import { parseClock } from '#src/core/clock-time.ts'
import { backupHealth, nextBackupTime } from '#src/features/backup/schedule.ts'

const at = (text: string): number => Math.floor(new Date(text).getTime() / 1000)
const daily = { schedule: 'daily', time: '02:00', hours: '6' }
const hourly = { ...daily, schedule: 'hours' }
const never = { last_time: 0, last_error: undefined, good_time: 0 }
const failed = { text: 'backupFailed' as const, values: {} }

test('a time of day', () => {
  expect([parseClock('2:05'), parseClock('23:59')]).toEqual([
    { hours: 2, minutes: 5 },
    { hours: 23, minutes: 59 },
  ])
  expect(['24:00', '2', '02:60', '', 'noon'].map(parseClock)).toEqual(Array(5).fill(undefined))
})

test('daily: at the next such time after the last one, also when the server was off then', () => {
  const siteTime = at('2026-03-01T12:00:00')
  const next = (last: string, now: string) =>
    nextBackupTime(daily, { ...never, last_time: last === '' ? 0 : at(last) }, { siteTime, now: at(now) })
  expect(next('', '2026-03-01T13:00:00')).toBe(at('2026-03-02T02:00:00'))
  expect(next('2026-03-02T02:00:30', '2026-03-02T02:05:00')).toBe(at('2026-03-03T02:00:00'))
  // it was made by hand an hour before
  expect(next('2026-03-03T01:00:00', '2026-03-03T01:30:00')).toBe(at('2026-03-03T02:00:00'))
  // off for two days: due at once
  expect(next('2026-03-02T02:00:30', '2026-03-04T09:00:00')).toBeLessThan(at('2026-03-04T09:00:00'))
  expect(nextBackupTime({ ...daily, schedule: 'off' }, never, { siteTime, now: siteTime })).toBeUndefined()
})

test('every few hours, and an hour after a failure', () => {
  const times = { siteTime: at('2026-03-01T12:00:00'), now: at('2026-03-01T20:00:00') }
  expect(nextBackupTime(hourly, never, times)).toBe(at('2026-03-01T18:00:00'))
  const state = { ...never, last_time: at('2026-03-01T19:00:00') }
  expect(nextBackupTime(hourly, state, times)).toBe(at('2026-03-02T01:00:00'))
  expect(nextBackupTime(hourly, { ...state, last_error: failed }, times)).toBe(at('2026-03-01T20:00:00'))
  expect(nextBackupTime(daily, { ...state, last_error: failed }, times)).toBe(at('2026-03-01T20:00:00'))
})

test('whether the backups are as they should be', () => {
  const siteTime = at('2026-03-01T12:00:00')
  const health = (form: typeof daily, state: typeof never, now: string) =>
    backupHealth(form, state, { siteTime, now: at(now) })
  expect(health(daily, never, '2026-03-01T13:00:00')).toBe('waiting')
  expect(health(daily, never, '2026-03-02T14:30:00')).toBe('late')
  const good = { ...never, good_time: at('2026-03-02T02:00:00') }
  expect(health(daily, good, '2026-03-03T03:59:00')).toBe('ok')
  expect(health(daily, good, '2026-03-03T04:01:00')).toBe('late')
  expect(health(hourly, good, '2026-03-02T10:01:00')).toBe('late')
  expect(health({ ...daily, schedule: 'off' }, good, '2026-06-01T00:00:00')).toBe('off')
  expect(backupHealth(daily, { ...good, last_error: failed }, { siteTime, now: at('2026-03-02T03:00:00') })).toBe(
    'failed',
  )
})
