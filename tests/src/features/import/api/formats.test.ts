import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { readImport } from '#src/features/import/plan.ts'
import { makeZip } from '../zip-writer.ts'
import { leavesOf, pageAt, pagesOf, textOfPlan } from './everything.ts'

const bytesOf = (name: string) => readFileSync(new URL(`../../../../fixtures/api/${name}`, import.meta.url))
const read = (name: string) => readImport({ name, bytes: bytesOf(name) })
const readText = (name: string, text: string) => readImport({ name, bytes: Buffer.from(text) })
const readZip = (files: Record<string, string>, name = 'api.zip') =>
  readImport({ name, bytes: makeZip(Object.entries(files).map(([path, data]) => ({ name: path, data }))) })
const docAt = (plan: ReturnType<typeof read>, path: string) => JSON.parse(pageAt(plan, path).page_content) as ApiJson
const paths = (plan: ReturnType<typeof read>) => pagesOf(plan).map((page) => page.path)

test.each([
  ['yapi.json', 'yapi', ['YApi', '宠物/新增宠物', '宠物/上传照片', 'Orders/GET /orders', 'Orders/XML order']],
  ['insomnia4.json', 'insomnia', ['Insomnia Shop', 'Orders/Create order', 'Orders/Deep/Upload', 'Insomnia/Orphan']],
  ['insomnia5.yaml', 'insomnia', ['Later', 'Weather', 'Forecasts/Today']],
  ['har.har', 'har', ['har', 'api.shop.test/v1/orders', 'auth.shop.test/login']],
  ['apidoc.json', 'apidoc', ['apiDoc', 'Users/Read a user', 'Users/Add a user']],
  ['schema.graphql', 'graphql', ['schema', 'Query/pets', 'Query/search', 'Mutation/addPet']],
  ['service.proto', 'protobuf', ['service', 'shop.v1.Orders/GetOrder', 'shop.v1.Orders/Watch']],
  ['commands.sh', 'curl', ['Create an order', 'GET https://api.shop.test/v1/orders', 'Upload']],
  ['opencollection.yml', 'bruno', ['Open Shop', 'Orders/Create order']],
  ['api-page.json', 'api-page', ['Stored page']],
])('%s is recognised as %s', (name, source, expected) => {
  const plan = read(name)
  expect(plan.source).toBe(source)
  expect(paths(plan)).toEqual(expected)
  for (const page of pagesOf(plan).filter(({ ext_info }) => ext_info !== ''))
    expect(readApiDoc(page.page_content)?.url, page.path).not.toBe('')
})

/** Ids, kinds and settings of the client, and values of credentials: they are no content of the documentation. */
const structure = new Set([
  '_id',
  '_type',
  'id',
  'parentId',
  'type',
  'mimeType',
  'required',
  'method',
  'status',
  'encoding',
  'version',
  'creator',
  'scope',
  '__export_source',
  'data',
  'req_body_type',
  'res_body_type',
  'query_path',
  'group',
  'filename',
  'opencollection',
  'schema_version',
  'seq',
  'environments',
  'config',
  'meta',
])
const secrets = /real-|^:authority$|^api\.shop\.test$|^aW1n$|image\/png|cdn\.shop|^eyJ|^Jar$|^Base$|^page_1$/

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_-]{3,}/gu) ?? []

