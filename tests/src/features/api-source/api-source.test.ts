import { afterEach, expect, test } from 'vitest'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { fetchFile } from '#src/core/fetch-file.ts'
import { followApiChanges } from '#src/features/api-change/follow.ts'
import { startSourceSchedule } from '#src/features/api-source/index.ts'
import { describePage } from '#src/features/export/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'

const servers: SourceServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.close()))
})

type Paths = Record<string, Record<string, object>>

const operation = (summary: string, more: object = {}) => ({
  summary,
  responses: { 200: { description: 'ok' } },
  ...more,
})
const described = (paths: Paths, title = 'Shop') =>
  JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths })
/** Three operations: with the overview, four pages. */
const first: Paths = {
  '/orders': { get: operation('List orders'), post: operation('Add an order') },
  '/orders/{id}': { delete: operation('Remove an order') },
}
/** `post` needs something new, `delete` is gone, `put` is new. */
const second: Paths = {
  '/orders': {
    get: operation('List orders'),
    post: operation('Add an order', {
      parameters: [{ name: 'shop', in: 'query', required: true, schema: { type: 'string' } }],
    }),
    put: operation('Replace all orders'),
  },
}

async function start(config: Record<string, unknown> = { outbound_allow: ['127.0.0.0/8'] }) {
  const server = await startSourceServer()
  servers.push(server)
  const app = await createTestApp({ config })
  const item_id = await app.rows.newItem({ item_name: 'Docs' })
  const owner = app.as('owner')
  const send = (text: string, type = 'application/json') => {
    server.answer = (_, response) => void response.writeHead(200, { 'Content-Type': type }).end(text)
  }
  const add = (more: object = {}) => owner.apiSource.save({ item_id, url: `${server.url}/api.json`, ...more })
  const synchronise = async (source_id: string) => {
    const checked = await owner.apiSource.check({ item_id, source_id })
    await owner.apiSource.start({ item_id, job_id: checked.job_id })
    await Promise.all(app.app.background)
    return checked
  }
  const sources = () => owner.apiSource.getList({ item_id })
  return { app, server, item_id, owner, send, add, synchronise, sources }
}

/** The pages of an item by their title. */
async function pagesOf(app: TestApp, item_id: number) {
  const { menu } = await app.as('owner').item.info({ item_id })
  const visit = (catalogs: typeof menu.catalogs): typeof menu.pages =>
    catalogs.flatMap((one) => [...one.pages, ...visit(one.catalogs)])
  const pages = [...menu.pages, ...visit(menu.catalogs)]
  const texts = await Promise.all(pages.map(({ page_id }) => app.as('owner').page.info({ page_id })))
  return new Map(texts.map((page) => [page.page_title, page]))
}

const statusOf = (page: { page_content: string } | undefined) =>
  (JSON.parse(page?.page_content ?? '{}') as ApiJson).info?.apiStatus

test('a source is checked first, then applied; what people wrote stays, what is gone is marked and comes back', async () => {
  const { app, item_id, owner, send, add, synchronise, sources } = await start()
  send(described(first))
  const { source_id } = await add()
  const checked = await owner.apiSource.check({ item_id, source_id })
  expect(checked).toMatchObject({ added: 4, changed: 0, removed: 0, is_compared: false, changes: [] })
  expect((await pagesOf(app, item_id)).size).toBe(0)
  await owner.apiSource.start({ item_id, job_id: checked.job_id })
  await Promise.all(app.app.background)
  const pages = await pagesOf(app, item_id)
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['List orders', 'Add an order', 'Remove an order']))

  const page = pages.get('Add an order')
  const doc = JSON.parse(page?.page_content ?? '') as ApiJson
  doc.info.remark = 'Ask the warehouse first.'
  const { page_id = 0 } = page ?? {}
  await owner.page.save({ page_id, item_id, page_title: 'Add an order', page_content: JSON.stringify(doc, null, 1) })

  send(described(second))
  const again = await synchronise(source_id)
  expect(again).toMatchObject({ added: 1, changed: 1, removed: 1, is_compared: true, missing: 'mark' })
  expect(again.breaking).toBeGreaterThanOrEqual(2)
  expect(again.changes[0]).toMatchObject({ level: 'breaking' })
  expect(again.changes.map(({ operation }) => operation)).toContain('DELETE /orders/{id}')
  const later = await pagesOf(app, item_id)
  const added = later.get('Add an order')?.page_content ?? ''
  expect(added).toContain('Ask the warehouse first.')
  expect(added).toContain('"shop"')
  expect(statusOf(later.get('Remove an order'))).toBe('5')
  expect(later.has('Replace all orders')).toBe(true)
  expect((await sources())[0]?.last).toMatchObject({ status: 'done', added: 1, changed: 1, removed: 1 })

  // it is known to be gone: nothing to do
  const third = await synchronise(source_id)
  expect(third).toMatchObject({ added: 0, changed: 0, removed: 0, breaking: 0 })

  send(described({ ...second, '/orders/{id}': first['/orders/{id}'] ?? {} }))
  expect(await synchronise(source_id)).toMatchObject({ added: 0, changed: 1, removed: 0 })
  const back = await pagesOf(app, item_id)
  expect(statusOf(back.get('Remove an order'))).toBe('0')
  expect(back.get('Remove an order')?.page_id).toBe(later.get('Remove an order')?.page_id)
})

