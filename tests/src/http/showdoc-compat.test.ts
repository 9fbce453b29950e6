import { execFile } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { shortAddresses } from '#src/http/address-aliases.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const run = promisify(execFile)
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const special = `a & b <c> "d" 'e' &lt; + %`
const escaped = 'a &amp; b &lt;c&gt; &quot;d&quot; &#039;e&#039; &amp;lt; + %'
const secret = { api_key: 'key', api_token: 'secret' }

let app: TestApp
let item_id: number
let page_id: number

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  item_id = await app.rows.newItem()
  app.rows.insert('item_token', { item_id, ...secret, addtime: 1 })
  page_id = app.rows.newPage(item_id, 'Read me', { page_content: special })
})

interface Answer {
  status: number
  json: { error_code?: number; error_name?: string; data?: Record<string, unknown> }
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${app.url}${path}`, init)
  return { status: response.status, json: (await response.json()) as Answer['json'] }
}

const post = (path: string, body: Record<string, string> | NonNullable<RequestInit['body']>, headers = {}) =>
  ask(path, {
    method: 'POST',
    headers,
    body:
      Object.getPrototypeOf(body) === Object.prototype
        ? new URLSearchParams(body as Record<string, string>)
        : (body as string),
  })

const textOf = (title: string) =>
  app.rows.sqlite
    .prepare('SELECT page_content FROM page_content JOIN page USING (page_id) WHERE page_title = ?')
    .pluck()
    .get(title)

const write = (fields: Record<string, string>) => ({ ...secret, ...fields })

test.each([
  ['/server/index.php?s=/api/page/info&page_id=ID'],
  ['/server/?s=/api/page/info&page_id=ID'],
  ['/server?s=/api/page/info&page_id=ID'],
  ['/server/index.php?page_id=ID&s=api/page/info'],
  ['/server/?s=%2Fapi%2Fpage%2Finfo%2Fpage_id%2FID'],
  ['/server/?s=/Api/PAGE/Info/page_id/ID/'],
  ['/server/api/page/info?page_id=ID'],
  ['/server/api/page/info/page_id/ID'],
  ['/server/API/Page/INFO/page_id/ID?with_path=undefined'],
])('accepts a call by %s', async (path) => {
  const address = path.replace('ID', String(page_id))
  for (const method of ['GET', 'POST']) {
    const { json } = await ask(address, { method })
    expect(json).toMatchObject({ error_code: 0, data: { page_id: String(page_id), page_content: escaped } })
  }
})

test.each([
  '/server',
  '/server/',
  '/server/?s=',
  '/server/?s=/api',
  '/server/?s=/api/page',
  '/server/?s=/api/page/nosuch',
  '/server/?s=/api/constructor/name',
  '/server/?s=/home/page/info',
  '/server/api/page',
  '/server/index.php/api/page/info',
  '/server/x.png',
  '/server/?s=/api/__proto__/toString/__proto__/x',
])('finds no call: %s', async (path) => {
  for (const method of ['GET', 'POST'])
    expect(await ask(path, { method })).toMatchObject({ status: 404, json: { error_code: 10404 } })
})

test('accepts underscores in call names', async () => {
  expect(await post('/server/?s=/api/item_group/get_list', { user_token: app.token('owner') })).toMatchObject({
    json: { error_code: 0 },
  })
})

test('reads a field from the path, then the body, then the query', async () => {
  const other = app.rows.newPage(item_id, 'Other')
  const both = await post(`/server/?s=/api/page/info/page_id/${page_id}&page_id=1`, { page_id: String(other) })
  expect(both.json.data).toMatchObject({ page_title: 'Read me' })
  const body = await post('/server/?s=/api/page/info&page_id=1', { page_id: String(other) })
  expect(body.json.data).toMatchObject({ page_title: 'Other' })
})

test('requires POST or a key for calls that change something', async () => {
  const save = `/server/?s=/api/page/delete&page_id=${page_id}`
  expect(await ask(save)).toMatchObject({ status: 405 })
  expect(await ask(save, { method: 'PUT' })).toMatchObject({ status: 405 })
  const query = new URLSearchParams(write({ page_title: 'By GET', page_content: 'x' }))
  expect(await ask(`/server/?s=/api/open/updatePage&${query}`)).toMatchObject({ json: { error_code: 0 } })
  expect(await ask(`/api/open/updatePage?${query}`)).toMatchObject({ status: 405 })
})

const headers = () => ({ Authorization: `Bearer ${app.token('owner')}` })
const info = '/server/?s=/api/user/info'

test('a token in a header or a field signs a user in; in an address it works only for files', async () => {
  const user_token = app.token('owner')
  const known = { json: { error_code: 0, data: { username: 'owner' } } }
  expect(await ask(info, { headers: { 'X-API-Token': user_token } })).toMatchObject(known)
  expect(await ask(info, { headers: headers() })).toMatchObject(known)
  expect(await post(info, { user_token })).toMatchObject(known)
  expect(await post(info, JSON.stringify({ user_token }), { 'Content-Type': 'application/json' })).toMatchObject(known)
  expect(await ask(`${info}&user_token=${user_token}`)).toMatchObject({ json: { error_code: 10102 } })
  expect(await ask(`${info}/user_token/${user_token}`)).toMatchObject({ json: { error_code: 10102 } })
})

test('accepts a call at the root too, with or without index.php', async () => {
  for (const path of ['/index.php?s=/api/page/info', '/?s=/api/page/info', '/index.php?s=api/page/info/page_id/ID']) {
    const address = `${path.replace('ID', String(page_id))}&page_id=${page_id}`
    for (const method of ['GET', 'POST'])
      expect(await ask(address, { method })).toMatchObject({ json: { error_code: 0, data: { page_content: escaped } } })
  }
  for (const path of ['/index.php?s=/api/page/nosuch', '/?s=/api', '/?s=/api/page'])
    expect(await ask(path)).toMatchObject({ status: 404, json: { error_code: 10404 } })
  expect(await ask(`/index.php?s=/api/page/delete&page_id=${page_id}`)).toMatchObject({ status: 405 })
})

test('creates a captcha on GET as well', async () => {
  for (const path of ['/server/index.php?s=/api/common/createCaptcha', '/api/common/createCaptcha']) {
    const { json } = await ask(path)
    expect(json).toMatchObject({ error_code: 0, data: { captcha_id: expect.stringMatching(/./) } })
  }
})

/** Sends a path unchanged: `fetch` removes dots from an address. */
const rawly = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    httpRequest({ hostname, port, path, headers }, async (answer) => {
      let text = ''
      for await (const part of answer) text += String(part)
      resolve({ status: answer.statusCode ?? 0, text })
    })
      .once('error', reject)
      .end()
  })

test.each([
  '/Public/Uploads/2019-03-01/5c78d2a3b1c4e.png',
  '/Public/Uploads/2019-03-01/5c78d2a3b1c4e',
  '/Public/Uploads',
  '/server/../Public/Uploads/2019-03-01/5c78d2a3b1c4e.png',
])('reports a missing file of another installation as such: %s', async (path) => {
  const { status, text } = await rawly(path)
  expect([status, JSON.parse(text).error_name]).toEqual([200, 'fileGone'])
})

test('serves a file imported from ShowDoc at its former address, to anyone who may open it', async () => {
  const mine = await app.rows.newItem({ password: 'secret' })
  const body = new FormData()
  body.set('user_token', app.token('owner'))
  body.set('item_id', String(mine))
  body.set('page_id', String(app.rows.newPage(mine, 'Picture')))
  body.set('file', new Blob(['of 2019']), 'notes.txt')
  const made = await (await fetch(`${app.url}/api/page/upload`, { method: 'POST', body })).json()
  expect(made).toMatchObject({ url: expect.stringContaining('sign=') })
  const former_path = '2019-03-01/5c78d2a3b1c4e.txt'
  app.rows.sqlite.prepare('UPDATE upload_file SET former_path = ?').run(former_path)
  const look = (path: string, options?: RequestInit) => fetch(app.url + path, options)
  const answer = await look(`/Public/Uploads/${former_path}`, { headers: headers() })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('of 2019')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await rawly(`/server/../Public/Uploads/${former_path}`, headers())).toMatchObject({ status: 200 })
  expect(await (await look(`/Public/Uploads/${former_path}`)).json()).toMatchObject({ error_name: 'fileGone' })
  const missing = await look('/Public/Uploads/2019-03-01/other.txt', { headers: headers() })
  expect(missing.status).toBe(200)
  expect(await missing.json()).toMatchObject({ error_name: 'fileGone' })
  // a file of no item would have nothing but an address that can be guessed
  app.rows.sqlite.prepare('UPDATE upload_file SET item_id = 0').run()
  expect(await (await look(`/Public/Uploads/${former_path}`, { headers: headers() })).json()).toMatchObject({
    error_name: 'fileGone',
  })
})

test.each([
  ['/web', '/'],
  ['/web/', '/'],
  ['/web/index.html', '/'],
  ['/index.php', '/'],
  ['/index.php?s=', '/'],
  ['/index.php?s=/', '/'],
  ['/index.php?s=/12', '/12'],
  ['/index.php?s=/orders/345', '/orders/345'],
  ['/index.php?s=orders', '/orders'],
  ['/index.php?s=%2F12%2F345', '/12/345'],
  ['/index.php?s=/12&page_id=345', '/12/345'],
  ['/index.php?s=/user/login', '/user/login'],
  ['/?s=/12/345', '/12/345'],
  ['/index.php/12/345', '/12/345'],
  ['/index.php/orders', '/orders'],
])('redirects the ShowDoc screen at %s to %s', async (path, screen) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${app.url}${path}`, { method, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, screen])
  }
})

