import { expect, test } from 'vitest'
import { followApiChanges } from '#src/features/api-change/follow.ts'
import { describePage } from '#src/features/export/index.ts'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')

const text = (names: readonly string[], method = 'get') =>
  JSON.stringify({
    info: { type: 'api', method, url: '/orders' },
    request: { query: names.map((name) => ({ name, type: 'string', require: '1', value: '', remark: '' })) },
    response: {},
  })

test('a page says how its API has changed, and shows the changes in words', async () => {
  const item_id = await addItem(owner(), { item_name: 'Shop' })
  const page_id = await addPage(owner(), item_id, 'List orders', text([]))
  const other = await addPage(owner(), item_id, 'Text', '# Words')
  const names = ['page', 'size', 'shop', 'state', 'sort']
  await owner().page.save({ item_id, page_id, page_title: 'List orders', page_content: text(names) })
  await followApiChanges(browser.app.app, describePage)
  browser.app.rows.newMember(item_id, 'reader', 'read')
  const page = openAs(browser, 'reader', `/${item_id}/${page_id}`)
  const mark = page.getByRole('button', { name: /5 breaking changes/ })
  await expectVisible(mark)
  await mark.click()
  const dialog = page.getByRole('dialog', { name: 'API changes on “List orders”' })
  await expectVisible(dialog.getByText('GET /orders'))
  await expectVisible(dialog.getByText('Parameter “page” (query) is new and required'))
  await expectHidden(dialog.getByText('Parameter “state” (query) is new and required'))
  await dialog.getByRole('button', { name: 'Show all 5 changes' }).click()
  await expectVisible(dialog.getByText('Parameter “state” (query) is new and required'))
  await eventually(
    () => dialog.getByRole('link', { name: 'Compare texts' }).getAttribute('href'),
    expect.stringContaining(`/page/diff/${page_id}/`),
  )
  await dialog.getByRole('combobox', { name: 'Level' }).selectOption('breaking')
  await expectVisible(dialog.getByText('GET /orders'))
  // a page that is no API has no mark
  const plain = openAs(browser, 'reader', `/${item_id}/${other}`)
  await expectVisible(plain.getByRole('heading', { name: 'Words' }))
  expect(await plain.getByRole('button', { name: /breaking/ }).count()).toBe(0)
})
