import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
let item_id: number
let page_id: number

const owner = () => browser.app.as('owner')

beforeAll(async () => {
  item_id = await addItem(owner(), { item_name: 'Orders API', item_domain: 'orders' })
  page_id = await addPage(owner(), item_id, 'Create a user', '# Request\n\nPOST /v1/users')
  browser.app.rows.newMember(item_id, 'rea', 'read')
})

test('an editor restores a page from the recycle bin; a reader gets not found', async () => {
  const lost = await addPage(owner(), item_id, 'Old notes', 'Once.')
  await owner().page.delete({ page_id: lost })
  const other = openAs(browser, 'rea', `/orders/${lost}`)
  await expectVisible(other.getByRole('heading', { level: 1, name: 'Page not found' }))
  const page = openAs(browser, 'owner', `/orders/${lost}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'This page is in the recycle bin' }))
  await page.getByRole('button', { name: 'Restore page' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Old notes' }))
  await expectVisible(page.getByRole('treeitem', { name: /Old notes/ }))
})

test('a reader who must sign in is led there and back; a public link needs no sign-in', async () => {
  const made = await owner().page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const key = 'unique_key' in made ? made.unique_key : ''
  await browser.app.as('admin').adminSetting.saveConfig({ force_login: 1 })
  try {
    const page = openAs(browser, undefined, `/orders/${page_id}`)
    await eventually(() => page.path, `/user/login?redirect=${encodeURIComponent(`/orders/${page_id}`)}`)
    const single = openAs(browser, undefined, `/p/${key}`)
    await expectVisible(single.getByText('POST /v1/users'))
  } finally {
    await browser.app.as('admin').adminSetting.saveConfig({ force_login: 0 })
  }
})

test('a page deletion that completes after the user opened another page leaves that page open', async () => {
  const garden = await addItem(owner(), { item_name: 'Garden' })
  const first = await addPage(owner(), garden, 'Seeds')
  const other = await addPage(owner(), garden, 'Harvest')
  const page = openAs(browser, 'owner', `/${garden}/${first}`)
  const tree = page.getByRole('tree')
  await page.idle()
  await tree.getByRole('treeitem', { name: 'Seeds' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  const deleting = browser.hold('page/delete')
  await question.getByRole('button', { name: 'Delete page' }).click()
  await deleting.carriedOut
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectHidden(question)
  await tree.getByRole('treeitem', { name: 'Harvest' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Harvest' }))
  deleting.release()
  await expectVisible(page.getByText('“Seeds” moved to the recycle bin'))
  await page.idle()
  expect(page.path).toBe(`/${garden}/${other}`)
})

test('the shortcuts of a page open what they name, and single-key shortcuts can be switched off', async () => {
  const page = openAs(browser, 'owner', `/orders/${page_id}`)
  await expectVisible(page.getByText('POST /v1/users'))
  await page.keyboard.press('h')
  await expectVisible(page.getByRole('dialog', { name: 'History' }))
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('dialog'))
  await page.keyboard.press('m')
  await expectVisible(page.getByRole('dialog', { name: /Create a user/ }))
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('dialog'))
  await page.keyboard.press('s')
  await expectVisible(page.getByText('“Orders API” starred'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.idle() // stars are sent one after the other, also those of the next test
  browser.storeElsewhere('docstead.single-keys', false)
  await page.keyboard.press('e')
  await page.keyboard.press(']')
  expect(page.path).toBe(`/orders/${page_id}`)
  browser.storeElsewhere('docstead.single-keys', true)
  await page.keyboard.press('e')
  await eventually(() => page.path, `/page/edit/${item_id}/${page_id}`)
})

test('an address without a page or without an item shows not found, and leads on', async () => {
  const page = openAs(browser, 'owner', '/orders/999999')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Page not found' }))
  await page.getByRole('searchbox', { name: 'Search pages in Orders API' }).fill('create')
  await page.getByRole('main').getByRole('link', { name: 'Create a user' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Create a user' }))
  for (const nowhere of ['/no-such-item', '/user/nothing']) {
    await page.goto(nowhere)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Page not found' }))
  }
  // the address as it is, not the words that a search makes of it
  await page.goto('/no-such-item')
  await expectVisible(page.getByText(/No project has the address “no-such-item”\./))
})

test('a visitor of a private item enters the access password and gets to the requested page', async () => {
  const closed = await addItem(owner(), { item_name: 'Handbook', item_domain: 'handbook', password: 'come in' })
  const rich = await addPage(owner(), closed, 'Rich', 'Text.')
  const page = openAs(browser, undefined, `/handbook/${rich}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'This project is private or doesn’t exist' }))
  expect(document.body.textContent).not.toContain('Handbook')
  const box = page.getByLabel('Access password')
  await box.fill('guess')
  await box.press('Enter')
  await expectVisible(page.getByText('The access password is wrong.'))
  await box.fill('come in')
  const now = Date.now
  Date.now = () => now() + 600 // so long the form ignores a second attempt
  await box.press('Enter')
  Date.now = now
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
  expect(page.path).toBe(`/handbook/${rich}`)
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  // and is remembered
  await page.reload()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Rich' }))
})

test('somebody who is no member stars a public project, finds it in the list, and has nothing to leave', async () => {
  const page = openAs(browser, 'passer', `/orders/${page_id}`)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Star', exact: true }).click()
  const starred = async () => (await browser.app.as('passer').item.myList({ item_group_id: -1 })).length
  await eventually(starred, 1)
  const list = openAs(browser, 'passer', '/item/index')
  await expectVisible(list.getByRole('link', { name: 'Orders API', exact: true }))
  await list.getByRole('button', { name: 'Menu of Orders API', exact: true }).click()
  await expectVisible(list.getByRole('menuitem', { name: 'Remove star', exact: true }))
  await expectHidden(list.getByRole('menuitem', { name: /^Leave/ }))
  await list.getByRole('menuitem', { name: 'Remove star', exact: true }).click()
  await expectHidden(list.getByRole('link', { name: 'Orders API', exact: true }))
})
