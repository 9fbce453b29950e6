import { expect, test } from 'vitest'
import { networkOf, RateLimiter } from '#src/core/rate-limiter.ts'

function limiterAt(start: number) {
  const clock = { now: start }
  return { clock, limiter: new RateLimiter(() => clock.now) }
}

const windowMs = 15 * 60_000
const login = { key: 'login:ann', most: 10, windowMs }

/** The largest number of `times` within one window, wherever it begins. */
const mostInOneWindow = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at <= from + windowMs).length))

test('attempts run out, and each becomes available again when its window has passed', () => {
  const { clock, limiter } = limiterAt(0)
  const take = () => limiter.take('k', 2, 300)
  expect(take()).toBe(true)
  clock.now = 100
  expect([take(), take()]).toEqual([true, false])
  clock.now = 300
  expect(take()).toBe(false)
  clock.now = 301
  expect([take(), take()]).toEqual([true, false])
  clock.now = 10_000
  expect([take(), take(), take()]).toEqual([true, true, false])
})

test('no window allows more than ten attempts, wherever it begins and however they are spread', () => {
  for (let spacingMs = 1_000; spacingMs <= windowMs; spacingMs += 17_000) {
    for (const burst of [1, 3, 10]) {
      const { clock, limiter } = limiterAt(0)
      const through: number[] = []
      for (; clock.now < 3 * windowMs; clock.now += spacingMs) {
        for (let at = 0; at < burst; at++) if (limiter.take('login:ann', 10, windowMs)) through.push(clock.now)
      }
      expect(mostInOneWindow(through)).toBeLessThanOrEqual(10)
    }
  }
})

test('checks ten of many simultaneous attempts, and no more in the rest of the window', async () => {
  const { clock, limiter } = limiterAt(0)
  const checked: number[] = []
  const guess = () =>
    limiter.attempt([login], async () => {
      await Promise.resolve()
      return checked.push(clock.now) < 0
    })
  const ends = await Promise.allSettled(Array.from({ length: 50 }, guess))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(ends.at(-1)).toMatchObject({ reason: { errorName: 'tooManyTries' } })
  for (; clock.now < 3 * windowMs; clock.now += 7_000) await guess().catch(() => undefined)
  expect(mostInOneWindow(checked)).toBe(10)
})

test('two hundred people with the right password get in, also at the same moment', async () => {
  const { limiter } = limiterAt(0)
  const address = { key: 'login-from:192.0.2.1', most: 30, windowMs }
  let atOnce = 0
  let mostAtOnce = 0
  const signIn = (at: number) =>
    limiter.attempt([address, { ...login, key: `login:${at}` }], async () => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce--
      return true
    })
  const got = await Promise.all(Array.from({ length: 200 }, (_, at) => signIn(at)))
  expect(got.every(Boolean)).toBe(true)
  // those in the queue are not checked yet, so all of them may turn out to be guesses
  expect(mostAtOnce).toBe(30)
  expect(limiter.failures(address.key, windowMs)).toBe(0)
})

test('rejects a waiting attempt once those before it have used up the limit', async () => {
  const { limiter } = limiterAt(0)
  const one = { ...login, most: 2 }
  const guess = (isGood: boolean) => limiter.attempt([one], async () => isGood)
  const ends = await Promise.allSettled([guess(false), guess(true), guess(false), guess(true), guess(true)])
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'refused'))).toEqual([
    false,
    true,
    false,
    'refused',
    'refused',
  ])
})

test('a successful attempt releases only itself, and an unchecked one does not count', async () => {
  const { limiter } = limiterAt(0)
  const guess = (isGood: boolean) => limiter.attempt([login], async () => isGood)
  for (let at = 0; at < 9; at++) await guess(false)
  for (let at = 0; at < 20; at++) expect(await guess(true)).toBe(true)
  const broken = limiter.attempt([login], () => Promise.reject(new Error('the queue is full')))
  await expect(broken).rejects.toThrow('the queue is full')
  expect(limiter.failures('login:ann', windowMs)).toBe(9)
  expect(await guess(false)).toBe(false)
  await expect(guess(true)).rejects.toMatchObject({ errorName: 'tooManyTries' })
})

test('an attempt rejected by one limit uses up none of another', async () => {
  const { limiter } = limiterAt(0)
  const address = { key: 'login-from:192.0.2.1', most: 30, windowMs }
  const guess = () => limiter.attempt([address, login], async () => false)
  for (let at = 0; at < 10; at++) await guess()
  for (let at = 0; at < 10; at++) await expect(guess()).rejects.toMatchObject({ errorName: 'tooManyTries' })
  expect(limiter.failures(address.key, windowMs)).toBe(10)
})

test('attempts still being checked are no failures, and failures expire with their window', async () => {
  const { clock, limiter } = limiterAt(0)
  await limiter.attempt([login], async () => false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const pending = limiter.attempt([login], () => promise)
  expect(limiter.failures('login:ann', windowMs)).toBe(1)
  expect(limiter.failures('login:bob', windowMs)).toBe(0)
  resolve(false)
  await pending
  expect(limiter.failures('login:ann', windowMs)).toBe(2)
  clock.now = windowMs + 1
  expect(limiter.failures('login:ann', windowMs)).toBe(0)
})

test('a clock that is set back locks nothing for longer than a window', () => {
  const { clock, limiter } = limiterAt(10 * windowMs)
  expect(limiter.take('k', 1, windowMs)).toBe(true)
  clock.now = 0
  expect(limiter.take('k', 1, windowMs)).toBe(false)
  clock.now = windowMs + 1
  expect(limiter.take('k', 1, windowMs)).toBe(true)
})

test('a flood of keys of one class evicts no key of another', () => {
  const { limiter } = limiterAt(0)
  limiter.take('login:ann', 1, 1000)
  for (let at = 0; at < 100_001; at++) limiter.take(`picture:${at}`, 1, 1000)
  expect(limiter.take('login:ann', 1, 1000)).toBe(false)
  expect(limiter.take('picture:0', 1, 1000)).toBe(true)
  expect(limiter.take('picture:100000', 1, 1000)).toBe(false)
})

test('counts an IPv6 client by its network, however it is written', () => {
  const one = networkOf('2001:db8:1:2::1')
  expect(one).toBe('2001:db8:1:2::/64')
  for (const same of ['2001:db8:1:2:ffff:1:2:3', '2001:0DB8:1:2::', '2001:db8:1:2::9%eth0']) {
    expect(networkOf(same)).toBe(one)
  }
  expect(networkOf('2001:db8:1:3::1')).not.toBe(one)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  for (const other of ['192.0.2.1', '', 'unknown']) expect(networkOf(other)).toBe(other)
})
