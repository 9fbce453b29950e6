import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

test('nests catalogs three levels deep, in order', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const one = await owner.catalog.save({ item_id, cat_name: 'one', s_number: '2' })
  const two = await owner.catalog.save({ item_id, cat_name: 'two', parent_cat_id: one })
  const three = await owner.catalog.save({ item_id, cat_name: 'three', parent_cat_id: two })
  await owner.catalog.save({ item_id, cat_name: 'zero', s_number: '1' })
  expect(await app.visitor.catalog.catListGroup({ item_id })).toMatchObject([
    { cat_name: 'zero', level: '2', sub: [] },
    { cat_name: 'one', level: '2', sub: [{ cat_name: 'two', level: '3', sub: [{ cat_name: 'three', level: '4' }] }] },
  ])
  await expect(owner.catalog.save({ item_id, cat_name: 'x', parent_cat_id: three })).rejects.toMatchObject(
    refusal('catalogTooDeep'),
  )
})

test('moves a catalog with all its content, but never into itself or too deep', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const a = await owner.catalog.save({ item_id, cat_name: 'a' })
  const b = await owner.catalog.save({ item_id, cat_name: 'b', parent_cat_id: a })
  const c = await owner.catalog.save({ item_id, cat_name: 'c' })
  const move = (cat_id: number, parent_cat_id: number) =>
    owner.catalog.save({ item_id, cat_id, cat_name: 'moved', parent_cat_id })
  await expect(move(a, b)).rejects.toMatchObject(refusal('catalogCycle'))
  await expect(move(c, c)).rejects.toMatchObject(refusal('catalogCycle'))
  await move(a, c)
  expect(await owner.catalog.catListGroup({ item_id })).toMatchObject([
    { cat_name: 'c', sub: [{ cat_name: 'moved', level: '3', sub: [{ cat_name: 'b', level: '4' }] }] },
  ])
})

test('does not find a catalog of another item', async () => {
  const app = await createTestApp()
  const theirs = app.rows.newCatalog(await app.rows.newItem(), 'theirs')
  const item_id = await app.rows.newItem({ owner: 'other' })
  const other = app.as('other')
  const gone = refusal('catalogGone')
  await expect(other.catalog.save({ item_id, cat_name: 'x', parent_cat_id: theirs })).rejects.toMatchObject(gone)
  await expect(other.catalog.save({ item_id, cat_name: 'x', cat_id: theirs })).rejects.toMatchObject(gone)
})

test('rejects saving catalogs without the right to edit, and hides those of a private item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  app.rows.newMember(item_id, 'reader', 'read')
  await expect(app.as('reader').catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('stranger').catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject({ code: 10303 })
  await expect(app.visitor.catalog.catListGroup({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(await app.as('reader').catalog.catListGroup({ item_id })).toEqual([])
})

test('limits an item to 1500 catalogs', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 1500; at++) app.rows.newCatalog(item_id, `c${at}`)
  })()
  await expect(app.as('owner').catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject({ code: 10100 })
})

test('saving a catalog without its position keeps the position', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const a = await owner.catalog.save({ item_id, cat_name: 'a' })
  const b = await owner.catalog.save({ item_id, cat_name: 'b', parent_cat_id: a })
  expect(await owner.catalog.save({ item_id, cat_id: b, cat_name: 'renamed', s_number: 7 })).toBe(b)
  expect(await owner.catalog.childCatList({ cat_id: a })).toMatchObject([
    { cat_id: String(b), cat_name: 'renamed', parent_cat_id: String(a), level: '3', s_number: '7' },
  ])
  await owner.catalog.save({ item_id, cat_id: b, cat_name: 'renamed', parent_cat_id: '' })
  expect(await owner.catalog.childCatList({ cat_id: a })).toEqual([])
})

