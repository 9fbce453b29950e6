import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { readImport } from '#src/features/import/plan.ts'
import { refusalOf } from '../import-errors.ts'
import { leavesOf, pageAt, pagesOf, textOfPlan } from './everything.ts'

const bytesOf = (name: string) => readFileSync(new URL(`../../../../fixtures/api/${name}.json`, import.meta.url))
const read = (name: string, forApiClient = false, lang: 'en' | 'zh' = 'en') =>
  readImport({ name: `${name}.json`, bytes: bytesOf(name) }, { forApiClient, lang })
const readJson = (value: unknown) =>
  readImport({ name: 'x.json', bytes: Buffer.from(JSON.stringify(value)) }, { forApiClient: false, lang: 'en' })
const docAt = (plan: ReturnType<typeof read>, path: string) => JSON.parse(pageAt(plan, path).page_content) as ApiJson

/** A description with one operation, GET /x. */
const withOperation = (operation: object, more: object = {}) => ({
  openapi: '3.0.0',
  info: { title: 'One' },
  paths: { '/x': { get: { summary: 'X', ...operation } } },
  ...more,
})
const docOf = (operation: object, more: object = {}) =>
  docAt(readJson(withOperation(operation, more)), 'from swagger/X')

describe('completeness', () => {
  // Names of locations and kinds, and references, which are resolved: the plan words them differently.
  const structure = new Set(['$ref', 'openapi', 'swagger', 'in', 'url'])

  test.each(['openapi31-full', 'openapi3', 'swagger2'])('keeps every text of %s', (name) => {
    const text = textOfPlan(read(name))
    const leaves = leavesOf(JSON.parse(bytesOf(name).toString()), structure)
    // the last two describe how the body is sent
    const overridden = new Set(['overridden', 'Orders/Open', 'https', 'application/json', 'multipart/form-data'])
    expect(leaves.filter((leaf) => !text.includes(leaf) && !overridden.has(leaf))).toEqual([])
  })

  test('fills in the defaults of variables in server addresses', () => {
    const text = textOfPlan(read('openapi31-full'))
    for (const url of [
      'https://eu.shop.test/v2',
      'http://second.shop.test',
      'https://third.shop.test',
      'https://shop.test/token',
    ])
      expect(text).toContain(url)
    expect(docAt(read('openapi31-full'), 'Users/Read an order (PUT /orders/{order})').info.url).toBe(
      'https://other.shop.test/orders/{order}',
    )
  })
})

test('creates catalogs from tags, nests those with a slash, and makes equal titles unique', () => {
  const plan = read('openapi31-full')
  expect(pagesOf(plan).map((page) => page.path)).toEqual([
    'Shop',
    'Orders/Open/Read an order',
    'Users/Read an order',
    'Users/Read an order (PUT /orders/{order})',
    'from swagger/Send',
    'webhooks/Hook',
  ])
  expect(plan.catalogs.map((one) => one.cat_name)).toEqual(['Orders', 'Users', 'Unused', 'from swagger', 'webhooks'])
  expect(plan.item).toMatchObject({
    item_name: 'Shop',
    item_description: 'about-the-shop',
    item_type: 1,
    password: '',
    isPrivate: true,
  })
  expect(read('openapi31-full', true).item.item_type).toBe(3)
})

test('reads every location of a parameter', () => {
  const { request, info } = docAt(read('openapi31-full'), 'Users/Read an order')
  expect(request.pathVariable).toMatchObject([{ name: 'order', value: 'o-17', require: '1', remark: 'order-about' }])
  expect(request.query.map((row) => row.name)).toEqual(['page', 'filter'])
  expect(request.query[0]).toMatchObject({ type: 'integer', value: '1', remark: 'page-about · default: 1; minimum: 1' })
  expect(request.headers.map((row) => row.name)).toEqual(['trace', 'X-Shop-Key'])
  expect(request.cookies).toMatchObject([{ name: 'session', value: 'choice-a', require: '1' }])
  expect(request.auth).toEqual({ type: 'bearer', disabled: '0', bearer: [{ key: 'token', value: '', type: 'string' }] })
  expect(info).toMatchObject({ method: 'get', url: 'https://eu.shop.test/v2/orders/{order}', apiStatus: '5' })
  expect(info.remark).toContain('- `security`: `bearer` | `key` + `oauth` (scope-read, scope-write)')
})

