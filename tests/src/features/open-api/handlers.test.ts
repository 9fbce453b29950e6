import { expect, test } from 'vitest'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const secret = { api_key: 'key', api_token: 'secret' }

async function setUp(
  column: Record<string, unknown> = {},
): Promise<{ app: TestApp; item_id: number; api: Client<Contract> }> {
  const app = await createTestApp()
  const item_id = await app.rows.newItem(column)
  app.rows.insert('item_token', { item_id, ...secret, addtime: 1 })
  return { app, item_id, api: app.visitor }
}

const written = [
  'page',
  'page_content',
  'page_history',
  'catalog',
  'recycle',
  'upload_file',
  'item_change_log',
] as const
const writtenRows = (app: TestApp) => written.map((table) => app.rows.all(table))

const refused = (error_name: string) => expect.objectContaining({ errorName: error_name })

test('finds a page by its catalogs and title, and keeps its previous text', async () => {
  const { app, item_id, api } = await setUp()
  const page = { ...secret, cat_name: 'A/B', page_title: 'T & <c>' }
  const first = await api.open.updatePage({ ...page, page_content: 'one &lt;', s_number: 20261121075002 })
  expect(first).toMatchObject({ page_content: 'one &lt;', s_number: '20261121075002', author_username: 'API' })
  const second = await api.item.updateByApi({ ...page, page_content: 'two' })
  expect(second).toMatchObject({ page_id: first.page_id, page_content: 'two', s_number: '99', page_version: '2' })
  expect(app.rows.all('page_history')).toMatchObject([{ page_id: Number(first.page_id), author_uid: 0 }])
  expect(
    app.rows.all('item_change_log').map((row) => [row['uid'], row['op_action_type'], row['op_object_type']]),
  ).toEqual([
    [0, 'create', 'catalog'],
    [0, 'create', 'catalog'],
    [0, 'create', 'page'],
    [0, 'update', 'page'],
  ])
  expect(app.rows.all('catalog')).toMatchObject([
    { cat_name: 'A', level: 2, parent_cat_id: 0, item_id },
    { cat_name: 'B', level: 3 },
  ])
})

test('the same text again changes nothing, and another order changes only the order', async () => {
  const { app, api } = await setUp()
  const page = { ...secret, page_title: 'T', page_content: 'same' }
  await api.open.updatePage(page)
  const before = app.rows.all('item')
  await api.open.updatePage(page)
  expect(app.rows.all('item')).toEqual(before)
  expect(await api.open.updatePage({ ...page, s_number: 5 })).toMatchObject({ s_number: '5', page_version: '1' })
  expect(app.rows.all('page_history')).toEqual([])
})

test('keeps pages from below the third level separate in it', async () => {
  const { api } = await setUp()
  const one = await api.open.updatePage({ ...secret, cat_name: 'A/B/C/D', page_title: 'T', page_content: 'deep' })
  const two = await api.open.updatePage({ ...secret, cat_name: 'A/B/C/E', page_title: 'T', page_content: 'deep' })
  const three = await api.open.updatePage({ ...secret, cat_name: 'A/B/C', page_title: 'T', page_content: 'third' })
  const again = await api.open.updatePage({ ...secret, cat_name: 'A/B/C/D', page_title: 'T', page_content: 'next' })
  expect([one, two, three].map((page) => page.page_title)).toEqual(['D - T', 'E - T', 'T'])
  expect(new Set([one, two, three].map((page) => page.page_id)).size).toBe(3)
  expect(new Set([one, two, three].map((page) => page.cat_id)).size).toBe(1)
  expect(again.page_id).toBe(one.page_id)
})

test('reads an archived item but rejects writes, and does not find a deleted one', async () => {
  const { app, item_id, api } = await setUp({ is_archived: 1 })
  const page_id = app.rows.newPage(item_id, 'T')
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const before = writtenRows(app)
  expect(await api.open.getPage({ ...secret, page_id })).toMatchObject({ page_title: 'T' })
  expect((await api.open.getCatalogTree(secret)).pages).toHaveLength(1)
  for (const write of [
    () => api.open.updatePage({ ...secret, page_title: 'T', page_content: 'x' }),
    () => api.open.deletePage({ ...secret, page_id }),
    () => api.open.createCatalog({ ...secret, cat_name: 'D' }),
    () => api.open.updateCatalog({ ...secret, cat_id, cat_name: 'D' }),
    () => api.open.deleteCatalog({ ...secret, cat_id }),
    () => api.open.uploadAttachment({ ...secret, file: new File(['x'], 'a.txt') }),
    () => api.open.deleteAttachment({ ...secret, file_id: 1 }),
  ])
    await expect(write()).rejects.toEqual(refused('itemArchived'))
  const text = await api.open.fromComments({ ...secret, content: '/** showdoc\n@title x\n*/' })
  expect(await text.text()).toContain('This project is archived')
  expect(writtenRows(app)).toEqual(before)
  app.rows.sqlite.prepare('UPDATE item SET is_del = 1').run()
  await expect(api.open.getPage({ ...secret, page_id })).rejects.toEqual(refused('keyWrong'))
})