describe('loses no word', () => {
  const parsed = (name: string): unknown =>
    /\.ya?ml$/.test(name) ? parse(bytesOf(name).toString()) : JSON.parse(bytesOf(name).toString())

  test.each([
    'yapi.json',
    'insomnia4.json',
    'insomnia5.yaml',
    'opencollection.yml',
    'har.har',
    'apidoc.json',
    'api-page.json',
  ])('%s', (name) => {
    const written = new Set(wordsOf(textOfPlan(read(name))))
    const leaves = leavesOf(parsed(name), structure).filter((leaf) => !secrets.test(leaf))
    // a schema in a string: its own texts
    const texts = leaves.flatMap((leaf) =>
      /^\{"(?:type|properties)/.test(leaf) ? leavesOf(JSON.parse(leaf), structure) : [leaf],
    )
    const words = texts.flatMap((text) => wordsOf(text.replaceAll(/<[^>]*>/g, ' ')))
    expect(words.length).toBeGreaterThan(10)
    expect(words.filter((word) => !written.has(word))).toEqual([])
  })

  test.each(['schema.graphql', 'service.proto', 'commands.sh'])('%s', (name) => {
    const written = new Set(wordsOf(textOfPlan(read(name))))
    const command = new Set(['bin', 'curl', 'POST', '--data-raw', '--compressed'])
    const words = wordsOf(bytesOf(name).toString()).filter((word) => !command.has(word))
    expect(words.length).toBeGreaterThan(15)
    expect(words.filter((word) => !written.has(word))).toEqual([])
  })
})

test('YApi: parameters, bodies by schema and by form, statuses', () => {
  const plan = read('yapi.json')
  const add = docAt(plan, '宠物/新增宠物')
  expect(add.info).toMatchObject({
    method: 'post',
    url: '/pets/{kind}',
    apiStatus: '3',
    description: 'add-markdown **bold**',
  })
  expect(add.request.pathVariable).toMatchObject([{ name: 'kind', value: 'cat-example', remark: 'kind-about' }])
  expect(add.request.query).toMatchObject([{ name: 'dry', require: '0' }])
  expect(add.request.params.jsonDesc.map(({ name, require }) => [name, require])).toEqual([
    ['.', '0'],
    ['name', '1'],
    ['tags', '0'],
    ['tags[]', '0'],
    ['owner', '0'],
    ['owner.id', '0'],
  ])
  expect(JSON.parse(add.request.params.json)).toEqual({ name: 'string', tags: ['string'], owner: { id: 0 } })
  expect(JSON.parse(add.response.responseExample)).toEqual({ errcode: 0, data: { list: [{ deep: 'deep-default' }] } })
  expect(docAt(plan, '宠物/上传照片').request.params).toMatchObject({
    mode: 'formdata',
    formdata: [
      { name: 'photo', type: 'file' },
      { name: 'note', value: 'note-example' },
    ],
  })
  expect(docAt(plan, 'Orders/XML order').request.params).toMatchObject({
    mode: 'raw',
    json: '<order>raw-xml-body</order>',
  })
})

test('Insomnia: order, variables, authentication, environments', () => {
  const plan = read('insomnia4.json')
  const doc = docAt(plan, 'Orders/Create order')
  expect(doc.info.url).toBe('{{host}}/orders/:shop')
  expect(doc.request.query.map(({ name, disable }) => [name, disable])).toEqual([
    ['page', undefined],
    ['off', '1'],
    ['urlq', undefined],
  ])
  expect(doc.request.auth).toMatchObject({ type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] })
  expect(docAt(plan, 'Orders/Deep/Upload').request.auth).toMatchObject({ type: 'basic' })
  expect(plan.environments).toEqual([
    {
      env_name: 'Base',
      variables: [
        { name: 'host', value: 'https://base.shop.test', is_secret: false },
        { name: 'token', value: '', is_secret: true },
        { name: 'nested.a', value: 'nested-value', is_secret: false },
      ],
    },
  ])
})

test('HAR: one page for each address, no credentials, no pictures', () => {
  const plan = read('har.har')
  const doc = docAt(plan, 'api.shop.test/v1/orders')
  expect(doc.info).toMatchObject({ method: 'post', url: 'https://api.shop.test/v1/orders' })
  expect(doc.request.query.map(({ name }) => name)).toEqual(['page', 'extra'])
  expect(doc.request.headers.map(({ name, value }) => [name, value])).toEqual([
    ['Authorization', ''],
    ['X-Trace', 'har-trace-value'],
    ['Content-Type', 'application/json'],
  ])
  expect(doc.response).toMatchObject({ responseExampleStatus: '201', responseFailExampleStatus: '422' })
  expect(doc.response.responseFailExample).toBe('{"error":"har-failure"}')
  expect(textOfPlan(plan)).not.toContain('real-')
  expect(plan.skipped).toEqual([{ name: 'GET https://cdn.shop.test/logo.png', reason: 'notApi' }])
  expect(plan.notes.filter(({ reason }) => reason === 'secretsLeftOut')).toHaveLength(3)
})

