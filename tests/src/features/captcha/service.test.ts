import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const password = 'a good password'

async function captchaApp(captcha: 'always' | 'failures' = 'always') {
  const app = await createTestApp({ config: { captcha } })
  await app.newUser('ann', { password })
  return app
}

/** A new captcha, and what stands in it. */
async function newCaptcha(app: TestApp) {
  const { captcha_id } = await app.visitor.common.createCaptcha()
  const row = app.rows.all('captcha').find((one) => one['captcha_id'] === captcha_id)
  return { captcha_id, captcha: String(row?.['captcha']) }
}

test('a captcha is a picture, and its letters sign in, in any case', async () => {
  const app = await captchaApp()
  const { captcha_id, captcha } = await newCaptcha(app)
  const picture = await app.visitor.common.showCaptcha({ captcha_id })
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('cache-control')).toBe('no-store')
  const login = { username: 'ann', password, captcha: captcha.toLowerCase(), captcha_id }
  expect(await app.visitor.user.loginByVerify(login)).toMatchObject({ username: 'ann' })
})

test('a captcha dies with its first try, right or wrong', async () => {
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

test('one captcha lets one of many calls through, also in parallel', async () => {
  const app = await captchaApp()
  const given = await newCaptcha(app)
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, () => app.visitor.user.loginByVerify({ username: 'ann', password, ...given })),
  )
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
})

test('a captcha ends after five minutes', async () => {
  const app = await captchaApp()
  const given = await newCaptcha(app)
  app.app.now = () => new Date(Date.now() + 301_000)
  await expect(app.visitor.user.loginByVerify({ username: 'ann', password, ...given })).rejects.toMatchObject({
    code: 10206,
  })
})

test('a question in words takes the place of the picture', async () => {
  const app = await captchaApp()
  const { captcha_id } = await newCaptcha(app)
  expect((await app.visitor.common.captchaQuestion({ captcha_id })).question).not.toBe('')
  await expect(app.visitor.common.showCaptcha({ captcha_id })).rejects.toMatchObject({ code: 10206 })
  const captcha = String(app.rows.all('captcha')[0]?.['captcha'])
  expect(await app.visitor.user.loginByVerify({ username: 'ann', password, captcha, captcha_id })).toMatchObject({})
  await expect(app.visitor.common.captchaQuestion({ captcha_id })).rejects.toMatchObject({ code: 10206 })
})

test('with the setting `failures`, the third try asks for one', async () => {
  const app = await captchaApp('failures')
  const login = () => app.visitor.user.loginByVerify({ username: 'ann', password: 'wrong' })
  await expect(login()).rejects.toMatchObject({ errorName: 'loginWrong' })
  await expect(login()).rejects.toMatchObject({ errorName: 'loginWrong' })
  await expect(login()).rejects.toMatchObject({ errorName: 'captchaNeeded' })
})

test('registration and visit passwords ask for one too', async () => {
  const app = await captchaApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  await expect(app.visitor.item.pwd({ item_id, password: 'secret' })).rejects.toMatchObject({
    errorName: 'captchaNeeded',
  })
  await expect(
    app.visitor.user.registerByVerify({ username: 'new', password, confirm_password: password }),
  ).rejects.toMatchObject({ errorName: 'captchaNeeded' })
})

test('one address gets 30 captchas a minute', async () => {
  const app = await captchaApp()
  // tries come back with time, which a busy machine takes for 30 pictures
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let count = 0; count < 30; count++) await app.visitor.common.createCaptcha()
  const answer = await app.call('common/createCaptcha')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('60')
})

test('one captcha is drawn a few times only', async () => {
  const app = await createTestApp({ config: { captcha: 'always' } })
  const { captcha_id } = await app.visitor.common.createCaptcha()
  for (let at = 0; at < 10; at++) expect((await app.visitor.common.showCaptcha({ captcha_id })).status).toBe(200)
  await expect(app.visitor.common.showCaptcha({ captcha_id })).rejects.toMatchObject({ errorName: 'tooManyRequests' })
})