test('the first synchronisation after an import is compared with what was imported, and names what is gone', async () => {
  const { app, item_id, owner, send, add, synchronise } = await start()
  const form = new FormData()
  form.append('item_id', String(item_id))
  form.append('file', new Blob([described(first)]), 'api.json')
  expect((await app.call('import/auto', form, { as: 'owner' })).json.error_code).toBe(0)
  await followApiChanges(app.app, describePage)
  send(described(second))
  const { source_id } = await add()
  const done = await synchronise(source_id)
  expect(done).toMatchObject({ added: 1, changed: 1, removed: 1, is_compared: true })
  expect(done.changes).toContainEqual(
    expect.objectContaining({ kind: 'api-path-removed-without-deprecation', operation: 'DELETE /orders/{id}' }),
  )
  // the page stays, marked as deprecated; to clients the operation is gone, and then there again
  const newest = async () => {
    await followApiChanges(app.app, describePage)
    const [entry] = (await owner.apiChange.list({ item_id })).list
    return entry && (await owner.apiChange.info({ item_id, api_change_id: Number(entry.api_change_id) })).changes
  }
  const ofGone = (changes: Awaited<ReturnType<typeof newest>>) =>
    changes?.filter(({ operation }) => operation === 'DELETE /orders/{id}').map(({ kind }) => kind)
  expect(ofGone(await newest())).toEqual(['api-path-removed-without-deprecation'])
  send(described({ ...second, '/orders/{id}': first['/orders/{id}'] ?? {} }))
  await synchronise(source_id)
  expect(ofGone(await newest())).toEqual(['endpoint-added'])
})

test('with recycle, what is gone goes to the recycle bin', async () => {
  const { app, item_id, owner, send, add, synchronise } = await start()
  send(described(first))
  const { source_id } = await add({ missing: 'recycle' })
  await synchronise(source_id)
  send(described(second))
  expect(await synchronise(source_id)).toMatchObject({ removed: 1 })
  expect((await pagesOf(app, item_id)).has('Remove an order')).toBe(false)
  expect((await owner.recycle.getList({ item_id })).map(({ page_title }) => page_title)).toEqual(['Remove an order'])
})

test('pages go into the folder of the source, and a description that was renamed stays the same', async () => {
  const { app, item_id, send, add, synchronise } = await start()
  const cat_id = app.rows.newCatalog(item_id, 'Interfaces')
  send(described(first))
  const { source_id } = await add({ cat_id })
  await synchronise(source_id)
  const { menu } = await app.as('owner').item.info({ item_id })
  expect(menu.pages).toEqual([])
  expect(menu.catalogs.map(({ cat_name }) => cat_name)).toEqual(['Interfaces'])
  send(described(first, 'Shop, second edition'))
  expect(await synchronise(source_id)).toMatchObject({ added: 0, removed: 0 })
  app.rows.sqlite.prepare('UPDATE catalog SET is_del = 1 WHERE cat_id = ?').run(cat_id)
  await expect(synchronise(source_id)).rejects.toMatchObject({ errorName: 'catalogGone' })
})