test('allOf, oneOf, maps and lists become fields with dotted names, and an example', () => {
  const { response, request } = docAt(read('openapi31-full'), 'Users/Read an order (PUT /orders/{order})')
  expect(request.params.mode).toBe('json')
  expect(request.params.jsonDesc.map((row) => row.name).slice(0, 11)).toEqual([
    'id',
    'total',
    'lines',
    'lines[].sku',
    'lines[].parent',
    'payer',
    'payer(oneOf 1)',
    'payer(oneOf 1).name',
    'payer(oneOf 2)',
    'payer(oneOf 2).vat',
    'labels',
  ])
  expect(request.params.jsonDesc[0]).toMatchObject({ require: '1', remark: 'id-about · pattern: `^o-[0-9]+$`' })
  expect(request.params.jsonDesc[1]).toMatchObject({ type: 'number | null', value: '12.5', require: '1' })
  expect(JSON.parse(request.params.json)).toMatchObject({
    id: 'string',
    total: 12.5,
    lines: [{ sku: 'string', parent: {} }],
    payer: { name: 'string' },
    labels: { key: 'string' },
    kind: 'order-const',
  })
  expect(response).toMatchObject({ responseExample: '', responseFailExample: '' })
})

test('keeps the status of each response: one success, one failure, then the others', () => {
  const { response, info } = docAt(read('openapi31-full'), 'Users/Read an order')
  expect(JSON.parse(response.responseExample)).toEqual({ id: 'example-first' })
  expect(response.responseExampleStatus).toBe('200')
  expect(response.responseFailExampleStatus).toBe('404')
  expect(response.responseFailParamsDesc).toMatchObject([{ name: 'detail', remark: 'detail-about' }])
  expect(response.responseFailExampleRemark).toBe('answer-gone\n\n- `content`: `application/problem+json`')
  expect(response.examples).toMatchObject([
    { status: '200', name: 'second: second-summary' },
    { status: '200', name: 'application/xml', data: '<order>xml-example</order>' },
    { status: '500', name: '', remark: 'answer-500\n\n- `content`: `text/plain`', data: 'plain-500' },
    { status: 'default', remark: 'answer-default', param: [{ name: 'detail' }] },
  ])
  expect(info.remark).not.toContain('answer')
})

test('keeps the files and nested fields of a form', () => {
  const { request } = docAt(read('openapi31-full'), 'from swagger/Send')
  expect(request.params.mode).toBe('formdata')
  expect(request.params.formdata.map((row) => [row.name, row.type, row.require])).toEqual([
    ['photo', 'file', '1'],
    ['meta', 'object', '0'],
    ['meta[size]', 'array[object]', '0'],
    ['meta[size][][unit]', 'string', '0'],
  ])
})

test('reads bodies, forms, responses and addresses of Swagger 2', () => {
  const plan = read('swagger2')
  expect(pagesOf(plan).map((page) => page.path)).toEqual([
    'Garden API',
    'Plants/List plants',
    'Plants/Add a plant',
    'Plants/removePlant',
    'Admin/Add a plant',
    'from swagger/Upload a photo',
    'from swagger/GET /ping',
  ])
  const add = docAt(plan, 'Plants/Add a plant')
  expect(add.info).toMatchObject({ method: 'post', url: 'https://garden.example.test/v1/plants' })
  expect(JSON.parse(add.request.params.json)).toMatchObject({ name: 'rose', owner: { uid: 0 }, alive: true })
  expect(docAt(plan, 'Plants/removePlant').request.pathVariable).toMatchObject([
    { name: 'id', type: 'integer', remark: 'plant id' },
  ])
  const photo = docAt(plan, 'from swagger/Upload a photo')
  expect(photo.request.params).toMatchObject({
    mode: 'formdata',
    formdata: [{ name: 'file', type: 'file' }, { name: 'note' }],
  })
  expect(JSON.parse(photo.response.responseExample)).toEqual({ id: 5, url: 'https://x.test/p.png' })
})

