import { beforeAll, expect, test } from 'vitest'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let orders: number
let create: number

const as = (username: string) => browser.app.as(username)

beforeAll(async () => {
  orders = await addItem(as('owner'), { item_name: 'Orders API', item_domain: 'orders', item_description: 'For all' })
  const users = await addCatalog(as('owner'), orders, 'Users')
  await addPage(as('owner'), orders, 'Getting started', 'Hello.')
  const text = 'Creates a user.\n\n## Errors\n\nThe zebra is refused. So is a second zebra.\n'
  create = await addPage(as('owner'), orders, 'Create a user', text, users)
  const secret = await addItem(as('owner'), { item_name: 'Payroll', item_domain: 'payroll', password: 'come in' })
  await addPage(as('owner'), secret, 'Salaries', 'The zebra earns most.')
  browser.app.rows.newMember(secret, 'mo', 'edit')
})

const options = (page: Screen) => page.getByRole('listbox').getByRole('option')

async function search(page: Screen, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or jump to…' })
  await expectVisible(box)
  if (words) await box.fill(words)
}

test('starts with the recently visited pages, which nobody else sees', async () => {
  const page = openAs(browser, 'owner', `/orders/${create}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  await page.goto('/user/setting')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await search(page, '')
  await expectVisible(options(page).filter({ hasText: 'Create a user' }).filter({ hasText: 'Orders API' }))

  const other = openAs(browser, 'jo', '/user/setting')
  await expectVisible(other.getByRole('heading', { level: 1 }))
  await search(other, '')
  await expectVisible(options(other).first())
  expect(await options(other).filter({ hasText: 'Create a user' }).count()).toBe(0)
})

test('finds the private item for a member, but not for others, and only public items for a visitor', async () => {
  const member = openAs(browser, 'mo', '/search?q=zebra')
  await expectVisible(member.getByRole('link', { name: /Salaries/ }))
  expect(await member.getByRole('link', { name: /Create a user/ }).count()).toBe(0) // not one of her items

  const other = openAs(browser, 'jo', '/search?q=zebra')
  await expectVisible(other.getByText('No results.'))
  expect(await other.getByText('Salaries').count()).toBe(0)

  const visitor = openAs(browser, undefined, '/search?q=zebra')
  await expectVisible(visitor.getByText('Sign in to search all your projects.'))
  await visitor.goto('/orders')
  await expectVisible(visitor.getByRole('heading', { level: 1 }))
  await search(visitor, 'zebra')
  await expectVisible(options(visitor).filter({ hasText: 'Create a user' }))
  expect(await visitor.getByText('Salaries').count()).toBe(0)
  await visitor.getByText('See all results').click()
  await expectVisible(visitor.getByRole('link', { name: /Create a user/ }))
  const item = visitor.getByLabel('Project', { exact: true })
  await eventually(() => item.inputValue(), String(orders))
})

test('opens the page menu for a visitor without asking to sign in', async () => {
  const visitor = openAs(browser, undefined, `/orders/${create}`)
  await visitor.getByRole('button', { name: 'More actions for this page' }).click()
  await expectVisible(visitor.getByRole('menuitem', { name: 'Print' }))
  await visitor.idle() // requests that the menu might send
  expect(visitor.path).toBe(`/orders/${create}`)
  await expectVisible(visitor.getByRole('menuitem', { name: 'Print' }))
})

test('keeps search filters in the address and removes them', async () => {
  const page = openAs(browser, 'owner', '/search?q=zebra')
  await expectVisible(page.getByRole('link', { name: /Salaries/ }))
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Orders API' }))
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Orders API' })
  await expectHidden(page.getByRole('link', { name: /Salaries/ }))
  await eventually(() => page.path, `/search?q=zebra&item=${orders}`)
  await page.getByLabel('Last saved by').fill('mo')
  await page.getByLabel('Last saved by').press('Enter')
  await expectVisible(page.getByText('No results.'))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectVisible(page.getByRole('link', { name: /Salaries/ }))
  await page.getByRole('link', { name: /Create a user/ }).click()
  await eventually(() => page.path, `/orders/${create}?hit=zebra#errors`)
})

test('names who saved a result and who deleted a page or an empty catalog', async () => {
  const kim = as('kim')
  await kim.user.updateInfo({ name: 'Kim Lee' })
  const item_id = await addItem(kim, { item_name: 'Kims notes', item_domain: 'kims' })
  const page_id = await addPage(kim, item_id, 'Okapi', 'An okapi.')
  const page = openAs(browser, 'kim', '/search?q=okapi')
  await expectVisible(page.getByRole('link', { name: /Okapi.*Kim Lee/s }))
  await page.getByLabel('Last saved by').fill('Kim Lee')
  await page.getByLabel('Last saved by').press('Enter')
  await eventually(() => page.path, '/search?q=okapi&by=Kim+Lee')
  await expectVisible(page.getByRole('link', { name: /Okapi.*Kim Lee/s }))
  await kim.page.delete({ page_id })
  await kim.catalog.delete({ cat_id: await addCatalog(kim, item_id, 'Empty') })
  await page.goto(`/kims/${page_id}`)
  await expectVisible(page.getByText(/^Kim Lee deleted “Okapi”/))
  await page.goto(`/item/setting/${item_id}?tab=recycle`)
  for (const name of ['Okapi', 'Empty'])
    await expectVisible(page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Kim Lee' }))
})

const input = (page: Screen) => page.getByRole('combobox', { name: 'Search or jump to…' })

test('the palette searches everywhere without the item filter and offers to create what does not exist', async () => {
  const page = openAs(browser, 'owner', '/orders')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Getting started' }))
  await search(page, '')
  await input(page).press('Backspace')
  await input(page).fill('zebra')
  await expectVisible(options(page).filter({ hasText: 'Salaries' }))
  await page.keyboard.press('Escape')
  await expectHidden(input(page))

  await search(page, 'Unheard of')
  const offered = options(page).filter({ hasText: 'Create page “Unheard of”' })
  await expectVisible(offered)
  await expectVisible(options(page).filter({ hasText: 'Search all projects' }))
  await offered.click()
  await eventually(() => page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Unheard of')
})
