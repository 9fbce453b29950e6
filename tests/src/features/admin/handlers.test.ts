import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('a check for updates tells the version that runs, and asks nobody', async () => {
  const app = await createTestApp()
  const { version } = await app.visitor.common.version()
  expect(await app.as('admin').adminUpdate.checkUpdate()).toEqual({ version, new_version: version })
  await expect(app.as('ann').adminUpdate.checkUpdate()).rejects.toMatchObject({ code: 10103 })
})

test('the site does not replace its own program', async () => {
  const app = await createTestApp()
  const { adminUpdate } = app.as('admin')
  await expect(adminUpdate.download()).rejects.toMatchObject({ errorName: 'updateOnServer' })
  await expect(adminUpdate.updateFiles()).rejects.toMatchObject({ errorName: 'updateOnServer' })
  await expect(app.as('ann').adminUpdate.download()).rejects.toMatchObject({ code: 10103 })
})

test('the database tells the number of its schema', async () => {
  const app = await createTestApp()
  const answer = await app.as('admin').update.checkDb()
  expect(answer).toMatchObject({ is_current: true })
  expect(answer.schema).toBe(answer.known)
  await expect(app.visitor.update.checkDb()).rejects.toMatchObject({ code: 10102 })
})

test('the state of the site counts live pages and new accounts, and tells sizes', async () => {
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
