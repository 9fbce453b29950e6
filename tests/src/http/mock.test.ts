import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let item_id: number
const keys = new Map<string, string>()

/** Adds a page with a mock to the item. */
async function addMock(path: string, template: unknown, of = item_id): Promise<number> {
  const page_id = app.rows.newPage(of, path)
  const text = typeof template === 'string' ? template : JSON.stringify(template)
  const { unique_key } = await app.as('owner').mock.add({ page_id, template: text, path })
  keys.set(path, unique_key)
  return page_id
}

const ask = (address: string, init: RequestInit = {}) => fetch(`${app.url}${address}`, init)
const at = (path: string, of: number | string = item_id) => `/mock-path/${of}?path=${encodeURIComponent(path)}`
const textAt = async (path: string, of?: number) => (await ask(at(path, of))).text()

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  item_id = await app.rows.newItem({ password: 'secret' })
  await addMock('/', { root: 1 })
  await addMock('/v1/a', {
    code: 0,
    'list|3': [{ 'id|+1': 5, 's|2': 'ab' }],
    html: `<b>&'"</b>`,
    url: 'http://x.test/a',
    zh: '中',
    back: '\\"',
  })
  await addMock('v1/noslash', { a: 1 })
  await addMock('~^/users/\\d+$', { kind: 'regex' })
  await addMock('~/anywhere/', { kind: 'part' })
  await addMock('~/anywhere/y', { kind: 'later' })
  await addMock('/empty', {})
  await addMock('/arr', [1, 'x'])
  await addMock('/str', 'text'.replace(/^|$/g, '"'))
  await addMock('/fn', { f: 'function(){return 1}', re: '/a/' })
  await addMock('/shop/{id}', { kind: 'one part' })
  await addMock('/files/*', { kind: 'all below' })
  await addMock('/files/exact', { kind: 'exact' })
  await addMock('~^/shop/', { kind: 'after parts' })
  await addMock('/中 文', { zh: true })
  await addMock('/q?x=1', { kind: 'with query' })
})

// As in ShowDoc, except for the empty object and the language of misses. Source: samples, cases/mock.json.
test.each([
  [
    '/v1/a',
    '{"code":0,"list":[{"id":5,"s":"abab"},{"id":6,"s":"abab"},{"id":7,"s":"abab"}],"html":"\\u003Cb\\u003E\\u0026\\u0027\\u0022\\u003C/b\\u003E","url":"http://x.test/a","zh":"中","back":"\\\\\\u0022"}',
  ],
  ['/v1/noslash', '{"a":1}'],
  ['/users/12', '{"kind":"regex"}'],
  ['/x/anywhere/y', '{"kind":"part"}'],
  ['/arr', '[1,"x"]'],
  ['/str', '"text"'],
  ['/fn', '{"f":"function(){return 1}","re":"/a/"}'],
  ['/empty', '{}'],
  ['', '{"root":1}'],
  ['/shop/12', '{"kind":"one part"}'],
  ['/shop/{id}', '{"kind":"one part"}'],
  ['/shop/12/x', '{"kind":"after parts"}'],
  ['/files/a/b/c', '{"kind":"all below"}'],
  ['/files/exact', '{"kind":"exact"}'],
  ['/q?x=1', '{"kind":"with query"}'],
])('responds to %s', async (path, body) => {
  const answer = await ask(at(path))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.text()).toBe(body)
})

test.each([
  '/v1/a/',
  '/V1/a',
  'v1/a',
  '/v1/a?x=1',
  '/users/ab',
  '/users/12/x',
  '/shop/',
  '/files',
  '/files/',
  '/nothing',
])('finds no mock for %s', async (path) => {
  if (path === '/shop/') return expect(await textAt(path)).toBe('{"kind":"after parts"}')
  const answer = await ask(at(path), { headers: { 'accept-language': 'en' } })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain(`Project ${item_id} has no mock for “${path}”`)
})

