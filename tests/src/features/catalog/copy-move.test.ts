import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

const selectOne = (app: TestApp, sql: string, ...values: number[]) =>
  app.rows.sqlite
    .prepare(sql)
    .pluck()
    .get(...values)

/** The catalogs A and A/B with a page in each, the second with a file. */
async function newTree(app: TestApp, item: Record<string, unknown> = {}) {
  const item_id = await app.rows.newItem(item)
  const a = app.rows.newCatalog(item_id, 'A', { s_number: 5 })
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3, s_number: 6 })
  const one = app.rows.newPage(item_id, 'one', { cat_id: a, s_number: 7, page_comments: 'said', ext_info: '{"a":1}' })
  const two = app.rows.newPage(item_id, 'two', { cat_id: b, page_content: 'text of two', addtime: 5, page_addtime: 4 })
  const file = { display_name: 'f.png', file_type: 'image/png', file_size: 1, uid: 1, item_id, addtime: 1 }
  const file_id = app.rows.insert('upload_file', { sign: `s${two}`, stored_name: `n${two}`, ...file })
  app.rows.insert('file_page', { file_id, page_id: two, item_id, addtime: 1 })
  return { item_id, a, b, one, two, file_id }
}

test('copies a catalog with catalogs, pages, order, comments and files', async () => {
  const app = await createTestApp()
  const { item_id, a, one, two, file_id } = await newTree(app)
  app.rows.newMember(item_id, 'ed', 'edit')
  app.rows.newPage(item_id, 'foreign draft', { cat_id: a, is_draft: 1 })
  const made = await app.as('ed').catalog.copy({ cat_id: a, new_p_cat_id: 0, to_item_id: 0, is_del: '0' })
  expect(made).toMatchObject({
    cat_name: 'A',
    item_id: String(item_id),
    parent_cat_id: '0',
    level: '2',
    s_number: '5',
    addtime: expect.stringMatching(/^\d+$/),
  })
  const cat_id = Number(made.cat_id)
  const [below] = await app.as('ed').catalog.childCatList({ cat_id })
  expect(below).toMatchObject({ cat_name: 'B', level: '3', s_number: '6' })
  const pages = app.rows.all('page').slice(3)
  expect(pages).toMatchObject([
    { page_title: 'one', cat_id, s_number: 7, page_comments: 'said', ext_info: '{"a":1}', author_username: 'ed' },
    { page_title: 'two', cat_id: Number(below?.cat_id), page_version: 1 },
  ])
  expect(Number(pages[1]?.['addtime'])).toBeGreaterThan(5)
  const copy_id = Number(pages[1]?.['page_id'])
  expect(await app.as('ed').page.info({ page_id: copy_id })).toMatchObject({
    page_content: 'text of two',
    attachment_count: 1,
  })
  expect(app.rows.all('file_page')).toContainEqual(expect.objectContaining({ file_id, page_id: copy_id, item_id }))
  expect(await app.as('owner').page.info({ page_id: one })).toMatchObject({ cat_id: String(a) })
  expect(await app.as('owner').page.info({ page_id: two })).toMatchObject({ author_username: 'owner' })
})

test('copies a catalog to another item and changes only the tree of that item', async () => {
  const app = await createTestApp()
  const from = await newTree(app)
  const to_item_id = await app.rows.newItem({ owner: 'other' })
  app.rows.newMember(to_item_id, 'owner', 'edit')
  const target = app.rows.newCatalog(to_item_id, 'T')
  const made = await app.as('owner').catalog.copy({ cat_id: from.a, new_p_cat_id: target, to_item_id })
  expect(made).toMatchObject({ item_id: String(to_item_id), parent_cat_id: String(target), level: '3' })
  expect(await app.visitor.catalog.catListName({ item_id: to_item_id })).toMatchObject([
    { cat_name: 'T' },
    { cat_name: 'T/A', level: '3' },
    { cat_name: 'T/A/B', level: '4' },
  ])
  expect(selectOne(app, 'SELECT count(*) FROM page WHERE item_id = ?', to_item_id)).toBe(2)
  expect(selectOne(app, 'SELECT count(*) FROM file_page WHERE item_id = ?', to_item_id)).toBe(1)
  expect(app.rows.all('item').map((item) => item['tree_revision'])).toEqual([1, 2])
})

test('moving a catalog keeps its pages unchanged', async () => {
  const app = await createTestApp()
  const { item_id, a, b, two } = await newTree(app)
  const c = app.rows.newCatalog(item_id, 'C')
  const made = await app.as('owner').catalog.copy({ cat_id: b, new_p_cat_id: c, is_del: '1' })
  expect(made).toMatchObject({ cat_id: String(b), parent_cat_id: String(c), level: '3' })
  expect(await app.visitor.page.info({ page_id: two })).toMatchObject({ cat_id: String(b), page_version: '1' })
  expect(await app.visitor.catalog.childCatList({ cat_id: a })).toEqual([])
  expect(app.rows.counts()).toMatchObject({ page: 2, catalog: 3, recycle: 0 })
})

