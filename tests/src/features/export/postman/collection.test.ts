import { describe, expect, test } from 'vitest'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiPage } from '#src/features/export/worker-message.ts'
import { randomFrom } from '../openapi/random.ts'
import { foldersOf, frameOf, imported, pagesOf, written } from '../openapi/written.ts'

const frame = (plan: Parameters<typeof frameOf>[0], more: Parameters<typeof frameOf>[1] = {}) =>
  frameOf(plan, { kind: 'postman', ...more })

/** A random collection with every part that our reader reads. */
function randomCollection(seed: number): UnknownObject {
  const random = randomFrom(seed)
  const chance = (share: number) => random() < share
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const count = (most: number) => Math.floor(random() * (most + 1))
  const texts = ['text', '说明\n\n- 列表', 'a | b', '{{value}}', '', 'a & b = c']
  const some = (share: number, make: () => UnknownObject) => (chance(share) ? make() : {})
  const row = (at: number): UnknownObject => ({
    key: `key${at}`,
    value: pick(texts),
    ...some(0.4, () => ({ description: pick<unknown>([pick(texts), { content: 'about', type: 'text/markdown' }]) })),
    ...some(0.2, () => ({ disabled: true })),
    ...some(0.2, () => ({ type: pick(['text', 'number', 'boolean']) })),
  })
  const rows = (most: number) => Array.from({ length: count(most) }, (_, at) => row(at))
  const auth = (): UnknownObject =>
    pick<UnknownObject>([
      { type: 'noauth' },
      { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
      {
        type: 'basic',
        basic: [
          { key: 'username', value: 'u', type: 'string' },
          { key: 'password', value: '', type: 'string' },
        ],
      },
      {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'X-Key', type: 'string' },
          { key: 'in', value: 'header', type: 'string' },
        ],
      },
    ])
  const events = (): UnknownObject[] => [
    { listen: 'prerequest', script: { type: 'text/javascript', exec: ['pm.x()', '', '// 前'] } },
    { listen: 'test', script: { exec: ['pm.test()'] }, disabled: chance(0.3) },
  ]
  const body = (): UnknownObject =>
    pick<() => UnknownObject>([
      () => ({ mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } }),
      () => ({ mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } }, urlencoded: rows(2) }),
      () => ({ mode: 'urlencoded', urlencoded: rows(3) }),
      () => ({
        mode: 'formdata',
        formdata: [...rows(2), { key: 'file', type: 'file', src: ['/tmp/a', '/tmp/b'], contentType: 'image/png' }],
      }),
      () => ({ mode: 'file', file: { src: '/tmp/file' } }),
      () => ({ mode: 'graphql', graphql: { query: 'query { a }', variables: '{"x":1}' } }),
      () => ({ mode: 'raw', raw: 'off', disabled: true }),
    ])()
  const url = (): unknown =>
    chance(0.2)
      ? 'https://shop.test/a?x=1&y=%20'
      : {
          raw: '{{host}}/orders/:id?part=a#top',
          host: ['{{host}}'],
          path: ['orders', ':id'],
          query: rows(3),
          variable: [{ key: 'id', value: '1', description: 'the id' }],
        }
  const request = (): unknown =>
    chance(0.1)
      ? 'https://shop.test/plain'
      : {
          method: pick(['GET', 'POST', 'PROPFIND']),
          url: url(),
          ...some(0.7, () => ({ header: rows(3) })),
          ...some(0.6, () => ({ body: body() })),
          ...some(0.4, () => ({ auth: auth() })),
          ...some(0.5, () => ({ description: pick<unknown>([pick(texts), { content: 'long' }]) })),
        }
  const response = (at: number): UnknownObject => ({
    name: `Answer ${at}`,
    code: pick([200, 201, 404, 500]),
    status: 'OK',
    body: pick(['{"ok":true}', '', 'text']),
    header: rows(2),
    cookie: [],
    responseTime: 12,
    ...some(0.5, () => ({ originalRequest: request() as UnknownObject })),
  })
  let number = 0
  const item = (): UnknownObject => ({
    id: `id-${number}`,
    name: `Request ${number++}`,
    request: request(),
    response: Array.from({ length: count(3) }, (_, at) => response(at)),
    ...some(0.3, () => ({ event: events() })),
    ...some(0.2, () => ({ protocolProfileBehavior: { disableBodyPruning: true } })),
  })
  const folder = (depth: number): UnknownObject => ({
    name: `Folder ${number++}`,
    item: [
      ...Array.from({ length: count(3) }, item),
      ...(depth < 5 ? Array.from({ length: count(2) }, () => folder(depth + 1)) : []),
    ],
    ...some(0.5, () => ({ description: pick(texts.filter((text) => text !== '')) })),
    ...some(0.3, () => ({ auth: auth() })),
    ...some(0.3, () => ({ event: events() })),
    ...some(0.3, () => ({ variable: rows(2) })),
  })
  return {
    info: {
      _postman_id: 'abc',
      name: 'Random collection',
      description: pick<unknown>(['About', { content: 'About', type: 'text/markdown' }]),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [item(), ...Array.from({ length: 3 }, item), folder(1), folder(1), folder(1)],
    variable: [{ key: 'host', value: 'https://shop.test', type: 'string' }],
    ...some(0.5, () => ({ auth: auth() })),
    ...some(0.5, () => ({ event: events() })),
    protocolProfileBehavior: {},
  }
}

