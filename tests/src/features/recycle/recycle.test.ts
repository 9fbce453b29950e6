import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#migrations/0007-catalog-deleter.ts'
import { transact } from '#src/db/database.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

/** An item with A, A/B and a page in each and at the root. */
async function newTree(app: TestApp) {
  const item_id = await app.rows.newItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3 })
  const root = app.rows.newPage(item_id, 'root')
  const inA = app.rows.newPage(item_id, 'in A', { cat_id: a })
  const inB = app.rows.newPage(item_id, 'in B', { cat_id: b })
  return { item_id, a, b, root, inA, inB }
}

test('lists a deleted page and restores it to its catalog with its history', async () => {
  const app = await createTestApp()
  const { item_id, b, inB } = await newTree(app)
  const owner = app.as('owner')
  await owner.page.save({ item_id, page_id: inB, page_title: 'in B', page_content: 'newer' })
  await owner.page.delete({ page_id: inB })
  expect(await owner.recycle.getList({ item_id })).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      item_id: String(item_id),
      page_id: String(inB),
      page_title: 'in B',
      del_by_uid: String(app.uid('owner')),
      del_by_username: 'owner',
      del_by_name: 'owner',
      del_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      days_left: 30,
      cat_id: String(b),
      cat_name: 'A/B',
      is_cat_del: 0,
    },
  ])
  expect(await owner.recycle.recover({ item_id, page_id: inB })).toEqual([])
  expect(await owner.page.info({ page_id: inB })).toMatchObject({ cat_id: String(b), page_content: 'newer' })
  expect(await owner.page.history({ page_id: inB })).toHaveLength(1)
  expect(await owner.recycle.getList({ item_id })).toEqual([])
  await expect(owner.recycle.recover({ item_id, page_id: inB })).rejects.toMatchObject(refusal('recycleGone'))
})

test('lists the newest deletion first', async () => {
  const app = await createTestApp()
  const { item_id, root, inA } = await newTree(app)
  const owner = app.as('owner')
  await owner.page.delete({ page_id: inA })
  await owner.page.delete({ page_id: root })
  expect(await owner.recycle.getList({ item_id })).toMatchObject([{ page_title: 'root' }, { page_title: 'in A' }])
})

test('restores pages of a deleted catalog one by one, to the root', async () => {
  const app = await createTestApp()
  const { item_id, a, inB } = await newTree(app)
  const owner = app.as('owner')
  await owner.catalog.delete({ cat_id: a })
  expect(await owner.recycle.getList({ item_id })).toMatchObject([
    { page_title: 'in B', cat_name: 'A/B', is_cat_del: 1 },
    { page_title: 'in A', cat_name: 'A', is_cat_del: 1 },
  ])
  await owner.recycle.recover({ item_id, page_id: inB })
  expect(await owner.page.info({ page_id: inB })).toMatchObject({ cat_id: '0' })
  expect(await owner.recycle.getList({ item_id })).toMatchObject([{ page_title: 'in A' }])
})

test('restores a page whose catalog is gone to the given catalog', async () => {
  const app = await createTestApp()
  const { item_id, a, b, inA, inB } = await newTree(app)
  const owner = app.as('owner')
  await owner.catalog.delete({ cat_id: b })
  const gone = refusal('catalogGone')
  await expect(owner.recycle.recover({ item_id, page_id: inB, cat_id: b })).rejects.toMatchObject(gone)
  await owner.recycle.recover({ item_id, page_id: inB, cat_id: a })
  expect(await owner.page.info({ page_id: inB })).toMatchObject({ cat_id: String(a) })
  // a catalog that still exists has priority over the given one
  const other = app.rows.newCatalog(item_id, 'other')
  await owner.page.delete({ page_id: inA })
  await owner.recycle.recover({ item_id, page_id: inA, cat_id: other })
  expect(await owner.page.info({ page_id: inA })).toMatchObject({ cat_id: String(a) })
})

