import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes } from './files.ts'

let app: TestApp
let item_id: number
let page_id: number
beforeEach(async () => {
  app = await createTestApp()
  item_id = await app.rows.newItem()
  page_id = app.rows.newPage(item_id, 'T')
})

const file = bytes('a.txt', 'x')
const left = () => ({
  files: app.rows.all('upload_file').map((row) => row['file_id']),
  places: app.rows.all('file_page').map((row) => [row['file_id'], row['page_id'], row['is_listed']]),
  onDisk: readdirSync(join(app.data, 'uploads'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length,
})
const none = { files: [], places: [], onDisk: 0 }

test('deletes a person’s own file with its row, references and bytes', async () => {
  await app.as('owner').page.upload({ page_id, file })
  await app.as('owner').attachment.deleteMyAttachment({ file_id: '1' })
  expect(left()).toEqual(none)
  await expect(app.as('owner').attachment.deleteMyAttachment({ file_id: '1' })).rejects.toMatchObject({ code: 10101 })
})

test('only administrators can delete another person’s file', async () => {
  await app.as('owner').page.upload({ page_id, file })
  await expect(app.as('stranger').attachment.deleteMyAttachment({ file_id: '1' })).rejects.toMatchObject({
    errorName: 'fileGone',
  })
  await expect(app.as('owner').attachment.deleteAttachment({ file_id: '1' })).rejects.toMatchObject({ code: 10103 })
  expect(left().files).toEqual([1])
  await app.as('admin').attachment.deleteAttachment({ file_id: '1' })
  expect(left()).toEqual(none)
  await expect(app.as('admin').attachment.deleteAttachment({ file_id: '1' })).rejects.toMatchObject({ code: 10101 })
})

test('an administrator deletes several files at once and gets their number', async () => {
  for (let at = 0; at < 3; at++) await app.as('owner').page.upload({ file })
  const admin = app.as('admin')
  expect(await admin.attachment.batchDeleteAttachments({ file_ids: '1,3,99' })).toEqual({ success: 2, failed: 1 })
  expect(left()).toEqual({ files: [2], places: [], onDisk: 1 })
  await expect(admin.attachment.batchDeleteAttachments({ file_ids: '' })).rejects.toMatchObject({ code: 10101 })
  await expect(app.as('owner').attachment.batchDeleteAttachments({ file_ids: '2' })).rejects.toMatchObject({
    code: 10103,
  })
})

test('deletes a file that is removed from its only page by its owner or a manager of the item', async () => {
  app.rows.newMember(item_id, 'writer', 'edit')
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'manager', 'manage')
  const at = (file_id: number) => ({ file_id: String(file_id), page_id: String(page_id) })
  await app.as('writer').page.upload({ page_id, file })
  await app.as('writer').page.upload({ page_id, file })
  await expect(app.as('editor').page.deleteUploadFile(at(1))).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('stranger').page.deleteUploadFile(at(1))).rejects.toMatchObject({ code: 10103 })
  await expect(app.visitor.page.deleteUploadFile(at(1))).rejects.toMatchObject({ code: 10102 })
  await app.as('writer').page.deleteUploadFile(at(1))
  expect(left()).toEqual({ files: [2], places: [[2, page_id, 1]], onDisk: 1 })
  await app.as('manager').page.deleteUploadFile(at(2))
  expect(left()).toEqual(none)
})

test('an editor only removes a file from the list while other pages use it', async () => {
  const other = app.rows.newPage(item_id, 'U')
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  await app.as('owner').page.upload({ page_id, file })
  await app.as('owner').attachment.bindingPage({ file_id: '1', page_id: String(other) })
  const at = { file_id: '1', page_id: String(page_id) }
  await expect(app.as('reader').page.deleteUploadFile(at)).rejects.toMatchObject({ code: 10103 })
  await app.as('editor').page.deleteUploadFile(at)
  expect(left()).toEqual({ files: [1], places: [[1, other, 1]], onDisk: 1 })
})

test('a page that shows a file in its text keeps it when it is removed from the list', async () => {
  const other = app.rows.newPage(item_id, 'U')
  const owner = app.as('owner')
  const { url } = await owner.page.upload({ page_id, file })
  await owner.page.save({ item_id, page_id, page_title: 'T', page_content: `[a](${url})` })
  await owner.attachment.bindingPage({ file_id: '1', page_id: String(other) })
  await owner.page.deleteUploadFile({ file_id: '1', page_id: String(page_id) })
  expect(left().places).toEqual([
    [1, page_id, 0],
    [1, other, 1],
  ])
})

test('does not remove a file that is not in the list of the page', async () => {
  const other = app.rows.newPage(item_id, 'U')
  const owner = app.as('owner')
  await owner.page.upload({ page_id: other, file })
  const wrong = { file_id: '1', page_id: String(page_id) }
  await expect(owner.page.deleteUploadFile(wrong)).rejects.toMatchObject({ errorName: 'fileGone' })
  await expect(owner.page.deleteUploadFile({ ...wrong, file_id: '77' })).rejects.toMatchObject({
    errorName: 'fileGone',
  })
  await expect(owner.page.deleteUploadFile({ ...wrong, page_id: '77' })).rejects.toMatchObject({
    errorName: 'pageGone',
  })
  expect(left().files).toEqual([1])
  // a file that no page uses can be deleted by its owner from anywhere
  await owner.page.upload({ file })
  await owner.page.deleteUploadFile({ file_id: '2', page_id: String(page_id) })
  expect(left().files).toEqual([1])
})

test('only an administrator can delete the files of pages in an archived item', async () => {
  const owner = app.as('owner')
  await owner.page.upload({ page_id, file })
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  const archived = { errorName: 'itemArchived' }
  await expect(owner.attachment.deleteMyAttachment({ file_id: '1' })).rejects.toMatchObject(archived)
  await expect(owner.page.deleteUploadFile({ file_id: '1', page_id: String(page_id) })).rejects.toMatchObject(archived)
  expect(left().files).toEqual([1])
  await app.as('admin').attachment.deleteAttachment({ file_id: '1' })
  expect(left()).toEqual(none)
})

test('a member limited to a catalog cannot remove files from a page outside it', async () => {
  const mine = app.rows.newCatalog(item_id, 'mine')
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  await app.as('owner').page.upload({ page_id, file })
  await expect(
    app.as('limited').page.deleteUploadFile({ file_id: '1', page_id: String(page_id) }),
  ).rejects.toMatchObject({ errorName: 'pageGone' })
})
