import { beforeAll, describe, expect, test } from 'vitest'
import { newApiJson } from '#shared/api-doc/api-page-json.ts'
import { PageIndex } from '#src/features/schema-mock/match-page.ts'
import { parsePrefer, readPreferences } from '#src/features/schema-mock/preferences.ts'
import { pathValues } from '#src/features/schema-mock/validate-request.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let item_id: number

const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.test/v1' }],
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: {
        summary: 'Read an order',
        parameters: [
          { name: 'fields', in: 'query', schema: { type: 'string', enum: ['all', 'some'] } },
          { name: 'X-Shop', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        responses: {
          404: {
            description: 'None',
            content: {
              'application/problem+json': {
                schema: { type: 'object' },
                examples: { gone: { value: { title: 'gone' } }, hidden: { value: { title: '<b>hidden</b>' } } },
              },
            },
          },
          200: {
            description: 'It',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
          204: { description: 'Nothing' },
          '5XX': { description: 'Broken', content: { 'text/html': { example: '<script>alert(1)</script>' } } },
        },
      },
      put: {
        summary: 'Change an order',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: { 200: { description: 'Changed' } },
      },
    },
    '/orders/mine': {
      get: {
        summary: 'Mine',
        responses: { 200: { description: 'x', content: { 'application/json': { example: { mine: true } } } } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'state', 'at'],
        properties: {
          id: { type: 'integer', minimum: 1, readOnly: true },
          state: { type: 'string', enum: ['open', 'paid', 'sent'] },
          at: { type: 'string', format: 'date-time' },
          secret: { type: 'string', writeOnly: true },
          parent: { $ref: '#/components/schemas/Order' },
        },
      },
    },
  },
}

const ask = (address: string, init: RequestInit = {}) => fetch(`${app.url}${address}`, init)
const jsonAt = async (address: string, prefer?: string) =>
  (await ask(address, prefer === undefined ? {} : { headers: { prefer } })).json()

async function importInto(of: number, content: object): Promise<void> {
  const form = new FormData()
  form.append('item_id', String(of))
  form.append('file', new Blob([JSON.stringify(content)]), 'api.json')
  const answer = await app.call('import/auto', form, { as: 'owner' })
  expect(answer.json.error_code).toBe(0)
}

function pageText(
  method: string,
  url: string,
  change: (page: ReturnType<typeof newApiJson>) => void = () => {},
): string {
  const page = newApiJson('', method, url)
  change(page)
  return JSON.stringify(page)
}

const addPage = async (of: number, title: string, text: string, cat_id = 0): Promise<number> =>
  Number(
    (await app.as('owner').page.save({ item_id: of, page_id: 0, cat_id, page_title: title, page_content: text }))
      .page_id,
  )

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  item_id = await app.rows.newItem()
  await importInto(item_id, description)
})

const order = () => `/mock-path/${item_id}/v1/orders/12`

