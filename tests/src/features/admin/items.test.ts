import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

test('lists every item for an administrator, without passwords', async () => {
  const app = await createTestApp()
  const { adminItem } = app.as('admin')
  const open = await app.rows.newItem({ owner: 'ann', item_name: 'Orders_1', addtime: 100 })
  const shut = await app.rows.newItem({
    owner: 'bob',
    item_name: 'Billing',
    password: 'secret one',
    addtime: 200,
    item_type: 2,
  })
  const gone = await app.rows.newItem({ owner: 'bob', item_name: 'Old', is_del: 1, del_time: 300 })
  app.rows.newMember(open, 'carl', 'read')
  const { total, items } = await adminItem.getList()
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { item_id: String(shut), username: 'bob', password: passwordMask, item_type: '2', member_num: 0 },
    { item_id: String(open), username: 'ann', password: '', member_num: 1, addtime: expect.stringMatching(/^\d{4}-/) },
  ])
  const ids = async (input: Parameters<typeof adminItem.getList>[0]) =>
    (await adminItem.getList(input)).items.map((item) => Number(item.item_id))
  expect(await ids({ item_name: 's_1' })).toEqual([open])
  expect(await ids({ item_name: '%' })).toEqual([])
  expect(await ids({ username: 'BO' })).toEqual([shut])
  expect(await ids({ privacy_type: '2' })).toEqual([open])
  expect(await ids({ privacy_type: '3' })).toEqual([shut])
  expect(await ids({ item_type: '2' })).toEqual([shut])
  app.rows.sqlite.prepare('UPDATE item SET item_type = 0 WHERE item_id = ?').run(open)
  expect(await ids({ item_type: '1' })).toEqual([open])
  expect(await ids({ is_del: '1' })).toEqual([gone])
  expect(await ids({ count: '1', page: '2' })).toEqual([open])
  expect(await adminItem.getList({ page: '99' })).toMatchObject({ total: 2, items: [] })
  await expect(app.as('ann').adminItem.getList()).rejects.toMatchObject({ code: 10103 })
})

test('deletes an item, restores it, and purges it once it is deleted', async () => {
  const app = await createTestApp()
  const { adminItem } = app.as('admin')
  const item_id = await app.rows.newItem({ owner: 'ann', item_domain: 'orders' })
  const page_id = app.rows.newPage(item_id, 'T')
  await expect(adminItem.recoverItem({ item_id })).rejects.toMatchObject(refusal('itemNotDeleted'))
  await expect(adminItem.hardDeleteItem({ item_id })).rejects.toMatchObject(refusal('itemNotDeleted'))
  await expect(app.as('ann').adminItem.deleteItem({ item_id })).rejects.toMatchObject({ code: 10103 })
  expect(await adminItem.deleteItem({ item_id })).toEqual([])
  expect(await adminItem.deleteItem({ item_id })).toEqual([])
  await expect(app.as('ann').page.info({ page_id })).rejects.toMatchObject({ errorName: 'pageGone' })
  const rival = await app.rows.newItem({ owner: 'bob', item_domain: 'Orders' })
  expect(await adminItem.recoverItem({ item_id })).toEqual([])
  expect(await app.as('ann').page.info({ page_id })).toMatchObject({ page_title: 'T' })
  const rows = app.rows.all('item')
  expect(rows.find((row) => row['item_id'] === item_id)).toMatchObject({ is_del: 0, del_time: 0, item_domain: '' })
  expect(rows.find((row) => row['item_id'] === rival)).toMatchObject({ item_domain: 'Orders' })
  await adminItem.deleteItem({ item_id })
  expect(await adminItem.hardDeleteItem({ item_id })).toEqual([])
  expect(app.rows.all('item')).toHaveLength(1)
  expect(app.rows.all('page_content')).toEqual([])
  await expect(adminItem.deleteItem({ item_id })).rejects.toMatchObject(refusal('itemUnknown'))
  await expect(adminItem.hardDeleteItem({ item_id })).rejects.toMatchObject(refusal('itemNotDeleted'))
})

test('transfers an item without a password', async () => {
  const app = await createTestApp()
  const { adminItem } = app.as('admin')
  const item_id = await app.rows.newItem({ owner: 'ann', password: 'secret one' })
  await app.newUser('bob')
  app.rows.newMember(item_id, 'bob', 'read')
  await expect(adminItem.attorn({ item_id, username: 'nobody' })).rejects.toMatchObject({ code: 10209 })
  await expect(adminItem.attorn({ item_id: 1, username: 'bob' })).rejects.toMatchObject(refusal('itemUnknown'))
  await expect(app.as('bob').adminItem.attorn({ item_id, username: 'bob' })).rejects.toMatchObject({ code: 10103 })
  expect(await adminItem.attorn({ item_id, username: 'BOB' })).toMatchObject({
    uid: String(app.uid('bob')),
    username: 'bob',
    password: passwordMask,
  })
  expect(app.rows.all('item')).toMatchObject([{ uid: app.uid('bob') }])
  expect(app.rows.all('item_member')).toEqual([])
})

test('reports the number of pages, their size and the size of the files for each item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const { page, attachment } = app.as('ann')
  await page.save({ item_id, page_id: 0, page_title: 'One', page_content: '一二三' })
  const { page_id } = await page.save({ item_id, page_id: 0, page_title: 'Two', page_content: 'a longer text' })
  await page.save({ item_id, page_id, page_title: 'Two', page_content: 'text' })
  const bin = await page.save({ item_id, page_id: 0, page_title: 'In the bin', page_content: 'gone' })
  await page.delete({ page_id: bin.page_id })
  await attachment.attachmentUpload({ file: new File(['12345'], 'a.txt'), item_id })
  await app.rows.newItem({ owner: 'ann', item_name: 'Empty' })
  const { items } = await app.as('admin').adminItem.getList()
  const sizes = items.map(({ page_count, text_bytes, file_bytes }) => ({ page_count, text_bytes, file_bytes }))
  expect(sizes).toContainEqual({ page_count: 2, text_bytes: 13, file_bytes: 5 })
  expect(sizes).toContainEqual({ page_count: 0, text_bytes: 0, file_bytes: 0 })
  await app.as('admin').adminItem.deleteItem({ item_id })
  const deleted = await app.as('admin').adminItem.getList({ is_del: '1' })
  expect(deleted.items).toMatchObject([{ page_count: 2, text_bytes: 13, file_bytes: 5 }])
})