test('a person who edits a page does not block a script, except from deleting the page', async () => {
  const { app, item_id, api } = await setUp()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const page_id = app.rows.newPage(item_id, 'T', { cat_id })
  const editor = app.as('owner')
  const { page_version } = await editor.page.info({ page_id: String(page_id) })
  await editor.page.setLock({ page_id: String(page_id), item_id: String(item_id) })
  await api.open.updatePage({ ...secret, cat_name: 'C', page_title: 'T', page_content: 'by a script' })
  const own = { page_id: String(page_id), item_id: String(item_id), page_title: 'T', page_content: 'mine' }
  await expect(editor.page.save({ ...own, base_version: page_version })).rejects.toEqual(refused('pageChanged'))
  await expect(api.open.deletePage({ ...secret, page_id })).rejects.toEqual(refused('pageLocked'))
  await expect(api.open.deleteCatalog({ ...secret, cat_id })).rejects.toEqual(refused('catalogLocked'))
})

test('hides drafts from scripts', async () => {
  const { app, item_id, api } = await setUp()
  const page_id = app.rows.newPage(item_id, 'Draft', { is_draft: 1, page_content: 'mine' })
  await expect(api.open.getPage({ ...secret, page_id })).rejects.toEqual(refused('pageGone'))
  await expect(api.open.getPage({ ...secret, page_title: 'Draft' })).rejects.toEqual(refused('pageGone'))
  await expect(api.open.deletePage({ ...secret, page_id })).rejects.toEqual(refused('pageGone'))
  await expect(api.open.uploadAttachment({ ...secret, page_id, file: new File(['x'], 'a.txt') })).rejects.toEqual(
    refused('pageGone'),
  )
  expect(await api.open.getCatalogTree(secret)).toEqual({ pages: [], catalogs: [] })
  const made = await api.open.updatePage({ ...secret, page_title: 'Draft', page_content: 'theirs' })
  expect(made.page_id).not.toBe(String(page_id))
})

test('limits an item to 5000 pages and 1500 catalogs', async () => {
  const { app, item_id, api } = await setUp()
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 4999; at++) app.rows.newPage(item_id, `page ${at}`)
    for (let at = 0; at < 1500; at++) app.rows.newCatalog(item_id, `catalog ${at}`)
  })()
  await expect(api.open.updatePage({ ...secret, cat_name: 'one more', page_title: 'x' })).rejects.toEqual(
    refused('catalogTooMany'),
  )
  const tables = 'h\nfirst\nsecond\n'
  const text = await api.open.updateDbItem({ ...secret, table_info: tables })
  expect(await text.text()).toContain('5000')
  expect(app.rows.counts()['page']).toBe(4999)
  await api.open.updatePage({ ...secret, page_title: 'the last' })
  await expect(api.open.updatePage({ ...secret, page_title: 'too many' })).rejects.toEqual(refused('pageTooMany'))
  await api.open.updatePage({ ...secret, page_title: 'page 7', page_content: 'changed' })
})

test('rejects a second page in a single-page item', async () => {
  const { app, item_id, api } = await setUp({ item_type: 2 })
  app.rows.newPage(item_id, 'Only')
  await expect(api.open.updatePage({ ...secret, page_title: 'Other' })).rejects.toEqual(refused('itemOnePage'))
  await expect(api.open.updatePage({ ...secret, page_title: 'Only', cat_name: 'A' })).rejects.toEqual(
    refused('itemOnePage'),
  )
  expect(await api.open.updatePage({ ...secret, page_title: 'Only', page_content: 'new' })).toMatchObject({
    page_version: '2',
  })
})

