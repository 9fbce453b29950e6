import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

/** The calls that the page at `path` sends before its scripts are read. */
async function earlyAt(path: string): Promise<unknown> {
  const app = await createTestApp()
  const html = await (await fetch(`${app.url}${path}`)).text()
  const [, boot = '{}'] = /<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  return JSON.parse(boot).early
}

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
