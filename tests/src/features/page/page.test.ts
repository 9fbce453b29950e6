import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

test('creates, reads and saves a page', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const made = await owner.page.save({ item_id, page_title: ' T ', page_content: 'one\r\n  two  ' })
  expect(made).toEqual({ page_id: expect.any(Number), page_version: '1' })
  const page_id = Number(made.page_id)
  expect(await app.visitor.page.info({ page_id })).toMatchObject({
    page_id: String(page_id),
    page_title: 'T',
    page_content: 'one\r\n  two  ',
    author_username: 'owner',
    page_version: '1',
  })
  expect(await owner.page.save({ item_id, page_id, page_title: 'T2', page_content: 'x' })).toMatchObject({
    page_id: String(page_id),
    page_title: 'T2',
    page_version: '2',
  })
  await expect(app.visitor.page.info({ page_id: 4 })).rejects.toMatchObject(refusal('pageGone'))
})

test('decodes a page that is percent-encoded twice', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_content = encodeURIComponent('100% & 中文 + x')
  const { page_id } = await app.as('owner').page.save({ item_id, page_title: 'T', page_content, is_urlencode: '1' })
  expect(await app.visitor.page.info({ page_id })).toMatchObject({ page_content: '100% & 中文 + x' })
})

test('keeps the configured number of earlier versions as history', async () => {
  const app = await createTestApp()
  app.rows.insert('options', { option_name: 'history_version_count', option_value: '3' })
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T', { page_content: 'v1' })
  const owner = app.as('owner')
  for (const page_content of ['v2', 'v3', 'v4', 'v5']) {
    await owner.page.save({ item_id, page_id, page_title: 'T', page_content, page_comments: `to ${page_content}` })
  }
  const history = await owner.page.history({ page_id })
  expect(history.map((version) => version.page_content)).toEqual(['v4', 'v3', 'v2'])
  const { page_history_id } = history[0] ?? { page_history_id: '' }
  expect(await owner.page.diff({ page_id, page_history_id })).toMatchObject({
    page: { page_content: 'v5' },
    history_page: { page_content: 'v4', page_comments: 'to v4' },
  })
  await expect(owner.page.diff({ page_id, page_history_id: 99 })).rejects.toMatchObject(refusal('historyGone'))
  await expect(app.visitor.page.history({ page_id: 77 })).rejects.toMatchObject(refusal('pageGone'))
})

test('does not return a version of another page', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'private')
  await app.as('owner').page.save({ item_id, page_id, page_title: 'private', page_content: 'x' })
  const [version] = await app.as('owner').page.history({ page_id })
  const own = app.rows.newPage(await app.rows.newItem({ owner: 'other' }), 'mine')
  await expect(
    app.as('other').page.diff({ page_id: own, page_history_id: version?.page_history_id ?? '' }),
  ).rejects.toMatchObject(refusal('historyGone'))
})

test('rejects a save over a newer version and overwrites nothing', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const save = (page_content: string, base_version: number) =>
    app.as('owner').page.save({ item_id, page_id, page_title: 'T', page_content, base_version })
  await save('first', 1)
  await expect(save('second', 1)).rejects.toMatchObject(refusal('pageChanged'))
  expect(await app.visitor.page.info({ page_id })).toMatchObject({ page_content: 'first', page_version: '2' })
  await save('second', 2)
})

test('reports by name who saved the newer version', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const save = () =>
    app.as('owner').page.save({ item_id, page_id, page_title: 'T', page_content: 'x', base_version: 1 })
  await save()
  const expectChangedBy = (name: string) =>
    expect(save()).rejects.toMatchObject({ errorName: 'pageChanged', values: { name } })
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann Lee' WHERE username = 'owner'").run()
  await expectChangedBy('Ann Lee')
  app.rows.sqlite.prepare("UPDATE user SET name = '' WHERE username = 'owner'").run()
  await expectChangedBy('owner')
})

test('rejects saving and deleting a page that another person is editing', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ann', 'edit')
  const page_id = app.rows.newPage(item_id, 'T')
  const [owner, ann] = [app.as('owner'), app.as('ann')]
  await ann.page.setLock({ item_id, page_id })
  expect(await owner.page.isLock({ item_id, page_id })).toMatchObject({
    lock: 1,
    lock_username: 'ann',
    is_cur_user: 0,
  })
  const save = { item_id, page_id, page_title: 'T', page_content: 'x' }
  await expect(owner.page.save(save)).rejects.toMatchObject(refusal('pageLocked'))
  await expect(owner.page.delete({ page_id })).rejects.toMatchObject(refusal('pageLocked'))
  await expect(owner.page.setLock({ item_id, page_id })).rejects.toMatchObject(refusal('pageLocked'))
  await ann.page.save(save)
  await ann.page.setLock({ item_id, page_id, lock_to: 1000 })
  expect(await owner.page.isLock({ item_id, page_id })).toMatchObject({ lock: 0 })
  await owner.page.save(save)
})