test('GraphQL: a query with its variables, a circular answer, and the same pages from an introspection', async () => {
  const plan = read('schema.graphql')
  const doc = docAt(plan, 'Query/pets')
  expect(JSON.parse(doc.request.params.json)).toMatchObject({
    query: expect.stringContaining('query pets($limit: Int, $kind: Kind!) {\n  pets(limit: $limit, kind: $kind) {'),
    variables: { limit: 0, kind: 'CAT' },
  })
  expect(doc.request.params.jsonDesc.map(({ name, require }) => [name, require])).toEqual([
    ['variables.limit', '0'],
    ['variables.kind', '1'],
  ])
  const fields = doc.response.responseParamsDesc.map(({ name }) => name)
  expect(fields).toContain('pets[].owner.name')
  expect(fields.length).toBeLessThan(30)
  expect(docAt(plan, 'Query/search').info.apiStatus).toBe('5')
  const { buildSchema, introspectionFromSchema } = await import('graphql')
  const data = introspectionFromSchema(buildSchema(bytesOf('schema.graphql').toString()))
  const other = readText('schema.json', JSON.stringify({ data }))
  expect(other.source).toBe('graphql')
  expect(paths(other)).toEqual(paths(plan))
  expect(docAt(other, 'Query/pets').response).toEqual(doc.response)
})

test('protobuf: REST addresses, streams, circular messages', () => {
  const plan = read('service.proto')
  const get = docAt(plan, 'shop.v1.Orders/GetOrder')
  expect(get.info).toMatchObject({ method: 'get', url: '/v1/orders/{id}', description: 'get-about' })
  expect(get.request.pathVariable).toMatchObject([{ name: 'id', remark: 'id-about' }])
  expect(get.request.query).toMatchObject([{ name: 'depth', type: 'integer' }])
  expect(get.response.responseParamsDesc.map(({ name }) => name)).toEqual(['id', 'parent', 'status', 'made_at'])
  const watch = docAt(plan, 'shop.v1.Orders/Watch')
  expect(watch.info).toMatchObject({ method: 'post', url: '/shop.v1.Orders/Watch' })
  expect(watch.info.remark).toContain('stream Order')
  expect(watch.request.params.jsonDesc.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ids', 'known', 'known.*', 'user', 'time']),
  )
})

test('cURL: title and description from comments, body, form, authentication', () => {
  const plan = read('commands.sh')
  const doc = docAt(plan, 'Create an order')
  expect(doc.info).toMatchObject({ method: 'post', description: 'order-description' })
  expect(JSON.parse(doc.request.params.json)).toEqual({ sku: 'curl-sku' })
  expect(docAt(plan, 'GET https://api.shop.test/v1/orders').request.auth).toMatchObject({ type: 'basic' })
  expect(docAt(plan, 'Upload').request.params).toMatchObject({
    mode: 'formdata',
    formdata: [{ name: 'file', type: 'file' }, { name: 'note' }],
  })
})

test('API page JSON stays as it is, with what only its client knows', () => {
  expect(JSON.parse(read('api-page.json').pages[0]?.page_content ?? '')).toEqual(
    JSON.parse(bytesOf('api-page.json').toString()),
  )
})

test('apiDoc: groups, statuses of examples, path parameters', () => {
  const doc = docAt(read('apidoc.json'), 'Users/Read a user')
  expect(doc.request.pathVariable).toMatchObject([{ name: 'id', type: 'number' }])
  expect(doc.request.query).toMatchObject([{ name: 'fields', require: '0', value: 'fields-default' }])
  expect(doc.response).toMatchObject({ responseExampleStatus: '200', responseFailExampleStatus: '4XX' })
  expect(doc.response.responseExample).toBe('{ "firstname": "success-value" }')
})

