import { beforeAll, expect, test } from 'vitest'
import { addItem, eventually, expectHidden, expectVisible, newSite, open, type Site } from './support/browser.ts'

let site: Site

beforeAll(async () => {
  site = await newSite()
})

test('writes, renames and shares a single page and shows its versions', async () => {
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'House rules', item_type: 2, item_domain: 'rules' })
  const page = await open(site.server, { token: site.token, at: '/rules' })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'House rules' }))
  expect(await page.getByRole('tree').count()).toBe(0)
  await page.locator('article header').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Rules of the house')
  await page.locator('.cm-content').click()
  await page.keyboard.type('Wash your cup.')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(/^Saved/).first())
  await page.getByRole('button', { name: 'Back' }).click()
  await expectVisible(page.getByRole('article').getByText('Wash your cup.'))
  // the item has the name of its page
  await eventually(async () => (await admin.item.detail({ item_id })).item_name, 'Rules of the house')

  const dialog = page.getByRole('dialog')
  await page.locator('article header').getByRole('button', { name: 'Share' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Project address' }).inputValue()).toBe(`${site.server.url}/rules`)
  await dialog.getByRole('tab', { name: 'Public link' }).click()
  await dialog.getByRole('switch', { name: /Public link to this page only/ }).check()
  const shared = await dialog.getByRole('textbox', { name: 'Public link' }).inputValue()
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  const visitor = await open(site.server, { at: shared.slice(site.server.url.length) })
  await expectVisible(visitor.getByText('Wash your cup.'))

  await page.keyboard.press('h')
  await eventually(() => page.getByRole('dialog', { name: 'History' }).getByRole('listitem').count(), 2)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
})

test('shows pages of an API client read-only and explains why they cannot be edited here', async () => {
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Client API', item_type: 3, item_domain: 'client' })
  const page = await open(site.server, { token: site.token, at: '/client' })
  await expectVisible(
    page.getByText(
      'These pages are read-only here. Edit them in an API client, such as RunApi, that’s signed in to this site.',
    ),
  )
  // with the API key, as the client does it
  const key = await admin.item.getKey({ item_id })
  const page_content = JSON.stringify({
    info: { url: '/v1/users', method: 'post', type: 'api', title: 'Create a user' },
    request: { params: { mode: 'json', json: '{"name":"Ann"}' } },
  })
  await site.server.client().open.updatePage({ ...key, page_title: 'Create a user', page_content, cat_name: 'Users' })
  await page.reload()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  await expectVisible(page.getByRole('article').getByText('/v1/users').first())
  await expectVisible(
    page.getByText(
      'These pages are read-only here. Edit them in an API client, such as RunApi, that’s signed in to this site.',
    ),
  )
  for (const name of ['Edit', 'New page']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
  }
})
