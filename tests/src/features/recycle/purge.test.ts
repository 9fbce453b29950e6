import { expect, test } from 'vitest'
import { purgeDeleted } from '#src/features/recycle/purge.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const day = 86_400_000
const inDays = (app: TestApp, days: number) => {
  app.app.now = () => new Date(Date.now() + days * day)
}
const always = () => true

test('purges a deleted page 30 days after its deletion, with everything that belongs to it', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  // last saved long ago: the deletion time counts
  const page_id = app.rows.newPage(item_id, 'old', { addtime: 1, page_addtime: 1 })
  const uid = app.uid('owner')
  await owner.page.save({ item_id, page_id, page_title: 'old', page_content: 'x' })
  await owner.page.setLock({ item_id, page_id })
  await owner.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const draft = { page_title: 'd', cat_id: 0, page_content: '', base_version: 2, addtime: 1 }
  app.rows.insert('page_draft', { uid, item_id, page_id, ...draft })
  app.rows.insert('page_comment', { page_id, item_id, uid, username: 'owner', content: 'c', addtime: 1 })
  app.rows.insert('page_feedback', { page_id, item_id, uid, feedback_type: 1, addtime: 1 })
  const mock = { unique_key: 'k', uid, template: '{}', addtime: 1, last_update_time: 1 }
  app.rows.insert('mock', { page_id, item_id, ...mock })
  const kept = app.rows.newPage(item_id, 'kept')
  await owner.page.delete({ page_id })

  inDays(app, 29)
  await purgeDeleted(app.app, always)
  expect(app.rows.all('recycle')).toHaveLength(1)
  inDays(app, 31)
  await purgeDeleted(app.app, always)
  expect(app.rows.all('page')).toMatchObject([{ page_id: kept }])
  expect(app.rows.counts()).toMatchObject({
    page_content: 1,
    page_history: 0,
    page_history_content: 0,
    page_lock: 0,
    page_draft: 0,
    page_comment: 0,
    page_feedback: 0,
    single_page: 0,
    recycle: 0,
    mock: 0,
  })
})

test('purges deleted catalogs with their pages, and resumes after an interruption', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  for (let at = 0; at < 50; at++) app.rows.newPage(item_id, `p${at}`, { cat_id })
  await app.as('owner').catalog.delete({ cat_id })
  inDays(app, 31)
  let slices = 0
  await purgeDeleted(app.app, () => slices++ < 1)
  expect(app.rows.counts()).toMatchObject({ page: 30, recycle: 30, catalog: 1 })
  await purgeDeleted(app.app, always)
  expect(app.rows.counts()).toMatchObject({ page: 0, recycle: 0, catalog: 0 })
})

test('purges a deleted item after 30 days, but not a restored one', async () => {
  const app = await createTestApp()
  const gone = await app.rows.newItem({ is_del: 1, del_time: 1 })
  const restored = await app.rows.newItem({ is_del: 0, del_time: 1 })
  const young = await app.rows.newItem({ is_del: 1, del_time: Math.floor(Date.now() / 1000) - 29 * 86_400 })
  for (const item_id of [gone, restored, young]) {
    const cat_id = app.rows.newCatalog(item_id, 'C')
    for (let at = 0; at < 25; at++) app.rows.newPage(item_id, `p${at}`, { cat_id })
    app.rows.newMember(item_id, 'ed', 'edit')
  }
  const file = { display_name: 'f', file_type: 'x', file_size: 1, uid: 1, addtime: 1 }
  const file_id = app.rows.insert('upload_file', { sign: 's', stored_name: 'n', item_id: gone, ...file })
  const page_id = Number(app.rows.all('page')[0]?.['page_id'])
  app.rows.insert('file_page', { file_id, page_id, item_id: gone, addtime: 1 })
  await purgeDeleted(app.app, always)
  expect(app.rows.all('item').map((item) => item['item_id'])).toEqual([restored, young])
  expect(app.rows.counts()).toMatchObject({ page: 50, page_content: 50, catalog: 2, item_member: 2, file_page: 0 })
})
