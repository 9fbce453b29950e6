import { expect, test } from 'vitest'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const password = 'a good password'
const windowMs = 15 * 60_000

/** An app behind a proxy, so that each call can use its own address, with its own clock for attempts. */
async function guessedApp(captcha: 'off' | 'failures' = 'off') {
  const app = await createTestApp({ config: { captcha, trusted_proxies: ['127.0.0.1'] } })
  const clock = { now: 0 }
  app.app.limiter = new RateLimiter(() => clock.now)
  return { app, clock }
}

const signIn = async (app: TestApp, from: string, fields: { username: string; password: string }) =>
  (await app.call('user/loginByVerify', fields, { headers: { 'x-forwarded-for': from } })).json

/** The largest number of `times` within one window, at any start. */
const mostInOneWindow = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at <= from + windowMs).length))

/** Guesses every half minute for three windows; returns when the server compared one with a password. */
async function guessOn(app: TestApp, clock: { now: number }, guess: (at: number) => ReturnType<typeof signIn>) {
  const compared: number[] = []
  for (let at = 0; clock.now < 3 * windowMs; at++) {
    const { error_name } = await guess(at)
    if (error_name === 'loginWrong') compared.push(clock.now)
    else expect(error_name).toBe('tooManyTries')
    clock.now += 30_000
  }
  expect(app.rows.all('audit_log').filter(({ action }) => action === 'loginFailed')).toHaveLength(compared.length)
  return mostInOneWindow(compared)
}

test('allows ten password attempts on an account in any 15 minutes, over all addresses and spellings', async () => {
  const { app, clock } = await guessedApp()
  await app.newUser('ann', { password })
  const spellings = ['ann', 'ANN', ' Ann ', 'ａｎｎ']
  const most = await guessOn(app, clock, (at) =>
    signIn(app, `192.0.2.${at}`, { username: spellings[at % 4] ?? '', password: `guess ${at}` }),
  )
  expect(most).toBe(10)
}, 30_000)

test('a successful sign-in of the owner does not give an attacker more guesses', async () => {
  const { app, clock } = await guessedApp()
  await app.newUser('ann', { password })
  let compared = 0
  for (let at = 0; at < 20; at++) {
    clock.now += 40_000
    const { error_name } = await signIn(app, `192.0.2.${at}`, { username: 'ann', password: `guess ${at}` })
    if (error_name === 'loginWrong') compared++
    await signIn(app, '198.51.100.1', { username: 'ann', password })
  }
  expect(compared).toBe(10)
}, 30_000)

test('allows thirty password attempts from an address in any 15 minutes', async () => {
  const { app, clock } = await guessedApp()
  clock.now = 0
  const compared: number[] = []
  for (let at = 0; clock.now < 2 * windowMs; at++) {
    const names = await Promise.all(
      [0, 1, 2].map(async (nth) => {
        const username = `person${at}-${nth}`
        return (await signIn(app, '192.0.2.1', { username, password: 'guess' })).error_name
      }),
    )
    for (const name of names) if (name === 'loginWrong') compared.push(clock.now)
    clock.now += 45_000
  }
  expect(mostInOneWindow(compared)).toBe(30)
}, 30_000)

test('two hundred people of one office sign in at the same moment, also with captchas of old clients', async () => {
  const { app } = await guessedApp('failures')
  await app.newUser('person0', { password })
  const [{ password: hash } = { password: '' }] = app.rows.all('user')
  for (let at = 1; at < 200; at++) {
    const name = `person${at}`
    app.rows.insert('user', { username: name, username_key: name, name, password: hash, groupid: 2, reg_time: 1 })
  }
  const office = { headers: { 'x-forwarded-for': '192.0.2.1' } }
  const captchaOf = async () => {
    // old clients request one whenever their sign-in screen is shown
    for (let visits = 0; visits < 2; visits++) await app.call('common/createCaptcha', {}, office)
    const { captcha_id } = (await app.call('common/createCaptcha', {}, office)).json.data as { captcha_id: string }
    const shown = await app.call(`common/showCaptcha?captcha_id=${captcha_id}`, {}, { ...office, method: 'GET' })
    expect(shown.status).toBe(200)
    const row = app.rows.all('captcha').find((one) => one['captcha_id'] === captcha_id)
    return { captcha_id, captcha: String(row?.['captcha']) }
  }
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const captcha = at % 2 === 0 ? await captchaOf() : {}
      const fields = { username: `person${at}`, password, ...captcha }
      return (await app.call('user/loginByVerify', fields, office)).json.error_name ?? 'in'
    }),
  )
  expect([...new Set(answers)]).toEqual(['in'])
}, 60_000)

test('an office registers at the same time', async () => {
  const { app } = await guessedApp()
  const register = async (at: number) => {
    const fields = { username: `person${at}`, password, confirm_password: password }
    const answer = await app.call('user/registerByVerify', fields, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    return answer.json.error_name ?? 'in'
  }
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => register(at)))
  expect([...new Set(answers)]).toEqual(['in'])
}, 60_000)

test('a correct setup code does not count as a guess, whatever else is wrong', async () => {
  const { app } = await guessedApp()
  const setup_code = app.app.setupCode.make()
  const setUp = (fields: object) => app.visitor.setup.create({ setup_code, username: 'boss', password, ...fields })
  for (let at = 0; at < 12; at++)
    await expect(setUp({ password: 'short' })).rejects.toMatchObject({ errorName: 'passwordTooShort' })
  await setUp({})
})
