import { expect, test } from 'vitest'
import { nowSeconds } from '#src/core/app.ts'
import { recordAudit, removeOldAudits, verifyAudits } from '#src/features/audit/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

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

test('an entry in the middle that looks old stays: the clock was behind when it was added', async () => {
  const app = await createTestApp()
  const now = nowSeconds(app.app)
  const entry = { uid: 1, username: 'a', action: 'login', ip: '' } as const
  for (const days of [400, 10, 300, 5])
    await recordAudit(app.app.db, { ...entry, detail: String(days) }, now - days * 86_400)
  await removeOldAudits(app.app)
  expect(app.rows.all('audit_log').map((row) => row['detail'])).toEqual(['10', '300', '5'])
  expect(await verifyAudits(app.app.db)).toMatchObject({ count: 3, broken: undefined })
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

/** The entries since `from`, as action and detail. */
const actionsFrom = (app: TestApp, from: number) =>
  app.rows
    .all('audit_log')
    .slice(from)
    .map((row) => `${row['action']} ${row['detail']}`)

test('logs what owners do to projects, members and teams, and what leaves the site', async () => {
  const app = await createTestApp()
  for (const name of ['ann', 'bob']) await app.newUser(name, { password })
  const ann = app.as('ann')
  const { item_id } = await ann.item.add({ item_name: 'Orders', item_type: 1 })
  await ann.item.update({ item_id, item_name: 'Orders', visibility: 'members' })
  await ann.item.update({ item_id, item_name: 'Orders', visibility: 'password', password: 'come in' })
  await ann.item.update({ item_id, item_name: 'Orders', visibility: 'password', password: 'come in 2' })
  await ann.member.save({ item_id, username: 'bob', member_group_id: 0 })
  await ann.member.save({ item_id, username: 'bob', member_group_id: 2 })
  await ann.item.getKey({ item_id })
  await ann.item.resetKey({ item_id })
  const [member] = await ann.member.getList({ item_id })
  await ann.member.delete({ item_id, item_member_id: member?.item_member_id ?? '' })
  const { id } = await ann.team.save({ team_name: 'Docs' })
  await ann.teamMember.save({ team_id: id, member_username: 'bob', team_member_group_id: 1 })
  const bound = await ann.teamItem.save({ team_id: id, item_id: String(item_id) })
  await ann.teamItem.delete({ id: String(bound.id) })
  const [mate] = await ann.teamMember.getList({ team_id: id })
  await ann.teamMember.delete({ id: mate?.id ?? '' })
  await ann.team.delete({ id })
  await ann.export.markdown({ item_id })
  await ann.import.auto({ item_id, file: new File(['# Roses'], 'roses.md') })
  await ann.item.attorn({ item_id, username: 'bob', password })
  await app.as('bob').item.archive({ item_id, password })
  await app.as('bob').item.delete({ item_id, password })
  await ann.user.logout()
  expect(actionsFrom(app, 0)).toEqual([
    'visibilityChanged Orders: public → members',
    'visibilityChanged Orders: members → password',
    'accessPasswordSet Orders',
    'memberAdded Orders: bob, view',
    'memberChanged Orders: bob, manage',
    'apiKeyReset Orders',
    'memberRemoved Orders: bob',
    'teamMade Docs',
    'teamMemberAdded Docs: bob, member',
    'teamItemAdded Orders: Docs, edit',
    'teamItemRemoved Orders: Docs',
    'teamMemberRemoved Docs: bob',
    'teamDeleted Docs',
    'itemExported Orders: markdown',
    'itemImported Orders: roses.md',
    'itemTransferred Orders: ann → bob',
    'itemArchived Orders',
    'itemDeleted Orders',
    'logout ',
  ])
  expect(JSON.stringify(app.rows.all('audit_log'))).not.toContain('come in')
})

test('nothing changes an entry, and only old ones can be removed', async () => {
  const app = await createTestApp()
  const now = nowSeconds(app.app)
  const admin = app.as('admin')
  const old = app.rows.insert('audit_log', { uid: 1, username: 'a', action: 'login', addtime: now - 181 * 86_400 })
  await admin.adminSetting.saveConfig({ beian: 'x' })
  const run = (sql: string) => () => app.rows.sqlite.exec(sql)
  expect(run("UPDATE audit_log SET detail = 'y'")).toThrow('cannot be changed')
  expect(run(`UPDATE audit_log SET detail = 'y' WHERE id = ${old}`)).toThrow('cannot be changed')
  expect(run(`DELETE FROM audit_log WHERE id > ${old}`)).toThrow('still to be stored')
  expect(
    run("INSERT OR REPLACE INTO audit_log (id, addtime, uid, username, action) VALUES (1, 1, 1, 'b', 'x')"),
  ).toThrow('cannot be replaced')
  await admin.adminSetting.saveConfig({ audit_days: '365' })
  expect(run(`DELETE FROM audit_log WHERE id = ${old}`)).toThrow('still to be stored')
  await admin.adminSetting.saveConfig({ audit_days: '0' })
  await removeOldAudits(app.app)
  expect(run(`DELETE FROM audit_log WHERE id = ${old}`)).toThrow('still to be stored')
  await admin.adminSetting.saveConfig({ audit_days: '30' })
  await removeOldAudits(app.app)
  const left = app.rows.all('audit_log').map((row) => row['detail'])
  expect(left).toEqual(['beian', 'audit_days 180 → 365', 'audit_days 365 → 0', 'audit_days 0 → 30'])
  // fewer days than the setting allows do not help
  app.rows.sqlite.exec("UPDATE options SET option_value = '1' WHERE option_name = 'audit_days'")
  app.rows.insert('audit_log', { uid: 1, username: 'a', action: 'login', addtime: now - 20 * 86_400 })
  expect(run('DELETE FROM audit_log WHERE id = last_insert_rowid()')).toThrow('still to be stored')
  await expect(admin.adminSetting.saveConfig({ audit_days: '7' as never })).rejects.toMatchObject({ code: 10101 })
})

test('each entry follows from the one before it; a change and a gap are found', async () => {
  const app = await createTestApp()
  const { db } = app.app
  const admin = app.as('admin')
  app.rows.insert('audit_log', { uid: 1, username: 'a', action: 'login', addtime: 5 }) // from before there were hashes
  for (const beian of ['a', 'b', 'c', 'd']) await admin.adminSetting.saveConfig({ beian })
  const whole = await verifyAudits(db)
  expect(whole).toMatchObject({ count: 5, broken: undefined })
  expect(whole.newest).toMatch(/^[\da-f]{64}$/)
  expect(await verifyAudits(db, 2)).toMatchObject({ count: 2, newest: whole.newest, broken: undefined })
  app.rows.sqlite.exec('DROP TRIGGER audit_log_no_delete')
  app.rows.sqlite.exec('DELETE FROM audit_log WHERE id <= 2') // the oldest may go
  expect(await verifyAudits(db)).toMatchObject({ count: 3, broken: undefined })
  app.rows.sqlite.exec('DELETE FROM audit_log WHERE id = 4')
  expect((await verifyAudits(db)).broken).toMatchObject({ id: 5 })
})

test('the log is filtered by time and object, and saved as CSV, which is recorded', async () => {
  const app = await createTestApp()
  const admin = app.as('admin')
  const now = nowSeconds(app.app)
  const line = {
    uid: 7,
    username: '=cmd',
    action: 'itemDeleted',
    object_type: 'item',
    object_id: 9,
    detail: 'a "b", c',
  }
  app.rows.insert('audit_log', { ...line, addtime: now - 5000 })
  for (let nth = 0; nth < 1200; nth++) app.rows.insert('audit_log', { ...line, action: 'login', addtime: now - 100 })
  const total = async (asked: Parameters<typeof admin.adminAudit.getList>[0]) =>
    (await admin.adminAudit.getList(asked)).total
  expect(await total({ from: now - 200 })).toBe(1200)
  expect(await total({ to: now - 200 })).toBe(1)
  expect(await total({ from: now - 5000, to: now - 5000 })).toBe(1)
  expect(await total({ object_type: 'item', object_id: '9' })).toBe(1201)
  expect(await total({ object_type: 'team' })).toBe(0)
  const csv = await (await admin.adminAudit.exportCsv({ action: 'itemDeleted', lang: 'en' })).text()
  expect(csv.split('\r\n')).toEqual([
    'Time,Username,Name,Action,Label,Type,ID,Target,IP address,Hash',
    `${new Date((now - 5000) * 1000).toISOString()},'=cmd,,itemDeleted,Deleted a project,item,9,"a ""b"", c",,`,
    '',
  ])
  const all = await (await admin.adminAudit.exportCsv({ lang: 'zh' })).text()
  expect(all.split('\r\n')).toHaveLength(1 + 1201 + 2 + 1)
  expect(all).toContain('删除项目')
  expect(app.rows.all('audit_log').at(-2)).toMatchObject({
    action: 'auditExported',
    username: 'admin',
    detail: 'action itemDeleted',
  })
  await expect(app.as('ann').adminAudit.exportCsv()).rejects.toMatchObject({ code: 10103 })
})
