import { expect, test } from 'vitest'
import { sessionDays } from '#src/access/site-policy.ts'
import { createTestApp } from '#tests/support/app.ts'

test('a session lasts as long as the configuration says, or as the site setting when that is less', async () => {
  const app = await createTestApp({ config: { session_days: 100 } })
  const save = (session_expire_days: string) => app.as('admin').adminSetting.saveConfig({ session_expire_days })
  const allowing = (session_days: number) => sessionDays({ ...app.app, config: { ...app.app.config, session_days } })
  expect(await sessionDays(app.app)).toBe(100)
  await save('7')
  expect(await sessionDays(app.app)).toBe(7)
  await expect(save('101')).rejects.toMatchObject({ errorName: 'sessionDaysFromStart' })
  expect(await sessionDays(app.app)).toBe(7)
  // a value saved while the configuration allowed more
  await save('90')
  expect(await allowing(180)).toBe(90)
  expect(await allowing(30)).toBe(30)
})

test('ends a session that has been idle for longer than the site allows now', async () => {
  const app = await createTestApp()
  const password = 'a good password'
  await app.newUser('ann', { password })
  const { user_token } = await app.visitor.user.loginByVerify({ username: 'ann', password })
  await app.as('admin').adminSetting.saveConfig({ session_expire_days: '1' })
  app.app.now = () => new Date(Date.now() + 1.5 * 86_400_000)
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 10102 })
})