test.each(Object.keys(shortAddresses))('no project can have the short address %s', async (path) => {
  const taken = app.as('owner').item.add({ item_name: 'Short', item_domain: path.slice(1) })
  await expect(taken).rejects.toMatchObject({ errorName: 'domainTaken' })
})

test.each([
  ['/admin', '/admin/index'],
  ['/admin/', '/admin/index'],
  ['/login', '/user/login'],
  ['/item', '/item/index'],
  ['/user', '/user/setting'],
])('redirects the short address %s to %s', async (path, screen) => {
  const answer = await fetch(`${app.url}${path}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, screen])
})

test.each([
  '/index.php?s=//evil.example',
  '/index.php?s=/\\evil.example',
  '/index.php?s=https://evil.example',
  '/index.php?s=/12%0d%0aX: y',
  '/index.php?s=/../..',
  '/index.php//evil.example',
  '/index.php/api/page/info',
  '/index.php?s=javascript:alert(1)',
])('does not redirect a route that is not a screen: %s', async (path) => {
  const answer = await fetch(`${app.url}${path}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
})

const owner = () => ({ user_token: app.token('owner') })

test('finds the item by its page, catalog or member named in the request', async () => {
  const cat_id = app.rows.newCatalog(item_id, 'Named')
  const own = app.rows.newPage(item_id, 'Named', { cat_id })
  const named = { ...owner(), page_id: String(own) }
  const free = await post('/server/index.php?s=/api/page/isLock', named)
  expect(free.json).toMatchObject({ error_code: 0, data: { lock: 0, is_cur_user: 0 } })
  const taken = await post('/server/index.php?s=/api/page/setLock', { ...named, item_id: '0' })
  expect(taken.json).toMatchObject({ error_code: 0 })
  const held = await post('/server/index.php?s=/api/page/isLock', { ...named, item_id: 'undefined' })
  expect(held.json).toMatchObject({ error_code: 0, data: { lock: 1, is_cur_user: 1 } })
  const saved = await post('/server/?s=/api/page/save', { ...named, page_title: 'Saved', page_content: 'x' })
  expect(saved.json).toMatchObject({ error_code: 0, data: { page_title: 'Saved' } })
  const made = await post('/server/?s=/api/page/save', {
    ...owner(),
    page_id: '0',
    cat_id: String(cat_id),
    page_title: 'Made',
    page_content: 'x',
  })
  expect(made.json).toMatchObject({ error_code: 0 })
  const pages = await post('/server/?s=/api/catalog/getPagesBycat', { ...owner(), cat_id: String(cat_id) })
  expect(pages.json.data).toMatchObject([{ page_title: 'Saved' }, { page_title: 'Made' }])
  const sub = { ...owner(), parent_cat_id: String(cat_id), cat_name: 'Below' }
  expect((await post('/server/?s=/api/catalog/save', sub)).json).toMatchObject({ error_code: 0 })
  const renamed = { ...owner(), cat_id: String(cat_id), cat_name: 'Renamed' }
  expect((await post('/server/?s=/api/catalog/save', renamed)).json).toMatchObject({ error_code: 0, data: cat_id })
  const deleted = await post('/server/?s=/api/page/delete', named)
  expect(deleted.json).toMatchObject({ error_code: 0 })
  expect((await post('/server/?s=/api/recycle/recover', named)).json).toMatchObject({ error_code: 0 })
  const item_member_id = app.rows.newMember(item_id, 'leaver', 'edit')
  const left = { ...owner(), item_member_id: String(item_member_id) }
  expect((await post('/server/?s=/api/member/delete', left)).json).toMatchObject({ error_code: 0 })
})

test('finds the item by the first page or catalog of a list', async () => {
  const mine = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(mine, 'Moved')
  const [first, second] = [app.rows.newPage(mine, 'First'), app.rows.newPage(mine, 'Second')]
  const placeOf = (id: number) => app.rows.sqlite.prepare('SELECT cat_id, s_number FROM page WHERE page_id = ?').get(id)
  const sorted = { ...owner(), pages: JSON.stringify({ [second]: 1, [first]: 2 }) }
  expect((await post('/server/?s=/api/page/sort', sorted)).json).toMatchObject({ error_code: 0 })
  expect([placeOf(first), placeOf(second)]).toMatchObject([{ s_number: 2 }, { s_number: 1 }])
  const moved = (...nodes: object[]) =>
    post('/server/?s=/api/catalog/batUpdate', { ...owner(), cats: JSON.stringify(nodes) })
  const cat = { cat_id, cat_name: 'Moved', page_id: 0, parent_cat_id: 0, s_number: 3 }
  const page = { cat_id, page_id: first, parent_cat_id: cat_id, s_number: 1 }
  expect((await moved(cat, page)).json).toMatchObject({ error_code: 0 })
  expect(placeOf(first)).toMatchObject({ cat_id })
  expect((await moved({ ...page, cat_id: 0, parent_cat_id: 0 })).json).toMatchObject({ error_code: 0 })
  expect(placeOf(first)).toMatchObject({ cat_id: 0 })
  // the rights are those on the item of the first entry; the rest of the list adds none
  const foreign = app.rows.newPage(await app.rows.newItem({ password: 'secret' }), 'Foreign')
  const stranger = { user_token: app.token('stranger') }
  const refused = async (path: string, fields: Record<string, string>) =>
    (await post(`/server/?s=/api/${path}`, fields)).json.error_name
  const list = (...ids: number[]) => ({ pages: JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1]))) })
  expect(await refused('page/sort', { ...stranger, ...list(foreign) })).toBe('itemPasswordNeeded')
  expect(await refused('page/sort', { ...stranger, ...list(first) })).toBe('noRight')
  expect(await refused('page/sort', { ...owner(), ...list(999_999_999) })).toBe('pageGone')
  for (const cats of ['[{"page_id":{"toString":1}}]', '[{"cat_id":[]}]', '[7]', `[${'[{}],'.repeat(100_000)}7]`])
    expect(await refused('catalog/batUpdate', { ...owner(), cats }), cats.slice(0, 40)).toBe('badParameter')
  const hostile = await post(
    '/server/?s=/api/page/sort',
    JSON.stringify({ ...owner(), item_id: { toString: 1 }, page_id: { valueOf: 1 }, pages: { [first]: 1 } }),
    { 'Content-Type': 'application/json' },
  )
  expect(hostile.json.error_name).toBe('badParameter')
  for (const pages of ['', '{}', '[]', '7', 'null', '[null]', '{'])
    expect(await refused('page/sort', { ...owner(), pages }), pages).toBe('badParameter')
})