test('two sources of one title do not take each other’s pages', async () => {
  const { app, item_id, owner, send, add, synchronise } = await start()
  const [one, two] = [app.rows.newCatalog(item_id, 'One'), app.rows.newCatalog(item_id, 'Two')]
  send(described(first))
  const former = await add({ cat_id: one })
  await synchronise(former.source_id)
  send(described(second))
  const other = await add({ cat_id: two })
  expect(await owner.apiSource.check({ item_id, source_id: other.source_id })).toMatchObject({ added: 4, removed: 0 })
  await synchronise(other.source_id)
  send(described(first))
  expect(await synchronise(former.source_id)).toMatchObject({ added: 0, changed: 0, removed: 0 })
})

test('a push into a project that fetches a description of that title says so, in its trial as well', async () => {
  const { app, item_id, owner, send, add, synchronise, server } = await start()
  const { api_key, api_token } = await owner.item.getKey({ item_id })
  const push = (title: string, check?: '1') => {
    const file = new File([described(first, title)], 'openapi.json')
    return app.visitor.open.pushDescription({ api_key, api_token, file, check })
  }
  expect(await push('Shop', '1')).toMatchObject({ also_from: [] })
  send(described(first))
  await synchronise((await add({ url: `${server.url}/api.json?token=hidden` })).source_id)
  const other = { also_from: [{ kind: 'address', name: new URL(server.url).host }] }
  expect(await push('Shop', '1')).toMatchObject({ ...other, is_applied: false, added: 4 })
  expect(await push('Shopping', '1')).toMatchObject({ also_from: [] })
  expect(await push('Shop')).toMatchObject({ ...other, is_applied: true, added: 4 })
  expect(await push('Shop')).toMatchObject({ ...other, added: 0, unchanged: 4 })
})

test('the secret header is sent, never shown, and goes to no other host', async () => {
  const { server, item_id, owner, send, add, sources, app } = await start()
  const other = await startSourceServer()
  servers.push(other)
  const secret = { header_name: 'Authorization', header_value: 'Bearer qsecret' }
  server.answer = (request, response) => {
    if (request.headers['authorization'] === 'Bearer qsecret')
      return void response.writeHead(302, { Location: `${other.url}/raw.json` }).end()
    response.writeHead(401).end('no')
  }
  other.answer = (_, response) => void response.end(described(first))
  const { source_id } = await add(secret)
  expect(await owner.apiSource.check({ item_id, source_id })).toMatchObject({ added: 4 })
  expect(other.requests[0]?.headers['authorization']).toBeUndefined()
  expect(JSON.stringify(await sources())).not.toContain('qsecret')
  expect((await sources())[0]?.header_value).toBe('********')
  await owner.apiSource.save({ item_id, source_id, header_value: '********', source_name: 'Main' })
  expect(app.rows.all('api_source')[0]).toMatchObject({ header_value: 'Bearer qsecret', source_name: 'Main' })
  await owner.apiSource.save({ item_id, source_id, header_value: 'Bearer wrong' })
  await expect(owner.apiSource.check({ item_id, source_id })).rejects.toMatchObject({ errorName: 'sourceDenied' })
  // another host gets a secret of its own or none
  await expect(
    owner.apiSource.save({ item_id, source_id, url: `${other.url}/api.json`, header_value: '********' }),
  ).rejects.toMatchObject({ errorName: 'sourceHeaderBad' })
  for (const header of [
    { header_name: 'Host', header_value: 'a' },
    { header_name: 'A\nB', header_value: 'a' },
  ])
    await expect(owner.apiSource.save({ item_id, source_id, ...header })).rejects.toMatchObject({
      errorName: expect.stringMatching(/sourceHeaderBad|badParameter/),
    })
  send('')
})