describe('a folder of Bruno', () => {
  const files = {
    'shop/bruno.json': '{"version":"1","name":"Bruno Shop","type":"collection"}',
    'shop/collection.bru':
      'meta {\n  name: collection\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n\ndocs {\n  # collection-docs\n}\n',
    'shop/README.md': 'ignored',
    'shop/environments/dev.bru': 'vars {\n  host: https://dev.test\n}\nvars:secret [\n  token\n]\n',
    'shop/Orders/folder.bru': 'meta {\n  name: Orders folder\n  seq: 2\n}\n',
    'shop/Orders/create.bru': `meta {
  name: Create order
  type: http
  seq: 2
}

post {
  url: {{host}}/orders/:shop?dry=1
  body: json
  auth: inherit
}

params:query {
  dry: 1
  ~off: bru-off
}

params:path {
  shop: bru-shop
}

headers {
  X-Trace: bru-trace
}

body:json {
  {
    "sku": "bru-sku",
    "nested": {
      "a": 1
    }
  }
}

script:pre-request {
  const a = 'bru-pre'
}

tests {
  test("bru-test", () => {
    expect(1).to.equal(1)
  })
}

assert {
  res.status: eq 201
}

docs {
  bru-docs **bold**
}
`,
    'shop/Orders/list.bru':
      'meta {\n  name: List orders\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{host}}/orders\n  body: none\n  auth: none\n}\n',
  }

  test('becomes catalogs and pages in its own order', () => {
    const plan = readZip(files)
    expect(plan.source).toBe('bruno')
    expect(plan.item.item_name).toBe('Bruno Shop')
    expect(paths(plan)).toEqual(['Bruno Shop', 'README', 'Orders folder/List orders', 'Orders folder/Create order'])
    const doc = docAt(plan, 'Orders folder/Create order')
    expect(doc.info).toMatchObject({ method: 'post', url: '{{host}}/orders/:shop', description: 'bru-docs **bold**' })
    expect(JSON.parse(doc.request.params.json)).toEqual({ sku: 'bru-sku', nested: { a: 1 } })
    expect(doc.request.pathVariable).toMatchObject([{ name: 'shop', value: 'bru-shop' }])
    expect(doc.request.query.map(({ name, disable }) => [name, disable])).toEqual([
      ['dry', undefined],
      ['off', '1'],
    ])
    expect(doc.request.auth).toMatchObject({ type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] })
    expect(docAt(plan, 'Orders folder/List orders').request.auth).toEqual([])
    for (const text of ['bru-pre', 'bru-test', 'eq 201', 'bru-trace', 'bru-off', 'collection-docs'])
      expect(textOfPlan(plan), text).toContain(text)
    expect(plan.environments).toMatchObject([
      { env_name: 'dev', variables: [{ name: 'host' }, { name: 'token', is_secret: true }] },
    ])
  })

  test('is read in YAML too', () => {
    const plan = readZip({
      'opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Yaml Shop\n',
      'Orders/folder.yml': 'info:\n  name: Yaml orders\n  type: folder\n  seq: 1\n',
      'Orders/get.yml':
        'info:\n  name: Get order\n  type: http\n  seq: 1\nhttp:\n  method: GET\n  url: "{{host}}/orders/1"\n',
      'environments/dev.yml': 'name: dev\nvariables:\n  - name: host\n    value: https://dev.test\n',
    })
    expect(plan.item.item_name).toBe('Yaml Shop')
    expect(paths(plan)).toEqual(['Yaml orders/Get order'])
    expect(plan.environments).toHaveLength(1)
  })
})