test('naming a page grants no rights, and a named item takes precedence', async () => {
  const other = await app.rows.newItem({ password: 'secret' })
  const foreign = String(app.rows.newPage(other, 'Foreign'))
  const foreignCat = String(app.rows.newCatalog(other, 'Foreign'))
  const stranger = { user_token: app.token('stranger') }
  const nameOf = async (path: string, fields: Record<string, string>) =>
    (await post(`/server/?s=/api/${path}`, fields)).json.error_name
  for (const call of ['page/isLock', 'page/setLock', 'page/save', 'recycle/recover']) {
    const text = { page_title: 'T', page_content: 'x' }
    expect(await nameOf(call, { ...stranger, ...text, page_id: foreign })).toBe('itemPasswordNeeded')
    expect(await nameOf(call, { ...stranger, ...text, page_id: '999999999' })).toBe('pageGone')
    expect(await nameOf(call, { ...text, page_id: foreign })).toBe('notLoggedIn')
    expect(await nameOf(call, { ...stranger, ...text, page_id: String(page_id) })).toBe('noRight')
  }
  // Does not reveal which catalogs exist.
  for (const cat_id of [foreignCat, '999999999'])
    expect(await nameOf('catalog/getPagesBycat', { ...stranger, cat_id })).toBe('itemPasswordNeeded')
  // A page of another item than the named one stays where it is.
  const mixed = { ...owner(), page_id: foreign, item_id: String(item_id), page_title: 'T', page_content: 'x' }
  expect(await nameOf('page/save', mixed)).toBe('pageGone')
  expect(await nameOf('page/isLock', owner())).toBe('badParameter')
  expect(await nameOf('page/isLock', { ...owner(), page_id: '0' })).toBe('badParameter')
  const native = await app.call('page/isLock', { page_id: String(page_id) }, { as: 'owner' })
  expect(native.json.error_name).toBe('badParameter')
})

