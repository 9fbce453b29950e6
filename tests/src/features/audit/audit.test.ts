import { expect, test } from 'vitest'
import { nowSeconds } from '#src/core/app.ts'
import { removeOldAudits } from '#src/features/audit/index.ts'
import { createTestApp } from '#tests/support/app.ts'

const password = 'a good password'

test('logs sign-ins, failures, accounts and settings, without secrets', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const admin = app.as('admin')
  await app.visitor.user.loginByVerify({ username: 'ann', password })
  await app.call('user/loginByVerify', { username: 'ann', password: 'a wrong secret' })
  await app.call('user/loginByVerify', { username: 'my secret typed here', password: 'x' })
  await admin.adminUser.addUser({ username: 'bob', password: 'secret of bob' })
  await admin.adminSetting.saveConfig({ beian: 'x', open_api_key: 'sk-secret' })
  await admin.adminSetting.saveConfig({ beian: 'x' })
  const { login_secret_key } = await admin.adminSetting.resetLoginSecretKey()
  const rows = app.rows.all('audit_log')
  expect(rows.map((row) => [row['username'], row['action'], row['detail']])).toEqual([
    ['ann', 'login', 'password'],
    ['ann', 'loginFailed', ''],
    ['', 'loginFailed', ''],
    ['admin', 'userAdded', 'bob'],
    ['admin', 'settingsChanged', 'beian, open_api_key'],
    ['admin', 'loginKeyReset', ''],
  ])
  expect(rows[0]).toMatchObject({ uid: app.uid('ann'), ip: '127.0.0.1' })
  const text = JSON.stringify(rows)
  for (const secret of ['secret', password, login_secret_key]) expect(text).not.toContain(secret)
})

test('removes entries older than 180 days', async () => {
  const app = await createTestApp()
  const now = nowSeconds(app.app)
  const line = { uid: 1, username: 'a', action: 'login', ip: '' }
  app.rows.insert('audit_log', { ...line, addtime: now - 181 * 86_400 })
  app.rows.insert('audit_log', { ...line, addtime: now - 179 * 86_400 })
  await removeOldAudits(app.app)
  expect(app.rows.all('audit_log')).toHaveLength(1)
})

test('an administrator reads the log, newest first, filtered by person, action and object', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const admin = app.as('admin')
  await app.visitor.user.loginByVerify({ username: 'ann', password })
  await admin.adminUser.addUser({ username: 'bob_1', password: 'secret of bob' })
  await admin.adminSetting.saveConfig({ beian: 'x' })
  const read = async (asked: Parameters<typeof admin.adminAudit.getList>[0]) =>
    (await admin.adminAudit.getList(asked)).list.map(({ username, action, detail }) => [username, action, detail])
  const all = [
    ['admin', 'settingsChanged', 'beian'],
    ['admin', 'userAdded', 'bob_1'],
    ['ann', 'login', 'password'],
  ]
  expect(await read({})).toEqual(all)
  expect(await read({ username: 'DMI' })).toEqual(all.slice(0, 2))
  expect(await read({ action: 'login' })).toEqual(all.slice(2))
  expect(await read({ action: '', keyword: 'b_1' })).toEqual(all.slice(1, 2))
  expect(await read({ keyword: '%' })).toEqual([])
  expect(await read({ keyword: '127.0' })).toEqual(all)
  expect(await admin.adminAudit.getList({ page: '2', count: '2' })).toMatchObject({
    total: 3,
    list: [{ username: 'ann', ip: '127.0.0.1', object_id: '0' }],
  })
  await expect(admin.adminAudit.getList({ action: 'stolen' as never })).rejects.toMatchObject({ code: 10101 })
  await expect(app.as('ann').adminAudit.getList()).rejects.toMatchObject({ code: 10103 })
  await expect(app.visitor.adminAudit.getList()).rejects.toMatchObject({ code: 10102 })
})
