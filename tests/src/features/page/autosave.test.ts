import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const book = (text: string) => JSON.stringify([{ name: 'S', rows: { 0: { cells: { 0: { text } } } } }])

test('automatic saves of one person keep one version in ten minutes, other saves keep each', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_type: 4 })
  app.rows.newMember(item_id, 'ed', 'edit')
  const { page } = app.as('owner')
  const save = { item_id, page_title: 'T' }
  const page_id = Number((await page.save({ ...save, page_content: book('0') })).page_id)
  // all saves are in the middle of one interval, at any start time
  const settle = () => app.rows.sqlite.exec("UPDATE page SET addtime = CAST(strftime('%s') AS INTEGER)")
  const auto = async (text: string, by = page) => {
    settle()
    return by.save({ ...save, page_id, page_content: book(text), is_autosave: '1' })
  }
  const kept = async () => (await page.history({ page_id })).map(({ page_content }) => page_content)
  const answer = await auto('1')
  expect(answer).toEqual({ page_id, page_version: '2' })
  await auto('2')
  expect(await kept()).toEqual([])
  await page.save({ ...save, page_id, page_content: book('3') })
  expect(await kept()).toEqual([book('2')])
  await auto('4', app.as('ed').page)
  expect(await kept()).toEqual([book('3'), book('2')])
  await auto('5', app.as('ed').page)
  expect(await kept()).toHaveLength(2)
  app.rows.sqlite.exec('UPDATE page SET addtime = addtime - 600')
  await app.as('ed').page.save({ ...save, page_id, page_content: book('6'), is_autosave: '1' })
  expect(await kept()).toEqual([book('5'), book('3'), book('2')])
  expect((await page.info({ page_id })).page_version).toBe('7')
})

test('a spreadsheet can be larger than another page, up to its own limit', async () => {
  const app = await createTestApp()
  const sheet = await app.rows.newItem({ item_type: 4 })
  const other = await app.rows.newItem()
  const { page } = app.as('owner')
  const large = book('x'.repeat(6_000_000))
  const refused = { errorName: 'pageTooLarge' }
  await page.save({ item_id: sheet, page_title: 'T', page_content: large })
  await expect(page.save({ item_id: other, page_title: 'T', page_content: large })).rejects.toMatchObject(refused)
  const huge = book('x'.repeat(20_000_001))
  await expect(page.save({ item_id: sheet, page_title: 'U', page_content: huge })).rejects.toMatchObject(refused)
}, 60_000)
