import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const log = (app: TestApp, item_id: number, row: Record<string, unknown>) =>
  app.rows.insert('item_change_log', {
    item_id,
    uid: app.uid('owner'),
    op_action_type: 'update',
    op_object_type: 'page',
    op_object_id: 1,
    op_object_name: 'N',
    optime: 1_700_000_000,
    ...row,
  })

const call = async (app: TestApp, item_id: number, lang: string) => {
  const answer = await app.call(
    'item/getChangeLog',
    { item_id: String(item_id) },
    {
      as: 'owner',
      headers: { 'accept-language': lang },
    },
  )
  return (answer.json.data as { list: Record<string, string>[] }).list
}

test('shows who did what in the language of the reader', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann W' WHERE uid = ?").run(app.uid('ann'))
  log(app, item_id, { uid: app.uid('ann'), op_action_type: 'create' })
  log(app, item_id, { uid: 0, op_object_type: 'catalog' })
  log(app, item_id, { uid: 999_999, op_action_type: 'drag', op_object_type: 'tree', op_object_id: 0 })
  log(app, item_id, { op_action_type: 'frobnicate', op_object_type: 'constructor' })

  expect(await call(app, item_id, 'en')).toMatchObject([
    { oper: 'owner(owner)', op_action_type_desc: 'other', op_object_type_desc: 'other', time: '1700000000' },
    { oper: '', username: '', op_action_type_desc: 'moved', op_object_type_desc: 'tree', op_object_id: '0' },
    { oper: 'API', op_action_type_desc: 'changed', op_object_type_desc: 'folder' },
    { oper: 'ann(Ann W)', username: 'ann', name: 'Ann W', op_action_type_desc: 'created', op_object_type_desc: 'page' },
  ])
  expect(await call(app, item_id, 'zh-CN')).toMatchObject([
    { op_action_type_desc: '未定义', op_object_type_desc: '未定义' },
    { op_action_type_desc: '拖曳修改', op_object_type_desc: '目录树' },
    { op_action_type_desc: '修改', op_object_type_desc: '目录' },
    { op_action_type_desc: '创建', op_object_type_desc: '页面(或接口)' },
  ])
})

test('includes a person’s actions and keeps the newest 300', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const page_id = app.rows.newPage(item_id, 'T')
  for (let number = 0; number < 300; number++) log(app, item_id, { op_object_name: `old ${number}` })
  await owner.page.save({ item_id, page_id, page_title: 'U', page_content: 'x' })
  const cat_id = await owner.catalog.save({ item_id, cat_name: 'C' })
  const { total, list } = await owner.item.getChangeLog({ item_id, count: '3' })
  expect(total).toBe(300)
  expect(list).toMatchObject([
    { op_action_type: 'create', op_object_type: 'catalog', op_object_id: String(cat_id), op_object_name: 'C' },
    { op_action_type: 'update', op_object_type: 'page', op_object_id: String(page_id), op_object_name: 'U' },
    { op_object_name: 'old 299' },
  ])
  expect(app.rows.all('item_change_log')).toHaveLength(300)
})

test('returns the log in pages and clamps values that are out of range', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  for (let number = 0; number < 20; number++) log(app, item_id, { op_object_name: String(number) })
  const owner = app.as('owner')
  const part = async (more: { page?: string; count?: string }) =>
    (await owner.item.getChangeLog({ item_id, ...more })).list.map((line) => line.op_object_name)
  expect(await part({})).toHaveLength(15)
  expect(await part({ page: '2', count: '7' })).toEqual(['12', '11', '10', '9', '8', '7', '6'])
  expect(await part({ page: '0', count: '0' })).toEqual(['19'])
  expect(await part({ page: '-5', count: '1000' })).toHaveLength(20)
  expect(await part({ page: '99', count: '10' })).toEqual([])
  await expect(part({ page: 'x' })).rejects.toMatchObject({ errorName: 'badParameter' })
})

test('shows the log to editors only', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'reader', 'read')
  await expect(app.as('reader').item.getChangeLog({ item_id })).rejects.toMatchObject({ code: 10103 })
  await expect(app.visitor.item.getChangeLog({ item_id })).rejects.toMatchObject({ code: 10102 })
})

test('limited members see changes in their catalogs only, and nobody sees another person’s drafts', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const mine = app.rows.newCatalog(item_id, 'mine')
  const other = app.rows.newCatalog(item_id, 'other')
  const below = app.rows.newCatalog(item_id, 'below', { parent_cat_id: mine, level: 3 })
  app.rows.newMember(item_id, 'ann', 'edit', [mine])
  app.rows.newMember(item_id, 'bob', 'edit')
  const page = (title: string, cat_id: number, more: Record<string, unknown> = {}) => {
    const page_id = app.rows.newPage(item_id, title, { cat_id, ...more })
    log(app, item_id, { op_object_id: page_id, op_object_name: title })
  }
  page('inside', mine)
  page('inside below', below)
  page('inside, deleted', mine, { is_del: 1 })
  page('outside', other)
  page('at the root', 0)
  page('draft', mine, { is_draft: 1 })
  log(app, item_id, { op_object_id: 5, op_object_name: 'a page that is gone' })
  log(app, item_id, { op_object_type: 'catalog', op_object_id: below, op_object_name: 'catalog inside' })
  log(app, item_id, { op_object_type: 'catalog', op_object_id: other, op_object_name: 'catalog outside' })
  log(app, item_id, { op_object_type: 'member', op_object_id: 1, op_object_name: 'a member' })

  const seen = async (who: string) => {
    const { total, list } = await app.as(who).item.getChangeLog({ item_id })
    expect(total).toBe(list.length)
    return list.map((line) => line.op_object_name)
  }
  expect(await seen('ann')).toEqual(['catalog inside', 'inside, deleted', 'inside below', 'inside'])
  expect(await seen('bob')).toHaveLength(9)
  expect(await seen('owner')).toHaveLength(10)
})
