import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { type ApiJson, apiRow, newApiJson } from '#shared/api-doc/api-page-json.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiPage } from '#src/features/export/worker-message.ts'
import { frameOf, imported, pagesOf, written } from './written.ts'

const page = (title: string, folders: string[], doc: ApiJson | UnknownObject | string): ApiPage => ({
  title,
  folders,
  text: typeof doc === 'string' ? doc : JSON.stringify(doc),
})

/** A page as people write it in the form. */
function handwritten(method: string, url: string, change: (doc: ApiJson) => void = () => undefined): ApiJson {
  const doc = newApiJson('', method, url)
  change(doc)
  return doc
}

const create = handwritten('post', 'https://shop.test/v1/orders?dry=1', (doc) => {
  doc.info.description = 'Creates an **order**.'
  doc.info.remark = '- a note'
  doc.info.apiStatus = '2'
  doc.request.headers = [
    apiRow('Content-Type', { value: 'application/json' }),
    apiRow('X-Shop', { require: '1', remark: 'which shop' }),
  ]
  doc.request.cookies = [apiRow('sid')]
  doc.request.auth = {
    type: 'bearer',
    disabled: '0',
    bearer: [{ key: 'token', value: 'secret-value', type: 'string' }],
  }
  doc.request.params.json = '{"name":"a","lines":[{"sku":"x","count":2}],"more":{"ok":true}}'
  doc.request.params.jsonDesc = [
    apiRow('name', { require: '1', remark: 'its name', value: 'tea' }),
    apiRow('lines', { type: 'array', remark: 'what was ordered' }),
    apiRow('lines[].sku', { require: '1' }),
    apiRow('lines[].count', { type: 'int', value: '3' }),
  ]
  doc.response.responseExample = '{"id":"1"}'
  doc.response.responseParamsDesc = [apiRow('id', { remark: 'the id' })]
  doc.response.responseFailExample = '{"error":"no"}'
  doc.response.responseFailExampleStatus = '400'
  doc.response.examples = [{ name: 'Empty', status: '400', remark: '', data: '{"error":"empty"}', param: [] }]
})

const all: ApiPage[] = [
  page('Create', ['Orders'], create),
  page('Read', ['Orders'], handwritten('get', 'https://shop.test/v1/orders/:id')),
  page('Read again', ['Orders', 'Old'], handwritten('get', 'https://shop.test/v1/orders/{id}')),
  page(
    'Upload',
    [],
    handwritten('put', '{{host}}/files/{name}', (doc) => {
      doc.request.params.mode = 'formdata'
      doc.request.params.formdata = [
        apiRow('file', { type: 'file', require: '1' }),
        apiRow('meta[size]', { type: 'int' }),
      ]
    }),
  ),
  page('Find', ['from swagger'], handwritten('propfind', 'https://shop.test/v1/orders')),
  page('Guide', ['Orders'], '# How to order\n\ntext'),
  // an old client's page: the query of a GET stands in the form
  page('Old', [], {
    info: { url: '/old', method: 'get' },
    request: { params: { mode: 'urlencoded', urlencoded: [{ name: 'q', type: 'string', value: 'x', require: '1' }] } },
    response: {},
  }),
]