test('cannot access pages and catalogs of another item', async () => {
  const { app, api } = await setUp()
  const other = await app.rows.newItem()
  const page_id = app.rows.newPage(other, 'T')
  const cat_id = app.rows.newCatalog(other, 'C')
  const before = writtenRows(app)
  await expect(api.open.getPage({ ...secret, page_id })).rejects.toEqual(refused('pageGone'))
  await expect(api.open.deletePage({ ...secret, page_id })).rejects.toEqual(refused('pageGone'))
  await expect(api.open.createCatalog({ ...secret, cat_name: 'D', parent_cat_id: cat_id })).rejects.toEqual(
    refused('catalogGone'),
  )
  await expect(api.open.updateCatalog({ ...secret, cat_id, cat_name: 'D' })).rejects.toEqual(refused('catalogGone'))
  await expect(api.open.deleteCatalog({ ...secret, cat_id })).rejects.toEqual(refused('catalogGone'))
  await app.as('owner').attachment.attachmentUpload({ item_id: String(other), file: new File(['x'], 'a.txt') })
  const file_id = Number(app.rows.all('upload_file')[0]?.['file_id'])
  await expect(api.open.deleteAttachment({ ...secret, file_id })).rejects.toEqual(refused('fileGone'))
  expect(app.rows.all('upload_file')).toHaveLength(1)
  app.rows.sqlite.prepare('DELETE FROM upload_file').run()
  expect(writtenRows(app)).toEqual(before)
})

test('moves a deleted catalog with its pages to the recycle bin', async () => {
  const { app, item_id, api } = await setUp()
  const { cat_id } = await api.open.createCatalog({ ...secret, cat_name: 'C' })
  const page_id = app.rows.newPage(item_id, 'T', { cat_id: Number(cat_id) })
  expect(await api.open.deleteCatalog({ ...secret, cat_id })).toEqual({ cat_id: Number(cat_id) })
  expect(app.rows.all('recycle')).toMatchObject([
    { page_id, cat_id: Number(cat_id), del_by_uid: 0, del_by_username: 'API' },
  ])
})

test('the key of an API item writes documents with the data that menus show', async () => {
  const { app, api } = await setUp({ item_type: 3 })
  await api.open.fromComments({ ...secret, content: '/**\n * showdoc\n * @title T\n * @method get\n * @url /x\n */' })
  expect(app.rows.all('page')).toMatchObject([{ ext_info: '{"page_type":"api","api_info":{"method":"get"}}' }])
})

test('a broken comment or table rejects the whole file', async () => {
  const { app, api } = await setUp()
  const content = `/**\n * showdoc\n * @title fine\n */\n/**\n * showdoc\n * @title ${'x'.repeat(201)}\n */`
  const answer = await api.open.fromComments({ ...secret, content })
  expect(await answer.text()).toContain('Page title')
  expect(app.rows.all('page')).toEqual([])
})

test('the tree omits texts beyond 20 MB and reports it', async () => {
  const { app, item_id, api } = await setUp()
  for (const title of 'abcde') app.rows.newPage(item_id, title, { page_content: title.repeat(4_500_000) })
  const { pages } = await api.open.getCatalogTree(secret)
  expect(pages.map((page) => [page.page_content.length, page.is_text_left_out])).toEqual([
    ...Array(4).fill([4_500_000, undefined]),
    [0, true],
  ])
})

test('requires a key', async () => {
  const { api } = await setUp()
  await expect(api.open.getCatalogTree({})).rejects.toEqual(refused('keyWrong'))
  await expect(api.open.getCatalogTree({ api_key: 'key', api_token: 'other' })).rejects.toEqual(refused('keyWrong'))
  await expect(api.open.getPage(secret)).rejects.toEqual(refused('pageUnnamed'))
  await expect(api.open.updatePage({ ...secret, page_title: ' ' })).rejects.toEqual(refused('badParameter'))
})

test('converts SQL to tables for anyone', async () => {
  const { app, api } = await setUp()
  expect(await api.page.sqlToMarkdownTable({ sql: 'create table a (b int)' })).toEqual({
    markdown: expect.stringContaining('| b | int | 是 |  | - |'),
  })
  const headers = { 'Accept-Language': 'en' }
  const { json } = await app.call('page/sqlToMarkdownTable', { sql: 'create table a (b int)' }, { headers })
  expect(json.data).toEqual({ markdown: expect.stringContaining('| b | int | Yes |  | - |') })
  await expect(api.page.sqlToMarkdownTable({ sql: ' ' })).rejects.toEqual(refused('sqlEmpty'))
  await expect(api.page.sqlToMarkdownTable({ sql: 'SELECT 1' })).rejects.toEqual(refused('sqlNoTable'))
  await expect(api.page.sqlToMarkdownTable({ sql: 'x'.repeat(1_000_001) })).rejects.toEqual(refused('textTooLong'))
  expect(app.errors).toEqual([])
})
