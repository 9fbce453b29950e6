import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  nextSecond,
  open,
  type Site,
} from './support/browser.ts'
import { sourceText, visualText } from './support/writing.ts'

let site: Site
let item_id: number

const phone = { width: 390, height: 844 }

beforeAll(async () => {
  site = await newSite({}, { site_name: 'Team papers' })
  item_id = await addItem(site.admin, { item_name: 'Orders API', item_domain: 'orders' })
})

const signedIn = () => ({ token: site.token })

/** Its bounding box in the window. */
async function placeOf(what: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const box = await what.boundingBox()
  if (!box) throw new Error('not drawn')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

const overlap = (one: Awaited<ReturnType<typeof placeOf>>, other: Awaited<ReturnType<typeof placeOf>>): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

test('a menu fits the window and fades where it scrolls; the tooltip of its button is hidden', async () => {
  const page = await open(site.server, { ...signedIn(), at: '/item/index', width: 768, height: 500 })
  const button = page.getByRole('button', { name: 'Menu of Orders API' })
  await page.clock.install()
  await button.hover()
  await expectVisible(page.getByRole('tooltip'))
  await button.click()
  const menu = page.getByRole('menu')
  await expectVisible(menu)
  const { top, bottom } = await placeOf(menu)
  expect(top).toBeGreaterThanOrEqual(8)
  expect(bottom).toBeLessThanOrEqual(492)
  await eventually(() => menu.getAttribute('data-cut'), 'end')
  await page.clock.runFor(600)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await menu.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await eventually(() => menu.getAttribute('data-cut'), 'start')
})

test('a row of tabs fades where it scrolls, and the selected tab is visible', async () => {
  const page = await open(site.server, { ...signedIn(), at: `/item/setting/${item_id}?tab=danger`, width: 390 })
  const row = page.getByRole('tablist')
  await eventually(() => row.getAttribute('data-cut'), 'start')
  const tab = await placeOf(row.getByRole('tab', { selected: true }))
  expect(tab.right).toBeLessThanOrEqual(390)
  await page.goto(`${site.server.url}/admin/index?section=audit`)
  const pills = page.getByRole('navigation', { name: 'Admin' }).getByRole('list')
  await eventually(() => pills.getAttribute('data-cut'), 'start end')
})

test('the selected group of items stays visible when the window becomes phone-sized', async () => {
  await site.admin.itemGroup.save({ group_name: 'A group with a long name', item_ids: '' })
  const page = await open(site.server, { ...signedIn(), at: '/item/index?group=archived' })
  const chosen = page.getByRole('navigation', { name: 'Project groups' }).getByRole('link', { name: 'Archived' })
  await expectVisible(chosen)
  await page.setViewportSize(phone)
  await eventually(async () => (await placeOf(chosen)).right <= 390, true)
})

test('on a phone the list of templates fades where it scrolls', async () => {
  const page = await open(site.server, { ...signedIn(), at: '/page/edit/orders/0', ...phone })
  await page.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitem', { name: 'Template' }).click()
  const list = page.getByRole('listbox')
  await expectVisible(list.getByRole('option', { name: 'Data dictionary' }))
  await eventually(() => list.getAttribute('data-cut'), 'end')
  await list.getByRole('option').last().click()
  await eventually(() => list.getAttribute('data-cut'), 'start')
})

test('on a phone the merge result comes first, and a question does not fill the screen', async () => {
  const page_id = await addPage(site.admin, item_id, 'Shared', 'one\n\ntwo\n\nthree')
  const page = await open(site.server, { ...signedIn(), at: `/page/edit/orders/${page_id}?mode=source`, ...phone })
  await page.getByRole('textbox', { name: 'Text of the page, Markdown' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' of mine')
  await page.getByRole('button', { name: 'Back' }).click()
  const leaving = await placeOf(page.getByRole('dialog'))
  expect(leaving.bottom - leaving.top).toBeLessThan(400)
  await page.keyboard.press('Escape')
  await site.admin.page.save({ item_id, page_id, page_title: 'Shared', page_content: 'one\n\ntwo\n\nthree of theirs' })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this page' })
  await expectVisible(dialog.getByRole('region', { name: 'Result' }))
  const result = await placeOf(dialog.getByRole('region', { name: 'Result' }))
  const { top } = await placeOf(dialog.getByRole('button', { name: 'Save result' }))
  expect(Math.min(top, result.bottom) - result.top).toBeGreaterThan(250)
})

test('on a phone a notification covers neither the title nor the status next to it', async () => {
  const reader = await site.newAccount('mo')
  await site.admin.member.save({ item_id, username: 'mo', member_group_id: 1, cat_id: 0 })
  const page_id = await addPage(site.admin, item_id, 'Reported', 'one')
  const { uid } = await reader.client.user.info()
  await site.admin.subscription.savePage({ page_id, uids: uid })
  await nextSecond()
  await site.admin.page.save({
    item_id,
    page_id,
    page_title: 'Reported',
    page_content: 'two',
    is_notify: '1',
    notify_content: 'look',
  })
  const page = await open(site.server, { token: reader.token, at: `/orders/${page_id}`, ...phone })
  const notice = page.getByRole('status').filter({ hasText: 'updated Reported' })
  await expectVisible(notice)
  expect(overlap(await placeOf(notice), await placeOf(page.getByRole('heading', { level: 1 }).first()))).toBe(false)
  await page.getByRole('button', { name: 'More actions for this page' }).first().click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const message = page.getByRole('status').filter({ hasText: 'copied' })
  await expectVisible(message)
  expect(overlap(await placeOf(notice), await placeOf(message))).toBe(false)
})

test('on a phone every field of a parameter has a label, and the fields are left-aligned', async () => {
  const text = JSON.stringify({
    info: { url: '/v1/orders', method: 'get' },
    request: { query: [{ name: 'page', type: 'int', value: '1', require: '1', remark: 'from one' }] },
  })
  const page_id = await addPage(site.admin, item_id, 'Call', text)
  const page = await open(site.server, { ...signedIn(), at: `/page/edit/orders/${page_id}`, ...phone })
  const row = page.getByRole('list', { name: 'Query' }).getByRole('listitem').first()
  await expectVisible(row)
  const left = async (locator: Locator) => (await placeOf(locator)).left
  const lefts = await Promise.all(
    ['Name', 'Type', 'Example', 'Description'].map((name) => left(row.getByLabel(`${name}: page`))),
  )
  expect(new Set(lefts).size).toBe(1)
  for (const name of ['Name', 'Type', 'Example', 'Description'])
    await expectVisible(row.getByText(name, { exact: true }))
})

test('on a phone the address and the values of a request fill their row and do not overlap the buttons', async () => {
  const text = JSON.stringify({
    info: { url: '/v1/orders', method: 'get' },
    request: { query: [{ name: 'page', type: 'int', value: '1', require: '1', remark: 'from one' }] },
  })
  const page_id = await addPage(site.admin, item_id, 'Try', text)
  const page = await open(site.server, { ...signedIn(), at: '/item/index', ...phone })
  const { promise: wanted, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/schemaMock/address', (route) => wanted.then(() => route.continue()))
  await page.goto(`${site.server.url}/orders/${page_id}`)
  const tab = page.getByRole('tab', { name: 'Try it' })
  await expectVisible(tab)
  const top = (await placeOf(tab)).top
  answer()
  await expectVisible(page.getByRole('group', { name: 'Mock address' }))
  expect(Math.abs((await placeOf(tab)).top - top)).toBeLessThan(24)
  await tab.click()
  const address = page.getByRole('combobox', { name: 'URL' })
  await expectVisible(address)
  const send = await placeOf(page.getByRole('button', { name: 'Send', exact: true }))
  expect((await placeOf(address)).right).toBeCloseTo(send.right, 0)
  const remove = await placeOf(page.getByRole('button', { name: 'Remove page' }))
  const value = await placeOf(page.getByRole('combobox', { name: 'Value of page' }))
  expect(value.right).toBeLessThanOrEqual(remove.left)
})

test('on a phone a diagram keeps its drawn size and scrolls by itself', async () => {
  const steps = Array.from(
    { length: 8 },
    (_, at) => `S${at}[Step ${at} of many] --> S${at + 1}[Step ${at + 1} of many]`,
  )
  const text = ['```mermaid', 'graph LR', ...steps, '```'].join('\n')
  const page_id = await addPage(site.admin, item_id, 'Drawn', text)
  const page = await open(site.server, { at: `/orders/${page_id}`, ...phone })
  const picture = page.locator('.md-diagram img')
  await expectVisible(picture)
  const [drawn, natural] = await picture.evaluate((image) =>
    image instanceof HTMLImageElement ? [image.width, image.naturalWidth] : [0, 1],
  )
  expect(drawn).toBe(natural)
  expect(natural).toBeGreaterThan(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('shows key caps only on devices with a keyboard', async () => {
  const page = await open(site.server, { ...signedIn(), at: '/item/index' })
  const caps = () => page.locator('kbd').filter({ visible: true })
  await expectVisible(caps().first())
  await page.setViewportSize(phone)
  await page.keyboard.press('Control+k')
  await expectVisible(page.getByRole('option').first())
  expect(await caps().count()).toBe(0)
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('option').first())
  await page.keyboard.press('?')
  await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(await caps().count()).toBeGreaterThan(10)
})

test('marks only the rows that differ in a changed table', async () => {
  const table = (last: string) => `# Orders\n\n| Name | Type |\n| --- | --- |\n| id | int |\n| state | ${last} |\n`
  const page_id = await addPage(site.admin, item_id, 'Rows', table('int'))
  await site.admin.page.save({ item_id, page_id, page_title: 'Rows', page_content: table('string') })
  const [version] = await site.admin.page.history({ page_id, without_text: true })
  const page = await open(site.server, {
    ...signedIn(),
    at: `/page/diff/${page_id}/${version?.page_history_id}?rendered=1`,
  })
  const marked = page.locator('[data-changed-row]')
  await eventually(
    () => marked.allInnerTexts().then((texts) => texts.map((one) => one.replace(/\s+/g, ' ').trim())),
    ['state int', 'state string'],
  )
})

test('the toolbar over a selected word covers no other text when there is room next to it', async () => {
  const page_id = await addPage(site.admin, item_id, 'Bubble', '## Orders\n\nThe orders service keeps every order.\n')
  const page = await open(site.server, { ...signedIn(), at: `/page/edit/orders/${page_id}?mode=visual`, width: 768 })
  const text = page.locator('.ProseMirror')
  await expectVisible(text)
  await text.getByText('The orders').dblclick({ position: { x: 50, y: 12 } })
  const bubble = page.getByRole('toolbar', { name: 'Formatting' }).nth(1)
  await expectVisible(bubble)
  const heading = await text.locator('h2').evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    return { left, right, top, bottom }
  })
  expect(overlap(await placeOf(bubble), heading)).toBe(false)
})

test('on a phone the bottom selection toolbar covers neither the selection nor the lines around it', async () => {
  const line =
    'Every call needs a key, which the people who keep the service give to people who have a good reason for it. '
  const text = `## Orders\n\n${line.repeat(2)}\n\n${line.repeat(8)}\n`
  const page_id = await addPage(site.admin, item_id, 'Full lines', text)
  const page = await open(site.server, {
    ...signedIn(),
    at: `/page/edit/orders/${page_id}?mode=visual`,
    width: phone.width,
  })
  const paragraphs = page.locator('.ProseMirror p')
  await expectVisible(paragraphs.first())
  const bubble = page.getByRole('toolbar', { name: 'Formatting' }).nth(1)
  const selected = () =>
    page.evaluate(() => {
      const { left, right, top, bottom } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect()
      return { left, right, top: top - 26, bottom: bottom + 26 }
    })
  await paragraphs.first().dblclick({ position: { x: 20, y: 40 } }) // a word, not whitespace
  await expectVisible(bubble)
  expect(overlap(await placeOf(bubble), await selected())).toBe(false)
  await page.keyboard.press('Shift+ArrowDown')
  await expectVisible(bubble)
  expect(overlap(await placeOf(bubble), await selected())).toBe(false)
  // one of the last visible lines
  const foot = await placeOf(bubble)
  expect(foot.bottom - foot.top).toBeLessThan(45)
  await page.mouse.dblclick(foot.left + 40, foot.top - 4)
  await eventually(async () => (await placeOf(bubble)).top < foot.top, true)
  const last = await selected()
  expect(overlap(await placeOf(bubble), { ...last, top: last.top + 26, bottom: last.bottom - 26 })).toBe(false)
})

test('the buttons between changes do not move when the counts of a comparison arrive', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `Line ${at}.`)
  const page_id = await addPage(site.admin, item_id, 'Compared', lines.join('\n'))
  await site.admin.page.save({
    item_id,
    page_id,
    page_title: 'Compared',
    page_content: `${lines.join('\n')}\nOne more.`,
  })
  const [version] = await site.admin.page.history({ page_id, without_text: true })
  const page = await open(site.server, { ...signedIn(), at: '/item/index', width: 768 })
  await page.addInitScript(() => {
    const places = new Set<string>()
    Object.assign(window, { places })
    const look = () => {
      const next = document.querySelector('[aria-label="Next change"]')?.getBoundingClientRect()
      const choice = document.querySelector('[role=switch]')?.getBoundingClientRect()
      if (next && choice) places.add([next.left, choice.left, choice.top - next.top].map(Math.round).join(' '))
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(`${site.server.url}/page/diff/${page_id}/${version?.page_history_id}`)
  await expectVisible(page.getByText('1 line added'))
  await expectVisible(page.getByText(/^Change 1 of 1|^1 change/))
  expect(await page.evaluate(() => [...(window as unknown as { places: Set<string> }).places])).toHaveLength(1)
})

test.each([
  ['source', sourceText],
  ['visual', visualText],
] as const)(
  'on a phone text typed after choosing Find in the menu goes into the panel, not into the %s',
  async (mode, textOf) => {
    const page_id = await addPage(site.admin, item_id, `Found in ${mode}`, 'orders and refunds')
    const page = await open(site.server, { ...signedIn(), at: `/page/edit/orders/${page_id}?mode=${mode}`, ...phone })
    await textOf(page).click()
    await page.getByRole('button', { name: 'More formatting' }).click()
    await page.getByRole('menuitem', { name: 'Find and replace' }).click()
    await expectHidden(page.getByRole('menu'))
    const field = page.getByRole('search').getByRole('textbox', { name: 'Find' })
    await eventually(() => field.evaluate((node) => node === document.activeElement), true)
    await page.keyboard.type('refunds')
    expect(await field.inputValue()).toBe('refunds')
    expect((await textOf(page).innerText()).trim()).toBe('orders and refunds')
  },
)

test('on a phone the command palette has a close button', async () => {
  const page = await open(site.server, { ...signedIn(), at: '/orders', ...phone })
  await page.getByRole('button', { name: /^Search/ }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('button', { name: 'Close' }).click()
  await expectHidden(palette)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Control+k')
  await expectVisible(palette.getByRole('option').first())
  expect(await palette.getByRole('button', { name: 'Close' }).count()).toBe(0)
})

test('on touch screens fields are as high as buttons, and no font is so small that the phone zooms in', async () => {
  const call = JSON.stringify({
    info: { url: '/v1/orders', method: 'get' },
    request: { query: [{ name: 'page', type: 'int', value: '1', require: '1', remark: '' }] },
  })
  const page_id = await addPage(site.admin, item_id, 'Touched', 'one')
  const call_id = await addPage(site.admin, item_id, 'Called', call)
  const page = await open(site.server, { ...signedIn(), at: `/item/setting/${item_id}?tab=openApi`, ...phone })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await eventually(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches), true)
  /** Its height and its font size, in px. */
  const sizes = (what: Locator) =>
    what.evaluate((node) => [node.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(node).fontSize)])
  const fits = async (what: Locator) => {
    await expectVisible(what)
    const [height = 0, type = 0] = await sizes(what)
    expect(height).toBeGreaterThanOrEqual(44)
    expect(type).toBeGreaterThanOrEqual(16)
  }
  const go = (at: string) => page.goto(`${site.server.url}${at}`)
  await fits(page.getByRole('textbox', { name: 'api_key' }))
  await go('/user/setting?tab=preferences')
  const english = page.locator('label').filter({ hasText: 'English' })
  await expectVisible(english)
  expect((await sizes(english))[0]).toBeGreaterThanOrEqual(40)
  await go(`/orders/${page_id}`)
  await page.getByRole('button', { name: 'Show the page tree' }).click()
  await fits(page.getByRole('dialog').getByLabel('Filter pages'))
  await go(`/orders/${call_id}?tab=try`)
  await fits(page.getByRole('combobox', { name: 'URL' }))
  await fits(page.getByRole('combobox', { name: 'Value of page' }))
  await go(`/page/edit/orders/${call_id}`)
  await expectVisible(page.getByRole('textbox', { name: 'Name: page' }))
  expect((await sizes(page.getByRole('textbox', { name: 'Name: page' })))[1]).toBe(16)
  await go(`/page/edit/orders/${page_id}?mode=source`)
  await fits(page.getByRole('textbox', { name: 'Text of the page, Markdown' }))
  await page.getByRole('textbox', { name: 'Text of the page, Markdown' }).press('Control+f')
  const find = page.getByRole('search').getByRole('textbox', { name: 'Find' })
  await expectVisible(find)
  expect((await sizes(find))[1]).toBe(16)
})

test('on touch screens small buttons have a touch target of 40 px, and no text mentions dropping files', async () => {
  const text = 'Before.\n\n```js\nlet a\n```\n\n| Name | Type |\n| --- | --- |\n| id | integer |\n\nAfter.'
  const page_id = await addPage(site.admin, item_id, 'Small buttons', text)
  await site.admin.page.save({ item_id, page_id, page_title: 'Small buttons', page_content: `${text} More.` })
  const page = await open(site.server, { ...signedIn(), at: `/orders/${page_id}`, ...phone })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await eventually(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches), true)
  /** Width and height of the touch target, measured through the middle of an element; in px. */
  const hit = async (what: Locator) => {
    await expectVisible(what)
    return what.evaluate((node) => {
      node.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = node.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hits = (atX: number, atY: number) => node.contains(document.elementFromPoint(atX, atY))
      const reach = (along: (by: number) => boolean) => {
        let by = 0
        while (by < 200 && along(by)) by += 1
        return by
      }
      return [
        reach((by) => hits(x + by, y)) + reach((by) => hits(x - by, y)) - 1,
        reach((by) => hits(x, y + by)) + reach((by) => hits(x, y - by)) - 1,
      ]
    })
  }
  const go = (at: string) => page.goto(`${site.server.url}${at}`)
  const code = page.locator('.md-code')
  for (const name of ['Wrap', 'Copy'])
    expect((await hit(code.getByRole('button', { name })))[1]).toBeGreaterThanOrEqual(40)
  await page.getByRole('button', { name: 'More actions for this page' }).first().click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const version = page
    .getByRole('dialog')
    .getByRole('button', { name: /Preview$/ })
    .first()
  expect((await hit(version))[1]).toBeGreaterThanOrEqual(40)
  await go('/admin/index?section=items')
  expect((await hit(page.getByRole('rowheader').getByRole('link').first()))[1]).toBeGreaterThanOrEqual(40)
  await go(`/page/edit/orders/${page_id}?mode=visual`)
  await visualText(page).locator('td').first().click()
  expect((await hit(page.getByRole('button', { name: 'Row 2 menu' })))[0]).toBeGreaterThanOrEqual(40)
  expect((await hit(page.getByRole('button', { name: 'Column 1 menu' })))[1]).toBeGreaterThanOrEqual(40)
  expect((await hit(page.getByRole('button', { name: 'Add row' })))[1]).toBeGreaterThanOrEqual(40)
  // at the edge of the window, and not over the text of the last column
  expect((await hit(page.getByRole('button', { name: 'Add column' })))[0]).toBeGreaterThanOrEqual(30)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await go(`/item/index?import=${item_id}`)
  await expectVisible(page.getByText('Choose a file to import'))
  expect(await page.getByText('Drop', { exact: false }).count()).toBe(0)
})
