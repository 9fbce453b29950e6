import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const nothing = { query: [], body: [], header: [], cookies: [], preScript: '', postScript: '' }

test('editors set the parameters for all requests of an item, and readers get them with the item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ann', 'edit')
  expect(await app.as('owner').item.getGlobalParam({ item_id })).toEqual(nothing)
  const header = [{ name: 'X-Client', value: 'a <b> & "c"', type: 'string', require: '1', remark: '客户端', odd: 1 }]
  const set = await app.as('ann').item.setGlobalParam({ item_id, global_param: JSON.stringify({ header }) })
  expect(set).toEqual({ ...nothing, header })
  const cookies = [{ name: 'sid', value: '1' }]
  await app.as('ann').item.setGlobalParam({ item_id, global_param: JSON.stringify({ cookies }) })
  expect(await app.visitor.item.getGlobalParam({ item_id })).toEqual({ ...nothing, header, cookies })
  expect(await app.visitor.item.info({ item_id })).toMatchObject({ global_param: { header, cookies } })
})

test('keeps the parameters that an API client stores', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 3, global_param: '{"preScript":"a()","later":[1]}' })
  await app.as('owner').item.setGlobalParam({ item_id, global_param: JSON.stringify({ query: [{ name: 'q' }] }) })
  const [row] = app.rows.all('item')
  expect(JSON.parse(String(row?.global_param))).toEqual({ preScript: 'a()', later: [1], query: [{ name: 'q' }] })
})

test('rejects readers, members limited to catalogs, archived items and invalid lists', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  app.rows.newMember(item_id, 'ann', 'read')
  app.rows.newMember(item_id, 'bob', 'edit', [cat_id])
  const global_param = JSON.stringify({ header: [{ name: 'h' }] })
  for (const who of ['ann', 'bob'])
    await expect(app.as(who).item.setGlobalParam({ item_id, global_param })).rejects.toMatchObject({
      errorName: 'noRight',
    })
  await expect(app.as('owner').item.setGlobalParam({ item_id, global_param: '{"header":"x"}' })).rejects.toMatchObject({
    errorName: 'badParameter',
  })
  app.rows.sqlite.exec('UPDATE item SET is_archived = 1')
  await expect(app.as('owner').item.setGlobalParam({ item_id, global_param })).rejects.toMatchObject({
    errorName: 'itemArchived',
  })
})

test('rejects parameters that are too large to send to everyone who opens the item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const global_param = JSON.stringify({ header: [{ name: 'h', value: 'x'.repeat(250_000) }] })
  await expect(app.as('owner').item.setGlobalParam({ item_id, global_param })).rejects.toMatchObject({
    errorName: 'textTooLong',
  })
})