test('imports API pages into any item and shows their method in the tree', () => {
  for (const name of ['openapi3', 'swagger2', 'openapi31-full'])
    for (const page of pagesOf(read(name)).filter((one) => one.path.includes('/'))) {
      const { info } = JSON.parse(page.page_content) as ApiJson
      expect(JSON.parse(page.ext_info)).toEqual({ page_type: 'api', api_info: { method: info.method } })
      expect(readApiDoc(page.page_content)?.url).toBe(info.url)
    }
})

test('the pages are the same in every language and contain no text of the product', () => {
  const calls = (lang: 'en' | 'zh') =>
    ['openapi3', 'swagger2', 'openapi31-full'].flatMap((name) =>
      pagesOf(read(name, false, lang))
        .filter((one) => one.ext_info !== '')
        .map((one) => [one.page_title, one.page_content]),
    )
  expect(calls('zh')).toEqual(calls('en'))
  expect(JSON.stringify(calls('en'))).not.toMatch(/\p{Script=Han}/u)
})

test('names what the product adds in the language of the importer', () => {
  const names = (lang: 'en' | 'zh') => read('openapi3', false, lang).catalogs.map((one) => one.cat_name)
  expect(names('en')).toContain('from swagger')
  expect(names('zh')).toContain('未分组接口')
  expect(names('zh')).not.toContain('from swagger')
  const overview = (lang: 'en' | 'zh') => read('openapi31-full', false, lang).pages[0]?.page_content ?? ''
  expect(overview('en')).not.toMatch(/\p{Script=Han}/u)
  expect(overview('zh')).toContain('## 版本')
  expect(overview('zh')).not.toMatch(/^## [A-Z]/m)
})

describe('references', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, name: { type: 'string' } } }

  test('ends a reference that leads back to itself', () => {
    const schema = { $ref: '#/components/schemas/Node' }
    const doc = docOf(
      { responses: { 200: { content: { 'application/json': { schema } } } } },
      { components: { schemas: { Node: node } } },
    )
    expect(doc.response.responseParamsDesc.map((row) => row.name)).toEqual(['next', 'name'])
    expect(JSON.parse(doc.response.responseExample)).toEqual({ next: {}, name: 'string' })
  })

  test('ends a reference that points to itself', () => {
    const Loop = { $ref: '#/components/schemas/Loop' }
    const doc = docOf(
      { responses: { 200: { content: { 'application/json': { schema: Loop } } } } },
      { components: { schemas: { Loop } } },
    )
    expect(doc.response.responseExample).toBe('{}')
  })

  test.each(['http://127.0.0.1:1/x.json#/A', 'other.json', '#/components/schemas/None', '#/paths/__proto__'])(
    '%s is not followed but reported',
    (ref) => {
      const doc = docOf({
        requestBody: { content: { 'application/json': { schema: { properties: { a: { $ref: ref } } } } } },
      })
      expect(doc.request.params.jsonDesc).toMatchObject([
        { name: 'a', remark: ref.includes('__') ? `$ref: \`${ref}\`` : `$ref: ${ref}` },
      ])
    },
  )

  test('cuts schemas that grow with every level and reports it', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 18 }, (_, at) => {
        const below = at < 17 ? { $ref: `#/components/schemas/S${at + 1}` } : { type: 'string' }
        return [
          `S${at}`,
          { type: 'object', properties: Object.fromEntries([...'abcdefgh'].map((name) => [name, below])) },
        ]
      }),
    )
    const started = performance.now()
    const schema = { $ref: '#/components/schemas/S0' }
    const doc = docOf(
      { responses: { 200: { content: { 'application/json': { schema } } } } },
      { components: { schemas } },
    )
    expect(doc.info.remark).toContain('- `$ref`: …')
    expect(doc.response.responseParamsDesc.length).toBeLessThan(6000)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