test('sends visitors to the login for every call that needs more than viewing', async () => {
  const other = await app.rows.newItem({ password: 'secret' })
  const ids = [String(other), String(item_id), '999999999', '0', 'undefined', '']
  const calls = [
    'page/save',
    'catalog/save',
    'item/detail',
    'item/getKey',
    'member/getList',
    'page/isLock',
    'item/star',
  ]
  for (const call of calls) {
    for (const id of ids) {
      for (const user_token of ['', 'f'.repeat(128)]) {
        const { json } = await post(`/server/index.php?s=/api/${call}`, { item_id: id, page_id: id, user_token })
        expect([call, id, json.error_code]).toEqual([call, id, 10102])
      }
    }
  }
  // Calls that need only viewing request the password or return open data, whatever token is sent.
  for (const user_token of ['', 'f'.repeat(128)]) {
    const asked = await post('/server/?s=/api/item/info', { item_id: String(other), user_token })
    expect(asked.json.error_code).toBe(10303)
    const open = await post('/server/?s=/api/page/info', { page_id: String(page_id), user_token })
    expect(open.json.error_code).toBe(0)
  }
})

test('escapes a response once, and reads what an old client saves as it was meant', async () => {
  const saved = await post(
    '/server/index.php?s=/api/page/save',
    {
      page_id: String(page_id),
      item_id: String(item_id),
      page_title: 'Read me',
      page_content: encodeURIComponent(special),
      is_urlencode: '1',
      cat_id: 'undefined',
      s_number: '',
      is_notify: 'null',
      notify_content: '',
    },
    headers(),
  )
  expect(saved.json).toMatchObject({ error_code: 0, data: { page_id: String(page_id), page_content: escaped } })
  expect(textOf('Read me')).toBe(special)
  const { json } = await post('/server/?s=/api/page/history', { page_id: String(page_id) })
  expect(json.data).toMatchObject([{ page_content: escaped }])
  const native = await app.call('page/info', { page_id: String(page_id) })
  expect(native.json.data).toMatchObject({ page_content: special })
})

