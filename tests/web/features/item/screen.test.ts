// What differs by the type of an item.
import { expect, test } from 'vitest'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'
import { typeText } from '#tests/web/support/source-text.ts'

const browser = openBrowser()
const owner = () => browser.app.as('owner')

test('writes, renames and shares a single page and shows its versions', async () => {
  const item_id = await addItem(owner(), { item_name: 'House rules', item_type: 2, item_domain: 'rules' })
  const page = openAs(browser, 'owner', '/rules')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'House rules' }))
  expect(await page.getByRole('tree').count()).toBe(0)
  await page.locator('article header').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Rules of the house')
  await typeText(page, 'Wash your cup.')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved/).first())
  await page.getByRole('button', { name: 'Back' }).click()
  await expectVisible(page.getByRole('article').getByText('Wash your cup.'))
  // the item has the name of its page
  await eventually(async () => (await owner().item.detail({ item_id })).item_name, 'Rules of the house')

  const dialog = page.getByRole('dialog')
  await page.locator('article header').getByRole('button', { name: 'Share' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Project address' }).inputValue()).toBe('http://docs.example/rules')
  await dialog.getByRole('tab', { name: 'Public link' }).click()
  await dialog.getByRole('switch', { name: /Public link to this page only/ }).click()
  const shared = await dialog.getByRole('textbox', { name: 'Public link' }).inputValue()
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await page.keyboard.press('h')
  await eventually(() => page.getByRole('dialog', { name: 'History' }).getByRole('listitem').count(), 2)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)

  const visitor = openAs(browser, undefined, new URL(shared).pathname)
  await expectVisible(visitor.getByText('Wash your cup.'))
})

test('shows pages of an API client read-only and explains why they cannot be edited here', async () => {
  const item_id = await addItem(owner(), { item_name: 'Client API', item_type: 3, item_domain: 'client' })
  const page = openAs(browser, 'owner', '/client')
  const reason = page.getByText(
    'These pages are read-only here. Edit them in an API client, such as RunApi, that’s signed in to this site.',
  )
  await expectVisible(reason)
  // with the API key, as the client does it
  const key = await owner().item.getKey({ item_id })
  const page_content = JSON.stringify({
    info: { url: '/v1/users', method: 'post', type: 'api', title: 'Create a user' },
    request: { params: { mode: 'json', json: '{"name":"Ann"}' } },
  })
  await browser.app.visitor.open.updatePage({ ...key, page_title: 'Create a user', page_content, cat_name: 'Users' })
  await page.reload()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  await expectVisible(page.getByRole('article').getByText('/v1/users').first())
  await expectVisible(reason)
  for (const name of ['Edit', 'New page']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
  }
})

test('the recycle bin shows the cells of a spreadsheet, not its text', async () => {
  const item_id = await addItem(owner(), { item_name: 'Bin' })
  const page_content =
    '[{"name":"Seeds","freeze":"A2","styles":[{"font":{"bold":true},"align":"center","odd":1}],"merges":[],"rows":{"0":{"cells":{"0":{"text":"Name","style":0},"1":{"text":"Price","style":0}}},"1":{"cells":{"0":{"text":"Rose"},"1":{"text":"2.50"},"2":{"text":"007"}}},"30":{"height":40},"len":800},"cols":{"0":{"width":180},"len":26},"validations":[{"refs":["A1"]}],"autofilter":{}}]'
  const { page_id } = await owner().page.save({ item_id, page_title: 'Old prices', page_content })
  await owner().page.delete({ page_id })
  const page = openAs(browser, 'owner', `/item/setting/${item_id}?tab=recycle`)
  await page.getByRole('button', { name: 'Old prices', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Old prices' })
  await expectVisible(preview.getByRole('cell', { name: 'Rose' }))
  expect(await preview.getByText('"rows"').count()).toBe(0)
})