test('treats property names that are special in JavaScript as plain names', () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string","description":"p"},"constructor":{"type":"string","format":"constructor"}}',
  )
  const schema = { type: 'object', properties }
  const doc = docOf({
    requestBody: { content: { 'application/json': { schema } } },
    parameters: [{ name: 'toString', in: 'constructor' }],
  })
  expect(doc.request.params.jsonDesc.map((row) => row.name)).toEqual(['__proto__', 'constructor'])
  expect(doc.request.query).toMatchObject([{ name: 'toString' }])
})

test('cuts a title over 200 characters and adds a note', () => {
  const plan = readJson(withOperation({ summary: '长'.repeat(300) }))
  const [page] = pagesOf(plan).filter((one) => one.path.startsWith('from'))
  expect(page?.page_title).toBe('长'.repeat(200))
  expect(page?.page_content).toContain('长'.repeat(300))
  expect(plan.notes).toMatchObject([{ reason: 'nameCut' }])
})

test('two operations of one long title both have a page', () => {
  const summary = 'Settings about where we should store your security data and logs, and nothing else. '
    .repeat(2)
    .trim()
  const path = '/subscriptions/{subscriptionId}/providers/Microsoft.Security/workspaceSettings'
  const description = (longPath: string) => ({
    openapi: '3.0.0',
    info: { title: 'One' },
    paths: { [path]: { get: { summary } }, [`${path}/{name}`]: { get: { summary } }, [longPath]: { get: { summary } } },
  })
  const titles = pagesOf(readJson(description(`${path}/${'x'.repeat(150)}`)))
    .filter(({ path: place }) => place.startsWith('from'))
    .map(({ page_title }) => page_title)
  expect(titles).toEqual([
    summary,
    expect.stringMatching(/^Settings about where we .* \(GET \/subscriptions.*\{name\}\)$/),
    `${summary} (2)`,
  ])
  expect(Math.max(...titles.map((title) => title.length))).toBeLessThanOrEqual(200)
})

test('a tree with too many fields is listed less deep, from the top', () => {
  const properties = (names: string, below: unknown) =>
    Object.fromEntries([...names].map((name) => [name, { type: 'object', properties: below }]))
  const leaves = Object.fromEntries([...'abcdefghijklmnopqrst'].map((name) => [name, { type: 'string' }]))
  const tree = properties('abcdefghij', properties('abcdefghij', properties('abcdefghij', properties('ab', leaves))))
  const plan = readJson(
    withOperation({
      responses: {
        200: { description: 'f', content: { 'application/json': { schema: { type: 'object', properties: tree } } } },
      },
    }),
  )
  const names = docAt(plan, 'from swagger/X').response.responseParamsDesc.map(({ name }) => name)
  // ten fields, and ten in each; a thousand more would be too many
  expect(names).toHaveLength(110)
  expect(names).toContain('j.j')
  expect(plan.notes).toContainEqual({ name: 'from swagger / X', reason: 'schemaCut' })
})

test('the page about a description names thousands of unused parts, and shows the first ones', () => {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      [...'abcdefghij'].map((name) => [name, { type: 'string', description: `field ${name}` }]),
    ),
  }
  const numbered = (value: unknown) => Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`Part${at}`, value]))
  const components = { schemas: numbered(schema), examples: numbered({ value: 'v'.repeat(1000) }) }
  const plan = readJson(withOperation({}, { components }))
  const text = pageAt(plan, 'One').page_content
  expect(text).toContain('### Part0\n')
  expect(text).toContain('Part1999')
  expect(text).not.toContain('### Part1999\n')
  expect(text.length).toBeLessThan(1_000_000)
  expect(plan.notes).toEqual([{ name: 'One', reason: 'schemaCut' }])
})