test.each([
  ['page_id', '12.7', 12],
  ['page_id', ' 12 ', 12],
  ['page_id', true, 1],
  ['page_id', 12, 12],
])('%s reads %j as %j', async (name, value, id) => {
  const missing = await post('/server/?s=/api/page/info', JSON.stringify({ [name]: value }), {
    'Content-Type': 'application/json',
  })
  const same = await app.call('page/info', { page_id: String(id) })
  expect(missing.json.error_name).toBe(same.json.error_name)
  expect(missing.json.error_name).toBe('pageGone')
})

test.each(['undefined', 'null', 'abc', '', 'NaN', 'true', '[object Object]'])(
  'treats the number %j as not sent',
  async (value) => {
    const title = `number ${value}`
    const { json } = await post('/server/?s=/api/open/updatePage', write({ page_title: title, s_number: value }))
    expect(json.data).toMatchObject({ s_number: '99' })
    const wanted = await post('/server/?s=/api/page/info', { page_id: value })
    expect(wanted.json).toMatchObject({ error_code: 10101, error_name: 'badParameter' })
  },
)

test('reads JSON numbers and booleans as texts where texts are expected, and null as missing', async () => {
  const fields = { ...secret, page_title: 2026, page_content: true, cat_name: null, s_number: '7.9' }
  const { json } = await post('/server/?s=/api/open/updatePage', JSON.stringify(fields), {
    'Content-Type': 'application/json',
  })
  expect(json.data).toMatchObject({ page_title: '2026', page_content: '1', cat_id: '0', s_number: '7' })
})

