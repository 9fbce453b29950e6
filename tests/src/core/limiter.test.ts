import { expect, test } from 'vitest'
import { Limiter, networkOf } from '#src/core/limiter.ts'

function limiterAt(start: number) {
  const clock = { now: start }
  return { clock, limiter: new Limiter(() => clock.now) }
}

test('tries run out, and come back evenly', () => {
  const { clock, limiter } = limiterAt(0)
  const take = () => limiter.take('k', 3, 300)
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false])
  clock.now = 99
  expect(take()).toBe(false)
  clock.now = 101
  expect([take(), take()]).toEqual([true, false])
  clock.now = 10_000
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false])
})

test('a try that is only partly back counts as used', () => {
  const { clock, limiter } = limiterAt(0)
  limiter.take('k', 5, 500)
  clock.now = 10
  limiter.take('k', 5, 500)
  clock.now = 20
  expect(limiter.used('k', 5, 500)).toBe(2)
  expect(limiter.used('other', 5, 500)).toBe(0)
})

test('a success forgives, and keys do not share', () => {
  const { limiter } = limiterAt(0)
  for (const _ of [1, 2]) limiter.take('k', 2, 1000)
  expect(limiter.take('other', 2, 1000)).toBe(true)
  limiter.forgive('k')
  expect(limiter.used('k', 2, 1000)).toBe(0)
  limiter.take('k', 1, 1000)
  limiter.giveBack('k')
  expect(limiter.take('k', 1, 1000)).toBe(true)
})

test('a flood of keys of one class makes none of another forgotten', () => {
  const { limiter } = limiterAt(0)
  limiter.take('login:ann', 1, 1000)
  for (let at = 0; at < 20_001; at++) limiter.take(`picture:${at}`, 1, 1000)
  expect(limiter.take('login:ann', 1, 1000)).toBe(false)
  expect(limiter.take('picture:0', 1, 1000)).toBe(true)
  expect(limiter.take('picture:20000', 1, 1000)).toBe(false)
})

test('an IPv6 client is counted by its network, whatever way it is written', () => {
  const one = networkOf('2001:db8:1:2::1')
  expect(one).toBe('2001:db8:1:2::/64')
  for (const same of ['2001:db8:1:2:ffff:1:2:3', '2001:0DB8:1:2::', '2001:db8:1:2::9%eth0']) {
    expect(networkOf(same)).toBe(one)
  }
  expect(networkOf('2001:db8:1:3::1')).not.toBe(one)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  for (const other of ['192.0.2.1', '', 'unknown']) expect(networkOf(other)).toBe(other)
})
