import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const linkOf = (answer: unknown) => answer as { unique_key: string; page_id: number; expire_time: number }

test('a public link shows a page of a private item to anyone, without its location', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  const page_id = app.rows.newPage(item_id, 'T', { page_content: 'shown' })
  const owner = app.as('owner')
  const link = linkOf(await owner.page.createSinglePage({ page_id, isCreateSiglePage: 'true' }))
  expect(link).toEqual({ unique_key: expect.stringMatching(/^[0-9a-f]{32}$/), page_id, expire_time: 0 })
  const shown = await app.visitor.page.infoByKey({ unique_key: link.unique_key })
  expect(shown).toMatchObject({ page_title: 'T', page_content: 'shown', attachment_count: 0, expire_time: 0 })
  expect(shown).toMatchObject({ show_watermark: 0 })
  app.rows.sqlite.exec("INSERT INTO options VALUES ('show_watermark', '1')")
  expect(await app.visitor.page.infoByKey(link)).toMatchObject({ show_watermark: 1 })
  for (const hidden of ['item_id', 'cat_id', 'unique_key']) expect(shown).not.toHaveProperty(hidden)
  expect(await owner.page.info({ page_id })).toMatchObject({ unique_key: link.unique_key })
})

test('a new link ends the previous one, and any value but true ends it', async () => {
  const app = await createTestApp()
  const page_id = app.rows.newPage(await app.rows.newItem(), 'T')
  const { page } = app.as('owner')
  const first = linkOf(await page.createSinglePage({ page_id, isCreateSiglePage: 'true' }))
  const second = linkOf(await page.createSinglePage({ page_id, isCreateSiglePage: 'true' }))
  const gone = refusal('linkGone')
  await expect(app.visitor.page.infoByKey(first)).rejects.toMatchObject(gone)
  expect(await app.visitor.page.infoByKey(second)).toMatchObject({ page_title: 'T' })
  expect(await page.createSinglePage({ page_id, isCreateSiglePage: '1' })).toEqual([])
  await expect(app.visitor.page.infoByKey(second)).rejects.toMatchObject(gone)
  expect(app.rows.all('single_page')).toEqual([])
})

test('a link expires on its day, and with the page or the item', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  const { page, recycle } = app.as('owner')
  const create = async (expire_days: string) =>
    linkOf(await page.createSinglePage({ page_id, isCreateSiglePage: 'true', expire_days }))
  const week = await create('7')
  const now = Math.floor(Date.now() / 1000)
  expect(week.expire_time - now).toBeCloseTo(7 * 86_400, -2)
  app.app.now = () => new Date(Date.now() + 6 * 86_400_000)
  expect(await app.visitor.page.infoByKey(week)).toMatchObject({ expire_time: week.expire_time })
  app.app.now = () => new Date(Date.now() + 8 * 86_400_000)
  const gone = refusal('linkGone')
  await expect(app.visitor.page.infoByKey(week)).rejects.toMatchObject(gone)
  app.app.now = () => new Date()
  const link = await create('0')
  await page.delete({ page_id })
  await expect(app.visitor.page.infoByKey(link)).rejects.toMatchObject(gone)
  await recycle.recover({ item_id, page_id })
  expect(await app.visitor.page.infoByKey(link)).toMatchObject({ page_title: 'T' })
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  expect(await app.visitor.page.infoByKey(link)).toMatchObject({ page_title: 'T' })
  await expect(create('0')).rejects.toMatchObject(refusal('itemArchived'))
  app.rows.sqlite.prepare('UPDATE item SET is_del = 1').run()
  await expect(app.visitor.page.infoByKey(link)).rejects.toMatchObject(gone)
  for (const unique_key of ['', '0', "' OR 1=1"])
    await expect(app.visitor.page.infoByKey({ unique_key })).rejects.toMatchObject(gone)
})

test('only people who can edit the page can create or end its link', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T')
  app.rows.newMember(item_id, 'reader', 'read')
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'C')])
  const share = { page_id, isCreateSiglePage: 'true' }
  const link = linkOf(await app.as('owner').page.createSinglePage(share))
  for (const isCreateSiglePage of ['true', 'false']) {
    const call = { page_id, isCreateSiglePage }
    await expect(app.visitor.page.createSinglePage(call)).rejects.toMatchObject({ code: 10102 })
    await expect(app.as('reader').page.createSinglePage(call)).rejects.toMatchObject({ code: 10103 })
    await expect(app.as('limited').page.createSinglePage(call)).rejects.toMatchObject(refusal('pageGone'))
  }
  expect(await app.visitor.page.infoByKey(link)).toMatchObject({ page_title: 'T' })
})

test('a link does not show a draft', async () => {
  const app = await createTestApp()
  const page_id = app.rows.newPage(await app.rows.newItem(), 'T', { is_draft: 1 })
  const link = linkOf(await app.as('owner').page.createSinglePage({ page_id, isCreateSiglePage: 'true' }))
  await expect(app.visitor.page.infoByKey(link)).rejects.toMatchObject(refusal('linkGone'))
})
