import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  currentPath,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { parseModules, readQr } from './support/qr.ts'

let site: Site
let reader: string
let item_id: number
let page_id: number
let closed_id: number

beforeAll(async () => {
  site = await newSite()
  const { admin } = site
  item_id = await addItem(admin, { item_name: 'Orders API', item_domain: 'orders' })
  page_id = await addPage(admin, item_id, 'Create a user', '# Request\n\nPOST /v1/users\n\n## Answer\n\nA number.')
  await addPage(admin, item_id, 'Refund', 'Money back.')
  closed_id = await addItem(admin, { item_name: 'Pay', item_domain: 'pay', password: 'come in' })
  await addPage(admin, closed_id, 'Salaries', 'Secret.')
  reader = (await site.newAccount('rea')).token
  await admin.member.save({ item_id, username: 'rea', member_group_id: 0, cat_id: 0 })
})

const dialog = (page: Page) => page.getByRole('dialog')
const address = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function openShare(page: Page): Promise<void> {
  await page.locator('article header').getByRole('button', { name: 'Share' }).click()
  await expectVisible(dialog(page).getByRole('tablist'))
}

async function scanned(page: Page): Promise<string> {
  await dialog(page).getByRole('button', { name: 'Show QR code' }).click()
  const picture = dialog(page).getByRole('img', { name: /QR code/ })
  await expectVisible(picture)
  const box = (await picture.getAttribute('viewBox')) ?? ''
  const path = (await picture.locator('path').getAttribute('d')) ?? ''
  return readQr(parseModules(path, Number(box.split(' ')[2]), 4))
}

test('an owner copies the addresses, and the QR codes lead to them', async () => {
  const page = await open(site.server, { token: site.token, at: `/orders/${page_id}` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShare(page)
  const own = `${site.server.url}/orders/${page_id}`
  expect(await address(page, 'Page address').inputValue()).toBe(own)
  await expectVisible(dialog(page).getByText('Public: Anyone who has the address.'))
  expect(await scanned(page)).toBe(own)
  await dialog(page).getByRole('button', { name: 'Copy: Page address' }).click()
  await expectVisible(dialog(page).getByRole('button', { name: 'Copied: Page address' }))
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe(own)
  await dialog(page).getByRole('button', { name: 'Copy Markdown link' }).click()
  await eventually(copied, `[Create a user](${own})`)
  // the arrow keys move from tab to tab
  await dialog(page).getByRole('tab', { name: 'Page', exact: true }).press('ArrowRight')
  expect(await address(page, 'Project address').inputValue()).toBe(`${site.server.url}/orders`)
  await page.keyboard.press('Escape')
  await expectHidden(dialog(page))
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await eventually(focused, 'Share')
})

test('an editor creates a public link, a visitor reads that page only, and revoking the link asks first', async () => {
  const page = await open(site.server, { token: site.token, at: `/orders/${page_id}` })
  await openShare(page)
  await dialog(page).getByRole('tab', { name: 'Public link' }).click()
  const link = dialog(page).getByRole('switch', { name: /Public link to this page only/ })
  await expectVisible(link)
  expect(await link.isChecked()).toBe(false)
  await dialog(page).getByRole('combobox', { name: 'Expires' }).selectOption('After 7 days')
  await link.press('Space')
  const shared = await address(page, 'Public link').inputValue()
  expect(await link.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(shared).toMatch(new RegExp(`^${site.server.url}/p/[0-9a-f]{32}$`))
  await expectVisible(dialog(page).getByText(/It expires on/))
  expect(await scanned(page)).toBe(shared)

  const visitor = await open(site.server, { at: shared.slice(site.server.url.length) })
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'Create a user' }))
  await expectVisible(visitor.getByText('POST /v1/users'))
  expect(await visitor.title()).toContain('Create a user')
  const hrefs = await visitor.locator('a[href]').evaluateAll((links) => links.map((one) => one.getAttribute('href')))
  expect(hrefs.filter((one) => !one?.startsWith('#'))).toEqual([])
  await visitor.emulateMedia({ media: 'print' })
  await expectHidden(visitor.getByRole('banner'))
  await expectVisible(visitor.getByText(shared))
  await visitor.emulateMedia({ media: 'screen' })

  await link.click() // to revoke it
  const question = page.getByRole('alertdialog')
  await expectVisible(question.getByText('stops working for everyone who has it'))
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await link.isChecked()).toBe(true)
  await link.click()
  await question.getByRole('button', { name: 'Turn off link' }).click()
  await expectHidden(question)
  await eventually(() => link.isChecked(), false)
  await visitor.reload()
  await expectVisible(visitor.getByRole('heading', { level: 1, name: 'This link doesn’t work' }))
})

