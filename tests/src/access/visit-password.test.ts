import { expect, test } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const windowMs = 15 * 60_000

/** An app behind a proxy, so that each call may come from its own address, with a clock for the attempts. */
async function guessedApp() {
  const app = await createTestApp({ config: { trusted_proxies: ['127.0.0.1'] } })
  const clock = { now: 0 }
  app.app.limiter = new RateLimiter(() => clock.now)
  return { app, clock }
}

const office = '198.51.100.1'
const stranger = (at: number) => `10.0.${at >> 8}.${at & 255}`

/** A call from an address; returns the name of its error, or `ok`. */
const call = async (app: TestApp, from: string, path: string, fields: Record<string, string>, cookie = '') => {
  const headers = { 'x-forwarded-for': from, cookie, 'sec-fetch-site': 'same-origin' }
  const { json, headers: given } = await app.call(path, fields, { headers })
  return { name: json.error_name ?? 'ok', cookie: given.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** The largest number of `times` within one window, wherever it begins. */
const mostInOneWindow = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at <= from + windowMs).length))

test.each([
  ['typed', 'item/pwd', 'password', 'itemPasswordWrong'],
  ['sent along as old clients do', 'item/info', '_item_pwd', 'itemPasswordNeeded'],
])(
  'allows an address ten passwords per item and thirty in total in any 15 minutes, %s',
  async (_, path, field, wrong) => {
    const { app, clock } = await guessedApp()
    const items = await Promise.all([1, 2, 3, 4].map(() => app.rows.newItem({ password: 'secret' })))
    const compared: { at: number; item_id: number }[] = []
    for (let round = 0; clock.now < 2 * windowMs; round++) {
      await Promise.all(
        items.map(async (item_id) => {
          const { name } = await call(app, office, path, { item_id: String(item_id), [field]: `guess ${round}` })
          if (name === wrong) compared.push({ at: clock.now, item_id })
          else expect(name).toBe('tooManyTries')
        }),
      )
      clock.now += 45_000
    }
    expect(mostInOneWindow(compared.map(({ at }) => at))).toBe(30)
    for (const item_id of items)
      expect(
        mostInOneWindow(compared.filter((one) => one.item_id === item_id).map(({ at }) => at)),
      ).toBeLessThanOrEqual(10)
  },
  30_000,
)

test('allows a hundred passwords per item in any 15 minutes, from any number of addresses', async () => {
  const { app, clock } = await guessedApp()
  const item_id = String(await app.rows.newItem({ password: 'secret' }))
  const compared: number[] = []
  for (let round = 0; round < 5; round++) {
    const guess = async (nth: number) => {
      const password = `guess ${round} ${nth}`
      if ((await call(app, stranger(round * 60 + nth), 'item/pwd', { item_id, password })).name === 'itemPasswordWrong')
        compared.push(clock.now)
    }
    await Promise.all(Array.from({ length: 60 }, (_, nth) => guess(nth)))
    clock.now += windowMs / 3
  }
  expect(mostInOneWindow(compared)).toBe(100)
}, 30_000)

test('many guesses lock out no members, admitted visitors or people on a network admitted before', async () => {
  const { app, clock } = await guessedApp()
  const id = await app.rows.newItem({ password: 'secret' })
  const item_id = String(id)
  const { cookie } = await call(app, office, 'item/pwd', { item_id, password: 'secret' })
  expect(cookie).not.toBe('')
  const guess = (at: number) => call(app, stranger(at), 'item/pwd', { item_id, password: `guess ${at}` })
  await Promise.all(Array.from({ length: 100 }, (_, at) => guess(at)))
  const newcomer = () => call(app, stranger(1000), 'item/pwd', { item_id, password: 'secret' })
  expect((await newcomer()).name).toBe('tooManyTries')
  expect(await app.as('owner').item.info({ item_id: id })).toMatchObject({ item_id })
  expect((await call(app, stranger(2000), 'item/info', { item_id }, cookie)).name).toBe('ok')
  expect((await call(app, office, 'item/pwd', { item_id, password: 'secret' })).name).toBe('ok')
  expect((await call(app, office, 'item/info', { item_id, _item_pwd: 'secret' })).name).toBe('ok')
  // not forever
  clock.now += windowMs + 1
  expect((await newcomer()).name).toBe('ok')
}, 30_000)

test('a correct password sent with each call never reaches a limit', async () => {
  const { app } = await guessedApp()
  const item_id = String(await app.rows.newItem({ password: 'secret' }))
  const read = () => call(app, office, 'item/info', { item_id, _item_pwd: 'secret' })
  for (let pages = 0; pages < 4; pages++) {
    const answers = await Promise.all(Array.from({ length: 60 }, read))
    expect([...new Set(answers.map(({ name }) => name))]).toEqual(['ok'])
    // others in the same office mistype it in the meantime
    for (let at = 0; at < 2; at++) await call(app, office, 'item/pwd', { item_id, password: `wrong ${pages} ${at}` })
  }
})

test('beyond the limit a correct password gets the same response as a wrong one', async () => {
  const { app } = await guessedApp()
  const item_id = String(await app.rows.newItem({ password: 'secret' }))
  expect((await call(app, office, 'item/info', { item_id, _item_pwd: 'secret' })).name).toBe('ok')
  for (let at = 0; at < 10; at++) await call(app, office, 'item/info', { item_id, _item_pwd: `guess ${at}` })
  for (const password of ['one more guess', 'secret'])
    expect((await call(app, office, 'item/info', { item_id, _item_pwd: password })).name).toBe('tooManyTries')
})

test('an old password that a whole office keeps sending counts as one guess', async () => {
  const { app } = await guessedApp()
  const id = await app.rows.newItem({ password: 'secret' })
  const item_id = String(id)
  for (let at = 0; at < 50; at++)
    expect((await call(app, office, 'item/info', { item_id, _item_pwd: 'the old one' })).name).toBe(
      'itemPasswordNeeded',
    )
  expect((await call(app, office, 'item/pwd', { item_id, password: 'secret' })).name).toBe('ok')
})

test('a missing item takes as many guesses as an existing one, however its address is written', async () => {
  const { app } = await guessedApp()
  const addresses = ['orders', 'ORDERS', 'Orders']
  for (let at = 0; at < 10; at++) {
    const item_id = addresses[at % 3] ?? ''
    expect((await call(app, office, 'item/pwd', { item_id, password: `guess ${at}` })).name).toBe('itemPasswordWrong')
  }
  expect((await call(app, office, 'item/pwd', { item_id: 'orders', password: 'x' })).name).toBe('tooManyTries')
})
