import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { bytes, png } from './files.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})

const picture = async (as: string, item_id = 0) =>
  (await app.as(as).page.uploadImg({ item_id, 'editormd-image-file': png() })).url

const opens = async (url: string, as: string) => {
  const answer = await fetch(app.url + url, { headers: { authorization: `Bearer ${app.token(as)}` } })
  return answer.headers.get('content-type') === 'image/png'
}

const places = () => app.rows.all('file_page').map(({ file_id, page_id, is_listed }) => [file_id, page_id, is_listed])

test('opens the images in the text of a saved page to its readers, without listing them', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const mine = app.rows.newCatalog(item_id, 'mine')
  app.rows.newMember(item_id, 'limited', 'read', [mine])
  const url = await picture('owner', item_id)
  expect(await opens(url, 'limited')).toBe(false)
  const owner = app.as('owner')
  const save = { item_id, page_title: 'T', page_content: `![](${url})`, cat_id: mine }
  const { page_id } = await owner.page.save(save)
  expect(places()).toEqual([[1, page_id, 0]])
  expect(await opens(url, 'limited')).toBe(true)
  expect(await owner.page.info({ page_id: Number(page_id) })).toMatchObject({ attachment_count: 0 })
  expect(await owner.page.uploadList({ page_id: Number(page_id) })).toEqual([])
  // its readers can read the earlier version too
  await owner.page.save({ ...save, page_id: Number(page_id), page_content: 'none' })
  expect(await opens(url, 'limited')).toBe(true)
})

test('an address that the author cannot open grants no access', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T')
  const { url } = await app.as('owner').page.uploadImg({ page_id, 'editormd-image-file': png() })
  const member = app.rows.newMember(item_id, 'former', 'edit')
  expect(await opens(url, 'former')).toBe(true)
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE item_member_id = ?').run(member)
  const own = await app.rows.newItem({ owner: 'former' })
  await app.as('former').page.save({ item_id: own, page_title: 'T', page_content: `![](${url})` })
  expect(places()).toEqual([[1, page_id, 1]])
  expect(await opens(url, 'former')).toBe(false)
})

test('a limited member cannot use a file from the rest of the item', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const mine = app.rows.newCatalog(item_id, 'mine')
  const outside = app.rows.newPage(item_id, 'outside')
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  const { url } = await app.as('owner').page.uploadImg({ page_id: outside, 'editormd-image-file': png() })
  await app.as('limited').page.save({ item_id, page_title: 'T', page_content: url, cat_id: mine })
  expect(await opens(url, 'limited')).toBe(false)
  // but can use files they uploaded themselves
  const own = await picture('limited', item_id)
  await app.as('limited').page.save({ item_id, page_title: 'U', page_content: own, cat_id: mine })
  expect(places()).toHaveLength(2)
})

test('a person who can open a file can use it in another item, for the readers of that item', async () => {
  const from = await app.rows.newItem({ password: 'secret' })
  const to = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(from, 'T')
  app.rows.newMember(to, 'reader', 'read')
  const { url } = await app.as('owner').page.uploadImg({ page_id, 'editormd-image-file': png() })
  expect(await opens(url, 'reader')).toBe(false)
  await app.as('owner').page.save({ item_id: to, page_title: 'T', page_content: `a ${url} b ${url}` })
  expect(await opens(url, 'reader')).toBe(true)
})

test('binds more images than fit into one statement and ignores unknown signs', async () => {
  const item_id = await app.rows.newItem()
  const row = { file_type: 'image/png', display_name: 'a.png', file_size: 1, uid: app.uid('owner'), addtime: 1 }
  const signs = Array.from({ length: 1200 }, (_, at) => at.toString(16).padStart(32, '0'))
  for (const sign of signs.slice(0, 1100)) app.rows.insert('upload_file', { ...row, sign, stored_name: sign })
  const page_content = signs.map((sign) => `![](/api/attachment/visitFile?sign=${sign})`).join('\n')
  await app.as('owner').page.save({ item_id, page_title: 'T', page_content })
  expect(places()).toHaveLength(1100)
})

test('adds a person’s own file to the list of a page once', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const owner = app.as('owner')
  await owner.page.upload({ file: bytes('a.txt', 'x') })
  await owner.attachment.bindingPage({ file_id: '1', page_id: String(page_id) })
  await owner.attachment.bindingPage({ file_id: '1', page_id: String(page_id) })
  expect(places()).toEqual([[1, page_id, 1]])
  expect(await owner.page.uploadList({ page_id })).toMatchObject([
    {
      file_id: 1,
      display_name: 'a.txt',
      file_type: 'text/plain',
      url: expect.stringMatching(/^\/api/),
      file_size_m: 0,
    },
  ])
  expect(await owner.page.info({ page_id })).toMatchObject({ attachment_count: 1 })
})

test('rejects another person’s file, and files for pages of other items or archived ones', async () => {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'editor', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  await app.as('owner').page.upload({ file: bytes('a.txt', 'x') })
  await app.as('reader').page.upload({ file: bytes('a.txt', 'x') })
  const bind = (as: string, file_id: number, page = page_id) =>
    app.as(as).attachment.bindingPage({ file_id: String(file_id), page_id: String(page) })
  await expect(bind('editor', 1)).rejects.toMatchObject({ errorName: 'fileGone', code: 10101 })
  await expect(bind('owner', 77)).rejects.toMatchObject({ errorName: 'fileGone' })
  await expect(bind('reader', 2)).rejects.toMatchObject({ code: 10103 })
  await expect(bind('owner', 1, 77)).rejects.toMatchObject({ errorName: 'pageGone' })
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  await expect(bind('owner', 1)).rejects.toMatchObject({ errorName: 'itemArchived' })
  expect(places()).toEqual([])
})

test('shows the list of a page to signed-in readers, within their limit', async () => {
  const item_id = await app.rows.newItem({ password: 'secret' })
  const mine = app.rows.newCatalog(item_id, 'mine')
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'limited', 'edit', [mine])
  app.rows.newMember(item_id, 'reader', 'read')
  const owner = app.as('owner')
  await owner.page.upload({ page_id, file: bytes('a.txt', 'x') })
  await owner.page.upload({ page_id, file: bytes('b.txt', 'x') })
  expect((await app.as('reader').page.uploadList({ page_id })).map((one) => one.display_name)).toEqual([
    'b.txt',
    'a.txt',
  ])
  await expect(app.as('limited').page.uploadList({ page_id })).rejects.toMatchObject({ errorName: 'pageGone' })
  await expect(app.as('stranger').page.uploadList({ page_id })).rejects.toMatchObject({ code: 10303 })
  await expect(app.visitor.page.uploadList({ page_id })).rejects.toMatchObject({ code: 10102 })
  await expect(owner.page.uploadList({ page_id: 0 })).rejects.toMatchObject({ code: 10103 })
})