describe('serves the same mock at every address', () => {
  test.each([
    (id: number) => `/mock-path/${id}?path=/v1/noslash`,
    (id: number) => `/mock-path/${id}/v1/noslash`,
    (id: number) => `/mock-path/${id}/v1/noslash?ignored=1`,
    (id: number) => `/server/mock-path/${id}?path=/v1/noslash`,
    (id: number) => `/server/mock-path/${id}/v1/noslash`,
    (id: number) => `/server/mock-path/${id}&path=/v1/noslash`.replace('&', '?'),
    (id: number) => `/mock-path/${id}&path=/v1/noslash`,
    (id: number) => `/server/mock-path/${id}&path=/v1/noslash`,
    (id: number) => `/server/mock-path/${id}&path=%2Fv1%2Fnoslash&x=1?y=2`,
    (id: number) => `/index.php?s=/mock-path/${id}&path=/v1/noslash`,
    (id: number) => `/server/index.php?s=/mock-path/${id}&path=/v1/noslash`,
    (id: number) => `/server/index.php?s=mock-path/${id}&path=%2Fv1%2Fnoslash`,
    (id: number) => `/server/?s=mock-path/${id}&path=/v1/noslash`,
    (id: number) => `/server/?s=/api/mock/infoByPath&item_id=${id}&path=/v1/noslash`,
    (id: number) => `/server/api/Mock/infobypath?item_id=${id}&path=/v1/noslash`,
  ])('%s', async (addressOf) => {
    const answer = await ask(addressOf(item_id))
    expect([answer.status, await answer.text()]).toEqual([200, '{"a":1}'])
  })

  test.each([
    '/server/mock-data/KEY',
    '/mock-data/KEY',
    '/server/?s=/mock-data/KEY',
    '/server/index.php?s=/api/mock/infoByKey&unique_key=KEY',
  ])('%s', async (address) => {
    const answer = await ask(address.replace('KEY', keys.get('v1/noslash') ?? ''))
    expect([answer.status, await answer.text()]).toEqual([200, '{"a":1}'])
  })

  test('accepts characters of other scripts and spaces, percent-encoded', async () => {
    for (const address of [
      at('/中 文'),
      `/mock-path/${item_id}/${encodeURIComponent('中 文')}`,
      `/mock-path/${item_id}?path=/中+文`,
    ])
      expect(await (await ask(address)).json()).toEqual({ zh: true })
  })

  test('serves the mock at the root without a path', async () => {
    for (const address of ['', '/', '?path=', '?x=1'])
      expect(await (await ask(`/mock-path/${item_id}${address}`)).json()).toEqual({ root: 1 })
  })
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('responds to %s, whatever is sent along', async (method) => {
  const body = method === 'GET' ? undefined : 'x'.repeat(300_000)
  const answer = await ask(at('/v1/noslash'), { method, ...(body === undefined ? {} : { body }) })
  expect(await answer.json()).toEqual({ a: 1 })
})

test('responds to HEAD with the headers only', async () => {
  const answer = await ask(at('/v1/noslash'), { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '7', ''])
})

test('limits the size of a body', async () => {
  const answer = await ask(at('/v1/noslash'), { method: 'POST', body: 'x'.repeat(9_000_000) }).catch(() => undefined)
  if (answer) expect(answer.status).toBe(413)
})

test('allows requests from other sites without cookies, and its responses run nowhere', async () => {
  for (const answer of [await ask(at('/v1/noslash')), await ask(at('/nothing'))]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  const preflight = await ask(at('/nothing'), {
    method: 'OPTIONS',
    headers: { origin: 'https://x.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*, Authorization')
})

test('responds for a missing item as for one without mocks', async () => {
  const without = await app.rows.newItem()
  const said = []
  for (const of of [without, 999_999_999]) {
    const answer = await ask(at('/x', of), { headers: { 'accept-language': 'zh-CN' } })
    said.push([answer.status, (await answer.text()).replace(String(of), 'ID')])
  }
  expect(said[0]).toEqual([404, '项目 ID 中没有匹配路径“/x”的 Mock。请检查地址（区分大小写），并确认 Mock 已保存。\n'])
  expect(said[1]).toEqual(said[0])
  for (const of of ['abc', '0', '-1', '1e3', '01', '99999999999999999999', '%00', '..%2f'])
    expect((await ask(`/mock-path/${of}?path=/v1/a`)).status).toBe(404)
  expect((await ask('/mock-data/nobody')).status).toBe(404)
  for (const address of ['/mock-path', '/mock-path/', '/mock-data/']) expect((await ask(address)).status).toBe(404)
})

test('serves a mock as long as its page and item exist, archived or not', async () => {
  const own = await app.rows.newItem()
  const page_id = await addMock('/gone', { a: 1 }, own)
  const wild = await addMock('/wild/*', { a: 2 }, own)
  const set = (sql: string, id: number) => app.rows.sqlite.prepare(sql).run(id)
  const statuses = async () => [
    (await ask(at('/gone', own))).status,
    (await ask(at('/wild/x', own))).status,
    (await ask(`/mock-data/${keys.get('/gone')}`)).status,
  ]
  set('UPDATE item SET is_archived = 1 WHERE item_id = ?', own)
  expect(await statuses()).toEqual([200, 200, 200])
  set('UPDATE page SET is_del = 1 WHERE page_id = ?', page_id)
  set('UPDATE page SET is_del = 1 WHERE page_id = ?', wild)
  expect(await statuses()).toEqual([404, 404, 404])
  set('UPDATE page SET is_del = 0 WHERE page_id = ?', page_id)
  set('UPDATE page SET is_del = 0 WHERE page_id = ?', wild)
  expect(await statuses()).toEqual([200, 200, 200])
  set('UPDATE item SET is_del = 1 WHERE item_id = ?', own)
  expect(await statuses()).toEqual([404, 404, 404])
})

test('serves the older of two mocks at one path', async () => {
  const own = await app.rows.newItem()
  await addMock('/same', { nr: 1 }, own)
  await addMock('/same', { nr: 2 }, own)
  expect(await textAt('/same', own)).toBe('{"nr":1}')
})

test('handles a path that is too long and a query that is not text', async () => {
  const answer = await ask(at(`/${'中'.repeat(683)}`))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('2048')
  expect((await ask(`/mock-path/${item_id}?path=%FF%FF%FE`)).status).toBe(404)
})

test('counts visits by path and stores them when the server is idle', async () => {
  const own = await app.rows.newItem()
  const page_id = await addMock('/counted', {}, own)
  for (let time = 0; time < 3; time++) await ask(at('/counted', own))
  await ask(`/mock-data/${keys.get('/counted')}`)
  const info = () => app.as('owner').mock.infoByPageId({ page_id })
  expect(await info()).toMatchObject({ view_times: '3' })
  const stored = () => app.rows.all('mock').find((row) => row['page_id'] === page_id)?.['view_times']
  expect(stored()).toBe(0)
  app.app.requestCleanup()
  await expect.poll(stored).toBe(3)
  expect(await info()).toMatchObject({ view_times: '3' })
})

test('generates a large response without blocking others, and rejects one that would be too large', async () => {
  const own = await app.rows.newItem()
  await addMock('/large', { 'list|5000': [{ 'id|+1': 1, name: '@cname', at: '@datetime' }] }, own)
  await addMock('/endless', { 'list|1000000': [{ 'inner|1000000': ['@name'] }] }, own)
  await addMock('/escaped', { 'text|999999': '<<<<<' }, own)
  const [large, endless, escaped, quick] = await Promise.all([
    ask(at('/large', own)),
    ask(at('/endless', own)),
    ask(at('/escaped', own)),
    ask('/healthz'),
  ])
  expect(((await large.json()) as { list: unknown[] }).list).toHaveLength(5000)
  expect(quick.status).toBe(200)
  for (const answer of [endless, escaped]) {
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(/100000.+5 MB.+64/)
  }
})

test('rejects stored data that is not JSON and ignores invalid patterns', async () => {
  const own = await app.rows.newItem()
  const page_id = await addMock('/a', {}, own)
  const broken = await addMock('/b', {}, own)
  app.rows.sqlite.prepare("UPDATE mock SET template = '{broken' WHERE page_id = ?").run(page_id)
  app.rows.sqlite.prepare("UPDATE mock SET path = '~(' WHERE page_id = ?").run(broken)
  expect((await ask(at('/a', own))).status).toBe(400)
  expect((await ask(at('/(', own))).status).toBe(404)
})

test('matches many patterns against a long path in a short time', async () => {
  const own = await app.rows.newItem()
  const row = { item_id: own, uid: 1, template: '{"found":1}', addtime: 1, last_update_time: 1 }
  for (let at = 0; at < 300; at++) {
    const page_id = app.rows.newPage(own, `p${at}`)
    app.rows.insert('mock', { ...row, page_id, unique_key: `evil${at}`, path: `~^(/a{0,200}){0,5}(x|y${at})$` })
  }
  const started = performance.now()
  expect((await ask(at(`/${'a'.repeat(2000)}`, own))).status).toBe(404)
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('limits the rate of a client', async () => {
  const own = await createTestApp()
  const page_id = own.rows.newPage(await own.rows.newItem(), 'T')
  const { unique_key } = await own.as('owner').mock.add({ page_id, template: '{}' })
  const ask = () => fetch(`${own.url}/mock-data/${unique_key}`).then(({ status }) => status)
  for (let asked = 0; asked < 2_999; asked++) own.app.limiter.take('mock:127.0.0.1', 3_000, 60_000)
  expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
})

test('logs no failures', () => expect(app.errors).toEqual([]))
