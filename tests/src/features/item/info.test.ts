import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('opens the requested page and names its catalogs from the first level down', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3 })
  const c = app.rows.newCatalog(item_id, 'C', { parent_cat_id: b, level: 4 })
  const pages = [0, a, b, c].map((cat_id) => app.rows.newPage(item_id, `in ${cat_id}`, { cat_id }))
  const open = async (page_id?: number) => {
    const info = await app.visitor.item.info({ item_id, ...(page_id !== undefined && { default_page_id: page_id }) })
    return [info.default_page_id, info.default_cat_id2, info.default_cat_id3, info.default_cat_id4]
  }
  expect(await open(pages[0])).toEqual([String(pages[0]), 0, 0, 0])
  expect(await open(pages[1])).toEqual([String(pages[1]), a, 0, 0])
  expect(await open(pages[2])).toEqual([String(pages[2]), a, b, 0])
  expect(await open(pages[3])).toEqual([String(pages[3]), a, b, c])
  expect(await open()).toEqual([String(pages[0]), 0, 0, 0])
  expect(await open(5)).toEqual([String(pages[0]), 0, 0, 0])
})

test('opens the first page in reading order when none is requested', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  expect(await app.visitor.item.info({ item_id })).toMatchObject({ default_page_id: '0', default_cat_id2: 0 })
  app.rows.newPage(item_id, 'late', { s_number: 50 })
  const cat_id = app.rows.newCatalog(item_id, 'C', { s_number: 2 })
  app.rows.newCatalog(item_id, 'empty', { s_number: 1 })
  const page_id = app.rows.newPage(item_id, 'first', { cat_id })
  app.rows.sqlite.exec('UPDATE item SET tree_revision = tree_revision + 1')
  expect(await app.visitor.item.info({ item_id })).toMatchObject({
    default_page_id: String(page_id),
    default_cat_id2: cat_id,
  })
})

test('returns the permissions of the caller on an item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'editor', 'edit')
  const rights = (edit: boolean, manage: boolean) => ({
    item_edit: edit,
    ItemPermn: edit,
    item_manage: manage,
    ItemCreator: manage,
  })
  expect(await app.visitor.item.info({ item_id })).toMatchObject({ is_login: false, ...rights(false, false) })
  expect(await app.as('editor').item.info({ item_id })).toMatchObject({ is_login: true, ...rights(true, false) })
  expect(await app.as('owner').item.info({ item_id })).toMatchObject({
    ...rights(true, true),
    global_param: [],
    show_watermark: 0,
    is_archived: '0',
    allow_comment: '0',
    allow_feedback: '0',
    ai_knowledge_base_enabled: 0,
  })
  app.rows.sqlite.exec("UPDATE item SET is_archived = 1; INSERT INTO options VALUES ('show_watermark', '1')")
  expect(await app.as('owner').item.info({ item_id })).toMatchObject({
    ...rights(false, false),
    is_archived: '1',
    show_watermark: 1,
  })
})

test('returns the parameters of an API client item without changing them', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 3, global_param: '{"header":[{"name":"h"}],"preScript":"a()"}' })
  expect(await app.as('owner').item.info({ item_id })).toMatchObject({
    item_edit: false,
    item_manage: false,
    global_param: { query: [], body: [], header: [{ name: 'h' }], cookies: [], preScript: 'a()', postScript: '' },
  })
})

test('counts the unread reminders of the caller', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const content = { from_uid: 1, from_name: 'x', message_type: 'remind', message_content: '', addtime: 1 }
  for (const status of [0, 0, 1]) {
    const message_content_id = app.rows.insert('message_content', content)
    const to = { from_uid: 1, to_uid: app.uid('ann'), message_type: 'remind', message_content_id, addtime: 1 }
    app.rows.insert('message', { ...to, status })
  }
  expect(await app.as('ann').item.info({ item_id })).toMatchObject({ unread_count: 2 })
  expect(await app.as('bob').item.info({ item_id })).toMatchObject({ unread_count: 0 })
  expect(await app.visitor.item.info({ item_id })).toMatchObject({ unread_count: 0 })
})

test('shows drafts in the menu of their author only', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ann', 'edit')
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const draft = app.rows.newPage(item_id, 'draft', { cat_id, is_draft: 1, author: 'ann' })
  const titles = async (who: string) =>
    (await app.as(who).item.info({ item_id })).menu.catalogs[0]?.pages.map((page) => page.page_title)
  expect(await titles('owner')).toEqual([])
  expect(await titles('ann')).toEqual(['draft'])
  expect(await app.as('owner').item.info({ item_id, page_id: draft })).toMatchObject({ default_page_id: '0' })
})

test('returns a flat list of matching pages with their texts for a keyword', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const mine = app.rows.newCatalog(item_id, 'mine')
  const other = app.rows.newCatalog(item_id, 'other')
  app.rows.newMember(item_id, 'ann', 'read', [mine])
  app.rows.newPage(item_id, 'one', { cat_id: mine, page_content: 'the <b>needle</b> & 针', page_comments: 'why' })
  app.rows.newPage(item_id, 'two', { cat_id: other, page_content: 'a Needle as well' })
  app.rows.newPage(item_id, 'three', { page_content: 'hay' })
  app.rows.newPage(item_id, 'gone', { page_content: 'needle', is_del: 1 })
  app.rows.newPage(item_id, 'draft', { page_content: 'needle', is_draft: 1 })
  const search = async (who: string, keyword: string) => {
    const { menu } = await app.as(who).item.info({ item_id, keyword })
    expect(menu.catalogs.length === 0 || keyword.trim() === '').toBe(true)
    return menu.pages.map((page) => page.page_title).toSorted()
  }
  expect(await search('owner', 'needle')).toEqual(['one', 'two'])
  expect(await search('owner', '针')).toEqual(['one'])
  expect(await search('owner', 'no such thing')).toEqual([])
  expect(await search('owner', '  ')).toEqual(['draft', 'three'])
  expect(await search('ann', 'needle')).toEqual(['one'])
  expect((await app.as('ann').item.info({ item_id, keyword: 'needle' })).menu.pages).toMatchObject([
    {
      page_title: 'one',
      page_content: 'the <b>needle</b> & 针',
      page_comments: 'why',
      item_id: String(item_id),
      cat_id: String(mine),
      is_del: '0',
      author_username: 'owner',
    },
  ])
  await expect(app.as('stranger').item.info({ item_id, keyword: 'needle' })).rejects.toMatchObject({ code: 10303 })
  const tooLong = app.as('owner').item.info({ item_id, keyword: 'x'.repeat(201) })
  await expect(tooLong).rejects.toMatchObject({ errorName: 'textTooLong' })
})

test('keeps a catalog that was moved below another in the menu of members limited to it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const above = app.rows.newCatalog(item_id, 'above')
  const mine = app.rows.newCatalog(item_id, 'mine', { parent_cat_id: above, level: 3 })
  app.rows.newCatalog(item_id, 'beside', { parent_cat_id: above, level: 3 })
  const page_id = app.rows.newPage(item_id, 'my page', { cat_id: mine })
  app.rows.newPage(item_id, 'not mine', { cat_id: above })
  app.rows.newMember(item_id, 'limited', 'read', [mine])
  const { menu, default_page_id } = await app.as('limited').item.info({ item_id })
  expect(menu).toMatchObject({ pages: [], catalogs: [{ cat_name: 'mine', pages: [{ page_title: 'my page' }] }] })
  expect(menu.catalogs).toHaveLength(1)
  expect(default_page_id).toBe(String(page_id))
})
