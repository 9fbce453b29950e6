import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addItem,
  addPage,
  advanceClock,
  eventually,
  expectHidden,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'

let site: Site
let target: Server
let url = ''
let item_id: number

const answerText = JSON.stringify({ code: 0, data: { list: [{ id: 7, tags: ['a', 'b'] }], next: null } })

beforeAll(async () => {
  target = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(request.url?.startsWith('/other') ? '[1]' : answerText)
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  site = await newSite({ args: ['--captcha', 'off', '--outbound-allow', '127.0.0.0/8'] })
  item_id = await addItem(site.admin, { item_name: 'Shop', item_domain: 'shopdesk', password: 'visit me' })
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const stored = async (page_id: number) => (await site.admin.page.info({ page_id })).page_content
const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await expectVisible(page.locator('[data-state=saved]').filter({ hasText: /^Saved \d/ }))
}
const edit = (page_id: number, query = '') =>
  open(site.server, { at: `/page/edit/shopdesk/${page_id}${query}`, token: site.token })

test('inserts an API block from a command, found by its icon, and an attachment from the drawer', async () => {
  const page_id = await addPage(site.admin, item_id, 'Text', 'Before.\n')
  const page = await edit(page_id, '?mode=source')
  const text = page.locator('.cm-content')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('/curl')
  const list = page.locator('.cm-tooltip-autocomplete')
  await expectVisible(list.locator('li').filter({ hasText: 'API block' }).locator('svg'))
  await advanceClock(page, 200) // so long the suggestions ignore keys that were meant for the text
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: 'Insert API block' })
  await window.getByRole('textbox').first().fill(`curl 'https://a.test/v1/x?page=2' -X PUT --data-raw '{"a":1}'`)
  await window.getByRole('button', { name: 'Insert' }).click()
  await expectHidden(window)
  await expectVisible(text.getByText('### PUT `https://a.test/v1/x`'))

  await page.getByRole('button', { name: 'Attachments' }).click()
  const drawer = page.getByRole('dialog', { name: 'Attachments of this page' })
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }
  await drawer.locator('input[type=file]').setInputFiles(plan)
  await drawer.getByRole('button', { name: 'Insert plan.txt into the text' }).click()
  await page.keyboard.press('Escape')
  await expectHidden(drawer)
  await save(page)
  const saved = await stored(page_id)
  expect(saved).toMatch(/^Before\.\n+### PUT `https:\/\/a\.test\/v1\/x`\n[^]*\| `page` \|[^]*"a": ?1/)
  expect(saved).toMatch(/\[plan\.txt\]\(\S+\)/)
})

test('moves rows by pointer and by keyboard and changes nothing else in the source', async () => {
  const query = ['first', 'second', 'third'].map((name) => ({ name, require: '1', zz: 1 }))
  const given = JSON.stringify({ info: { url: '/rows', method: 'get' }, request: { query } }, null, 2)
  const page_id = await addPage(site.admin, item_id, 'Rows', given)
  const page = await edit(page_id)
  const names = () =>
    page
      .locator('ul[aria-label=Query] [data-cell=name]')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value))
  await eventually(async () => (await names()).join(), 'first,second,third,')
  const rows = page.locator('ul[aria-label=Query] > li')
  const [from, to] = [
    await rows.nth(0).locator('[aria-hidden=true]').first().boundingBox(),
    await rows.nth(2).boundingBox(),
  ]
  if (!from || !to) throw new Error('no rows')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height, { steps: 3 })
  await page.mouse.move(to.x + 10, to.y + to.height - 3, { steps: 6 })
  await page.mouse.up()
  await eventually(async () => (await names()).join(), 'second,third,first,')
  await rows.nth(2).locator('[data-cell=name]').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(async () => (await names()).join(), 'second,first,third,')
  expect(
    await rows
      .nth(1)
      .locator('[data-cell=name]')
      .evaluate((cell) => cell === document.activeElement),
  ).toBe(true)

  const ways = page.getByRole('group', { name: 'Editing mode' })
  await ways.getByText('Source').click()
  await expectVisible(page.locator('.cm-editor').getByText('"second"'))
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await ways.getByText('Form').click()
  await eventually(() => page.locator('[data-path="info.url"]').inputValue(), '/rows')
  await page.locator('[data-path="info.url"]').fill('/rows/2')
  await save(page)
  const [first, second, third] = query
  const moved = JSON.stringify(
    { info: { url: '/rows/2', method: 'get' }, request: { query: [second, first, third] } },
    null,
    2,
  )
  expect(await stored(page_id)).toBe(moved.replace('"/rows/2",', '"/rows/2", '))
})