test('a revoked right leads to the password prompt and back; the text stays when the server is down', async () => {
  await site.admin.member.save({ item_id: closed_id, username: 'rea', member_group_id: 0, cat_id: 0 })
  const page = await open(site.server, { token: reader, at: '/pay' })
  await expectVisible(page.getByText('Secret.'))
  const [member] = await site.admin.member.getList({ item_id: closed_id })
  await site.admin.member.delete({ item_id: closed_id, item_member_id: Number(member?.item_member_id) })
  await page.clock.install({ time: Date.now() + 120_000 })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await eventually(() => currentPath(page), /^\/item\/password\/pay/)
  await page.clock.resume()
  await page.locator('input[name=password]').fill('come in')
  await page.getByRole('button', { name: 'Open' }).click()
  await expectVisible(page.getByText('Secret.'))
  await page.close()

  const away = await open(site.server, { token: site.token, at: `/orders/${page_id}`, expects: /Failed to load|ERR_/ })
  await expectVisible(away.getByText('POST /v1/users'))
  await away.route('**/api/**', (route) => route.abort())
  await away.clock.install({ time: Date.now() + 120_000 })
  await away.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectVisible(away.getByText(/The server isn’t responding\. What’s on screen stays/))
  await expectVisible(away.getByText('POST /v1/users'))
  await away.unroute('**/api/**')
  await away.clock.runFor(6000)
  await expectHidden(away.getByText(/The server isn’t responding\. What’s on screen stays/))
})

test('a spreadsheet of 5,000 rows renders only its visible rows, and prints completely', async () => {
  const sheet = await addItem(site.admin, { item_name: 'Price sheet', item_type: 4, item_domain: 'pricesheet' })
  const { default_page_id } = await site.admin.item.info({ item_id: sheet })
  const rows = Object.fromEntries(
    Array.from({ length: 5000 }, (_, row) => [row, { cells: { 0: { text: `SKU ${row + 1}` } } }]),
  )
  const page_content = JSON.stringify([
    { name: 'Prices', rows },
    { name: 'Notes', rows: {} },
  ])
  await site.admin.page.save({
    item_id: sheet,
    page_id: Number(default_page_id),
    page_title: 'Price sheet',
    page_content,
  })
  const page = await open(site.server, { at: '/pricesheet' })
  await expectVisible(page.getByRole('cell', { name: 'SKU 1', exact: true }))
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
  expect(await page.getByRole('row').count()).toBeLessThan(80)
  await page.getByRole('group', { name: /Prices/ }).focus()
  await page.keyboard.press('End')
  await expectVisible(page.getByRole('cell', { name: 'SKU 5000', exact: true }))
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expectVisible(page.getByText('This sheet is empty.'))
  expect(currentPath(page)).toContain('sheet=2')
  await page.getByRole('tab', { name: 'Prices' }).click()
  await page.emulateMedia({ media: 'print' })
  await eventually(() => page.locator('td').count(), 3000)
})

test('the image viewer pages with the arrow keys, and Esc closes it', async () => {
  const id = await addPage(site.admin, item_id, 'Pictures', '![one](/mark.svg)\n\n![two](/mark.svg?2)')
  const page = await open(site.server, { token: site.token, at: `/orders/${id}`, expects: /mark\.svg|404/ })
  await page.getByRole('button', { name: 'one' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'one' }))
  await expectVisible(page.getByText('1 / 2'))
  await page.keyboard.press('ArrowRight')
  await expectVisible(page.getByRole('dialog', { name: 'two' }))
  await page.keyboard.press('ArrowRight')
  await expectVisible(page.getByRole('dialog', { name: 'one' }))
  await expectVisible(page.getByRole('link', { name: 'Download' }))
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('dialog'))
})