test('a deleted page can be read before it is restored', async () => {
  const app = await createTestApp()
  const { item_id, inB } = await newTree(app)
  const owner = app.as('owner')
  await owner.page.save({ item_id, page_id: inB, page_title: 'in B', page_content: '# hello' })
  const gone = refusal('recycleGone')
  await expect(owner.recycle.getPage({ item_id, page_id: inB })).rejects.toMatchObject(gone)
  await owner.page.delete({ page_id: inB })
  const page = { page_id: String(inB), page_title: 'in B', page_content: '# hello' }
  expect(await owner.recycle.getPage({ item_id, page_id: inB })).toEqual(page)
})

test('restores a deleted catalog with everything that was deleted with it', async () => {
  const app = await createTestApp()
  const { item_id, a, b, inA, inB } = await newTree(app)
  const owner = app.as('owner')
  const before = app.rows.newPage(item_id, 'deleted before', { cat_id: a })
  await owner.page.delete({ page_id: before })
  app.rows.sqlite.prepare('UPDATE recycle SET del_time = del_time - 60').run()
  await owner.catalog.delete({ cat_id: a })
  expect(await owner.recycle.getCatalogList({ item_id })).toEqual([
    {
      cat_id: String(a),
      item_id: String(item_id),
      cat_name: 'A',
      page_count: 2,
      del_by_username: 'owner',
      del_by_name: 'owner',
      del_time: expect.any(String),
      days_left: expect.any(Number),
    },
  ])
  expect(await owner.recycle.recoverCatalog({ item_id, cat_id: a })).toEqual([])
  expect(await owner.catalog.catListName({ item_id })).toMatchObject([{ cat_name: 'A' }, { cat_name: 'A/B' }])
  expect(await owner.page.info({ page_id: inA })).toMatchObject({ cat_id: String(a) })
  expect(await owner.page.info({ page_id: inB })).toMatchObject({ cat_id: String(b) })
  expect(await owner.recycle.getList({ item_id })).toMatchObject([{ page_title: 'deleted before' }])
  expect(await owner.recycle.getCatalogList({ item_id })).toEqual([])
  await expect(owner.recycle.recoverCatalog({ item_id, cat_id: a })).rejects.toMatchObject(refusal('recycleGone'))
})

test('restores a catalog to the root when its parent is gone', async () => {
  const app = await createTestApp()
  const { item_id, a, b, inB } = await newTree(app)
  const owner = app.as('owner')
  await owner.catalog.delete({ cat_id: b })
  app.rows.sqlite.prepare('UPDATE catalog SET del_time = del_time - 60 WHERE is_del = 1').run()
  app.rows.sqlite.prepare('UPDATE recycle SET del_time = del_time - 60').run()
  await owner.catalog.delete({ cat_id: a })
  expect(await owner.recycle.getCatalogList({ item_id })).toMatchObject([
    { cat_name: 'A', page_count: 1 },
    { cat_name: 'A/B', page_count: 1 },
  ])
  await owner.recycle.recoverCatalog({ item_id, cat_id: b })
  expect(await owner.catalog.catList({ item_id })).toMatchObject([{ cat_name: 'B', parent_cat_id: '0', level: '2' }])
  expect(await owner.page.info({ page_id: inB })).toMatchObject({ cat_id: String(b) })
})

test('the change log lists what was restored, in the language of the reader', async () => {
  const app = await createTestApp()
  const { item_id, a, root } = await newTree(app)
  const owner = app.as('owner')
  await owner.page.delete({ page_id: root })
  await owner.catalog.delete({ cat_id: a })
  await owner.recycle.recover({ item_id, page_id: root })
  await owner.recycle.recoverCatalog({ item_id, cat_id: a })
  const by = { op_action_type: 'recover', username: 'owner' }
  const page = { ...by, op_object_type: 'page', op_object_id: String(root), op_object_name: 'root' }
  const catalog = { ...by, op_object_type: 'catalog', op_object_id: String(a), op_object_name: 'A' }
  const words = async (lang: string) => {
    const asked = { as: 'owner', headers: { 'accept-language': lang } }
    const answer = await app.call('item/getChangeLog', { item_id: String(item_id), count: '2' }, asked)
    return (answer.json.data as { list: Record<string, string>[] }).list
  }
  expect(await words('en')).toMatchObject([
    { ...catalog, op_action_type_desc: 'restored' },
    { ...page, op_action_type_desc: 'restored' },
  ])
  expect(await words('zh-CN')).toMatchObject([{ op_action_type_desc: '恢复' }, { op_action_type_desc: '恢复' }])
})