describe('an imported description', () => {
  test('answers from its schema, the same each time', async () => {
    const plain = { id: 1, state: 'open', at: '2024-01-31T08:00:00Z' }
    expect(await jsonAt(order())).toEqual(plain)
    expect(await jsonAt(`/mock-path/${item_id}?path=/v1/orders/7`)).toEqual(plain)
    expect(await jsonAt(`/server/mock-path/${item_id}/v1/orders/7`)).toEqual(plain)
    expect(await jsonAt(`/mock-path/${item_id}/v1/orders/mine`)).toEqual({ mine: true })
    expect((await ask(order(), { method: 'HEAD' })).status).toBe(200)
  })

  test('answers as the client prefers, by header or by query', async () => {
    expect(await jsonAt(order(), 'code=404')).toEqual({ title: 'gone' })
    const hidden = await ask(`${order()}?mock_code=404&mock_example=hidden`)
    expect([hidden.status, await hidden.text()]).toEqual([404, '{"title":"\\u003Cb\\u003Ehidden\\u003C/b\\u003E"}'])
    expect((await ask(order(), { headers: { prefer: 'code=204' } })).status).toBe(204)
    expect(await jsonAt(order(), 'seed=7')).toEqual(await jsonAt(order(), 'seed=7'))
    const seen = new Set<string>()
    for (let time = 0; time < 12; time++) seen.add(JSON.stringify(await jsonAt(order(), 'dynamic=true')))
    expect(seen.size).toBeGreaterThan(3)
    const started = performance.now()
    await jsonAt(order(), 'delay=120')
    expect(performance.now() - started).toBeGreaterThan(100)
  })

  test('a documented page of HTML is plain text here', async () => {
    const answer = await ask(order(), { headers: { prefer: 'code=503', accept: 'text/html' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('x-docstead-page')).toMatch(/^\d+$/)
    expect(await answer.text()).toBe('<script>alert(1)</script>')
  })

  test.each([
    ['code=418', 404, 'The page describes no response 418. It has: 200, 204, 404, 5XX.'],
    ['code=404, example=other', 404, 'The page has no example “other” for this response. It has: gone, hidden.'],
    ['code=1e3', 404, 'The page describes no response 1e3.'],
  ])('says what is missing for %s', async (prefer, status, text) => {
    const answer = await ask(order(), { headers: { prefer, 'accept-language': 'en' } })
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
  })

  test('says which methods there are', async () => {
    const answer = await ask(order(), { method: 'DELETE', headers: { 'accept-language': 'en' } })
    expect([answer.status, await answer.text()]).toEqual([
      405,
      'The page at this address describes GET, PUT, and not DELETE.\n',
    ])
  })

  test('compares the request with the description when the client wants it', async () => {
    const send = async (path: string, init: RequestInit) => {
      const answer = await ask(`/mock-path/${item_id}${path}`, {
        ...init,
        headers: { prefer: 'validate=true', 'accept-language': 'en', ...init.headers },
      })
      return [answer.status, await answer.text()] as const
    }
    const headers = { 'x-shop': '00000000-0000-4000-8000-000000000000' }
    expect((await send('/v1/orders/3?fields=all', { headers }))[0]).toBe(200)
    const [status, text] = await send('/v1/orders/0?fields=none', {})
    expect(status).toBe(422)
    expect((JSON.parse(text) as { problems: { text: string }[] }).problems.map((one) => one.text)).toEqual([
      'path id: At least 1, got 0',
      'query fields: none isn’t one of the documented values: all, some',
      'header X-Shop: “X-Shop” is required but missing',
    ])
    const put = (body: string) =>
      send('/v1/orders/3', { method: 'PUT', body, headers: { 'content-type': 'application/json' } })
    expect((await put('{"state":"open","at":"2024-01-31T08:00:00Z"}'))[0]).toBe(200)
    expect(await put('{"state":1}')).toEqual([
      422,
      expect.stringMatching(/body.*at.*is required.*body: \/state: Expected string/),
    ])
    expect((await put('{'))[0]).toBe(422)
    expect((await put(''))[0]).toBe(422)
    expect((await send('/v1/orders/3', { method: 'PUT', body: 'x'.repeat(1_200_000) }))[0]).toBe(413)
  })

  test('an edit on the page counts', async () => {
    const own = await app.rows.newItem()
    await importInto(own, description)
    const page = app.rows.all('page').find((row) => row['item_id'] === own && row['page_title'] === 'Mine')
    const page_id = Number(page?.['page_id'])
    const { page_content, page_version } = await app.as('owner').page.info({ page_id })
    expect(await jsonAt(`/mock-path/${own}/v1/orders/mine`)).toEqual({ mine: true })
    const text = page_content.replace('\\"mine\\": true', '\\"mine\\": 5')
    expect(text).not.toBe(page_content)
    await app
      .as('owner')
      .page.save({ item_id: own, page_id, page_title: 'Mine', page_content: text, base_version: page_version })
    expect(await jsonAt(`/mock-path/${own}/v1/orders/mine`)).toEqual({ mine: 5 })
  })
})

describe('a page that people wrote', () => {
  test('answers with its example, or from its table; a page without either with an empty object', async () => {
    const own = await app.rows.newItem()
    await addPage(
      own,
      'A',
      pageText('get', '{{host}}/users/:id', (page) => {
        page.response.responseExample = '{"name":"Ann"}'
        page.response.responseFailExample = '{"error":"gone"}'
        page.response.responseFailExampleStatus = '404'
      }),
    )
    await addPage(
      own,
      'B',
      pageText('post', 'https://x.test/users', (page) => {
        page.response.responseParamsDesc = [
          { name: 'id', type: 'integer', value: '', require: '1', remark: '' },
          { name: 'tags', type: 'array', value: '', require: '1', remark: '' },
        ]
      }),
    )
    await addPage(own, 'C', pageText('get', '/bare'))
    expect(await jsonAt(`/mock-path/${own}/users/5`)).toEqual({ name: 'Ann' })
    expect(await jsonAt(`/mock-path/${own}/users/5`, 'code=404')).toEqual({ error: 'gone' })
    const post = await ask(`/mock-path/${own}/users`, { method: 'POST' })
    expect(await post.json()).toMatchObject({ id: 0 })
    expect(await jsonAt(`/mock-path/${own}/bare`)).toEqual({})
  })

  test('a template comes first, and a page in the recycle bin does not answer', async () => {
    const own = await app.rows.newItem()
    const page_id = await addPage(own, 'A', pageText('get', '/a'))
    const info = () => app.as('owner').schemaMock.address({ page_id })
    expect(await info()).toMatchObject({ address: `/mock-path/${own}/a`, method: 'get', answered_by: 'page' })
    await app.as('owner').mock.add({ page_id, template: '{"made":"by hand"}', path: '/a' })
    expect(await jsonAt(`/mock-path/${own}/a`, 'code=404')).toEqual({ made: 'by hand' })
    expect(await info()).toMatchObject({ answered_by: 'template' })
    app.rows.sqlite.prepare('UPDATE mock SET path = ? WHERE page_id = ?').run('/b', page_id)
    expect(await jsonAt(`/mock-path/${own}/a`)).toEqual({})
    app.rows.sqlite.prepare('UPDATE page SET is_del = 1 WHERE page_id = ?').run(page_id)
    expect((await ask(`/mock-path/${own}/a`)).status).toBe(404)
  })

  test('of two pages with one method and path, the older answers, and both say so', async () => {
    const own = await app.rows.newItem()
    const first = await addPage(
      own,
      'First',
      pageText('get', '/same/{id}', (page) => {
        page.response.responseExample = '{"nr":1}'
      }),
    )
    const second = await addPage(
      own,
      'Second',
      pageText('get', 'https://x.test/same/:other', (page) => {
        page.response.responseExample = '{"nr":2}'
      }),
    )
    expect(await jsonAt(`/mock-path/${own}/same/1`)).toEqual({ nr: 1 })
    const info = (page_id: number) => app.as('owner').schemaMock.address({ page_id })
    expect(await info(first)).toMatchObject({ answered_by: 'page', other_page_id: 0 })
    expect(await info(second)).toMatchObject({
      answered_by: 'otherPage',
      other_page_id: first,
      other_page_title: 'First',
    })
  })

  test('drafts, other texts and WebSockets answer nothing', async () => {
    const own = await app.rows.newItem()
    const text = await addPage(own, 'T', '# text')
    const draft = await addPage(own, 'D', pageText('get', '/draft'))
    app.rows.sqlite.prepare('UPDATE page SET is_draft = 1 WHERE page_id = ?').run(draft)
    expect((await ask(`/mock-path/${own}/draft`)).status).toBe(404)
    for (const page_id of [text, draft])
      expect(await app.as('owner').schemaMock.address({ page_id })).toMatchObject({
        address: '',
        answered_by: 'nobody',
      })
  })
})

describe('who may have an answer', () => {
  test('a private project answers at its signed address only', async () => {
    const own = await app.rows.newItem({ password: 'secret' })
    const page_id = await addPage(own, 'A', pageText('get', '/a'))
    expect((await ask(`/mock-path/${own}/a`)).status).toBe(404)
    const { address } = await app.as('owner').schemaMock.address({ page_id })
    expect(address).toMatch(new RegExp(`^/mock-path/${own}-[\\w-]{22}/a$`))
    expect(await jsonAt(address)).toEqual({})
    await expect(app.visitor.schemaMock.address({ page_id })).rejects.toMatchObject({ errorName: 'itemPasswordNeeded' })
    const other = await app.rows.newItem({ password: 'secret' })
    await addPage(other, 'A', pageText('get', '/a'))
    expect((await ask(address.replace(String(own), String(other)))).status).toBe(404)
    const sign = address.split('/')[2] ?? ''
    for (const wrong of [
      `${sign.slice(0, -1)}!`,
      `${sign}x`,
      `${own}-${'A'.repeat(22)}`,
      `${own}-`,
      `${own}-1-${'A'.repeat(22)}`,
    ])
      expect((await ask(`/mock-path/${wrong}/a`)).status).toBe(404)
    // another access password ends the addresses that were handed out
    app.rows.sqlite.prepare('UPDATE item SET password_version = password_version + 1 WHERE item_id = ?').run(own)
    expect((await ask(address)).status).toBe(404)
  })

  test('a member limited to a catalog gets an address of one page', async () => {
    const own = await app.rows.newItem({ password: 'secret' })
    const cat = app.rows.newCatalog(own, 'Own')
    app.rows.newMember(own, 'limited', 'read', [cat])
    await addPage(own, 'Elsewhere', pageText('get', '/a'))
    const inside = await addPage(
      own,
      'Inside',
      pageText('get', '/b', (page) => {
        page.response.responseExample = '{"b":1}'
      }),
      cat,
    )
    const twin = await addPage(
      own,
      'Twin',
      pageText('get', '/a', (page) => {
        page.response.responseExample = '{"twin":1}'
      }),
      cat,
    )
    const { address } = await app.as('limited').schemaMock.address({ page_id: inside })
    expect(await jsonAt(address)).toEqual({ b: 1 })
    expect((await ask(address.replace(/b$/, 'a'))).status).toBe(404)
    const own_address = await app.as('limited').schemaMock.address({ page_id: twin })
    expect(own_address).toMatchObject({ answered_by: 'page', other_page_title: '' })
    expect(await jsonAt(own_address.address)).toEqual({ twin: 1 })
  })

  test('a site where everybody must sign in answers at signed addresses', async () => {
    const own = await app.rows.newItem()
    const page_id = await addPage(own, 'A', pageText('get', '/a'))
    expect((await ask(`/mock-path/${own}/a`)).status).toBe(200)
    const set = (value: string) =>
      app.rows.sqlite
        .prepare("INSERT OR REPLACE INTO options (option_name, option_value) VALUES ('force_login', ?)")
        .run(value)
    set('1')
    expect((await ask(`/mock-path/${own}/a`)).status).toBe(404)
    const { address } = await app.as('owner').schemaMock.address({ page_id })
    expect((await ask(address)).status).toBe(200)
    set('0')
  })
})

test('hostile pages cost little', async () => {
  const own = await app.rows.newItem()
  const schemas = {
    A: {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/A' } },
    },
    B: { type: 'array', minItems: 1e9, items: { type: 'string', pattern: '^(a+)+$', minLength: 1e6 } },
  }
  const of = (name: string) => ({
    get: {
      summary: name,
      responses: {
        200: {
          description: 'x',
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      },
    },
  })
  await importInto(own, {
    openapi: '3.1.0',
    info: { title: 'H', version: '1' },
    paths: { '/a': of('A'), '/b': of('B') },
    components: { schemas },
  })
  const started = performance.now()
  for (const path of ['/a', '/b'])
    for (const prefer of ['', 'dynamic=true', 'validate=true'])
      expect((await ask(`/mock-path/${own}${path}`, { headers: { prefer } })).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(2_000)
})

describe('parts', () => {
  test('the more exact path wins', () => {
    const pages = ['/{a}/x', '/users/{id}', '/users/me', '/users/{id}.json', '/{a}/{b}'].map((path, page_id) => ({
      method: 'get',
      path,
      page_id,
    }))
    const index = new PageIndex(pages)
    const found = (path: string) => index.find('GET', path)?.path
    expect(['/users/me', '/users/7', '/users/7.json', '/q/x', '/q/r', '/users/', '/users'].map(found)).toEqual([
      '/users/me',
      '/users/{id}',
      '/users/{id}',
      '/{a}/x',
      '/{a}/{b}',
      undefined,
      undefined,
    ])
    expect(index.find('HEAD', '/users/me')?.path).toBe('/users/me')
    expect(index.find('POST', '/users/me')).toBeUndefined()
  })

  test('preferences', () => {
    expect(parsePrefer('code=404, example="not found"; Dynamic=true, return')).toEqual(
      new Map([
        ['code', '404'],
        ['example', 'not found'],
        ['dynamic', 'true'],
        ['return', ''],
      ]),
    )
    const started = performance.now()
    parsePrefer('a='.repeat(50_000) + '"'.repeat(50_000))
    expect(performance.now() - started).toBeLessThan(200)
    expect(readPreferences('delay=99999999', new Map())).toMatchObject({ delayMs: 5_000 })
    expect(readPreferences('delay=-5, seed=x', new Map())).toMatchObject({ delayMs: 0, seed: undefined })
    expect(readPreferences('code=200', new Map([['mock_code', '404']]))).toMatchObject({ code: '404' })
  })

  test('values of a path', () =>
    expect(pathValues('/a/{id}/{name}.json', '/a/5/x.json')).toEqual(
      new Map([
        ['id', '5'],
        ['name', 'x'],
      ]),
    ))
})

test('logs no failures', () => expect(app.errors).toEqual([]))