test('does not reveal who edits a page of another item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  await app.as('owner').page.setLock({ item_id, page_id })
  const other = await app.rows.newItem({ owner: 'other' })
  expect(await app.as('other').page.isLock({ item_id: other, page_id })).toMatchObject({ lock: 0, lock_username: '' })
  await expect(app.as('other').page.setLock({ item_id: other, page_id })).rejects.toMatchObject(refusal('pageGone'))
})

test('moves a deleted page to the recycle bin and hides it from the menu and other access', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  await expect(app.as('stranger').page.delete({ page_id })).rejects.toMatchObject({ code: 10103 })
  expect(await app.as('owner').page.delete({ page_id })).toEqual([])
  await expect(app.as('owner').page.info({ page_id })).rejects.toMatchObject(refusal('pageGone'))
  expect((await app.as('owner').item.info({ item_id })).menu.pages).toEqual([])
  expect(app.rows.all('recycle')).toMatchObject([{ page_id, page_title: 'T', del_by_username: 'owner' }])
})

test('rejects a save without the right to edit', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'reader', 'read')
  const save = { item_id, page_id, page_title: 'T', page_content: 'x' }
  await expect(app.visitor.page.save(save)).rejects.toMatchObject({ code: 10102 })
  await expect(app.as('stranger').page.save(save)).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('reader').page.save(save)).rejects.toMatchObject({ code: 10103 })
})

test('cannot save a page of another item through one’s own item', async () => {
  const app = await createTestApp()
  const page_id = app.rows.newPage(await app.rows.newItem(), 'T')
  const item_id = await app.rows.newItem({ owner: 'other' })
  const cat_id = app.rows.newCatalog(await app.rows.newItem(), 'theirs')
  const save = { item_id, page_title: 'T', page_content: 'x' }
  await expect(app.as('other').page.save({ ...save, page_id })).rejects.toMatchObject(refusal('pageGone'))
  await expect(app.as('other').page.save({ ...save, cat_id })).rejects.toMatchObject(refusal('catalogGone'))
})

test('rejects a page larger than 5 MB', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const save = { item_id, page_title: 'T', page_content: 'x'.repeat(5_000_001) }
  await expect(app.as('owner').page.save(save)).rejects.toMatchObject(refusal('pageTooLarge'))
})

test('rejects writes to an archived item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ is_archived: 1 })
  const page_id = app.rows.newPage(item_id, 'T')
  const owner = app.as('owner')
  const archived = refusal('itemArchived')
  await expect(owner.page.save({ item_id, page_title: 'T', page_content: '' })).rejects.toMatchObject(archived)
  await expect(owner.page.save({ item_id, page_id, page_title: 'T', page_content: '' })).rejects.toMatchObject(archived)
  await expect(owner.page.delete({ page_id })).rejects.toMatchObject(archived)
  await expect(owner.page.setLock({ item_id, page_id })).rejects.toMatchObject(archived)
  await expect(owner.catalog.save({ item_id, cat_name: 'C' })).rejects.toMatchObject(archived)
  await expect(owner.item.update({ item_id, item_name: 'N' })).rejects.toMatchObject(archived)
  const file = new File([new Uint8Array(8)], 'a.png')
  await expect(owner.page.uploadImg({ item_id, 'editormd-image-file': file })).rejects.toMatchObject(archived)
  await expect(owner.page.uploadImg({ page_id, 'editormd-image-file': file })).rejects.toMatchObject(archived)
  expect(await owner.page.info({ page_id })).toMatchObject({ page_title: 'T' })
})

