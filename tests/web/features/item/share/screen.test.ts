import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs, type Screen } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let item_id: number
let page_id: number

beforeAll(async () => {
  const owner = browser.app.as('owner')
  item_id = await addItem(owner, { item_name: 'Orders API', item_domain: 'orders' })
  page_id = await addPage(owner, item_id, 'Create a user', '# Request\n\nPOST /v1/users')
  const closed = await addItem(owner, { item_name: 'Pay', item_domain: 'pay', password: 'come in' })
  await addPage(owner, closed, 'Salaries', 'Secret.')
  browser.app.rows.newMember(item_id, 'rea', 'read')
})

const dialog = (page: Screen) => page.getByRole('dialog')

async function openShare(page: Screen): Promise<void> {
  await page.locator('article header').getByRole('button', { name: 'Share' }).click()
  await expectVisible(dialog(page).getByRole('tablist'))
}

test('an editor creates a public link, a visitor reads that page only, and revoking the link asks first', async () => {
  const page = openAs(browser, 'owner', `/orders/${page_id}`)
  await openShare(page)
  await dialog(page).getByRole('tab', { name: 'Public link' }).click()
  const link = dialog(page).getByRole('switch', { name: /Public link to this page only/ })
  expect(await link.isChecked()).toBe(false)
  await dialog(page).getByRole('combobox', { name: 'Expires' }).selectOption('After 7 days')
  await link.click()
  const shared = await dialog(page).getByRole('textbox', { name: 'Public link' }).inputValue()
  expect(shared).toMatch(/^http:\/\/docs\.example\/p\/[0-9a-f]{32}$/)
  await expectVisible(dialog(page).getByText(/It expires on/))
  await link.click() // to revoke it
  const question = page.getByRole('alertdialog')
  await expectVisible(question.getByText('stops working for everyone who has it'))
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(question)
  expect(await link.isChecked()).toBe(true)

  const path = new URL(shared).pathname
  const visitor = openAs(browser, undefined, path)
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Create a user' }))
  await expectVisible(visitor.getByText('POST /v1/users'))
  expect(document.title).toContain('Create a user')
  const hrefs = visitor
    .locator('a[href]')
    .elements()
    .map((one) => one.getAttribute('href'))
  expect(hrefs.filter((one) => !one?.startsWith('#'))).toEqual([])

  const again = openAs(browser, 'owner', `/orders/${page_id}`)
  await openShare(again)
  await dialog(again).getByRole('tab', { name: 'Public link' }).click()
  await eventually(() => link.isChecked(), true)
  await link.click()
  await again.getByRole('alertdialog').getByRole('button', { name: 'Turn off link' }).click()
  await eventually(() => link.isChecked(), false)
  const late = openAs(browser, undefined, path)
  await expectVisible(late.getByRole('heading', { level: 1, name: 'This link doesn’t work' }))
})

test('a reader shares too, without the public link; a private item says who can open it', async () => {
  const page = openAs(browser, 'rea', `/orders/${page_id}`)
  await openShare(page)
  expect(await dialog(page).getByRole('tab').allTextContents()).toEqual(['Page', 'Project'])
  const owner = openAs(browser, 'owner', '/pay')
  await openShare(owner)
  await expectVisible(
    dialog(owner).getByText('Anyone with the password: Members, and anyone who enters the access password.'),
  )
  await expectVisible(dialog(owner).getByRole('link', { name: 'Change' }))
})

test('a public link that cannot be created reports why, and stays off', async () => {
  const page = openAs(browser, 'owner', `/orders/${page_id}`)
  await openShare(page)
  await dialog(page).getByRole('tab', { name: 'Public link' }).click()
  const link = dialog(page).getByRole('switch')
  await expectVisible(link)
  browser.unreachable.add('page/createSinglePage')
  await link.click()
  await expectVisible(dialog(page).getByRole('alert'))
  expect(await link.isChecked()).toBe(false)
})
