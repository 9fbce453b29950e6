import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCatalog,
  addItem,
  addPage,
  currentPath,
  eventually,
  expectVisible,
  newSite,
  open,
  type Site,
} from './support/browser.ts'
import { administrator } from './support/executable.ts'

/** An image of 16 by 16 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGElEQVR42mNk+M9AEmAiTfmohlENQ0kDAEo+AR9rW8DfAAAAAElFTkSuQmCC',
  'base64',
)

let site: Site
/** Another site is at the root of the same host; requests that arrive there have the wrong path. */
const strays: string[] = []
const proxy = createServer((incoming, outgoing) => {
  const { method, headers, url = '/' } = incoming
  if (!/^\/docs(\/|$)/.test(url)) {
    if (url !== '/favicon.ico') strays.push(url)
    outgoing.writeHead(404).end()
    return
  }
  const to = new URL(url, site.server.url)
  const passed = request(to, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
})

beforeAll(async () => {
  site = await newSite({ args: ['--captcha', 'off', '--base-path', '/docs'] })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})
afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

test('works below /docs behind a proxy and requests nothing outside', async () => {
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Handbook', item_domain: 'handbook' })
  const guides = await addCatalog(admin, item_id, 'Guides')
  const picture = new File([png], 'dot.png', { type: 'image/png' })
  const { url } = await admin.page.uploadImg({ 'editormd-image-file': picture, item_id })
  const page_id = await addPage(admin, item_id, 'Picture', `![dot](${url})`, guides)
  await addPage(admin, item_id, 'After', 'Text with a [link](#x).', guides)
  const front = { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/docs` }

  const page = await open(front, { at: `/handbook/${page_id}` })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Picture' }))
  const shown = page.getByRole('img', { name: 'dot' })
  await eventually(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth), 16)
  await page.getByRole('link', { name: /^Next/ }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'After' }))
  expect(currentPath(page)).toMatch(/^\/docs\/handbook\/\d+$/)
  await page.reload()
  await page.getByRole('treeitem', { name: 'Picture' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Picture' }))

  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Username or email' }).fill(administrator.username)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Picture' }))
  expect(currentPath(page)).toBe(`/docs/handbook/${page_id}`)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'docstead_session')
  expect(cookie?.path).toMatch(/^\/docs\/?$/)

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of the page, Markdown' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and words')
  await page.keyboard.press('Control+s')
  await expectVisible(page.locator('[data-state=saved]'))
  await page.getByRole('button', { name: 'Back' }).click()
  await expectVisible(page.getByText('and words'))
  await page.getByRole('link', { name: /, all projects$/ }).click()
  await page.waitForURL('**/docs/item/index')
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.waitForURL('**/docs/user/setting')
  expect(strays).toEqual([])
})

test('redirects ShowDoc addresses to the same targets below /docs', async () => {
  strays.length = 0 // requests that a previous test sent while it ended
  const { admin } = site
  const item_id = await addItem(admin, { item_name: 'Older', item_domain: 'older' })
  const page_id = await addPage(admin, item_id, 'First', 'Text')
  const links = `[by hash](#/older/${page_id}) [by web](/web/#/older/${page_id})`
  const other = await addPage(admin, item_id, 'Second', links)
  const front = { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/docs` }
  const page = await open(front, { at: `/older/${other}` })
  for (const older of [`/web/#/older/${page_id}`, `/#/older/${page_id}`, `/index.php?s=/older/${page_id}`]) {
    await page.goto(`${front.url}${older}`)
    await eventually(() => currentPath(page), `/docs/older/${page_id}`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'First' }))
  }
  for (const name of ['by hash', 'by web']) {
    await page.goto(`${front.url}/older/${other}`)
    await page.getByRole('link', { name }).click()
    await eventually(() => currentPath(page), `/docs/older/${page_id}`)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'First' }))
  }
  expect(strays).toEqual([])
})
