import { expect, test } from 'vitest'
import { readConfig } from '#src/core/config.ts'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const password = 'a good password'

async function captchaApp(captcha: 'always' | 'failures' = 'always') {
  const app = await createTestApp({ config: { captcha } })
  await app.newUser('ann', { password })
  return app
}

/** A new captcha and its text. */
async function newCaptcha(app: TestApp) {
  const { captcha_id } = await app.visitor.common.createCaptcha()
  const row = app.rows.all('captcha').find((one) => one['captcha_id'] === captcha_id)
  return { captcha_id, captcha: String(row?.['captcha']) }
}

test('a captcha is an image, and its text in any case allows a sign-in', async () => {
  const app = await captchaApp()
  const { captcha_id, captcha } = await newCaptcha(app)
  const picture = await app.visitor.common.showCaptcha({ captcha_id })
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('cache-control')).toBe('no-store')
  const login = { username: 'ann', password, captcha: captcha.toLowerCase(), captcha_id }
  expect(await app.visitor.user.loginByVerify(login)).toMatchObject({ username: 'ann' })
})

test('a captcha expires with its first attempt, right or wrong', async () => {
  const app = await captchaApp()
  const { captcha_id, captcha } = await newCaptcha(app)
  const login = (typed: string) =>
    app.visitor.user.loginByVerify({ username: 'ann', password, captcha: typed, captcha_id })
  await expect(login('wrong')).rejects.toMatchObject({ code: 10206 })
  await expect(login(captcha)).rejects.toMatchObject({ code: 10206 })
  await expect(app.visitor.user.loginByVerify({ username: 'ann', password })).rejects.toMatchObject({
    errorName: 'captchaNeeded',
  })
})

test('one captcha allows one of many calls, also in parallel', async () => {
  const app = await captchaApp()
  const given = await newCaptcha(app)
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, () => app.visitor.user.loginByVerify({ username: 'ann', password, ...given })),
  )
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
})

test('a captcha expires after five minutes', async () => {
  const app = await captchaApp()
  const given = await newCaptcha(app)
  app.app.now = () => new Date(Date.now() + 301_000)
  await expect(app.visitor.user.loginByVerify({ username: 'ann', password, ...given })).rejects.toMatchObject({
    code: 10206,
  })
})

test('a question in words replaces the image', async () => {
  const app = await captchaApp()
  const { captcha_id } = await newCaptcha(app)
  expect((await app.visitor.common.captchaQuestion({ captcha_id })).question).not.toBe('')
  await expect(app.visitor.common.showCaptcha({ captcha_id })).rejects.toMatchObject({ code: 10206 })
  const captcha = String(app.rows.all('captcha')[0]?.['captcha'])
  expect(await app.visitor.user.loginByVerify({ username: 'ann', password, captcha, captcha_id })).toMatchObject({})
  await expect(app.visitor.common.captchaQuestion({ captcha_id })).rejects.toMatchObject({ code: 10206 })
})

/** Signs in with a wrong password `times` times. */
const failSignIns = async (app: TestApp, username: string, times: number) => {
  for (let at = 0; at < times; at++)
    await expect(app.visitor.user.loginByVerify({ username, password: `wrong ${at}` })).rejects.toMatchObject({
      errorName: 'loginWrong',
    })
}

test('requires a captcha after three failed sign-ins of an account by default', async () => {
  const { captcha } = readConfig(new Map(), {})
  const app = await createTestApp({ config: { captcha, trusted_proxies: ['127.0.0.1'] } })
  await app.newUser('ann', { password })
  const login = async (fields: object, from = '192.0.2.1') =>
    (await app.call('user/loginByVerify', { username: 'ann', ...fields }, { headers: { 'x-forwarded-for': from } }))
      .json
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(await login({ password: 'wrong' }, from)).toMatchObject({ error_name: 'loginWrong' })
  // from any address, and before the password is checked
  for (const typed of ['wrong', password])
    expect(await login({ password: typed }, '192.0.2.4')).toMatchObject({
      error_code: 10206,
      error_name: 'captchaNeeded',
    })
  expect(await login({ password, ...(await newCaptcha(app)) })).toMatchObject({ error_code: 0 })
})