test('readers in the foreground learn of a save within seconds, and visitors within a minute', async () => {
  const id = await addPage(site.admin, item_id, 'Read by many', 'The first text.')
  const save = (page_content: string) =>
    site.admin.page.save({ item_id, page_id: id, page_title: 'Read by many', page_content })
  const watching = (page: Page) =>
    page.waitForRequest((request) =>
      Boolean(request.url().includes('message/watch') && request.postData()?.includes(String(id))),
    )
  const page = await open(site.server, { token: reader, at: `/orders/${id}` })
  await page.clock.install()
  await Promise.all([watching(page), page.reload()])
  await expectVisible(page.getByText('The first text.'))
  await page.clock.runFor(3200) // before that a newer text is shown without asking
  await save('The second text.')
  await expectVisible(page.getByText('admin updated this page.'))
  await expectVisible(page.getByText('The first text.'))
  await page.getByRole('button', { name: 'Show latest version' }).click()
  await expectVisible(page.getByText('The second text.'))
  // the next page is watched instead of this one
  const next = await addPage(site.admin, item_id, 'Read after it', 'Another text.')
  const watchesNext = page.waitForRequest((request) =>
    Boolean(request.postData()?.includes(`page_id=${next}`) && request.url().includes('message/watch')),
  )
  await page.goto(`${site.server.url}/orders/${next}`)
  await watchesNext

  const visitor = await open(site.server, { at: `/orders/${id}` })
  await expectVisible(visitor.getByText('The second text.'))
  await visitor.clock.install()
  await visitor.reload()
  await expectVisible(visitor.getByText('The second text.'))
  await visitor.clock.runFor(4000)
  await save('The third text.')
  await eventually(async () => {
    await visitor.clock.runFor(20_000)
    return visitor.getByText('admin updated this page.').isVisible()
  }, true)
})

test('a save by another user is not shown to a reader until it is requested', async () => {
  const id = await addPage(site.admin, item_id, 'Notes', 'The old text.')
  const page = await open(site.server, { token: reader, at: `/orders/${id}` })
  await expectVisible(page.getByText('The old text.'))
  await page.clock.install()
  await page.reload()
  await expectVisible(page.getByText('The old text.'))
  await page.clock.runFor(120_000) // at first a newer text is shown without asking
  await site.admin.page.save({ item_id, page_id: id, page_title: 'Notes', page_content: 'The new text.' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectVisible(page.getByText('admin updated this page.'))
  await expectVisible(page.getByText('The old text.'))
  await page.getByRole('button', { name: 'Show latest version' }).click()
  await expectVisible(page.getByText('The new text.'))
  await expectHidden(page.getByText('admin updated this page.'))
})

test('a watermark with the reader’s name covers the text, on screen and in print', async () => {
  await site.admin.adminSetting.saveConfig({ show_watermark: 1 })
  try {
    const page = await open(site.server, { token: reader, at: `/orders/${page_id}` })
    const mark = page.locator('article > [aria-hidden=true]').first()
    await eventually(() => mark.evaluate((one) => decodeURIComponent(getComputedStyle(one).maskImage)), />rea</)
    expect(await mark.evaluate((one) => getComputedStyle(one).opacity)).toBe('0.05')
    await page.emulateMedia({ media: 'print' })
    await expectVisible(page.getByText(`${site.server.url}/orders/${page_id}`))
    await expectHidden(page.getByRole('banner'))
    await expectHidden(page.getByRole('tree'))
    expect(await mark.evaluate((one) => getComputedStyle(one).position)).toBe('fixed')
  } finally {
    await site.admin.adminSetting.saveConfig({ show_watermark: 0 })
  }
})

test('a dialog over a page closes when the user leaves the page, also with Back', async () => {
  const page = await open(site.server, { token: site.token, at: '/item/index' })
  await page.getByRole('link', { name: 'Orders API' }).click()
  await openShare(page)
  await page.goBack()
  await expectHidden(dialog(page))
  await page.getByRole('link', { name: 'Pay' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Salaries' }))
  expect(await dialog(page).count()).toBe(0)
})