describe('a description in several files', () => {
  const main = `openapi: 3.1.0
info: { title: Split, version: "1" }
paths:
  /pets/{id}:
    $ref: ./paths/pet.yaml
  /orders:
    get:
      summary: List orders
      parameters:
        - $ref: 'common/parameters.json#/page'
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: 'schemas/Order.yaml' }
`
  const files = {
    'api/openapi.yaml': main,
    'api/paths/pet.yaml': `get:
  summary: Read a pet
  responses:
    '200':
      description: ok
      content:
        application/json:
          schema: { $ref: '../schemas/Pet.yaml#/definitions/Pet' }
    '404': { $ref: '#/missing' }
missing:
  description: not-found-about
`,
    'api/schemas/Pet.yaml': `definitions:
  Pet:
    type: object
    properties:
      name: { type: string, description: split-name-about }
      order: { $ref: 'Order.yaml' }
`,
    'api/schemas/Order.yaml': `type: object
properties:
  total: { type: number, description: split-total-about }
  pet: { $ref: 'Pet.yaml#/definitions/Pet' }
`,
    'api/common/parameters.json':
      '{"page":{"name":"page","in":"query","description":"split-page-about","schema":{"type":"integer"}}}',
  }

  test('follows references between files, also circular ones', () => {
    const plan = readZip(files)
    expect(paths(plan)).toEqual(['Split', 'from swagger/Read a pet', 'from swagger/List orders'])
    const pet = docAt(plan, 'from swagger/Read a pet')
    expect(pet.response.responseParamsDesc.map(({ name }) => name)).toEqual([
      'name',
      'order',
      'order.total',
      'order.pet',
    ])
    expect(pet.response).toMatchObject({
      responseFailExampleStatus: '404',
      responseFailExampleRemark: 'not-found-about',
    })
    expect(docAt(plan, 'from swagger/List orders').request.query).toMatchObject([
      { name: 'page', remark: 'split-page-about' },
    ])
    expect(plan.notes).toEqual([])
    expect(plan.skipped).toEqual([])
  })

  test('notes addresses that are not opened and files that are missing', () => {
    const text = main
      .replace('./paths/pet.yaml', 'http://127.0.0.1:1/pet.yaml')
      .replace('schemas/Order.yaml', 'none.yaml')
    const plan = readZip({ ...files, 'api/openapi.yaml': text })
    expect(plan.notes).toMatchObject([
      { name: 'http://127.0.0.1:1/pet.yaml', reason: 'refRemote' },
      { name: 'none.yaml', reason: 'refMissing' },
    ])
  })

  test('shows the other files where they are referred to, and only what no page has beside that', () => {
    const plan = readZip({
      'openapi.yaml': 'openapi: 3.0.0\ninfo: {title: T, version: v}\npaths:\n  /a:\n    $ref: paths/a.yaml\n',
      'paths/a.yaml': 'get:\n  summary: S\n  description: hello world\nx-author: written by Rose\n',
    })
    const overview = pageAt(plan, 'T').page_content
    expect(overview).not.toContain('hello world')
    expect(overview + JSON.stringify(docAt(plan, 'from swagger/S'))).toContain('written by Rose')
  })

  test('refuses a reference that leads out of the archive', () => {
    const text = main.replace('./paths/pet.yaml', '../../etc/passwd')
    expect(() => readZip({ ...files, 'api/openapi.yaml': text })).toThrow('refOutside')
  })

  test('several descriptions in one archive get a catalog each', () => {
    const one = (title: string) =>
      JSON.stringify({ openapi: '3.0.0', info: { title }, paths: { '/a': { get: { summary: 'A', tags: ['T'] } } } })
    expect(paths(readZip({ 'one.json': one('One'), 'two.json': one('Two') }))).toEqual(['T/A', 'Two/T/A'])
  })

  test('an archive of Markdown stays one', () => {
    expect(readZip({ ...files, 'api/guide.md': '# Guide' }).source).toBe('markdown')
  })
})

test('Apifox: folders and statuses instead of tags', () => {
  const operation = {
    summary: 'A',
    tags: ['T'],
    'x-apifox-folder': 'Shop/Orders',
    'x-apifox-status': 'testing',
    'x-run-in-apifox': 'https://app.apifox.test/1',
  }
  const plan = readText(
    'a.json',
    JSON.stringify({
      openapi: '3.0.1',
      info: { title: 'P' },
      tags: [{ name: 'T' }],
      paths: { '/a': { get: operation } },
    }),
  )
  expect(paths(plan)).toEqual(['Shop/Orders/A'])
  const doc = docAt(plan, 'Shop/Orders/A')
  expect(doc.info.apiStatus).toBe('2')
  expect(doc.info.remark).toContain('https://app.apifox.test/1')
  expect(doc.info.remark).toContain('`tags[0]`: T')
})

test.each([
  ['designing', '1'],
  ['developing', '1'],
  ['integrating', '2'],
  ['testing', '2'],
  ['released', '3'],
  ['exception', '4'],
  ['deprecated', '5'],
  ['constructor', '0'],
])('Apifox: the status %s is %s', (status, expected) => {
  const operation = { summary: 'A', 'x-apifox-folder': 'F', 'x-apifox-status': status }
  const text = JSON.stringify({ openapi: '3.0.1', info: { title: 'P' }, paths: { '/a': { get: operation } } })
  expect(docAt(readText('a.json', text), 'F/A').info.apiStatus).toBe(expected)
})

test('Apifox: names of responses are shown, the order of fields is not', () => {
  const schema = { type: 'object', properties: { id: { type: 'string' } }, 'x-apifox-orders': ['id'] }
  const responses = {
    200: { description: '', 'x-apifox-name': 'Found', content: { 'application/json': { schema } } },
    404: { description: 'Nothing there', 'x-apifox-name': 'No such order' },
  }
  const operation = { summary: 'A', 'x-apifox-folder': 'Shop', 'x-apifox-status': 'released', responses }
  const text = JSON.stringify({ openapi: '3.0.1', info: { title: 'P' }, paths: { '/a': { get: operation } } })
  const { response, info } = docAt(readText('a.json', text), 'Shop/A')
  expect(response.responseExampleRemark).toBe('Found')
  expect(response.responseFailExampleRemark).toBe('No such order\n\nNothing there')
  expect(JSON.stringify([response, info])).not.toContain('orders')
})

