import { expect, test } from 'vitest'
import { png } from '#tests/src/features/attachment/files.ts'
import { addCatalog, addItem, addPage } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { eventually, expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()
const owner = () => browser.app.as('owner')

test('a manager publishes a project as a docs site and adds a version', async () => {
  const v1 = await addItem(owner(), { item_name: 'Payments 1' })
  await addPage(owner(), v1, 'Start')
  const start = await addPage(owner(), v1, 'Welcome')
  const v2 = await addItem(owner(), { item_name: 'Payments 2' })
  const page = openAs(browser, 'owner', `/item/setting/${v1}?tab=docsSite`)
  await page.getByRole('switch', { name: 'Publish as a docs site' }).click()
  await page.getByRole('textbox', { name: 'Site name' }).fill('Bank API')
  await page.getByRole('textbox', { name: /^Colour/ }).fill('#0a5c36')
  await page.getByRole('textbox', { name: 'Version name' }).fill('v1')
  await page.getByRole('combobox', { name: 'Home page' }).click()
  await page.getByRole('option', { name: 'Welcome' }).click()
  await page.getByLabel('Logo').and(page.locator('input[type=file]')).setFiles(png())
  await expectVisible(page.getByRole('button', { name: 'Replace' }))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('Docs site saved'))
  expect(await owner().docsSite.detail({ item_id: v1 })).toMatchObject({
    is_on: true,
    site_name: 'Bank API',
    color: '#0a5c36',
    version_name: 'v1',
    home_page_id: String(start),
    logo_url: expect.stringContaining('/api/docsSite/logo'),
  })
  expect(await page.getByRole('textbox', { name: 'Host names' }).getAttribute('readonly')).not.toBeNull()

  await page.getByRole('button', { name: 'Add version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await dialog.getByRole('option', { name: /Payments 2/ }).click()
  await dialog.getByRole('textbox', { name: 'Version name' }).fill('v2')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectHidden(dialog)
  await expectVisible(page.getByRole('row', { name: /v2.*Payments 2.*Not published/ }))
  await expectVisible(page.getByRole('row', { name: /v1.*Payments 1.*Default/ }))
  await eventually(async () => (await owner().docsSite.detail({ item_id: v2 })).is_main, false)
})

test('an administrator is shown what is wrong with a host name', async () => {
  const item_id = await addItem(owner(), { item_name: 'Hosted' })
  const page = openAs(browser, 'admin', `/item/setting/${item_id}?tab=docsSite`)
  const hosts = page.getByRole('textbox', { name: 'Host names' })
  await hosts.fill('https://docs.example.com')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'isn’t a host name' }))
  expect(await hosts.inputValue()).toBe('https://docs.example.com')
})

test('readers see the site’s own name, logo and colour, and stay on the page when they switch versions', async () => {
  const pages = []
  for (const [item_name, item_domain, name] of [
    ['Bank 1', 'bank1', 'v1'],
    ['Bank 2', 'bank2', 'v2'],
  ] as const) {
    const item_id = await addItem(owner(), { item_name, item_domain })
    const folder = await addCatalog(owner(), item_id, 'Calls')
    const first = await addPage(owner(), item_id, 'Welcome')
    const pay = await addPage(owner(), item_id, 'Pay', `How to pay in ${name}.`, folder)
    await owner().docsSite.save({
      item_id,
      is_on: true,
      site_name: 'Bank API',
      color: '#0a5c36',
      version_name: name,
      home_page_id: first,
    })
    pages.push({ item_id, pay })
  }
  const [one, two] = pages
  if (!one || !two) return expect.fail()
  await owner().docsSite.uploadLogo({ item_id: one.item_id, file: png() })
  await owner().docsSite.addVersion({ item_id: one.item_id, version_item_id: two.item_id, version_name: 'v2' })

  const page = openAs(browser, undefined, '/bank1')
  const header = page.getByRole('banner')
  await expectVisible(header.getByRole('link', { name: 'Bank API' }))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Welcome' }))
  await eventually(() => document.title, 'Welcome · Bank API')
  const accent = () => document.documentElement.style.getPropertyValue('--accent-solid')
  expect(accent()).toBe('#0a5c36')
  expect(await header.locator('img').getAttribute('src')).toContain('/api/docsSite/logo')

  await page.getByRole('treeitem', { name: 'Calls' }).click()
  await page.getByRole('treeitem', { name: 'Pay' }).click()
  await expectVisible(page.getByText('How to pay in v1.'))
  await header.getByRole('button', { name: 'Version v1' }).click()
  await page.getByRole('menuitemradio', { name: 'v2' }).click()
  await expectVisible(page.getByText('How to pay in v2.'))
  expect(page.path).toBe(`/bank2/${two.pay}`)
  await expectVisible(header.getByRole('button', { name: 'Version v2' }))

  // the same by keyboard: the menu says what it is, arrows move, Enter chooses, Escape gives the focus back
  const version = header.getByRole('button', { name: 'Version v2' })
  await version.focus()
  expect(await version.getAttribute('aria-haspopup')).toBe('menu')
  await page.keyboard.press('ArrowDown')
  await expectVisible(page.getByRole('menu'))
  const entry = (name: string) => page.getByRole('menuitemradio', { name })
  await eventually(() => entry('v2').hasFocus(), true)
  expect(await page.getByRole('menuitemradio', { name: 'v2', checked: true }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('menu'))
  await eventually(() => version.hasFocus(), true)
  await page.keyboard.press('Enter')
  await eventually(() => entry('v2').hasFocus(), true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => entry('v1').hasFocus(), true)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('How to pay in v1.'))
  expect(page.path).toBe(`/bank1/${one.pay}`)

  // a page that the other version does not have leads to its home page
  const only = await addPage(owner(), two.item_id, 'Only in v2')
  await page.goto(`/bank2/${only}`)
  await header.getByRole('button', { name: 'Version v2' }).click()
  await page.getByRole('menuitemradio', { name: 'v1' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Welcome' }))
  expect(page.path).toMatch(/^\/bank1/)

  // another project has the product's own colour again
  const plain = await addItem(owner(), { item_name: 'Plain', item_domain: 'plain' })
  await addPage(owner(), plain, 'Nothing special')
  await page.goto('/plain')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Nothing special' }))
  expect(accent()).toBe('')
})
