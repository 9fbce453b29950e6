import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const password = 'a good password'
const rowOf = (app: TestApp, username: string) => app.rows.all('user').find((row) => row['username'] === username)

test('lists accounts for an administrator, newest first, without secrets', async () => {
  const app = await createTestApp()
  const admin = app.as('admin')
  await admin.user.info()
  for (const name of ['ann', 'an_n', 'bob']) await app.newUser(name)
  app.rows.sqlite.prepare("UPDATE user SET email = 'b@x.example' WHERE username = 'bob'").run()
  const all = await admin.adminUser.getList()
  expect(all.total).toBe(4)
  expect(all.users.map((user) => user.username)).toEqual(['bob', 'an_n', 'ann', 'admin'])
  expect(all.users[0]).toMatchObject({ groupid: '2', last_login_time: '', is_sso: '0', is_disabled: '0' })
  expect(Object.keys(all.users[0] ?? {}).join()).not.toMatch(/password|token|salt/)
  const named = async (username: string) => (await admin.adminUser.getList({ username })).users.map((u) => u.username)
  expect(await named('n_')).toEqual(['an_n'])
  expect(await named('%')).toEqual([])
  expect(await named('B@X')).toEqual(['bob'])
  expect(await named(String(app.uid('ann')))).toEqual(['ann'])
  const ofGroup = async (groupid: string) => (await admin.adminUser.getList({ groupid })).users.map((u) => u.username)
  expect(await ofGroup('1')).toEqual(['admin'])
  expect(await ofGroup('2')).toEqual(['bob', 'an_n', 'ann'])
  expect(await ofGroup('')).toHaveLength(4)
  expect((await admin.adminUser.getList({ groupid: '2', username: 'n_' })).total).toBe(1)
  const second = await admin.adminUser.getList({ page: '2', count: '3' })
  expect(second).toMatchObject({ total: 4, users: [{ username: 'admin' }] })
})

test('allows administrators only', async () => {
  const app = await createTestApp()
  await expect(app.visitor.adminUser.getList()).rejects.toMatchObject({ code: 10102 })
  await expect(app.as('ann').adminUser.addUser({ username: 'x1', password, groupid: '1' })).rejects.toMatchObject({
    code: 10103,
  })
  await expect(
    app.as('ann').adminUser.changePassword({ uid: app.uid('ann'), new_password: password }),
  ).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('ann').adminUser.deleteUser({ uid: app.uid('ann') })).rejects.toMatchObject({ code: 10103 })
  expect(app.rows.all('user')).toHaveLength(1)
})

test('adds an account with a password and an unused username', async () => {
  const app = await createTestApp()
  const { adminUser } = app.as('admin')
  await expect(adminUser.addUser({ username: 'j.doe@corp' })).rejects.toMatchObject(refusal('passwordNeeded'))
  await expect(adminUser.addUser({ username: 'a b', password })).rejects.toMatchObject(refusal('accountNameBad'))
  await expect(adminUser.addUser({ username: 'a,b', password })).rejects.toMatchObject(refusal('accountNameBad'))
  await expect(adminUser.addUser({ username: 'j.doe', password: 'short' })).rejects.toMatchObject(
    refusal('passwordTooShort'),
  )
  expect(await adminUser.addUser({ username: 'j.doe', password, name: ' Jo ', uid: '' })).toEqual([])
  expect(rowOf(app, 'j.doe')).toMatchObject({ name: 'Jo', groupid: 2 })
  await expect(adminUser.addUser({ username: 'J.Doe', password })).rejects.toMatchObject(refusal('usernameTaken'))
  expect(await app.visitor.user.loginByVerify({ username: 'j.doe', password })).toMatchObject({ username: 'j.doe' })
})

test('changes an account, keeps omitted or blank fields and never changes the username', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const { adminUser } = app.as('admin')
  const uid = app.uid('ann')
  const before = rowOf(app, 'ann')
  await adminUser.addUser({ uid, username: 'other', password: '' })
  expect(rowOf(app, 'ann')).toEqual(before)
  await adminUser.addUser({ uid, name: 'Ann A.', groupid: '1' })
  expect(rowOf(app, 'ann')).toMatchObject({ name: 'Ann A.', groupid: 1, password: before?.['password'] })
  expect(await app.as('ann').user.info()).toMatchObject({ groupid: '1' })
  await adminUser.addUser({ uid, name: '' })
  expect(rowOf(app, 'ann')).toMatchObject({ name: '' })
  await expect(adminUser.addUser({ uid: 999_999, name: 'x' })).rejects.toMatchObject(refusal('userNotFound'))
  await expect(adminUser.addUser({ uid, groupid: '3' as '1' })).rejects.toMatchObject(refusal('badParameter'))
})

test('ends all sessions and tokens when an administrator sets a new password', async () => {
  const app = await createTestApp()
  await app.newUser('ann', { password })
  const { adminUser } = app.as('admin')
  await expect(adminUser.changePassword({ uid: app.uid('ann'), new_password: 'ann' })).rejects.toMatchObject(
    refusal('passwordTooShort'),
  )
  expect(await adminUser.changePassword({ uid: app.uid('ann'), new_password: 'another good one' })).toEqual([])
  await expect(app.as('ann').user.info()).rejects.toMatchObject({ code: 10102 })
  const { user_token } = await app.visitor.user.loginByVerify({ username: 'ann', password: 'another good one' })
  await adminUser.addUser({ uid: app.uid('ann'), password: 'a third good one' })
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 10102 })
  await expect(adminUser.changePassword({ uid: 999_999, new_password: password })).rejects.toMatchObject(
    refusal('userNotFound'),
  )
})