const raw = (title: string, content: string) =>
  `from=shell&api_key=key&api_token=secret&page_title=${title}&page_content=${content}`
const update = '/server/index.php?s=/api/open/updatePage'

test.each([
  ['line ends and blanks', 'one two\nthree\tfour', 'one two\nthree\tfour', form],
  ['a lone percent sign', '100% %zz %25', '100% %zz %', form],
  ['Chinese as it is', '中文 <b>', '中文 <b>', form],
  ['no media type', 'plain', 'plain', {}],
  ['another media type', 'plain', 'plain', { 'Content-Type': 'text/plain;charset=UTF-8' }],
  ['entities', 'a &lt; b', 'a ', form],
  ['escaped entities', 'a %26lt; b %26amp;lt;', 'a < b &lt;', form],
])('reads a body that is not percent-encoded: %s', async (title, content, expected, type) => {
  const { json } = await post(update, raw(title, content), type)
  expect(json.error_code).toBe(0)
  expect(textOf(title)).toBe(expected)
})

test('reads a body in GB18030 and rejects one in no known encoding', async () => {
  const chinese = Buffer.concat([Buffer.from(raw('GBK', '')), Buffer.from([0xd6, 0xd0, 0xce, 0xc4])])
  expect((await post(update, chinese, form)).json.error_code).toBe(0)
  expect(textOf('GBK')).toBe('中文')
  const broken = Buffer.concat([Buffer.from(raw('Broken', '')), Buffer.from([0xff, 0xff, 0x20])])
  expect((await post(update, broken, form)).json).toMatchObject({ error_name: 'badParameter' })
})

test('uses the last of duplicated fields, also in a multipart form', async () => {
  await post(update, `${raw('Doubled', 'one')}&page_content=two&__proto__=x`, form)
  expect(textOf('Doubled')).toBe('two')
  const body = new FormData()
  for (const [name, value] of Object.entries(write({ page_title: 'Multipart', page_content: special })))
    body.append(name, value)
  expect((await post(update, body)).json.error_code).toBe(0)
  expect(textOf('Multipart')).toBe(special.replace('&lt;', '<'))
})

test('restores an ampersand that a script could not send', async () => {
  const content = '/**\n * showdoc\n * @title A _this_and_change_ B\n * @url /x?a=1_this_and_change_b=2\n */'
  const answer = await fetch(`${app.url}/server/?s=/api/open/fromComments`, {
    method: 'POST',
    headers: form,
    body: `from=shell&api_key=key&api_token=secret&content=${content}`,
  })
  expect(await answer.text()).toBe('\n 成功 \n\n ')
  expect(textOf('A & B')).toContain('/x?a=1&b=2')
})

