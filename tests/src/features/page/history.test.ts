import { expect, test } from 'vitest'
import { dateText } from '#shared/contract/fields.ts'
import { trimHistories } from '#src/features/page/history.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

/** A page that has been saved `times` more. */
async function newHistory(app: TestApp, times: number) {
  const item_id = await app.rows.newItem()
  const page_id = app.rows.newPage(item_id, 'T', { page_content: 'v0' })
  for (let at = 1; at <= times; at++)
    await app.as('owner').page.save({ item_id, page_id, page_title: 'T', page_content: `v${at}` })
  return { item_id, page_id }
}

test('a version gets a remark, and the page keeps its own', async () => {
  const app = await createTestApp()
  const { item_id, page_id } = await newHistory(app, 1)
  const { page } = app.as('owner')
  const page_history_id = (await page.history({ page_id }))[0]?.page_history_id ?? ''
  const remark = { page_id, page_history_id, page_comments: 'released' }
  expect(await page.updateHistoryComments(remark)).toEqual({ success: true })
  expect(await page.history({ page_id })).toMatchObject([{ page_comments: 'released', page_content: 'v0' }])
  expect(await page.info({ page_id })).toMatchObject({ page_comments: '' })
  const other = await newHistory(app, 1)
  await expect(page.updateHistoryComments({ ...remark, page_id: other.page_id })).rejects.toMatchObject(
    refusal('historyGone'),
  )
  await expect(app.as('stranger').page.updateHistoryComments(remark)).rejects.toMatchObject(refusal('noRight'))
  app.rows.newMember(item_id, 'limited', 'edit', [app.rows.newCatalog(item_id, 'C')])
  await expect(app.as('limited').page.updateHistoryComments(remark)).rejects.toMatchObject(refusal('pageGone'))
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  await expect(page.updateHistoryComments(remark)).rejects.toMatchObject(refusal('itemArchived'))
})

test('a lower version limit hides versions at once and deletes them in the next clean-up', async () => {
  const app = await createTestApp()
  const { page_id } = await newHistory(app, 4)
  const other = await newHistory(app, 1)
  await trimHistories(app.app, () => true)
  expect(app.rows.counts()).toMatchObject({ page_history: 5 })
  app.rows.insert('options', { option_name: 'history_version_count', option_value: '2' })
  const { page } = app.as('owner')
  const texts = async () => (await page.history({ page_id })).map((version) => version.page_content)
  expect(await texts()).toEqual(['v3', 'v2'])
  await trimHistories(app.app, () => true)
  expect(app.rows.counts()).toMatchObject({ page_history: 3, page_history_content: 3 })
  expect(await texts()).toEqual(['v3', 'v2'])
  expect(await page.history({ page_id: other.page_id })).toHaveLength(1)
})

test('resumes a clean-up that was interrupted', async () => {
  const app = await createTestApp()
  await newHistory(app, 3)
  app.rows.insert('options', { option_name: 'history_version_count', option_value: '1' })
  await trimHistories(app.app, () => false)
  expect(app.rows.counts()).toMatchObject({ page_history: 3 })
  await trimHistories(app.app, () => true)
  expect(app.rows.counts()).toMatchObject({ page_history: 1 })
})

test('a list without texts returns only who saved and when', async () => {
  const app = await createTestApp()
  const { page_id } = await newHistory(app, 2)
  const { page } = app.as('owner')
  const whole = await page.history({ page_id })
  const heads = await page.history({ page_id, without_text: true })
  expect(whole.map((version) => version.is_text_left_out)).toEqual([false, false])
  expect(heads).toEqual(whole.map((version) => ({ ...version, page_content: '', is_text_left_out: true })))
  expect(heads.map(({ save_time }) => dateText(Number(save_time)))).toEqual(heads.map(({ addtime }) => addtime))
})