test('Apipost: folders, statuses and scripts', () => {
  const operation = {
    summary: 'A',
    'x-apipost-folder': 'Shop/Orders',
    'x-apipost-status': 'released',
    'x-apipost-pre-script': 'before()',
    'x-apipost-post-script': 'after()',
  }
  const text = JSON.stringify({ openapi: '3.0.1', info: { title: 'P' }, paths: { '/a': { post: operation } } })
  const doc = docAt(readText('a.json', text), 'Shop/Orders/A')
  expect(doc.info.apiStatus).toBe('3')
  expect(doc.scripts).toEqual({ pre: 'before()', post: 'after()' })
})

test('OpenAPI 3.2: its own parts have a place of their own', () => {
  const event = {
    type: 'object',
    description: 'one event',
    properties: { data: { type: 'string', description: 'what came' } },
  }
  const plan = readText(
    'a.json',
    JSON.stringify({
      openapi: '3.2.0',
      $self: 'https://api.shop.test/openapi.json',
      info: { title: 'P' },
      servers: [{ url: 'https://api.shop.test', name: 'live', description: 'the real one' }],
      tags: [
        { name: 'orders', summary: 'Orders of a shop', kind: 'nav' },
        { name: 'refunds', parent: 'orders' },
        { name: 'loop', parent: 'loop' },
      ],
      paths: {
        '/a': {
          query: {
            summary: 'Search',
            tags: ['refunds'],
            parameters: [
              {
                name: 'filter',
                in: 'querystring',
                content: {
                  'application/x-www-form-urlencoded': {
                    schema: { type: 'object', properties: { colour: { type: 'string', description: 'of a rose' } } },
                  },
                },
              },
            ],
            responses: {
              200: { summary: 'Events', content: { 'text/event-stream': { $ref: '#/components/mediaTypes/Events' } } },
            },
          },
          additionalOperations: { COPY: { summary: 'Copy', tags: ['loop'] } },
        },
      },
      components: {
        mediaTypes: {
          Events: {
            itemSchema: event,
            itemEncoding: { contentType: 'text/plain' },
            examples: { first: { summary: 'A rose', dataValue: { data: 'red' }, serializedValue: 'data: red' } },
          },
        },
        securitySchemes: {
          tv: {
            type: 'oauth2',
            deprecated: true,
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: 'https://api.shop.test/device',
                tokenUrl: 'https://api.shop.test/token',
                scopes: {},
              },
            },
          },
        },
      },
    }),
  )
  expect(paths(plan)).toEqual(['P', 'orders/refunds/Search', 'loop/Copy'])
  const { info, request, response } = docAt(plan, 'orders/refunds/Search')
  expect(info.method).toBe('query')
  expect(request.query).toMatchObject([
    { name: 'filter', remark: expect.stringContaining('filter.colour (string): of a rose') },
  ])
  expect(response.responseParamsDesc).toMatchObject([{ name: 'data', remark: 'what came' }])
  expect(response.responseExample).toBe('{\n  "data": "red"\n}')
  expect(response.examples).toMatchObject([{ name: 'first (serializedValue)', data: 'data: red' }])
  expect(response.responseExampleRemark).toContain('one event')
  expect(response.responseExampleRemark).toContain('itemEncoding')
  expect(docAt(plan, 'loop/Copy').info.method).toBe('copy')
  const overview = pageAt(plan, 'P').page_content
  for (const text of [
    'https://api.shop.test/openapi.json',
    'live: the real one',
    'Orders of a shop',
    'deviceAuthorizationUrl',
    'deprecated: true',
  ])
    expect(overview).toContain(text)
})