test('writes a WebSocket’s connection and messages in the form and shows them in versions and the bin', async () => {
  const page_id = await addPage(
    site.admin,
    item_id,
    'Live',
    '{"info":{"url":"wss://a.test/live","method":"get","type":"websocket"},"zz":1.0}',
  )
  const page = await edit(page_id)
  await page.getByRole('textbox', { name: 'Sub-protocols' }).fill('v1, v2')
  await page.getByRole('checkbox', { name: 'Send a heartbeat' }).check()
  await page.getByRole('textbox', { name: 'Heartbeat message' }).first().fill('hello')
  await page.getByRole('button', { name: 'Add message' }).click()
  await page.getByRole('textbox', { name: 'Message name' }).fill('subscribe')
  await page.getByRole('textbox', { name: 'Message content' }).last().click()
  await page.keyboard.insertText('{"op":"sub"}')
  await save(page)
  expect(await stored(page_id)).toContain('"zz":1.0')
  expect(JSON.parse(await stored(page_id))).toMatchObject({
    protocolConfig: { websocket: { subProtocols: ['v1', 'v2'], heartbeat: { enabled: true, pingMessage: 'hello' } } },
    messaging: { templates: [{ name: 'subscribe', payload: '{"op":"sub"}', enabled: true }] },
  })
  const reader = await open(site.server, { at: `/shopdesk/${page_id}`, token: site.token })
  await expectVisible(reader.getByRole('row', { name: /Heartbeat hello/ }))
  await expectVisible(reader.getByRole('heading', { name: 'subscribe' }))
  await reader.close()

  // a former version reads like a page, and the comparison names the changes
  await page.goto(`${new URL(page.url()).origin}/shopdesk/${page_id}`)
  const { page_history_id = '' } = (await site.admin.page.history({ page_id, without_text: true }))[0] ?? {}
  await page.goto(`${new URL(page.url()).origin}/page/diff/${page_id}/${page_history_id}`)
  await expectVisible(page.getByRole('region', { name: /lines/i }).getByText('"pingMessage"').first())
  await page.getByRole('tab', { name: 'Rendered' }).click()
  await expectVisible(page.locator('.md-body').last().getByRole('heading', { name: 'subscribe' }))
  await page.goto(`${new URL(page.url()).origin}/shopdesk/${page_id}`)
  await page.getByRole('button', { name: 'More actions for this page' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page
    .getByRole('button', { name: /Preview$/ })
    .first()
    .click()
  const request = page.getByRole('dialog', { name: 'Live' }).getByRole('group', { name: 'Request' })
  await expectVisible(request.getByText('wss://a.test/live'))
  await site.admin.page.delete({ page_id })
  await page.goto(`${new URL(page.url()).origin}/item/setting/${item_id}?tab=recycle`)
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expectVisible(request.getByText('wss://a.test/live'))
})

describe('Try it', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
  const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
  const text = JSON.stringify({
    info: { url: '/a', method: 'get' },
    request: { headers: [{ name: 'X-A', value: '{{token}}' }], query: [{ name: 'q', value: '1' }] },
  })

  test('names a missing secret once, folds a response by keyboard, and offers no reset without changes', async () => {
    const page_id = await addPage(site.admin, item_id, 'Try', text)
    const variables = JSON.stringify([{ name: 'token', is_secret: true }])
    const { env_id } = await site.admin.apiCall.environmentSave({ item_id, env_name: 'Test', base_url: url, variables })
    const page = await open(site.server, { at: `/shopdesk/${page_id}`, token: site.token })
    await expectVisible(page.getByText('You haven’t set a value for {{token}}'))
    await send(page).click()
    await expectVisible(page.getByText('You haven’t entered a value for the secret token yet'))
    expect(await page.getByText('You haven’t set a value').count()).toBe(0)
    await site.admin.apiCall.secretSave({ item_id, env_id: Number(env_id), name: 'token', value: 'x' })
    await send(page).click()
    await expectVisible(answer(page).getByText('200 OK'))

    const tree = answer(page).getByRole('tree')
    const lines = tree.getByRole('treeitem')
    expect(await lines.count()).toBe(10)
    await lines.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await eventually(() => lines.count(), 3)
    expect(await tree.locator(':focus').textContent()).toContain('data')
    // another response gets a new tree
    await page.getByRole('combobox', { name: 'URL' }).fill('/other')
    await send(page).click()
    await eventually(() => lines.allTextContents(), ['[11 value]', '01'])
    await page.getByRole('button', { name: 'Reset to documented values' }).click()
    await send(page).click()
    await eventually(() => lines.count(), 10)
    await lines.nth(2).click()
    await eventually(() => lines.count(), 3)
    // search unfolds the branch of a match
    await answer(page).getByRole('textbox', { name: 'Find in response' }).fill('tags')
    await expectVisible(tree.getByText('tags'))
    await answer(page).getByRole('combobox', { name: 'View' }).selectOption('raw')
    await expectVisible(answer(page).getByText(answerText))

    const reset = page.getByRole('button', { name: 'Reset to documented values' })
    expect(await reset.count()).toBe(0)
    await page
      .getByRole('combobox', { name: 'Value of q' })
      .or(page.getByRole('tab', { name: /Params/ }))
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Value of q' }).fill('2')
    await expectVisible(reset)
    await page.getByRole('combobox', { name: 'Value of q' }).fill('1')
    await expectHidden(reset)
    // the response stays while another page is visited, and there is still nothing to reset
    await page
      .getByRole('treeitem', { name: /Rows/ })
      .or(page.getByRole('link', { name: 'Rows' }))
      .first()
      .click()
    await expectVisible(page.getByText('/rows/2').first())
    await page.goBack()
    await expectVisible(answer(page).getByText('200 OK'))
    expect(await reset.count()).toBe(0)

    // two people save the same environment
    await page.getByRole('button', { name: 'Environments and variables' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    await dialog.getByLabel('Variable', { exact: true }).nth(1).fill('mine')
    const theirs = JSON.stringify([
      { name: 'token', is_secret: true },
      { name: 'theirs', value: '1' },
    ])
    await site.admin.apiCall.environmentSave({
      item_id,
      env_id: Number(env_id),
      env_name: 'Test',
      base_url: url,
      variables: theirs,
    })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(dialog.getByText('Someone else changed this environment'))
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectVisible(page.getByText('Environment “Test” saved'))
    const [now] = await site.admin.apiCall.environments({ item_id })
    expect(now?.variables.map(({ name }) => name)).toEqual(['token', 'mine', 'theirs'])
  })
})