test('a member limited to a catalog sees and changes nothing outside it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const mine = app.rows.newCatalog(item_id, 'mine')
  const deep = app.rows.newCatalog(item_id, 'deep', { parent_cat_id: mine, level: 3 })
  const theirs = app.rows.newCatalog(item_id, 'theirs')
  const inside = app.rows.newPage(item_id, 'inside', { cat_id: deep })
  const root = app.rows.newPage(item_id, 'root')
  const outside = app.rows.newPage(item_id, 'outside', { cat_id: theirs })
  await app.as('owner').page.setLock({ item_id, page_id: outside })
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  const limited = app.as('limited')

  const { menu } = await limited.item.info({ item_id })
  expect(menu).toMatchObject({ pages: [], catalogs: [{ cat_name: 'mine', catalogs: [{ cat_name: 'deep' }] }] })
  expect(menu.catalogs).toHaveLength(1)
  expect(await limited.catalog.catListGroup({ item_id })).toMatchObject([{ cat_name: 'mine', sub: [{ sub: [] }] }])
  for (const page_id of [root, outside]) {
    const gone = refusal('pageGone')
    await expect(limited.page.info({ page_id })).rejects.toMatchObject(gone)
    await expect(limited.page.history({ page_id })).rejects.toMatchObject(gone)
    await expect(limited.page.diff({ page_id, page_history_id: 1 })).rejects.toMatchObject(gone)
    await expect(limited.page.delete({ page_id })).rejects.toMatchObject(gone)
    await expect(limited.page.setLock({ item_id, page_id })).rejects.toMatchObject(gone)
    const save = { item_id, page_id, page_title: 'T', page_content: 'x' }
    await expect(limited.page.save(save)).rejects.toMatchObject(gone)
    const file = new File([new Uint8Array(8)], 'a.png')
    await expect(limited.page.uploadImg({ page_id, 'editormd-image-file': file })).rejects.toMatchObject(gone)
    expect(await limited.page.isLock({ item_id, page_id })).toMatchObject({ lock: 0, lock_username: '' })
  }
  const save = { item_id, page_title: 'T', page_content: 'x' }
  const noRight = refusal('noRight')
  await expect(limited.page.save(save)).rejects.toMatchObject(noRight)
  await expect(limited.page.save({ ...save, cat_id: theirs })).rejects.toMatchObject(noRight)
  await expect(limited.page.save({ ...save, page_id: inside, cat_id: theirs })).rejects.toMatchObject(noRight)
  await expect(limited.page.save({ ...save, page_id: inside, cat_id: 0 })).rejects.toMatchObject(noRight)
  await expect(limited.catalog.save({ item_id, cat_name: 'C' })).rejects.toMatchObject(noRight)
  const catalogGone = refusal('catalogGone')
  await expect(limited.catalog.save({ item_id, cat_name: 'C', parent_cat_id: theirs })).rejects.toMatchObject(
    catalogGone,
  )
  await expect(limited.catalog.save({ item_id, cat_id: mine, cat_name: 'C' })).rejects.toMatchObject(noRight)
  await expect(
    limited.catalog.save({ item_id, cat_id: theirs, cat_name: 'C', parent_cat_id: mine }),
  ).rejects.toMatchObject(catalogGone)

  await limited.page.save({ ...save, page_id: inside, page_content: 'changed' })
  await limited.page.save({ ...save, cat_id: deep })
  await limited.catalog.save({ item_id, cat_name: 'new', parent_cat_id: mine })
})

test('shows a draft to its author only', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ann', 'edit')
  const page_id = app.rows.newPage(item_id, 'draft', { author: 'ann', is_draft: 1 })
  const gone = refusal('pageGone')
  await expect(app.as('owner').page.info({ page_id })).rejects.toMatchObject(gone)
  await expect(
    app.as('owner').page.save({ item_id, page_id, page_title: 'x', page_content: '' }),
  ).rejects.toMatchObject(gone)
  expect((await app.as('owner').item.info({ item_id })).menu.pages).toEqual([])
  expect((await app.as('ann').item.info({ item_id })).menu.pages).toHaveLength(1)
})

test('cannot lock another person’s draft, or see its lock', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ed', 'edit')
  const page_id = app.rows.newPage(item_id, 'Mine', { is_draft: 1 })
  await expect(app.as('ed').page.setLock({ page_id, item_id })).rejects.toMatchObject({ errorName: 'pageGone' })
  await app.as('owner').page.setLock({ page_id, item_id })
  expect(await app.as('ed').page.isLock({ page_id, item_id })).toMatchObject({ lock: 0, lock_username: '' })
  expect(await app.as('owner').page.isLock({ page_id, item_id })).toMatchObject({ lock: 1, is_cur_user: 1 })
})

test('a text that is encoded once more has the same size limit as a plain one', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const fields = { item_id: String(item_id), page_title: 'T', page_content: 'a%00b', is_urlencode: '1' }
  expect((await app.call('page/save', fields, { as: 'owner' })).json).toMatchObject({ error_name: 'badParameter' })
  expect(app.rows.all('page')).toEqual([])
})

test('reports by their current name who saved a page', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const { page_id } = await owner.page.save({ item_id, page_title: 'T', page_content: 'one' })
  await owner.page.save({ item_id, page_id: Number(page_id), page_title: 'T', page_content: 'two' })
  app.rows.sqlite.prepare("UPDATE user SET name = 'Ann Lee' WHERE username = 'owner'").run()
  const who = { author_username: 'owner', author_name: 'Ann Lee' }
  expect(await owner.page.info({ page_id: Number(page_id) })).toMatchObject(who)
  const [version] = await owner.page.history({ page_id: Number(page_id) })
  expect(version).toMatchObject(who)
  expect(
    await owner.page.diff({ page_id: Number(page_id), page_history_id: Number(version?.page_history_id) }),
  ).toMatchObject({ page: who, history_page: who })
})