test('moves a catalog to another item with history, links, files and drafts, without deleted pages', async () => {
  const app = await createTestApp()
  const from = await newTree(app)
  const owner = app.as('owner')
  const to_item_id = await app.rows.newItem({ password: 'secret' })
  await owner.page.save({ item_id: from.item_id, page_id: from.two, page_title: 'two', page_content: 'newer' })
  const link = await owner.page.createSinglePage({ page_id: from.two, isCreateSiglePage: 'true' })
  if (Array.isArray(link)) throw new Error('no link')
  const gone = app.rows.newPage(from.item_id, 'gone', { cat_id: from.b })
  await owner.page.delete({ page_id: gone })
  const draft = { page_title: 'd', cat_id: from.b, page_content: '', base_version: 2, addtime: 1 }
  app.rows.insert('page_draft', { uid: app.uid('owner'), item_id: from.item_id, page_id: from.two, ...draft })

  await owner.catalog.copy({ cat_id: from.a, to_item_id, is_del: '1' })
  expect(await owner.page.info({ page_id: from.two })).toMatchObject({
    item_id: String(to_item_id),
    cat_id: String(from.b),
    attachment_count: 1,
  })
  await expect(app.visitor.page.info({ page_id: from.two })).rejects.toMatchObject({ code: 10303 })
  expect(await app.visitor.page.infoByKey({ unique_key: link.unique_key })).toMatchObject({ page_content: 'newer' })
  expect(await owner.page.history({ page_id: from.two })).toMatchObject([
    { page_content: 'text of two', item_id: String(to_item_id) },
  ])
  for (const table of ['catalog', 'file_page', 'upload_file', 'page_draft'] as const)
    expect(app.rows.all(table).map((row) => row['item_id'])).not.toContain(from.item_id)
  expect(await owner.recycle.getList({ item_id: from.item_id })).toMatchObject([{ page_title: 'gone' }])
  await owner.recycle.recover({ item_id: from.item_id, page_id: gone })
  expect(await owner.page.info({ page_id: gone })).toMatchObject({ item_id: String(from.item_id), cat_id: '0' })
  expect(app.rows.all('item_change_log').slice(-3)).toMatchObject([
    { op_action_type: 'delete', op_object_type: 'catalog', item_id: from.item_id },
    { op_action_type: 'create', op_object_type: 'catalog', item_id: to_item_id },
    { op_action_type: 'recover', op_object_type: 'page', op_object_id: gone, item_id: from.item_id },
  ])
})

test('a file that a remaining page shows stays with its item', async () => {
  const app = await createTestApp()
  const from = await newTree(app)
  const page_id = app.rows.newPage(from.item_id, 'also')
  app.rows.insert('file_page', { file_id: from.file_id, page_id, item_id: from.item_id, addtime: 1 })
  await app.as('owner').catalog.copy({ cat_id: from.a, to_item_id: await app.rows.newItem(), is_del: '1' })
  expect(app.rows.all('upload_file')).toMatchObject([{ item_id: from.item_id }])
})

test('rejects moving a catalog into itself, too deep, or into a single-page item', async () => {
  const app = await createTestApp()
  const { a, b } = await newTree(app)
  const { catalog } = app.as('owner')
  const other = await newTree(app)
  const sheet = await app.rows.newItem({ item_type: 4 })
  for (const is_del of ['0', '1'] as const) {
    await expect(catalog.copy({ cat_id: a, new_p_cat_id: a, is_del })).rejects.toMatchObject(refusal('catalogCycle'))
    await expect(catalog.copy({ cat_id: a, new_p_cat_id: b, is_del })).rejects.toMatchObject(refusal('catalogCycle'))
    const deep = { cat_id: a, new_p_cat_id: other.b, to_item_id: other.item_id, is_del }
    await expect(catalog.copy(deep)).rejects.toMatchObject(refusal('catalogTooDeep'))
    await expect(catalog.copy({ cat_id: a, new_p_cat_id: other.b, is_del })).rejects.toMatchObject(
      refusal('catalogGone'),
    )
    await expect(catalog.copy({ cat_id: a, to_item_id: sheet, is_del })).rejects.toMatchObject(refusal('itemOnePage'))
  }
  expect(app.rows.counts()).toMatchObject({ page: 4, catalog: 4 })
})