test('keeps a long description whole on its page and shortens it for the item', () => {
  const plan = readJson({ openapi: '3.0.0', info: { title: 'T', description: 'd'.repeat(5000) }, paths: {} })
  expect(plan.item.item_description).toHaveLength(2000)
  expect(plan.pages[0]?.page_content).toContain('d'.repeat(5000))
  expect(plan.notes).toMatchObject([{ reason: 'shortened' }])
})

describe('errors', () => {
  const refused = (text: string, name = 'x.json') => refusalOf(() => readImport({ name, bytes: Buffer.from(text) }))

  const cases: [text: string, name: string, reason: string][] = [
    ['openapi: 3.0.0\ninfo:\n  title: x\n', 'x.yaml', 'empty: x.yaml'],
    ['openapi: 3.0.0\n', 'x.json', 'unknownJson: x.json'],
    ['a: 1', 'x.yml', 'unknownJson: x.yml'],
    ['a: 1', 'x.json', 'badJson: x.json'],
    ['hello', 'x.yaml', 'unknownJson: x.yaml'],
    [`a: ${'x'.repeat(20 * 1024 * 1024)}`, 'x.yaml', 'descriptionTooLarge: x.yaml'],
    [`"${'x'.repeat(20 * 1024 * 1024)}"`, 'x.json', 'descriptionTooLarge: x.json'],
    ['', 'x.yaml', 'unknownJson: x.yaml'],
    ['{"openapi":', 'x.json', 'badJson: x.json'],
    ['[1]', 'x.json', 'unknownJson: x.json'],
    ['{"a":1}', 'x.json', 'unknownJson: x.json'],
    ['{"id":"e","name":"environment","values":[]}', 'x.json', 'unknownJson: x.json'],
    ['{"openapi":"3.0.0"}', 'x.json', 'unknownJson: x.json'],
    ['{"openapi":"3.0.0","info":{}}', 'x.json', 'empty: x.json'],
    ['hello', 'x.json', 'badJson: x.json'],
    ['hello', 'x.bin', 'notZip: x.bin'],
    ['', 'x.json', 'badJson: x.json'],
    [`{"swagger":"2.0","x":${'['.repeat(70)}${']'.repeat(70)}}`, 'x.json', 'jsonTooDeep: x.json'],
  ]
  // the texts in short: one is of 20 MB, and titles are stored
  test.each(cases.map(([text, ...rest]) => [text.slice(0, 40), ...rest, text] as const))(
    'rejects %s in %s as %s',
    (_, name, reason, text) => expect(refused(text, name)).toBe(reason),
  )

  test.each([
    {
      openapi: '3.0.0',
      info: 'x',
      paths: { '/a': null, '/b': 'x', '/c': { get: 1, post: { tags: 'x', parameters: {}, responses: [] } } },
    },
    {
      openapi: 3,
      info: {},
      paths: {
        '/a': { get: { requestBody: { content: { 'application/json': null, '': {} } }, responses: { 200: null } } },
      },
    },
    {
      swagger: 2,
      info: [],
      host: {},
      schemes: [1],
      paths: { x: { get: { parameters: [null, 1, {}, { in: 'body' }], security: [1, {}] } } },
    },
    {
      openapi: '3.1.0',
      info: {},
      servers: 'x',
      tags: [1],
      paths: { '/a': { get: { tags: [1, '', '/'], responses: { 200: { content: { 'a/b': { schema: true } } } } } } },
    },
  ])('reads a description with wrong types of values as far as possible %#', (value) => {
    expect(['accepted', 'empty: x.json']).toContain(refused(JSON.stringify(value)))
  })
})
