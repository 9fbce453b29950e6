import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

test('reports an unknown call as JSON with 404', async () => {
  const app = await createTestApp()
  for (const path of ['nothing/here', 'page', 'page/info/more', '', 'constructor/constructor', '__proto__/toString']) {
    const { status, json, headers } = await app.call(path)
    expect([path, status, json.error_code]).toEqual([path, 404, 10404])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
})

test('ignores the case of an address', async () => {
  const app = await createTestApp()
  expect((await app.call('COMMON/Version')).json).toMatchObject({ error_code: 0 })
})

test('allows GET for calls that read, not for calls that change something', async () => {
  const app = await createTestApp()
  const page_id = app.rows.newPage(await app.rows.newItem(), 'T')
  const read = await app.call(`page/info?page_id=${page_id}`, {}, { method: 'GET' })
  expect(read.json).toMatchObject({ error_code: 0 })
  const write = await app.call(`page/delete?page_id=${page_id}`, {}, { method: 'GET', as: 'owner' })
  expect([write.status, write.json.error_name]).toEqual([405, 'methodNotAllowed'])
  expect((await app.call('page/info', {}, { method: 'PUT' })).status).toBe(405)
})

test('rejects invalid parameters with the label of their field', async () => {
  const app = await createTestApp()
  const bodies: [string, Record<string, string>][] = [
    ['page_id=1&page_id=2', form],
    ['page_id[]=1', form],
    ['', form],
    ...['01', '1e3', '-1', '0', '+1', '1.0', '%EF%BC%91', '99999999999999999', 'abc', '%FF'].map(
      (id): [string, Record<string, string>] => [`page_id=${id}`, form],
    ),
    ['{"page_id":[1]}', json],
    ['{"page_id":{"a":1}}', json],
    ['{"page_id":null}', json],
    ['{"page_id":1.5}', json],
  ]
  for (const [body, headers] of bodies) {
    const { status, json } = await app.call('page/info', body, { headers })
    expect([body, status, json.error_name]).toEqual([body, 200, 'badParameter'])
    expect(json.error_message).toContain('“Page”')
    expect(json['error_values']).toMatchObject({ field: 'page_id' })
  }
})

test('rejects a text that is too long with the label of its field, and never truncates it', async () => {
  const app = await createTestApp()
  const { json } = await app.call('item/add', { item_name: 'x'.repeat(201) }, { as: 'ann' })
  expect(json).toMatchObject({ error_name: 'textTooLong', error_message: expect.stringContaining('“Project name”') })
  // lets a client show the message in another language
  expect(json['error_values']).toEqual({ field: 'item_name', most: 200 })
})

test("explains a character that no name may contain with the field's label, in the requested language", async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const refused = async (path: string, fields: Record<string, string>, language: string) => {
    const headers = { 'accept-language': language }
    const { json: answer } = await app.call(path, { item_id: String(item_id), ...fields }, { as: 'ann', headers })
    expect(answer).toMatchObject({ error_code: 10101, error_name: 'characterBad' })
    return { message: answer.error_message, field: (answer['error_values'] as { field: string }).field }
  }
  const name = { cat_name: 'a\u0007b' }
  expect(await refused('catalog/save', name, 'en')).toEqual({
    message: expect.stringContaining('“Folder name” contains a character'),
    field: 'cat_name',
  })
  const { message } = await refused('catalog/save', name, 'zh')
  expect(message).toMatch(/^“目录名称”/)
  expect(message).not.toContain('cat_name')
  // in a list, and where a field has a special meaning in one call
  const cats = JSON.stringify([{ cat_id: 1, cat_name: 'a\u202eb' }])
  expect((await refused('catalog/batUpdate', { cats }, 'en')).message).toContain('“New name”')
  expect((await refused('item/add', { item_name: 'a\nb' }, 'en')).message).toContain('“Project name”')
})

test('an error is in the requested language and names its request', async () => {
  const app = await createTestApp()
  const refused = async (language: string) => app.call('user/info', {}, { headers: { 'accept-language': language } })
  const [en, zh] = [await refused('en'), await refused('zh-CN,zh;q=0.9,en;q=0.5')]
  expect(en.json.error_message).toMatch(/^[\x20-\x7e“”‘’]+$/)
  expect(zh.json.error_message).toMatch(/\p{Script=Han}/u)
  expect(en.json['request_id']).toBe(en.headers.get('x-request-id'))
})

test('every response has the browser security headers', async () => {
  const app = await createTestApp()
  for (const path of ['/', '/item/1', '/api/common/version', '/api/nothing', '/assets/main.js', '/nothing.js']) {
    const { headers } = await fetch(app.url + path)
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('the page has its own security policy, generated for each response', async () => {
  const app = await createTestApp()
  const policy = async () => (await fetch(app.url)).headers.get('content-security-policy') ?? ''
  const [one, two] = [await policy(), await policy()]
  expect(one).toMatch(/default-src 'none'; script-src 'nonce-[^']+' 'strict-dynamic'/)
  expect(one).not.toContain('unsafe-eval')
  expect(one).not.toBe(two)
})

test('browsers do not cache API responses', async () => {
  const app = await createTestApp()
  const { headers } = await app.call('common/version')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('vary')).toContain('Accept-Language')
})

test('rejects a body that is too large', async () => {
  const app = await createTestApp()
  const { status } = await app.call('page/info', 'x'.repeat(24_000_001), { headers: form })
  expect(status).toBe(413)
})

test('reports health and nothing else', async () => {
  const app = await createTestApp()
  expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: 'ok' })
})

test('both forms of an address work behind a base path', async () => {
  const app = await createTestApp({ config: { base_path: '/docs' } })
  expect((await app.call('common/version')).json).toMatchObject({ error_code: 0 })
  const root = app.url.replace(/\/docs$/, '')
  expect((await fetch(`${root}/api/common/version`, { method: 'POST' })).status).toBe(200)
  expect(await (await fetch(`${app.url}/item/1`)).text()).toContain('"/docs/assets/main.js"')
})