/** A collection without the order between requests and folders, which an item does not have. */
const sorted = (given: UnknownObject): UnknownObject => {
  const items = given['item'] as UnknownObject[] | undefined
  if (!items) return given
  const isFolder = (one: UnknownObject) => (one['request'] === undefined ? 1 : 0)
  return { ...given, item: items.map(sorted).toSorted((one, other) => isFolder(one) - isFolder(other)) }
}

describe('a Postman collection, in and out', () => {
  test('nothing of random collections is lost', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const input = randomCollection(seed)
      const plan = imported(input)
      const { value, notes } = written(frame(plan), pagesOf(plan), foldersOf(plan))
      expect(sorted(value), `seed ${seed}`).toEqual(sorted(input))
      expect(notes).toEqual([])
    }
  })

  test('an edit changes what was edited, and leaves the rest', () => {
    const input = {
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'Read',
          request: {
            method: 'GET',
            header: [{ key: 'A', value: '1', description: { content: 'kept' } }],
            url: { raw: '{{host}}/a', host: ['{{host}}'], path: ['a'] },
          },
          response: [
            {
              name: 'Good',
              code: 200,
              body: '{"a":1}',
              header: [{ key: 'ETag', value: 'x' }],
              originalRequest: { url: 'x' },
            },
            { name: 'Bad', code: 404, body: 'no', header: [] },
          ],
          protocolProfileBehavior: { x: 1 },
        },
      ],
    }
    const plan = imported(input)
    const [first, ...rest] = pagesOf(plan)
    const doc = JSON.parse(first?.text ?? '{}') as ApiJson
    doc.info.url = 'https://shop.test/b'
    doc.info.description = 'by hand'
    doc.response.responseExample = '{"a":2}'
    const page: ApiPage = { ...first, title: 'Read it', folders: [], text: JSON.stringify(doc) }
    const { value } = written(frame(plan), [page, ...rest])
    const [given] = input.item
    expect((value['item'] as UnknownObject[])[0]).toEqual({
      ...given,
      name: 'Read it',
      request: {
        ...given?.request,
        url: { raw: 'https://shop.test/b', protocol: 'https', host: ['shop', 'test'], path: ['b'] },
        description: 'by hand',
      },
      response: [{ ...given?.response[0], body: '{"a":2}' }, given?.response[1]],
    })
  })

  test('API pages of other sources become requests, with folders, variables and examples', () => {
    const plan = imported({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1', description: 'About' },
      servers: [{ url: '/v1' }],
      paths: {
        '/orders/{id}': {
          put: {
            summary: 'Change',
            tags: ['Orders/Old'],
            parameters: [
              { name: 'id', in: 'path', required: true, description: 'the id', schema: { type: 'string' } },
              { name: 'dry', in: 'query', schema: { type: 'boolean' }, example: true },
            ],
            requestBody: {
              content: {
                'application/json': {
                  example: { a: 1 },
                  schema: { properties: { a: { type: 'integer', description: 'an a' } } },
                },
              },
            },
            responses: {
              200: { description: 'fine', content: { 'application/json': { example: { ok: true } } } },
              404: { description: 'none' },
            },
          },
        },
      },
    })
    const environments = [
      {
        env_name: 'live',
        base_url: 'https://live.test',
        variables: [
          { name: 'token', value: '', is_secret: true },
          { name: 'shop', value: '7', is_secret: false },
        ],
      },
    ]
    const guide: ApiPage = { title: 'Guide', folders: ['Orders'], text: 'How to order' }
    const { value, notes } = written(frame(plan, { environments, heads: [] }), [...pagesOf(plan), guide])
    expect(value).toMatchObject({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'Orders',
          description: '## Guide\n\nHow to order',
          item: [
            {
              name: 'Old',
              item: [
                {
                  name: 'Change',
                  request: {
                    method: 'PUT',
                    url: {
                      raw: '{{baseUrl}}/v1/orders/:id?dry=true',
                      host: ['{{baseUrl}}'],
                      path: ['v1', 'orders', ':id'],
                      query: [{ key: 'dry', value: 'true' }],
                      variable: [{ key: 'id', description: 'the id' }],
                    },
                    body: { mode: 'raw', options: { raw: { language: 'json' } } },
                  },
                  response: [
                    { name: 'Success 200', code: 200 },
                    { name: 'Error 404', code: 404 },
                  ],
                },
              ],
            },
          ],
        },
      ],
      variable: [
        { key: 'baseUrl', value: 'https://live.test' },
        { key: 'token', value: '', type: 'secret' },
        { key: 'shop', value: '7', type: 'string' },
      ],
    })
    expect(notes.map(({ page_title, reason }) => [page_title, reason])).toEqual([
      ['Shop', 'notApi'],
      ['Guide', 'notApi'],
    ])
  })
})