test('pages that people wrote become a valid description with all that they say', async () => {
  const globals = { header: [{ name: 'X-Token', type: 'string', value: 't', require: '1', remark: 'for all' }] }
  const environments = [
    {
      env_name: 'live',
      base_url: 'https://live.test',
      variables: [{ name: 'host', value: 'https://h.test', is_secret: false }],
    },
  ]
  const { value, text, notes } = written(frameOf(undefined, { description: 'About', globals, environments }), all)
  const result = await new Validator().validate(structuredClone(value))
  expect(result).toMatchObject({ valid: true })
  expect(text).not.toContain('secret-value')
  expect(value).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Shop', version: '1.0.0', description: 'About' },
    servers: [{ url: 'https://shop.test' }, { url: 'https://live.test', description: 'live' }],
    tags: [{ name: 'Orders' }, { name: 'Orders/Old' }],
    paths: {
      '/v1/orders': {
        post: {
          summary: 'Create',
          operationId: 'postV1Orders',
          description: 'Creates an **order**.\n\n- a note',
          tags: ['Orders'],
          security: [{ bearerAuth: [] }],
          'x-docstead-status': 'testing',
          parameters: [
            { name: 'dry', in: 'query', example: '1' },
            { name: 'X-Shop', in: 'header', required: true, description: 'which shop' },
            { name: 'sid', in: 'cookie' },
            { $ref: '#/components/parameters/X-Token' },
          ],
          requestBody: {
            content: {
              'application/json': {
                example: { name: 'a', lines: [{ sku: 'x', count: 2 }], more: { ok: true } },
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string', description: 'its name', examples: ['tea'] },
                    lines: {
                      type: 'array',
                      description: 'what was ordered',
                      items: {
                        type: 'object',
                        required: ['sku'],
                        properties: { sku: { type: 'string' }, count: { type: 'integer', examples: [3] } },
                      },
                    },
                    more: { type: 'object', properties: { ok: { type: 'boolean' } } },
                  },
                },
              },
            },
          },
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/json': {
                  example: { id: '1' },
                  schema: { properties: { id: { type: 'string', description: 'the id' } } },
                },
              },
            },
            400: {
              content: {
                'application/json': {
                  examples: { example: { value: { error: 'no' } }, Empty: { value: { error: 'empty' } } },
                },
              },
            },
          },
        },
        'x-docstead-operations': { propfind: { summary: 'Find' } },
      },
      '/v1/orders/{id}': {
        get: {
          summary: 'Read',
          operationId: 'getV1OrdersById',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, {}],
        },
        'x-docstead-duplicates': { get: [{ summary: 'Read again', tags: ['Orders/Old'] }] },
      },
      '/files/{name}': {
        put: {
          servers: [{ url: '{host}', variables: { host: { default: 'https://h.test' } } }],
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  required: ['file'],
                  properties: {
                    file: { type: 'string', format: 'binary' },
                    meta: { type: 'object', properties: { size: { type: 'integer' } } },
                  },
                },
              },
            },
          },
        },
      },
      '/old': { get: { parameters: [{ name: 'q', in: 'query', required: true, example: 'x' }, {}] } },
    },
    components: {
      parameters: { 'X-Token': { name: 'X-Token', in: 'header', required: true, description: 'for all' } },
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    },
    'x-docstead-pages': [{ title: 'Guide', path: ['Orders'], text: '# How to order\n\ntext' }],
  })
  expect(notes.map(({ page_title, reason, detail }) => [page_title, reason, detail])).toEqual([
    ['Guide', 'notApi', ''],
    ['Read again', 'duplicate', 'GET /v1/orders/{id}'],
  ])
  const names = [...text.matchAll(/"operationId": "(.*)"/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(6)
})

test('without any API page there is nothing to export', () => {
  expect(() => written(frameOf(undefined), [page('Guide', [], 'text')])).toThrow('nothing to export')
  expect(() => written(frameOf(undefined, { kind: 'postman' }), [page('Guide', [], 'text')])).toThrow(
    'nothing to export',
  )
})

test.each(['constructor', '__proto__', 'tostring'])('a method named %s is written like any other', (method) => {
  const pages = [1, 2].map((at) => page(`Page ${at}`, [], handwritten(method, 'https://shop.test/orders')))
  const { value, text } = written(frameOf(undefined), pages)
  expect(Object.keys(value['paths'] as UnknownObject)).toEqual(['/orders'])
  expect(text).toContain('"Page 1"')
  expect(text).toContain('"Page 2"')
})

test('JSON that nests deeper than readers follow is written as text', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const name = Array.from({ length: 3000 }, (_, at) => `f${at}`).join('.')
  const doc = handwritten('post', 'https://shop.test/orders', (one) => {
    one.request.params.json = deep
    one.request.params.jsonDesc = [
      apiRow(name, { type: 'any', value: deep }),
      apiRow('list', { type: '[]'.repeat(9999) }),
    ]
    one.response.responseExample = deep
  })
  const { text, value } = written(frameOf(undefined), [page('Deep', [], doc)])
  expect(text).toContain(JSON.stringify(deep))
  expect(pagesOf(imported(value)).map((one) => one.title)).toContain('Deep')
})
