import { expect, test } from 'vitest'
import { Limiter } from '#src/core/limiter.ts'

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
