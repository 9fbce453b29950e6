import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

/** What the page at `path` knows before its first call. */
async function bootAt(address: string, path: string) {
  const html = await (await fetch(`${address}${path}`)).text()
  const [, boot = '{}'] = /<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  return JSON.parse(boot) as { early: unknown; site_name: string }
}

/** The calls that the page at `path` sends before its scripts are read. */
const earlyAt = async (path: string) => (await bootAt((await createTestApp()).url, path)).early

const who = ['user/info', { redirect_login: 'false' }]

test('the page of an item requests the item and the page before its scripts load', async () => {
  expect(await earlyAt('/orders/71')).toEqual([
    who,
    ['item/info', { item_id: 'orders' }],
    ['page/info', { page_id: '71' }],
  ])
  expect(await earlyAt('/600')).toEqual([who, ['item/info', { item_id: '600' }]])
})

test('every other address requests only the signed-in user', async () => {
  for (const path of ['/', '/user/login', '/item/index', '/page/edit/1/2']) expect(await earlyAt(path)).toEqual([who])
})

test('the import map precedes every script that needs it and includes the base path', async () => {
  const app = await createTestApp()
  const html = await (await fetch(`${app.url}/`)).text()
  const [whole = '', words = '{}'] = /<script type="importmap" nonce="[^"]+">(.*?)<\/script>/.exec(html) ?? []
  const { imports } = JSON.parse(words) as { imports: Record<string, string> }
  const base = new URL(app.url).pathname.replace(/\/$/, '')
  expect(imports).toEqual({ first: `${base}/assets/main.js` })
  expect(html.indexOf('type="module"')).toBeGreaterThan(html.indexOf(whole))
})

test("a member's home names its scripts and the texts of screens, so that they load with the entry", async () => {
  const app = await createTestApp()
  const preloadedAt = async (path: string) => {
    const html = await (await fetch(`${app.url}${path}`)).text()
    return [...html.matchAll(/<link rel="modulepreload" href="[^"]*\/([^"/]+)"/g)].map(([, name]) => name)
  }
  expect(await preloadedAt('/item/index')).toEqual(['list.js', 'screens.js'])
  for (const path of ['/', '/user/login', '/600', '/item/index/1']) expect(await preloadedAt(path)).toEqual([])
})

test('each response has its own nonce, in its policy and on each of its scripts', async () => {
  const app = await createTestApp()
  const nonces = new Set<string>()
  for (let time = 0; time < 3; time++) {
    const response = await fetch(`${app.url}/orders/71`)
    const html = await response.text()
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
    expect(new Set([...html.matchAll(/ nonce="([^"]*)"/g)].map(([, value]) => value))).toEqual(new Set([nonce]))
    expect(nonce.length).toBeGreaterThanOrEqual(16)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('addresses of one kind request calls of their own, one after the other', async () => {
  const app = await createTestApp()
  const callsAt = async (path: string) => (await bootAt(app.url, path)).early
  const ofItem = (item_id: string) => [who, ['item/info', { item_id }]]
  expect(await callsAt('/600')).toEqual(ofItem('600'))
  expect(await callsAt('/601')).toEqual(ofItem('601'))
  expect(await callsAt('/600/71')).toEqual([...ofItem('600'), ['page/info', { page_id: '71' }]])
})

test('a setting that changes shows in the next response', async () => {
  const app = await createTestApp()
  expect(await bootAt(app.url, '/')).toMatchObject({ site_name: 'Docstead' })
  await app.newUser('admin', { groupid: 1 })
  await app.as('admin').adminSetting.saveConfig({ site_name: 'Handbooks of $& the firm' })
  expect(await bootAt(app.url, '/')).toMatchObject({ site_name: 'Handbooks of $& the firm' })
})

test('a page of a reader links the first style sheet, every other address both', async () => {
  const { url } = await createTestApp()
  const sheetsAt = async (path: string) =>
    [...(await (await fetch(url + path)).text()).matchAll(/<link rel="stylesheet" href="[^"]*\/(\w+\.css)">/g)].map(
      ([, name]) => name,
    )
  for (const path of ['/orders/71', '/600']) expect(await sheetsAt(path)).toEqual(['main.css'])
  for (const path of ['/', '/item/index', '/page/edit/1/2'])
    expect(await sheetsAt(path)).toEqual(['main.css', 'rest.css'])
})