test('rejects any malformed input without an internal error', async () => {
  for (const [path, body] of [
    ['/server/?s=/api/page/info&page_id=%ff%ff', ''],
    ['/server/?%ff%ff%20=1&s=/api/page/info', ''],
    ['/server/api/page/info/page_id/%zz', ''],
    ['/server/?s=/api/page/info', `${'&'.repeat(100_000)}page_id=1`],
    ['/server/?s=/api/page/info', Array.from({ length: 3000 }, (_, at) => `f${at}=1`).join('&')],
    ['/server/?s=/api/page/info', '{"page_id":[1]}'],
  ] as const) {
    const { status, json } = await post(path, body, form)
    expect([status, json.error_code]).toEqual([200, 10101])
  }
  expect(app.errors).toEqual([])
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test("accepts an image upload as ShowDoc's editor sends it, and serves it at every former address", async () => {
  const body = new FormData()
  body.append('editormd-image-file', new File([picture], 'blob', { type: 'image/png' }))
  const answer = await fetch(`${app.url}/server/index.php?s=/api/page/uploadImg&user_token=${app.token('owner')}`, {
    method: 'POST',
    body,
  })
  const { url = '', ...rest } = (await answer.json()) as { url?: string }
  expect(rest).toEqual({ success: 1 })
  expect(url).toMatch(new RegExp(`^${app.url}/server/`))
  const sign = /\/server\/\?s=\/api\/attachment\/visitFile&sign=([0-9a-f]{32})$/.exec(url)?.[1]
  for (const form of [
    `/server/?s=/api/attachment/visitFile&sign=${sign}`,
    `/server/index.php?s=/api/attachment/visitFile&sign=${sign}`,
    `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
    `/server/api/attachment/visitFile/sign/${sign}`,
    `/server/index.php?s=/api/common/visitFile/sign/${sign}`,
    `/server/index.php?s=/api/attachment/visitFile/sign/${sign}&showdoc=.jpg`,
    `/server/?s=/api/attachment/visitFile&sign=${sign}&file=file.jpg`,
    `/api/attachment/visitFile?sign=${sign}`,
  ]) {
    const file = await fetch(`${app.url}${form}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture)
  }
  expect(await ask('/server/?s=/api/attachment/visitFile&sign=0')).toMatchObject({ json: { error_name: 'fileGone' } })
})

/** The address of an image uploaded with these headers, from the upload's response. */
async function uploadedTo(to: TestApp, path: string, headers: Record<string, string>): Promise<string> {
  const type = 'multipart/form-data; boundary=b'
  const head = '--b\r\nContent-Disposition: form-data; name="editormd-image-file"; filename="blob"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')])
  const sent = { ...headers, Authorization: `Bearer ${to.token('owner')}`, 'Content-Type': type }
  // A raw request, because `fetch` sets the host itself.
  return new Promise((resolve, reject) => {
    httpRequest(`${to.url}${path}`, { method: 'POST', headers: sent }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve((JSON.parse(Buffer.concat(parts).toString()) as { url: string }).url)
    })
      .once('error', reject)
      .end(body)
  })
}

const file = /\/server\/\?s=\/api\/attachment\/visitFile&sign=[0-9a-f]{32}$/
const uploadImg = '/server/index.php?s=/api/page/uploadImg'

test('uses the requested host in file addresses when the site has no address', async () => {
  const own = await uploadedTo(app, uploadImg, {})
  expect([own.replace(file, ''), (await fetch(own)).status]).toEqual([app.url, 200])
  for (const [host, origin] of [
    ['docs.example:8080', 'http://docs.example:8080'],
    ['Docs.Example', 'http://docs.example'],
    ['[::1]:4999', 'http://[::1]:4999'],
    ['my_docs', 'http://my_docs'],
    ['docs.example:443', 'http://docs.example:443'],
  ] as const) {
    // Forwarded headers count only from a trusted proxy.
    const headers = { Host: host, 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }
    expect((await uploadedTo(app, uploadImg, headers)).replace(file, '')).toBe(origin)
  }
  expect(await uploadedTo(app, '/api/page/uploadImg', { Host: 'docs.example' })).toMatch(
    /^\/api\/attachment\/visitFile/,
  )
})

test('behind a trusted proxy uses the host it names, below the base path', async () => {
  const config = { base_path: '/docs', trusted_proxies: ['127.0.0.1', '::1'] }
  const behind = await createTestApp({ config })
  const headers = { 'X-Forwarded-Host': 'docs.example, inner:80', 'X-Forwarded-Proto': 'https' }
  const path = behind.url.endsWith('/docs') ? uploadImg : `/docs${uploadImg}`
  expect((await uploadedTo(behind, path, headers)).replace(file, '')).toBe('https://docs.example/docs')
  await behind.as('admin').adminSetting.saveConfig({ site_url: 'https://papers.example' })
  expect((await uploadedTo(behind, path, headers)).replace(file, '')).toBe('https://papers.example/docs')
})

