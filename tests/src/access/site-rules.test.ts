import { expect, test } from 'vitest'
import { sessionDays } from '#src/access/site-rules.ts'
import { createTestApp } from '#tests/support/app.ts'

test('a sign-in lasts as long as the configuration says, or as the site says when that is less', async () => {
  const app = await createTestApp({ config: { session_days: 30 } })
  expect(await sessionDays(app.app)).toBe(30)
  await app.as('admin').adminSetting.saveConfig({ session_expire_days: '7' })
  expect(await sessionDays(app.app)).toBe(7)
  await app.as('admin').adminSetting.saveConfig({ session_expire_days: '90' })
  expect(await sessionDays(app.app)).toBe(30)
})

test('a session that has been idle for longer than the site allows by now has ended', async () => {
  const app = await createTestApp()
  const password = 'a good password'
  await app.newUser('ann', { password })
  const { user_token } = await app.visitor.user.loginByVerify({ username: 'ann', password })
  await app.as('admin').adminSetting.saveConfig({ session_expire_days: '1' })
  app.app.now = () => new Date(Date.now() + 1.5 * 86_400_000)
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 10102 })
})