test('lists catalogs flat, by path, by level and by parent', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const a = app.rows.newCatalog(item_id, 'A', { s_number: 2 })
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3 })
  app.rows.newCatalog(item_id, 'C', { parent_cat_id: b, level: 4 })
  app.rows.newCatalog(item_id, 'Z', { s_number: 1 })
  app.rows.newMember(item_id, 'limited', 'read', [a])
  const names = async (list: Promise<{ cat_name: string }[]>) => (await list).map((one) => one.cat_name)
  const { catalog } = app.as('owner')
  expect(await names(catalog.catListName({ item_id }))).toEqual(['Z', 'A', 'A/B', 'A/B/C'])
  expect(await names(catalog.catList({ item_id }))).toEqual(['Z', 'A', 'B', 'C'])
  expect(await names(catalog.secondCatList({ item_id }))).toEqual(['Z', 'A'])
  expect(await names(catalog.childCatList({ cat_id: a }))).toEqual(['B'])
  const limited = app.as('limited').catalog
  expect(await names(limited.catListName({ item_id }))).toEqual(['A', 'A/B', 'A/B/C'])
  expect(await names(limited.secondCatList({ item_id }))).toEqual(['A'])
  for (const list of ['catListName', 'catList', 'secondCatList'] as const)
    await expect(app.visitor.catalog[list]({ item_id })).rejects.toMatchObject({ code: 10303 })
  await expect(app.visitor.catalog.childCatList({ cat_id: a })).rejects.toMatchObject(refusal('catalogGone'))
})

test('a single-page item and a spreadsheet have no catalogs', async () => {
  const app = await createTestApp()
  for (const item_type of [2, 4]) {
    const item_id = await app.rows.newItem({ item_type })
    await expect(app.as('owner').catalog.save({ item_id, cat_name: 'C' })).rejects.toMatchObject(refusal('itemOnePage'))
  }
})

test('deletes a catalog with its subcatalogs and moves its pages to the recycle bin', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3 })
  const other = app.rows.newCatalog(item_id, 'other')
  const one = app.rows.newPage(item_id, 'one', { cat_id: a })
  const two = app.rows.newPage(item_id, 'two', { cat_id: b })
  const kept = app.rows.newPage(item_id, 'kept', { cat_id: other })
  const root = app.rows.newPage(item_id, 'root')
  expect(await owner.catalog.delete({ cat_id: a })).toEqual({ success: true })
  expect(await owner.catalog.catList({ item_id })).toMatchObject([{ cat_name: 'other' }])
  const { menu } = await owner.item.info({ item_id })
  expect(menu.pages).toMatchObject([{ page_id: String(root) }])
  expect(app.rows.all('page').map((page) => [page['page_id'], page['is_del']])).toEqual([
    [one, 1],
    [two, 1],
    [kept, 0],
    [root, 0],
  ])
  expect(app.rows.all('recycle')).toMatchObject([
    { page_id: one, page_title: 'one', cat_id: a, del_by_username: 'owner' },
    { page_id: two, page_title: 'two', cat_id: b },
  ])
  expect(app.rows.all('item_change_log')).toMatchObject([
    { op_action_type: 'delete', op_object_type: 'catalog', op_object_id: a, op_object_name: 'A' },
  ])
  await expect(owner.page.info({ page_id: two })).rejects.toMatchObject(refusal('pageGone'))
  await expect(owner.catalog.delete({ cat_id: b })).rejects.toMatchObject(refusal('catalogGone'))
})

test('keeps a catalog while another person is editing a page in it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ed', 'edit')
  const cat_id = app.rows.newCatalog(item_id, 'A')
  const page_id = app.rows.newPage(item_id, 'one', { cat_id })
  await app.as('ed').page.setLock({ item_id, page_id })
  await expect(app.as('owner').catalog.delete({ cat_id })).rejects.toMatchObject({
    ...refusal('catalogLocked'),
    message: expect.stringContaining('one'),
  })
  expect(app.rows.all('recycle')).toEqual([])
  expect(await app.as('ed').catalog.delete({ cat_id })).toEqual({ success: true })
})

