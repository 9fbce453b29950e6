import { expect, test } from 'vitest'
import { createTestApp, waitUntilIndexed } from '#tests/support/app.ts'

/** Characters in an order that rarely repeats a pair of neighbors. */
function randomChinese(length: number): string {
  let seed = 7
  const letter = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return String.fromCharCode(0x4e00 + ((seed >>> 8) % 20_000))
  }
  return Array.from({ length }, letter).join('')
}

test('finds a page with more terms than the index takes, and saves it without blocking others', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const { page, item } = app.as('owner')
  const text = `${randomChinese(400_000)}针在此${randomChinese(400_000)}`
  const { page_id } = await page.save({ item_id, page_title: 'Haystack', page_content: text })
  const found = async (keyword: string) => (await item.search({ item_id, keyword })).pages.map((one) => one.page_title)
  const expectFound = async () => {
    for (const keyword of ['针在此', '在此', 'haystack', 'Hay']) expect(await found(keyword)).toEqual(['Haystack'])
    expect(await found('针不在此')).toEqual([])
  }
  // while it waits to be indexed, and afterwards
  await expectFound()
  await waitUntilIndexed(app)
  expect(app.rows.all('page_large')).toEqual([{ page_id }])
  await expectFound()

  await page.save({ item_id, page_id: Number(page_id), page_title: 'Haystack', page_content: '只剩一针' })
  expect(await found('一针')).toEqual(['Haystack'])
  await waitUntilIndexed(app)
  expect(app.rows.all('page_large')).toEqual([])
  expect(await found('一针')).toEqual(['Haystack'])
  expect(await found('针在此')).toEqual([])
})
