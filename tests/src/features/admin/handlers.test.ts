import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#src/core/config.ts'
import { createTestApp } from '#tests/support/app.ts'

test('returns the number of the database schema', async () => {
  const app = await createTestApp()
  const answer = await app.as('admin').update.checkDb()
  expect(answer).toMatchObject({ is_current: true })
  expect(answer.schema).toBe(answer.known)
  await expect(app.visitor.update.checkDb()).rejects.toMatchObject({ code: 10102 })
})

test('reports the state of the site: live pages, new accounts and sizes', async () => {
  const app = await createTestApp()
  const gone = await app.rows.newItem({ is_del: 1 })
  app.rows.newPage(gone, 'In a deleted item')
  const item_id = await app.rows.newItem()
  app.rows.newPage(item_id, 'Live')
  app.rows.newPage(item_id, 'In the bin', { is_del: 1 })
  const old = { username: 'old', username_key: 'old', password: '', reg_time: 1 }
  app.rows.insert('user', old)
  const state = await app.as('admin').adminSite.state()
  expect(state).toMatchObject({ pages: 1, new_users: 2 })
  expect(state.start_time).toBeLessThanOrEqual(Math.floor(app.app.now().getTime() / 1000))
  expect(state.database_bytes).toBeGreaterThan(10_000)
  expect(state.disk_bytes).toBeGreaterThan(state.disk_free_bytes)
  await expect(app.as('owner').adminSite.state()).rejects.toMatchObject({ code: 10103 })
})

test('counts changes by day in the time zone of the caller, over the items of all users', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const other = await app.rows.newItem({ owner: 'bob' })
  const line = {
    item_id,
    uid: 1,
    op_action_type: 'update',
    op_object_type: 'page',
    op_object_id: 1,
    op_object_name: 'P',
  }
  for (const optime of [99, 100, 199, 200, 450]) app.rows.insert('item_change_log', { ...line, optime })
  app.rows.insert('item_change_log', { ...line, item_id: other, optime: 300 })
  const { adminSite } = app.as('admin')
  expect(await adminSite.activity({ day_starts: [100, 200, 300, 400] })).toEqual({ changes: [2, 1, 1, 1] })
  expect(await adminSite.activity({ day_starts: '500' })).toEqual({ changes: [0] })
  const many = Array.from({ length: 32 }, (_, at) => at + 1)
  for (const day_starts of ['', '200,100', '100,100', 'today', many.join()]) {
    await expect(adminSite.activity({ day_starts })).rejects.toMatchObject({ errorName: 'badParameter' })
  }
  await expect(app.as('owner').adminSite.activity({ day_starts: '1' })).rejects.toMatchObject({ code: 10103 })
})

test('lists the startup settings with the source of each', async () => {
  const env = { DOCSTEAD_TRUSTED_PROXIES: '10.0.0.0/8 ::1' }
  const { session_days, trusted_proxies, origin } = readConfig(new Map([['session-days', '30']]), env)
  const app = await createTestApp({ config: { session_days, trusted_proxies, origin } })
  const rows = await app.as('admin').adminSite.startSettings()
  expect(rows.map((row) => row.name)).toEqual(settingNames)
  expect(rows).toContainEqual({ name: 'session_days', value: '30', source: 'flag', source_name: '--session-days' })
  expect(rows).toContainEqual({
    name: 'trusted_proxies',
    value: '10.0.0.0/8, ::1',
    source: 'environment',
    source_name: 'DOCSTEAD_TRUSTED_PROXIES',
  })
  expect(rows).toContainEqual({ name: 'language', value: 'en', source: 'default', source_name: '' })
  await expect(app.as('owner').adminSite.startSettings()).rejects.toMatchObject({ code: 10103 })
})