test('Postman: environments, alone, in a zip and in a dump', () => {
  const environment = {
    name: 'Dev',
    values: [
      { key: 'host', value: 'https://dev.test', enabled: true },
      { key: 'k', value: 'hidden', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  }
  const collection = { info: { name: 'C' }, item: [{ name: 'A', request: { method: 'GET', url: '{{host}}/a' } }] }
  const expected = [
    {
      env_name: 'Dev',
      variables: [
        { name: 'host', value: 'https://dev.test', is_secret: false },
        { name: 'k', value: '', is_secret: true },
      ],
    },
  ]
  const alone = readText('dev.json', JSON.stringify(environment))
  expect(alone.environments).toEqual(expected)
  expect(textOfPlan(alone)).not.toContain('hidden')
  const zipped = readZip({
    'c.json': JSON.stringify(collection),
    'dev.postman_environment.json': JSON.stringify(environment),
  })
  expect(zipped.environments).toEqual(expected)
  expect(paths(zipped)).toContain('A')
  const dump = readText('dump.json', JSON.stringify({ collections: [collection], environments: [environment] }))
  expect(dump.environments).toEqual(expected)
})

describe('hostile files are refused with a reason', () => {
  const refused = (name: string, text: string) => {
    try {
      readText(name, text)
    } catch (error) {
      const { message, values } = error as { message: string; values: object }
      return [message, values]
    }
    return 'accepted'
  }

  test.each([
    ['a.graphql', 'type Query {\n  a: \n}', 'badGraphql: a.graphql', { line: 3, column: 1 }],
    ['a.graphql', 'query { a }', 'empty: a.graphql', {}],
    [
      'a.graphql',
      `type Query { a(b: ${'['.repeat(50_000)}Int${']'.repeat(50_000)}): Int }`,
      'jsonTooDeep: a.graphql',
      {},
    ],
    ['a.proto', 'syntax = "proto3";\nmessage X {\n string a 1;\n}', 'badProto: a.proto', { line: 3 }],
    ['a.proto', `syntax = "proto3";${'message A{'.repeat(50_000)}`, 'badProto: a.proto', {}],
    ['a.json', '{"openapi": "3.0.0",\n "info": {,}}', 'badJson: a.json', { line: 2, column: 11 }],
    ['a.yaml', 'openapi: 3.0.0\ninfo: [a\n', 'yamlIndent: a.yaml', { line: 3, column: 1 }],
    ['a.har', '{"log":{"entries":[]}}', 'empty: a.har', {}],
    ['a.json', '[{"name":"a","list":[]}]', 'unknownJson: a.json', {}],
    ['a.json', `{"openapi":"3.0.0","info":{},"x":${'['.repeat(100)}${']'.repeat(100)}}`, 'jsonTooDeep: a.json', {}],
  ])('%s %.30s', (name, text, message, values) => {
    expect(refused(name, text)).toMatchObject([message, values])
  })

  test('a YAML bomb of aliases', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(',')}]`,
    )
    expect(refused('a.yaml', `openapi: 3.0.0\nl0: &l0 x\n${levels.join('\n')}\n`)).toMatchObject([
      'jsonTooMany: a.yaml',
      {},
    ])
  })

  test('names that are special in JavaScript stay names in every format', () => {
    const yapi = JSON.parse(
      bytesOf('yapi.json')
        .toString()
        .replaceAll('"name":"kind"', '"name":"__proto__"')
        .replace('name-about', 'proto-about'),
    )
    yapi[0].list[0].req_body_other =
      '{"type":"object","properties":{"__proto__":{"type":"string","description":"p"},"constructor":{"type":"string"}}}'
    const doc = docAt(readText('y.json', JSON.stringify(yapi)), '宠物/新增宠物')
    expect(doc.request.params.jsonDesc.map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
    const insomnia =
      '{"_type":"export","resources":[{"_id":"__proto__","_type":"workspace","name":"W"},{"_id":"r","_type":"request","parentId":"__proto__","name":"__proto__","method":"constructor","url":"/toString"}]}'
    expect(paths(readText('i.json', insomnia))).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('folders that contain each other end, and lose no request', () => {
    const group = (id: string, parent: string) => ({ _id: id, _type: 'request_group', parentId: parent, name: id })
    const text = JSON.stringify({
      _type: 'export',
      resources: [
        group('a', 'b'),
        group('b', 'a'),
        { _id: 'r', _type: 'request', parentId: 'a', name: 'R', method: 'GET', url: '/r' },
      ],
    })
    expect(paths(readText('i.json', text))).toEqual(['R', 'Insomnia'])
  })
})