test('requires the right to edit both the source and the target', async () => {
  const app = await createTestApp()
  const { item_id, a, b, one } = await newTree(app)
  const elsewhere = await app.rows.newItem({ owner: 'other', password: 'secret' })
  const theirs = app.rows.newCatalog(elsewhere, 'T')
  app.rows.newMember(item_id, 'reader', 'read')
  app.rows.newMember(elsewhere, 'reader', 'edit')
  const copy = { cat_id: a, to_item_id: elsewhere }
  await expect(app.as('reader').catalog.copy(copy)).rejects.toMatchObject(refusal('noRight'))
  await expect(app.as('owner').catalog.copy(copy)).rejects.toMatchObject(refusal('itemPasswordNeeded'))
  await expect(app.as('owner').catalog.copy({ cat_id: theirs })).rejects.toMatchObject(refusal('catalogGone'))
  app.rows.newMember(item_id, 'limited', 'edit', [a])
  app.rows.newMember(elsewhere, 'limited', 'edit', [theirs])
  const limited = app.as('limited').catalog
  await expect(limited.copy(copy)).rejects.toMatchObject(refusal('noRight'))
  await expect(limited.copy({ ...copy, new_p_cat_id: theirs, is_del: '1' })).rejects.toMatchObject(refusal('noRight'))
  await app.as('owner').page.setLock({ item_id, page_id: one })
  await limited.copy({ cat_id: b, to_item_id: elsewhere, new_p_cat_id: theirs, is_del: '1' })
  expect(await app.as('other').catalog.childCatList({ cat_id: theirs })).toMatchObject([{ cat_name: 'B' }])
})

test('keeps a catalog in its item while another person edits in it or either item is archived', async () => {
  const app = await createTestApp()
  const { item_id, a, two } = await newTree(app)
  app.rows.newMember(item_id, 'ed', 'edit')
  const to_item_id = await app.rows.newItem()
  await app.as('ed').page.setLock({ item_id, page_id: two })
  const { catalog } = app.as('owner')
  await expect(catalog.copy({ cat_id: a, to_item_id, is_del: '1' })).rejects.toMatchObject(refusal('catalogLocked'))
  const archive = app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?')
  archive.run(to_item_id)
  await expect(catalog.copy({ cat_id: a, to_item_id })).rejects.toMatchObject(refusal('itemArchived'))
  archive.run(item_id)
  const open = await app.rows.newItem()
  await expect(catalog.copy({ cat_id: a, to_item_id: open, is_del: '1' })).rejects.toMatchObject(
    refusal('itemArchived'),
  )
  await catalog.copy({ cat_id: a, to_item_id: open })
  expect(await app.visitor.catalog.catListName({ item_id: open })).toHaveLength(2)
})

test('rejects more catalogs when the item is full', async () => {
  const app = await createTestApp()
  const { a } = await newTree(app)
  const to_item_id = await app.rows.newItem()
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 1499; at++) app.rows.newCatalog(to_item_id, `c${at}`)
  })()
  for (const is_del of ['0', '1'] as const)
    await expect(app.as('owner').catalog.copy({ cat_id: a, to_item_id, is_del })).rejects.toMatchObject({ code: 10100 })
})

test('copies, moves and deletes a catalog of 5,000 pages while others read', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const other = app.rows.newPage(await app.rows.newItem(), 'other')
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 5000; at++) app.rows.newPage(item_id, `p${at}`, { cat_id, page_content: `text ${at}` })
  })()
  const to_item_id = await app.rows.newItem()
  const { catalog } = app.as('owner')
  let longest = 0
  const meanwhile = async (operation: Promise<unknown>) => {
    let isOver = false
    const watched = operation.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const start = performance.now()
      await app.visitor.page.info({ page_id: other })
      longest = Math.max(longest, performance.now() - start)
    }
    await watched
  }
  await meanwhile(catalog.copy({ cat_id, to_item_id }))
  expect(selectOne(app, 'SELECT count(*) FROM page WHERE item_id = ?', to_item_id)).toBe(5000)
  const texts = 'SELECT page_title, page_content FROM page JOIN page_content USING (page_id) WHERE item_id = ?'
  expect(selectOne(app, `SELECT count(*) FROM (${texts} INTERSECT ${texts})`, item_id, to_item_id)).toBe(5000)
  await meanwhile(catalog.copy({ cat_id, to_item_id, is_del: '1' }))
  expect(selectOne(app, 'SELECT count(*) FROM page WHERE item_id = ?', item_id)).toBe(0)
  await meanwhile(catalog.delete({ cat_id }))
  expect(app.rows.counts()).toMatchObject({ recycle: 5000 })
  expect(longest).toBeLessThan(2000)
}, 60_000)
