import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const typed = { page_title: '', page_content: 'typed\r\n', cat_id: 0, base_version: 3 }

async function world() {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.newMember(item_id, 'ann', 'edit')
  app.rows.newMember(item_id, 'reader', 'read')
  const at = { item_id, page_id: app.rows.newPage(item_id, 'T') }
  return { app, at, owner: app.as('owner').page, ann: app.as('ann').page }
}

test('keeps a draft for its author, byte for byte, until it is discarded', async () => {
  const { at, owner, ann } = await world()
  expect(await ann.draft(at)).toEqual([])
  const { save_time } = await ann.saveDraft({ ...at, ...typed })
  expect(await ann.draft(at)).toEqual({ ...typed, cat_id: '0', base_version: '3', save_time })
  expect(await owner.draft(at)).toEqual([])
  await ann.saveDraft({ ...at, ...typed, page_content: 'more' })
  expect(await ann.draft(at)).toMatchObject({ page_content: 'more' })
  await ann.deleteDraft(at)
  expect(await ann.draft(at)).toEqual([])
})

test('a new page has its own draft in each item', async () => {
  const { app, at, ann } = await world()
  await ann.saveDraft({ item_id: at.item_id, ...typed, page_title: 'New' })
  expect(await ann.draft({ item_id: at.item_id, page_id: 0 })).toMatchObject({ page_title: 'New' })
  expect(await ann.draft(at)).toEqual([])
  const other = await app.rows.newItem({ owner: 'ann' })
  expect(await ann.draft({ item_id: other })).toEqual([])
})

test('keeps a draft while another person edits, so a lost lock loses no text', async () => {
  const { at, owner, ann } = await world()
  await owner.setLock(at)
  await ann.saveDraft({ ...at, ...typed })
  expect(await ann.draft(at)).toMatchObject({ page_content: 'typed\r\n' })
})

test('rejects drafts of pages that are missing or cannot be edited', async () => {
  const { app, at, ann } = await world()
  const other = await app.rows.newItem({ owner: 'other' })
  const page_id = app.rows.newPage(other, 'foreign')
  await expect(ann.saveDraft({ ...at, ...typed, page_id })).rejects.toMatchObject(refusal('pageGone'))
  await expect(app.as('reader').page.saveDraft({ ...at, ...typed })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('reader').page.draft(at)).rejects.toMatchObject({ code: 10103 })
  const page_content = 'x'.repeat(5_000_001)
  await expect(ann.saveDraft({ ...at, ...typed, page_content })).rejects.toMatchObject(refusal('pageTooLarge'))
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1 WHERE item_id = ?').run(at.item_id)
  await expect(ann.saveDraft({ ...at, ...typed })).rejects.toMatchObject(refusal('itemArchived'))
  expect(app.rows.all('page_draft')).toEqual([])
})

test('rejects a draft on a draft page that the person cannot see', async () => {
  const { app, at, owner, ann } = await world()
  const { page_id } = await owner.save({ item_id: at.item_id, page_title: 'D', page_content: 'x', is_draft: '1' })
  await expect(ann.saveDraft({ ...at, ...typed, page_id })).rejects.toMatchObject(refusal('pageGone'))
  expect(app.rows.all('page_draft')).toEqual([])
})