test('rejects deleting a catalog without the right to edit, and a missing catalog', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const mine = app.rows.newCatalog(item_id, 'mine')
  const deep = app.rows.newCatalog(item_id, 'deep', { parent_cat_id: mine, level: 3 })
  const theirs = app.rows.newCatalog(item_id, 'theirs')
  app.rows.newMember(item_id, 'reader', 'read')
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  await expect(app.visitor.catalog.delete({ cat_id: mine })).rejects.toMatchObject({ code: 10102 })
  await expect(app.as('reader').catalog.delete({ cat_id: mine })).rejects.toMatchObject({ code: 10103 })
  const limited = app.as('limited').catalog
  await expect(limited.delete({ cat_id: theirs })).rejects.toMatchObject(refusal('catalogGone'))
  await expect(limited.delete({ cat_id: mine })).rejects.toMatchObject(refusal('noRight'))
  expect(app.rows.all('catalog').every((row) => row['is_del'] === 0)).toBe(true)
  expect(await limited.delete({ cat_id: deep })).toEqual({ success: true })
  const archived = await app.rows.newItem({ is_archived: 1 })
  const cat_id = app.rows.newCatalog(archived, 'C')
  await expect(app.as('owner').catalog.delete({ cat_id })).rejects.toMatchObject(refusal('itemArchived'))
})

test('lists the pages directly inside a catalog in order', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  app.rows.newPage(item_id, 'second', { cat_id, s_number: 2 })
  const first = app.rows.newPage(item_id, 'first', { cat_id, s_number: 1 })
  app.rows.newPage(item_id, 'draft', { cat_id, is_draft: 1, author: 'somebody' })
  app.rows.newPage(item_id, 'root')
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'D')])
  const { catalog } = app.as('owner')
  expect(await catalog.getPagesBycat({ item_id, cat_id })).toEqual([
    { page_id: String(first), page_title: 'first', s_number: '1' },
    expect.objectContaining({ page_title: 'second' }),
  ])
  expect(await catalog.getPagesBycat({ item_id, cat_id: 0 })).toMatchObject([{ page_title: 'root' }])
  await expect(catalog.getPagesBycat({ item_id, cat_id: 4 })).rejects.toMatchObject(refusal('catalogGone'))
  const limited = app.as('limited').catalog
  await expect(limited.getPagesBycat({ item_id, cat_id })).rejects.toMatchObject(refusal('catalogGone'))
  await expect(limited.getPagesBycat({ item_id })).rejects.toMatchObject(refusal('noRight'))
  await expect(app.visitor.catalog.getPagesBycat({ item_id, cat_id })).rejects.toMatchObject({ code: 10102 })
})

test('the editor offers the catalog of the page, of the version, or of the last saved page', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B')
  const owner = app.as('owner')
  const first = await owner.page.save({ item_id, page_title: 'one', page_content: 'x', cat_id: a })
  const page_id = Number(first.page_id)
  await owner.page.save({ item_id, page_id, page_title: 'one', page_content: 'y', cat_id: b })
  const [version] = await owner.page.history({ page_id })
  const offered = async (input: object) => (await owner.catalog.getDefaultCat(input)).default_cat_id
  expect(await offered({ page_id })).toBe(b)
  expect(await offered({ copy_page_id: page_id })).toBe(b)
  expect(await offered({ page_history_id: version?.page_history_id })).toBe(a)
  expect(await offered({ item_id })).toBe(b)
  expect(await offered({})).toBe(0)
  await owner.catalog.delete({ cat_id: b })
  expect(await offered({ item_id })).toBe(0)
  app.rows.newMember(item_id, 'limited', 'edit', [a])
  expect(await app.as('limited').catalog.getDefaultCat({ item_id })).toEqual({ default_cat_id: a })
  await expect(app.as('stranger').catalog.getDefaultCat({ item_id })).rejects.toMatchObject(refusal('noRight'))
  await expect(app.as('stranger').catalog.getDefaultCat({ page_history_id: 99 })).rejects.toMatchObject(
    refusal('pageGone'),
  )
})