test('reports by their current name who deleted something', async () => {
  const app = await createTestApp()
  const { item_id, a, root } = await newTree(app)
  const owner = app.as('owner')
  await owner.page.delete({ page_id: root })
  await owner.catalog.delete({ cat_id: a })
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann Lee' WHERE username = 'owner'").run()
  const who = { del_by_username: 'owner', del_by_name: 'Ann Lee' }
  expect(await owner.recycle.getList({ item_id })).toMatchObject([who, who, who])
  expect(await owner.recycle.getCatalogList({ item_id })).toMatchObject([who])
})

test('reports who deleted an empty catalog, until it is restored', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const empty = app.rows.newCatalog(item_id, 'empty')
  const owner = app.as('owner')
  await owner.catalog.delete({ cat_id: empty })
  const who = { del_by_username: 'owner', del_by_name: 'owner' }
  expect(await owner.recycle.getCatalogList({ item_id })).toMatchObject([{ cat_name: 'empty', page_count: 0, ...who }])
  await owner.recycle.recoverCatalog({ item_id, cat_id: empty })
  expect(app.rows.all('catalog')).toMatchObject([{ is_del: 0, del_time: 0, del_by_uid: 0, del_by_username: '' }])
})

test('knows who deleted catalogs of an earlier schema from the pages deleted with them', async () => {
  const app = await createTestApp()
  const { item_id, a, b } = await newTree(app)
  const empty = app.rows.newCatalog(item_id, 'empty')
  const owner = app.as('owner')
  await owner.catalog.delete({ cat_id: a })
  app.rows.sqlite.exec('UPDATE catalog SET del_time = del_time - 60 WHERE is_del = 1')
  app.rows.sqlite.exec('UPDATE recycle SET del_time = del_time - 60')
  await owner.catalog.delete({ cat_id: empty })
  app.rows.sqlite.exec('ALTER TABLE catalog DROP COLUMN del_by_uid')
  app.rows.sqlite.exec('ALTER TABLE catalog DROP COLUMN del_by_username')
  await transact(app.app.db, (tx) => up(tx as unknown as Kysely<unknown>))
  const by = { del_by_uid: app.uid('owner'), del_by_username: 'owner' }
  const rows = new Map(app.rows.all('catalog').map((row) => [row['cat_id'], row]))
  expect([a, b, empty].map((cat_id) => rows.get(cat_id))).toMatchObject([
    by,
    by,
    { del_by_uid: 0, del_by_username: '' },
  ])
})

test('a limited member sees and restores only what is within the limit', async () => {
  const app = await createTestApp()
  const { item_id, a, b, root, inA, inB } = await newTree(app)
  const owner = app.as('owner')
  const other = app.rows.newCatalog(item_id, 'other')
  await owner.page.delete({ page_id: root })
  await owner.page.delete({ page_id: inA })
  await owner.catalog.delete({ cat_id: other })
  app.rows.newMember(item_id, 'limited', 'edit', [a])
  const { recycle, catalog } = app.as('limited')
  await catalog.delete({ cat_id: b })
  expect(await recycle.getList({ item_id })).toMatchObject([{ page_title: 'in B' }, { page_title: 'in A' }])
  expect(await recycle.getCatalogList({ item_id })).toMatchObject([{ cat_name: 'A/B' }])
  const gone = refusal('recycleGone')
  await expect(recycle.recover({ item_id, page_id: root })).rejects.toMatchObject(gone)
  await expect(recycle.recoverCatalog({ item_id, cat_id: other })).rejects.toMatchObject(gone)
  await expect(recycle.getPage({ item_id, page_id: root })).rejects.toMatchObject(gone)
  expect(await recycle.getPage({ item_id, page_id: inA })).toMatchObject({ page_title: 'in A' })
  await recycle.recover({ item_id, page_id: inA })
  await expect(recycle.recover({ item_id, page_id: inB })).rejects.toMatchObject(refusal('recycleCatalogGone'))
  await recycle.recoverCatalog({ item_id, cat_id: b })
  expect(await app.as('limited').page.info({ page_id: inB })).toMatchObject({ cat_id: String(b) })
})