test('three failures from one address require a captcha for any account, until their window ends', async () => {
  const app = await captchaApp('failures')
  let now = 0
  app.app.limiter = new RateLimiter(() => now)
  for (const username of ['bob', 'cid', 'dan']) await failSignIns(app, username, 1)
  const login = { username: 'ann', password }
  await expect(app.visitor.user.loginByVerify(login)).rejects.toMatchObject({ errorName: 'captchaNeeded' })
  now = 15 * 60_000 + 1
  expect(await app.visitor.user.loginByVerify(login)).toMatchObject({ username: 'ann' })
})

test('does not require a captcha while sign-ins succeed', async () => {
  const app = await captchaApp('failures')
  await failSignIns(app, 'ann', 2)
  for (let at = 0; at < 5; at++)
    expect(await app.visitor.user.loginByVerify({ username: 'ann', password })).toMatchObject({ username: 'ann' })
})

test('accepts a client that sends a captcha when none is required', async () => {
  const app = await captchaApp('failures')
  const login = (fields: object) => app.visitor.user.loginByVerify({ username: 'ann', password, ...fields })
  const right = await newCaptcha(app)
  expect(await login(right)).toMatchObject({ username: 'ann' })
  expect(app.rows.all('captcha')).toEqual([])
  // a wrong one is rejected as before, and is used up
  const wrong = await newCaptcha(app)
  await expect(login({ ...wrong, captcha: 'wrong' })).rejects.toMatchObject({ code: 10206, errorName: 'captchaWrong' })
  expect(app.rows.all('captcha')).toEqual([])
  // an empty, used or expired one is invalid
  const late = await newCaptcha(app)
  app.rows.sqlite.prepare('UPDATE captcha SET expire_time = 1').run()
  for (const given of [{ captcha: '', captcha_id: '' }, { captcha: '', captcha_id: late.captcha_id }, right, late])
    expect(await login(given)).toMatchObject({ username: 'ann' })
})

test('requires a captcha for the access password after three failures', async () => {
  const app = await captchaApp('failures')
  const item_id = await app.rows.newItem({ password: 'secret' })
  const visit = (fields: object) => app.visitor.item.pwd({ item_id, ...fields, password: 'secret' })
  for (let at = 0; at < 3; at++)
    await expect(app.visitor.item.pwd({ item_id, password: `wrong ${at}` })).rejects.toMatchObject({ code: 10010 })
  await expect(visit({})).rejects.toMatchObject({ errorName: 'captchaNeeded' })
  expect(await visit(await newCaptcha(app))).toEqual({ refer_url: '' })
})

test('requires a captcha for registration and access passwords', async () => {
  const app = await captchaApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  await expect(app.visitor.item.pwd({ item_id, password: 'secret' })).rejects.toMatchObject({
    errorName: 'captchaNeeded',
  })
  await expect(
    app.visitor.user.registerByVerify({ username: 'new', password, confirm_password: password }),
  ).rejects.toMatchObject({ errorName: 'captchaNeeded' })
})

test('an office gets as many captchas as it needs, and unanswered ones stay bounded', async () => {
  const app = await createTestApp({ config: { captcha: 'always', trusted_proxies: ['127.0.0.1'] } })
  const fetchFrom = async (from: string) =>
    (await app.call('common/createCaptcha', {}, { headers: { 'x-forwarded-for': from } })).json.data as {
      captcha_id: string
    }
  const elsewhere = await fetchFrom('192.0.2.1')
  const first = await fetchFrom('192.0.2.9')
  for (let at = 0; at < 20; at++) await Promise.all(Array.from({ length: 50 }, () => fetchFrom('192.0.2.9')))
  const last = await fetchFrom('192.0.2.9')
  const kept = app.rows.all('captcha').map(({ captcha_id }) => captcha_id)
  expect(kept).toHaveLength(1_001)
  expect(kept).toContain(last.captcha_id)
  expect(kept).toContain(elsewhere.captcha_id)
  expect(kept).not.toContain(first.captcha_id)
}, 30_000)

test('draws one captcha at most ten times', async () => {
  const app = await createTestApp({ config: { captcha: 'always' } })
  const { captcha_id } = await app.visitor.common.createCaptcha()
  for (let at = 0; at < 10; at++) expect((await app.visitor.common.showCaptcha({ captcha_id })).status).toBe(200)
  await expect(app.visitor.common.showCaptcha({ captcha_id })).rejects.toMatchObject({ errorName: 'tooManyRequests' })
})
