import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('creates the key of an item at the first call, and a reset changes only its token', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const made = await owner.item.getKey({ item_id })
  expect(made).toMatchObject({ item_id: String(item_id), last_check_time: '0' })
  expect(made.api_key).toMatch(/^[0-9a-f]{32}\d+$/)
  expect(made.api_token).toMatch(/^[0-9a-f]{32}\d+$/)
  expect(await owner.item.getKey({ item_id })).toEqual(made)

  const reset = await owner.item.resetKey({ item_id })
  expect({ ...reset, api_token: made.api_token }).toEqual(made)
  expect(reset.api_token).toMatch(/^[0-9a-f]{32}\d+$/)
  expect(reset.api_token).not.toBe(made.api_token)
  expect(await owner.item.getKey({ item_id })).toEqual(reset)
})

test('a reset creates a missing key, and concurrent calls create one', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  expect(await app.as('owner').item.resetKey({ item_id })).toMatchObject({ item_id: String(item_id) })
  const other = await app.rows.newItem()
  const keys = await Promise.all([1, 2, 3].map(() => app.as('owner').item.getKey({ item_id: other })))
  expect(new Set(keys.map((key) => key.api_token)).size).toBe(1)
})

test('shows keys to managers only and keeps those of an archived item unchanged', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'editor', 'edit')
  await expect(app.as('editor').item.getKey({ item_id })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('editor').item.resetKey({ item_id })).rejects.toMatchObject({ code: 10103 })
  app.rows.sqlite.exec('UPDATE item SET is_archived = 1')
  const archived = { errorName: 'itemArchived' }
  await expect(app.as('owner').item.getKey({ item_id })).rejects.toMatchObject(archived)
  await expect(app.as('owner').item.resetKey({ item_id })).rejects.toMatchObject(archived)
  expect(app.rows.all('item_token')).toEqual([])
  app.rows.insert('item_token', { item_id, api_key: 'k', api_token: 't', addtime: 1 })
  expect(await app.as('owner').item.getKey({ item_id })).toMatchObject({ api_key: 'k', api_token: 't' })
})