test('says what is wrong with an address', async () => {
  const { server, item_id, owner, send, add } = await start()
  const { source_id } = await add()
  const check = () => owner.apiSource.check({ item_id, source_id })
  const failing = (errorName: string, values: object = {}) =>
    expect(check()).rejects.toMatchObject({ errorName, values: expect.objectContaining(values) })
  await failing('sourceStatus', { status: 404 })
  send('<!DOCTYPE html><html><body>Sign in</body></html>', 'application/json')
  await failing('sourceHtml')
  send('{"a": 1}')
  await failing('importUnknownJson')
  send('# Title\n\nA text.', 'text/markdown')
  await expect(check()).rejects.toMatchObject({
    errorName: expect.stringMatching(/sourceNotDescription|importNotZip|importBadJson|importUnknownJson/),
  })
  send('openapi: 3.0.3\ninfo:\n  title: Shop\n  version: "1"\npaths:\n  /a:\n    get: [\n', 'application/yaml')
  await expect(check()).rejects.toMatchObject({ values: expect.objectContaining({ line: expect.any(Number) }) })
  send('{"openapi": "3.0.3",\n "info": }')
  await failing('importBadJson', { line: 2 })
  server.answer = (_, response) => void response.writeHead(302, { Location: '/again' }).end()
  await failing('sourceRedirected')
  server.answer = (_, response) => void response.writeHead(200, { 'Content-Length': '200000000' }).write('a')
  await failing('sourceTooLarge', { most: 20 })
  let sent = 0
  server.answer = (_, response) => {
    const more = () => {
      while (!response.destroyed && sent < 200_000_000) {
        sent += 1_000_000
        if (!response.write(Buffer.alloc(1_000_000, 32))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  await failing('sourceTooLarge')
  expect(sent).toBeLessThan(100_000_000)
  await server.close()
  servers.length = 0
  await failing('sourceUnreachable')
  for (const url of ['ftp://a.example/b', 'https://me:secret@a.example/b', 'nothing', 'file:///etc/passwd'])
    await expect(owner.apiSource.save({ item_id, url })).rejects.toMatchObject({ errorName: 'sourceAddressBad' })
})

test('fetches nothing from an internal network, not even after a redirect, unless that is allowed', async () => {
  const { server, item_id, owner, add, send } = await start({ outbound_allow: [] })
  send(described(first))
  const { source_id } = await add()
  const rejected = { errorName: 'sourceNotAllowed' }
  await expect(owner.apiSource.check({ item_id, source_id })).rejects.toMatchObject(rejected)
  await expect(owner.import.checkAddress({ url: `${server.url}/a` })).rejects.toMatchObject(rejected)
  expect(server.requests).toEqual([])
  // a public host that redirects to this machine: the resolver says who is where
  const rules = {
    allow: ['127.0.0.1/32'],
    resolve: (name: string) => Promise.resolve([{ address: /^\d/.test(name) ? name : '127.0.0.1', family: 4 }]),
  }
  const port = new URL(server.url).port
  server.answer = (_, response) => void response.writeHead(302, { Location: `http://127.0.0.2:${port}/` }).end()
  const fetched = fetchFile(rules, `http://docs.example.com:${port}/api.json`, { mostBytes: 1000, mostMs: 5000 })
  await expect(fetched).rejects.toMatchObject({ reason: 'notAllowed' })
  server.answer = (_, response) => void response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end()
  const metadata = fetchFile(rules, `http://docs.example.com:${port}/api.json`, { mostBytes: 1000, mostMs: 5000 })
  await expect(metadata).rejects.toMatchObject({ reason: 'notAllowed' })
})

test('a host that hangs, or sends a byte now and then, is given up in time', async () => {
  const server = await startSourceServer()
  servers.push(server)
  const rules = { allow: ['127.0.0.0/8'] }
  server.answer = () => undefined
  const silent = fetchFile(rules, server.url, { mostBytes: 1000, mostMs: 300 })
  await expect(silent).rejects.toMatchObject({ reason: 'tooSlow' })
  server.answer = (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('a'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const slow = fetchFile(rules, server.url, { mostBytes: 100_000, mostMs: 300 })
  await expect(slow).rejects.toMatchObject({ reason: 'tooSlow' })
})

test('the schedule synchronises what is due, once, and again after a failure', async () => {
  const { app, item_id, server, send, add, sources } = await start()
  const at = { now: Date.UTC(2026, 10, 26, 10, 0) }
  app.app.now = () => new Date(at.now)
  send(described(first))
  await add({ schedule: 'hourly' })
  await add({ schedule: 'off', url: `${server.url}/other.json` })
  const scheduler = startSourceSchedule(app.app)
  await Promise.all([scheduler.check(), scheduler.check()])
  expect(server.requests.map(({ url }) => url)).toEqual(['/api.json'])
  expect((await pagesOf(app, item_id)).has('List orders')).toBe(true)
  expect(await sources()).toMatchObject([{ last: { status: 'done', added: 4 }, next_time: at.now / 1000 + 3600 }, {}])
  await scheduler.check()
  expect(server.requests).toHaveLength(1)
  at.now += 3_600_000
  server.answer = (_, response) => void response.writeHead(503).end()
  await scheduler.check()
  expect(await sources()).toMatchObject([
    { last: { status: 'failed', error_name: 'sourceStatus' }, next_time: at.now / 1000 + 1800 },
    {},
  ])
  // the next start of the server goes on from what is stored
  await scheduler.stop()
  at.now += 1_800_000
  send(described(second))
  const next = startSourceSchedule(app.app)
  await next.check()
  await next.stop()
  expect(await sources()).toMatchObject([{ last: { status: 'done', added: 1, changed: 1, removed: 1 } }, {}])
  const changes = app.rows.all('item_change_log').length
  at.now += 3_600_000
  const third = startSourceSchedule(app.app)
  await third.check()
  await third.stop()
  // the same text writes nothing
  expect(app.rows.all('item_change_log')).toHaveLength(changes)
  expect(await sources()).toMatchObject([{ sync_time: at.now / 1000, last: { status: 'done', unchanged: 4 } }, {}])
})

test('a synchronisation has the rights of whoever saved its source', async () => {
  const { app, item_id, send, sources, server } = await start()
  app.rows.newMember(item_id, 'manager', 'manage')
  send(described(first))
  await app.as('manager').apiSource.save({ item_id, url: `${server.url}/api.json`, schedule: 'hourly' })
  app.rows.sqlite.prepare('DELETE FROM item_member WHERE item_id = ?').run(item_id)
  const scheduler = startSourceSchedule(app.app)
  await scheduler.check()
  await scheduler.stop()
  expect(await sources()).toMatchObject([{ last: { status: 'failed', error_name: 'noRight' } }])
  expect((await pagesOf(app, item_id)).size).toBe(0)
})

test('CI pushes with the API key: a trial, an error that changes nothing, then the pages', async () => {
  const { app, item_id, owner, sources } = await start()
  const key = await owner.item.getKey({ item_id })
  const keys = { api_key: key.api_key, api_token: key.api_token }
  const file = (paths: Paths) => new File([described(paths)], 'openapi.json')
  const push = (paths: Paths, more: object = {}) =>
    app.visitor.open.pushDescription({ ...keys, file: file(paths), ...more })
  expect(await push(first, { check: '1' })).toMatchObject({ is_applied: false, added: 4, source_id: 0 })
  expect(await sources()).toEqual([])
  expect(await push(first)).toMatchObject({ is_applied: true, added: 4, is_compared: false })
  expect(await sources()).toMatchObject([{ kind: 'push', last: { status: 'done', added: 4 } }])
  const before = await pagesOf(app, item_id)
  await expect(push(second, { fail_on: 'breaking' })).rejects.toMatchObject({ errorName: 'apiBreaking' })
  expect(await pagesOf(app, item_id)).toEqual(before)
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...keys, fail_on: 'breaking' })) form.set(name, value)
  form.set('file', file(second))
  const answer = await app.call('open/pushDescription', form)
  expect(answer).toMatchObject({ status: 409, json: { error_name: 'apiBreaking' } })
  const checked = await push(second, { check: '1', fail_on: 'breaking' })
  expect(checked).toMatchObject({ is_applied: false, added: 1, changed: 1, removed: 1 })
  expect(checked.breaking).toBeGreaterThan(0)
  expect(await push(second)).toMatchObject({ is_applied: true, removed: 1 })
  expect(statusOf((await pagesOf(app, item_id)).get('Remove an order'))).toBe('5')
  await followApiChanges(app.app, describePage)
  const { list: entries } = await owner.apiChange.list({ item_id })
  expect(entries[0]).toMatchObject({ source: 'sync', page_id: '0' })
  expect(entries[0]?.breaking_count).toBeGreaterThan(0)
  await expect(push(second, { api_token: 'wrong' })).rejects.toMatchObject({ errorName: 'keyWrong' })
  expect(await sources()).toHaveLength(1)
  app.rows.newMember(item_id, 'ed', 'edit')
  expect(await app.as('ed').apiSource.push({ item_id, file: file(second) })).toMatchObject({ added: 0, changed: 0 })
  expect(await push(first, { source: 'other' })).toMatchObject({ added: 4 })
  expect(await sources()).toMatchObject([{ source_name: '' }, { source_name: 'other' }])
})

test('hostile descriptions: circles, remote references, depth, one name twice', async () => {
  const { app, item_id, owner, send, add, synchronise } = await start()
  const { source_id } = await add()
  let deep: object = { type: 'string' }
  for (let at = 0; at < 100; at += 1) deep = { type: 'object', properties: { a: deep } }
  send(
    described({
      '/deep': { post: operation('Deep', { requestBody: { content: { 'application/json': { schema: deep } } } }) },
    }),
  )
  await expect(owner.apiSource.check({ item_id, source_id })).rejects.toMatchObject({ errorName: 'importJsonTooDeep' })
  const circle = {
    openapi: '3.0.3',
    info: { title: 'Circle', version: '1' },
    paths: {
      '/tree': { get: operation('Tree', { responses: { 200: { $ref: '#/components/responses/Tree' } } }) },
      '/far': { get: operation('Far', { responses: { 200: { $ref: 'http://127.0.0.1:1/far.yaml#/a' } } }) },
      '/one': { get: operation('Same', { operationId: 'same' }) },
      '/two': { get: operation('Same', { operationId: 'same' }) },
    },
    components: {
      responses: {
        Tree: { description: 'a', content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
      },
      schemas: {
        Node: {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
        },
      },
    },
  }
  send(JSON.stringify(circle))
  const checked = await synchronise(source_id)
  expect(checked).toMatchObject({ added: 5 })
  expect(checked.report.notes.map(({ reason }) => reason)).toContain('refUnreachable')
  expect((await pagesOf(app, item_id)).has('Same (GET /two)')).toBe(true)
  expect(await synchronise(source_id)).toMatchObject({ added: 0, changed: 0, removed: 0 })
})

test('an import starts from an address', async () => {
  const { app, owner, send, server } = await start()
  send(
    'swagger: "2.0"\ninfo: {title: Old, version: "1"}\npaths:\n  /a:\n    get: {summary: A, responses: {200: {description: ok}}}\n',
    'text/yaml',
  )
  const { job_id, report, file_name } = await owner.import.checkAddress({ url: `${server.url}/raw/old` })
  expect({ file_name, source: report.source, pages: report.new_pages }).toEqual({
    file_name: 'old.yaml',
    source: 'openapi',
    pages: 2,
  })
  await owner.import.start({ job_id, item_name: 'From an address' })
  await Promise.all(app.app.background)
  expect((await owner.item.myList({})).map(({ item_name }) => item_name)).toContain('From an address')
})

test('a file of another address is part of the description: a change there is a change', async () => {
  const { server, add, synchronise, app, item_id } = await start()
  const model = (type: string) => JSON.stringify({ Order: { type: 'object', properties: { total: { type } } } })
  let total = 'string'
  const text = () => {
    const schema = { $ref: `${server.url}/models.json#/Order` }
    const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } }
    return described({ '/orders': { get: operation('List orders', { responses }) } })
  }
  server.answer = ({ url }, response) => void response.end(url === '/models.json' ? model(total) : text())
  const { source_id } = await add()
  expect(await synchronise(source_id)).toMatchObject({ added: 2 })
  expect((await pagesOf(app, item_id)).get('List orders')?.page_content).toContain('"total"')
  expect(await synchronise(source_id)).toMatchObject({ changed: 0, breaking: 0 })
  total = 'integer'
  const again = await synchronise(source_id)
  expect(again).toMatchObject({ changed: 1, breaking: 1 })
  expect(again.changes[0]).toMatchObject({ operation: 'GET /orders', kind: 'response-property-type-changed' })
})