test('other sites may use only the open API', async () => {
  const open = await fetch(`${app.url}/server/?s=/api/open/getCatalogTree&api_key=key&api_token=secret`, {
    headers: { Origin: 'https://else.example' },
  })
  expect(open.headers.get('access-control-allow-origin')).toBe('*')
  const asked = await fetch(`${app.url}/api/open/updatePage`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://else.example' },
  })
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'Content-Type'])
  const other = await fetch(`${app.url}/server/?s=/api/page/info&page_id=${page_id}`)
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})

test('works below a base path, and puts the address of the site before file addresses', async () => {
  const below = await createTestApp({ config: { base_path: '/docs', site_url: 'https://docs.example' } })
  const id = await below.rows.newItem()
  below.rows.insert('item_token', { item_id: id, ...secret, addtime: 1 })
  const base = below.url.endsWith('/docs') ? below.url : `${below.url}/docs`
  const body = new FormData()
  for (const [name, value] of Object.entries(secret)) body.append(name, value)
  body.append('file', new File(['text'], 'a.txt'))
  const answer = await fetch(`${base}/server/index.php?s=/api/open/uploadAttachment`, { method: 'POST', body })
  const { data } = (await answer.json()) as { data: { url: string } }
  expect(data.url).toMatch(
    /^https:\/\/docs\.example\/docs\/server\/\?s=\/api\/attachment\/visitFile&sign=[0-9a-f]{32}$/,
  )
  expect((await fetch(data.url.replace('https://docs.example/docs', base))).status).toBe(200)
  expect((await fetch(`${base}/server/api/page/nosuch`)).status).toBe(404)
})

// Each client sends the same page in its own way; the bodies are what these clients put on the wire.
test.each([
  [
    'PHP http_build_query',
    'api_key=key&api_token=secret&page_title=PHP+http_build_query&page_content=a+%26+b+%3Cc%3E%0A%E4%B8%AD',
  ],
  ['Go url.Values', 'api_key=key&api_token=secret&page_content=a+%26+b+%3Cc%3E%0A%E4%B8%AD&page_title=Go+url.Values'],
  [
    'Python requests',
    'api_key=key&api_token=secret&page_title=Python+requests&page_content=a+%26+b+%3Cc%3E%0A%E4%B8%AD',
  ],
  [
    'Node querystring',
    'api_key=key&api_token=secret&page_title=Node%20querystring&page_content=a%20%26%20b%20%3Cc%3E%0A%E4%B8%AD',
  ],
  [
    'Escaping script',
    'api_key=key&api_token=secret&page_title=Escaping script&page_content=a %26amp; b %26lt;c%26gt;\n中',
  ],
])('accepts a page sent by %s', async (title, body) => {
  // A raw request, because a modern client would add its own headers.
  const status = await new Promise<number>((resolve, reject) => {
    const sent = httpRequest(
      `${app.url}${update}`,
      { method: 'POST', headers: { ...form, 'Content-Length': Buffer.byteLength(body) } },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject).end(body)
  })
  expect(status).toBe(200)
  expect(textOf(title)).toBe('a & b <c>\n中')
})

const programs = (await Promise.all(
  ['curl', 'python3'].map((name) =>
    run(name, ['--version']).then(
      () => name,
      () => '',
    ),
  ),
)) as string[]

const scripts: Record<string, (url: string) => [string, string[]]> = {
  curl: (url) => [
    'curl',
    [
      '--silent',
      '--data',
      'from=shell&api_key=key&api_token=secret&page_title=by curl&page_content=a % b\n中 <c>',
      url,
    ],
  ],
  python3: (url) => [
    'python3',
    [
      '-c',
      `import sys, urllib.request, urllib.parse
body = urllib.parse.urlencode({'api_key': 'key', 'api_token': 'secret', 'page_title': 'by python3', 'page_content': 'a % b\\n中 <c>'}).encode()
print(urllib.request.urlopen(sys.argv[1], body).read().decode())`,
      url,
    ],
  ],
}

test.each(programs.filter(Boolean))('accepts a page sent by the real %s', async (name) => {
  const [program, words] = scripts[name]?.(`${app.url}${update}`) ?? ['', []]
  const { stdout } = await run(program, words)
  expect(JSON.parse(stdout)).toMatchObject({ error_code: 0, data: { page_content: 'a % b\n中 &lt;c&gt;' } })
  expect(textOf(`by ${name}`)).toBe('a % b\n中 <c>')
})
