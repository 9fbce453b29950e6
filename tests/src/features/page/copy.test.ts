import { expect, test, vi } from 'vitest'
import { transact } from '#src/db/database.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

async function newPlaces(app: TestApp) {
  const item_id = await app.rows.newItem()
  const other = await app.rows.newItem()
  for (const id of [item_id, other]) app.rows.newMember(id, 'ed', 'edit')
  const cat_id = app.rows.newCatalog(item_id, 'A')
  const there = app.rows.newCatalog(other, 'B')
  const page_id = app.rows.newPage(item_id, 'one', { cat_id, s_number: 7, page_content: 'text', addtime: 5 })
  const file = { display_name: 'f.png', file_type: 'image/png', file_size: 1, uid: 1, item_id, addtime: 1 }
  const file_id = app.rows.insert('upload_file', { sign: 's', stored_name: 'n', ...file })
  app.rows.insert('file_page', { file_id, page_id, item_id, addtime: 1 })
  return { item_id, other, cat_id, there, page_id }
}

const rowOf = (app: TestApp, page_id: string) => app.rows.all('page').find((row) => String(row['page_id']) === page_id)

test('copies a page within its catalog with text and files, at its own position', async () => {
  const app = await createTestApp()
  const { page_id, cat_id, item_id } = await newPlaces(app)
  const copy = await app.as('ed').page.copy({ page_id, to_cat_id: cat_id, is_del: 0 })
  expect(copy).toMatchObject({ item_id: String(item_id), cat_id: String(cat_id) })
  expect(rowOf(app, copy.page_id)).toMatchObject({ page_title: 'one', s_number: 7, author_username: 'ed' })
  expect(await app.as('ed').page.info({ page_id: copy.page_id })).toMatchObject({
    page_content: 'text',
    attachment_count: 1,
  })
  expect(rowOf(app, String(page_id))).toMatchObject({ author_username: 'owner', addtime: 5 })
})

test('moves a page to another item with its id, to the end of a catalog', async () => {
  const app = await createTestApp()
  const { page_id, other, there, item_id } = await newPlaces(app)
  const moved = await app.as('ed').page.copy({ page_id, to_item_id: other, to_cat_id: there, is_del: 1 })
  expect(moved).toMatchObject({ page_id: String(page_id), item_id: String(other), cat_id: String(there) })
  expect(rowOf(app, moved.page_id)).toMatchObject({ item_id: other, cat_id: there, s_number: 99, addtime: 5 })
  expect(app.rows.all('file_page')).toMatchObject([{ item_id: other }])
  const { menu } = await app.as('owner').item.info({ item_id })
  expect(menu.catalogs[0]?.pages).toEqual([])
  expect(await app.as('owner').page.info({ page_id })).toMatchObject({ item_id: String(other), page_content: 'text' })
})

test('rejects a move without the right to edit, to a missing catalog, or during an edit', async () => {
  const app = await createTestApp()
  const { page_id, other, there, item_id } = await newPlaces(app)
  const ed = app.as('ed')
  const closed = await app.rows.newItem()
  app.rows.newMember(closed, 'ed', 'read')
  await expect(ed.page.copy({ page_id, to_item_id: closed, to_cat_id: 0, is_del: 0 })).rejects.toMatchObject(
    refusal('noRight'),
  )
  await expect(ed.page.copy({ page_id, to_cat_id: there, is_del: 0 })).rejects.toMatchObject(refusal('catalogGone'))
  const single = await app.rows.newItem({ item_type: 2 })
  app.rows.newMember(single, 'ed', 'edit')
  await expect(ed.page.copy({ page_id, to_item_id: single, to_cat_id: 0, is_del: 0 })).rejects.toMatchObject(
    refusal('itemOnePage'),
  )
  await app.as('owner').page.setLock({ page_id, item_id })
  await expect(ed.page.copy({ page_id, to_item_id: other, to_cat_id: 0, is_del: 1 })).rejects.toMatchObject(
    refusal('pageLocked'),
  )
  app.rows.newMember(item_id, 'reader', 'read')
  await expect(app.as('reader').page.copy({ page_id, to_cat_id: 0, is_del: 0 })).rejects.toMatchObject(
    refusal('noRight'),
  )
})

test('tells people who are limited to catalogs about it, and rejects their copies to the root', async () => {
  const app = await createTestApp()
  const { page_id, cat_id, item_id } = await newPlaces(app)
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  const limited = app.as('limited')
  expect(await limited.item.info({ item_id })).toMatchObject({ is_limited: true })
  expect(await app.as('ed').item.info({ item_id })).toMatchObject({ is_limited: false })
  await expect(limited.page.copy({ page_id, to_cat_id: 0, is_del: 1 })).rejects.toMatchObject(refusal('noRight'))
  expect(await limited.page.copy({ page_id, to_cat_id: cat_id, is_del: 0 })).toMatchObject({ cat_id: String(cat_id) })
})

test('neither copies nor moves a page that becomes inaccessible while it waits', async () => {
  const app = await createTestApp()
  const { page_id, cat_id, item_id } = await newPlaces(app)
  const hidden = app.rows.newCatalog(item_id, 'hidden')
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  // the first use of a session is recorded, and later ones are not
  await app.as('limited').user.info()
  await Promise.all(app.app.background)
  const { promise: word, resolve: goOn } = Promise.withResolvers<void>()
  const writing = transact(app.app.db, async (tx) => {
    await tx.updateTable('page').set({ cat_id: hidden }).where('page_id', '=', page_id).execute()
    await word
  })
  const begun = vi.spyOn(app.app.db, 'transaction')
  const carry = (is_del: 0 | 1) => app.as('limited').page.copy({ page_id, to_cat_id: cat_id, is_del })
  const waiting = Promise.allSettled([carry(0), carry(1)])
  // both have passed their permission check by then
  await expect.poll(() => begun.mock.calls.length, { timeout: 10_000 }).toBe(2)
  goOn()
  await writing
  expect(await waiting).toMatchObject([
    { status: 'rejected', reason: refusal('pageGone') },
    { status: 'rejected', reason: refusal('pageGone') },
  ])
  expect(app.rows.all('page')).toMatchObject([{ page_id, cat_id: hidden }])
})
