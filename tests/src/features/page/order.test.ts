import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

test('sets the order of pages', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const one = app.rows.newPage(item_id, 'one')
  const two = app.rows.newPage(item_id, 'two')
  const pages = JSON.stringify({ [one]: 2, [two]: '1' })
  expect(await app.as('owner').page.sort({ item_id, pages })).toEqual([])
  const { menu } = await app.visitor.item.info({ item_id })
  expect(menu.pages).toMatchObject([
    { page_title: 'two', s_number: '1' },
    { page_title: 'one', s_number: '2' },
  ])
})

test('a page that the caller cannot access rejects the whole order', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'C')
  const one = app.rows.newPage(item_id, 'one', { cat_id })
  const root = app.rows.newPage(item_id, 'root')
  const theirs = app.rows.newPage(await app.rows.newItem({ owner: 'other' }), 'theirs')
  const draft = app.rows.newPage(item_id, 'draft', { cat_id, is_draft: 1, author: 'somebody' })
  app.rows.newMember(item_id, 'limited', 'edit', [cat_id])
  const refused = async (as: string, page_id: number) =>
    await expect(
      app.as(as).page.sort({ item_id, pages: JSON.stringify({ [one]: 1, [page_id]: 2 }) }),
    ).rejects.toMatchObject(refusal('pageGone'))
  await refused('owner', theirs)
  await refused('owner', draft)
  await refused('limited', root)
  expect(app.rows.all('page').every((page) => page['s_number'] === 99)).toBe(true)
  await app.as('limited').page.sort({ item_id, pages: JSON.stringify({ [one]: 5 }) })
  expect(app.rows.all('page')[0]).toMatchObject({ s_number: 5 })
})

test('rejects an invalid order, readers and archived items', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const one = app.rows.newPage(item_id, 'one')
  const { page } = app.as('owner')
  for (const pages of ['', '{', '[1]', 'null', '{"x":1}', `{"${one}":"x"}`, `{"${one}":1.5}`, `{"${one}":1e16}`])
    await expect(page.sort({ item_id, pages })).rejects.toMatchObject(refusal('badParameter'))
  await page.sort({ item_id, pages: '{}' })
  const pages = JSON.stringify({ [one]: 1 })
  await expect(app.as('stranger').page.sort({ item_id, pages })).rejects.toMatchObject(refusal('noRight'))
  app.rows.sqlite.prepare('UPDATE item SET is_archived = 1').run()
  await expect(page.sort({ item_id, pages })).rejects.toMatchObject(refusal('itemArchived'))
})