test('lets an administrator sign out an account everywhere, but not their own', async () => {
  const app = await createTestApp()
  const admin = app.as('admin')
  await app.newUser('ann')
  await app.as('ann').user.info()
  await admin.adminUser.signOut({ uid: app.uid('ann') })
  await expect(app.as('ann').user.info()).rejects.toMatchObject({ code: 10102 })
  await admin.user.info()
  await expect(admin.adminUser.signOut({ uid: app.uid('admin') })).rejects.toMatchObject(refusal('notYourself'))
  await expect(admin.adminUser.signOut({ uid: 99 })).rejects.toMatchObject(refusal('userNotFound'))
  expect((await admin.adminAudit.getList()).list[0]).toMatchObject({ action: 'signedOut', detail: 'ann' })
})

test('signs out a disabled account and does not restore its sessions', async () => {
  const app = await createTestApp()
  const { adminUser } = app.as('admin')
  await app.as('ann').user.info()
  await adminUser.addUser({ uid: app.uid('ann'), is_disabled: '1' })
  await expect(app.as('ann').user.info()).rejects.toMatchObject({ code: 10102 })
  await adminUser.addUser({ uid: app.uid('ann'), is_disabled: '0' })
  const [enabled, disabled] = (await app.as('admin').adminAudit.getList()).list
  expect([enabled?.detail, disabled?.detail]).toEqual(['ann: is_disabled 0', 'ann: is_disabled 1'])
  await expect(app.as('ann').user.info()).rejects.toMatchObject({ code: 10102 })
  await expect(adminUser.addUser({ uid: app.uid('admin'), is_disabled: '1' })).rejects.toMatchObject(
    refusal('notYourself'),
  )
})

test('keeps the last administrator an administrator', async () => {
  const app = await createTestApp()
  await app.newUser('chief', { groupid: 1 })
  const [admin, chief] = [app.as('admin'), app.as('chief')]
  const demote = (uid: number) => ({ uid, groupid: '2' as const })
  await admin.adminUser.addUser(demote(app.uid('chief')))
  await expect(admin.adminUser.addUser(demote(app.uid('admin')))).rejects.toMatchObject(refusal('lastAdministrator'))
  expect(rowOf(app, 'admin')).toMatchObject({ groupid: 1 })
  await admin.adminUser.addUser({ uid: app.uid('chief'), groupid: '1' })
  const ends = await Promise.allSettled([
    admin.adminUser.deleteUser({ uid: app.uid('chief') }),
    chief.adminUser.deleteUser({ uid: app.uid('admin') }),
  ])
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  expect(app.rows.all('user')).toHaveLength(1)
})

test('deletes an account with its own data and keeps its texts and what others need', async () => {
  const app = await createTestApp()
  const admin = app.as('admin')
  const uid = await app.newUser('ann')
  const item_id = await app.rows.newItem({ owner: 'bob' })
  const page_id = app.rows.newPage(item_id, 'T', { author: 'ann' })
  app.rows.newMember(item_id, 'ann', 'edit')
  app.rows.insert('item_star', { uid, item_id, addtime: 1 })
  const gone_id = await app.rows.newItem({ owner: 'ann', is_del: 1, del_time: 5 })
  const team_id = app.rows.insert('team', { team_name: 'T', uid, addtime: 1, last_update_time: 1 })
  const member = { team_id, member_uid: app.uid('admin'), team_member_group_id: 1, addtime: 1 }
  app.rows.insert('team_member', member)
  const live_id = await app.rows.newItem({ owner: 'ann' })
  await expect(admin.adminUser.deleteUser({ uid })).rejects.toMatchObject({
    errorName: 'userOwnsItems',
    message: expect.stringContaining('1'),
  })
  expect(app.rows.all('item_star')).toHaveLength(1)
  await admin.adminItem.attorn({ item_id: live_id, username: 'bob' })
  expect(await admin.adminUser.deleteUser({ uid })).toEqual([])
  expect(rowOf(app, 'ann')).toBeUndefined()
  for (const table of ['item_star', 'item_member', 'team_member'] as const) expect(app.rows.all(table)).toEqual([])
  expect(app.rows.all('user_token').filter((row) => row['uid'] === uid)).toEqual([])
  expect(app.rows.all('page')).toMatchObject([{ page_id, author_username: 'ann' }])
  expect(app.rows.all('team')).toMatchObject([{ uid: app.uid('admin') }])
  expect(app.rows.all('item').find((row) => row['item_id'] === gone_id)).toMatchObject({ uid: app.uid('admin') })
  expect(app.rows.sqlite.pragma('foreign_key_check')).toEqual([])
  await expect(admin.adminUser.deleteUser({ uid })).rejects.toMatchObject(refusal('userNotFound'))
  await expect(admin.adminUser.deleteUser({ uid: app.uid('admin') })).rejects.toMatchObject(refusal('notYourself'))
})