test('rejects restores by readers, of other items and in archived items', async () => {
  const app = await createTestApp()
  const { item_id, a, root } = await newTree(app)
  const owner = app.as('owner')
  await owner.page.delete({ page_id: root })
  await owner.catalog.delete({ cat_id: a })
  app.rows.newMember(item_id, 'reader', 'read')
  const reader = app.as('reader').recycle
  const elsewhere = await app.rows.newItem()
  for (const call of [
    () => reader.getList({ item_id }),
    () => reader.getCatalogList({ item_id }),
    () => reader.getPage({ item_id, page_id: root }),
    () => reader.recover({ item_id, page_id: root }),
    () => reader.recoverCatalog({ item_id, cat_id: a }),
  ])
    await expect(call()).rejects.toMatchObject(refusal('noRight'))
  const gone = refusal('recycleGone')
  await expect(owner.recycle.recover({ item_id: elsewhere, page_id: root })).rejects.toMatchObject(gone)
  await expect(owner.recycle.recoverCatalog({ item_id: elsewhere, cat_id: a })).rejects.toMatchObject(gone)
  await expect(owner.recycle.getPage({ item_id: elsewhere, page_id: root })).rejects.toMatchObject(gone)
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  const archived = refusal('itemArchived')
  await expect(owner.recycle.recover({ item_id, page_id: root })).rejects.toMatchObject(archived)
  await expect(owner.recycle.recoverCatalog({ item_id, cat_id: a })).rejects.toMatchObject(archived)
  expect(await owner.recycle.getList({ item_id })).toHaveLength(3)
})

test('shows a deleted draft to its author only', async () => {
  const app = await createTestApp()
  const { item_id } = await newTree(app)
  app.rows.newMember(item_id, 'ed', 'edit')
  const page_id = app.rows.newPage(item_id, 'draft', { is_draft: 1, author: 'ed' })
  await app.as('ed').page.delete({ page_id })
  expect(await app.as('owner').recycle.getList({ item_id })).toEqual([])
  await expect(app.as('owner').recycle.recover({ item_id, page_id })).rejects.toMatchObject(refusal('recycleGone'))
  await app.as('ed').recycle.recover({ item_id, page_id })
})

test('stays fast with tens of thousands of deleted catalogs', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const parent_cat_id = app.rows.newCatalog(item_id, 'A')
  const deleted = (at: number) => ({ parent_cat_id, level: 3, is_del: 1, del_time: 1_700_000_000 + at })
  let cat_id = 0
  const fill = app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 20_000; at++) cat_id = app.rows.newCatalog(item_id, `c${at}`, deleted(at))
    for (let at = 0; at < 2000; at++) {
      const page_id = app.rows.newPage(item_id, `p${at}`, { cat_id, is_del: 1 })
      const by = { del_by_uid: 1, del_by_username: 'x', del_time: 1_700_000_000 }
      app.rows.insert('recycle', { item_id, page_id, page_title: `p${at}`, cat_id, ...by })
    }
  })
  fill()
  const owner = app.as('owner')
  const before = process.cpuUsage()
  expect(await owner.recycle.getCatalogList({ item_id })).toHaveLength(20_000)
  expect(await owner.recycle.getList({ item_id })).toHaveLength(2000)
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3)
})
