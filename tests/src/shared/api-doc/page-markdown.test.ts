import { expect, test } from 'vitest'
import { type ApiDoc, getDisplayUrl, parseApiDoc } from '#shared/api-doc/api-doc.ts'
import { type MarkdownLabels, toBlockMarkdown, toMarkdown, versionToMarkdown } from '#shared/api-doc/page-markdown.ts'
import recorded from '#tests/fixtures/showdoc/api-doc-to-markdown.json' with { type: 'json' }

// each label is its own name
const words = new Proxy({} as MarkdownLabels, { get: (_all, name) => String(name) })

const read = (document: object): ApiDoc => parseApiDoc({ ...document })

const shown = (name: string, globals: object = {}) => {
  const found = recorded.cases.find((one) => one.name === name)
  return toMarkdown(read(found?.document ?? {}), globals, words)
}

test('writes a table or example for every part and nothing for disabled rows', () => {
  expect(shown('post json, every part')).toBe(
    [
      'creates one order',
      '## path',
      '| name | type | required | value | meaning |\n| --- | --- | --- | --- | --- |\n| `shop` | int | yes | `7` | shop number |',
      '## header',
      '| name | type | required | value | meaning |\n| --- | --- | --- | --- | --- |\n| `X-Trace` | string | no | `t-1` | trace id |',
      '## query',
      '| name | type | required | value | meaning |\n| --- | --- | --- | --- | --- |\n| `dry` | boolean | no | `false` | only check |',
      '## example',
      '```json\n{\n  "sku": "A-1",\n  "qty": 2,\n  "note": "a <b> & c"\n}\n```',
      '### bodyFields',
      '| name | type | required | meaning |\n| --- | --- | --- | --- |\n| `sku` | string | yes | article |\n| `qty` | int | yes | pieces |\n| `note` | string | no |  |',
      '## success',
      '```json\n{\n  "code": 0,\n  "data": {\n    "id": 17\n  }\n}\n```',
      '| name | type | meaning |\n| --- | --- | --- |\n| `code` | int | 0 is fine |\n| `data.id` | int |  |',
      '## failure',
      '```json\n{"code":1001,"msg":"no stock"}\n```',
      '| name | type | meaning |\n| --- | --- | --- |\n| `msg` | string | reason |',
      '## remark',
      'call it once',
    ].join('\n\n'),
  )
})

test('puts the item’s parameters first and marks them: headers always, query with GET, body with forms', () => {
  const post = shown('post json, every part', recorded.global_parameters)
  expect(post).toContain('| `X-Client` | string | yes | `sample` | *fromItem* client name |\n| `X-Trace`')
  expect(post).not.toContain('`trace`')
  expect(post).not.toContain('`lang`')
  const get = shown('get with a query list', recorded.global_parameters)
  expect(get).toContain('| `lang` | string | no | `en` | *fromItem* language |')
  expect(shown('form data with a file and a switched off row', recorded.global_parameters)).toContain('`trace`')
})

test('shows the parameters that an old client keeps in the form of a GET', () => {
  const text = shown('get with parameters in params')
  expect(text).toContain('## query')
  expect(text).toContain('`page`')
})

test('renders every recorded page, with and without the item’s parameters', () => {
  for (const { document } of recorded.cases)
    for (const globals of [{}, recorded.global_parameters, [], null])
      expect(toMarkdown(read(document), globals, words)).not.toContain('undefined')
})

test('escapes cells so that they show their exact text', () => {
  const text = toMarkdown(
    read({
      info: { url: '/', method: 'get' },
      request: { query: [{ name: 'a`b|c', value: '`', remark: 'x|y\nz', type: 'string' }] },
    }),
    {},
    words,
  )
  expect(text).toContain('| ``a`b\\|c`` | string | no | `` ` `` | x\\|y<br>z |')
})

test('gives further examples a named section of their own', () => {
  const text = toMarkdown(
    read({
      info: { url: '/', method: 'get' },
      response: {
        examples: [{ name: 'Empty', data: '[]', param: [{ name: 'n', type: 'int', remark: 'r' }] }, { data: '```' }],
      },
    }),
    {},
    words,
  )
  expect(text).toBe(
    '## Empty\n\n```json\n[]\n```\n\n| name | type | meaning |\n| --- | --- | --- |\n| `n` | int | r |\n\n## answer\n\n````\n```\n````',
  )
})

test('leaves the query out of the address when the table lists it', () => {
  const query = [{ name: 'a' }]
  expect(getDisplayUrl(read({ info: { url: '/x?a=1', method: 'get' }, request: { query } }))).toBe('/x')
  expect(getDisplayUrl(read({ info: { url: '/x?a=1', method: 'get' } }))).toBe('/x?a=1')
})

test('names the request when embedded in another page', () => {
  expect(toBlockMarkdown(read({ info: { url: '/x', method: 'post', description: 'does' } }), words)).toBe(
    '### POST `/x`\n\ndoes',
  )
})

test('describes a WebSocket connection and its messages, without disabled ones', () => {
  const text = shown('websocket')
  expect(text).toContain(
    [
      '## connection',
      '| name | setTo |\n| --- | --- |\n| subProtocols | `v1` `v2` |\n| reconnect | 3000 ms |\n| attempts | 5 |\n| heartbeat | `ping` · 30000 ms |',
    ].join('\n\n'),
  )
  expect(text).toContain('## subscribe\n\n```json\n{"op":"sub"}\n```')
  const found = recorded.cases.find((one) => one.name === 'websocket')?.document
  const off = { ...found, messaging: { templates: [{ name: 'subscribe', payload: 'x', enabled: '0' }] } }
  expect(toMarkdown(read(off), {}, words)).not.toContain('## subscribe')
  expect(toMarkdown(read({ ...found, protocolConfig: undefined }), {}, words)).not.toContain('connection')
  expect(toMarkdown(read({ info: { url: '/x' }, response: { remark: 'paged' } }), {}, words)).toContain(
    '## answerRemark\n\npaged',
  )
})

test('a version to compare starts with a readable request line', () => {
  const document = { info: { url: '/a?x=1', method: 'put' }, request: { auth: { type: 'bearer' } } }
  expect(versionToMarkdown(read(document), words, 'done')).toBe('**PUT** `/a?x=1` · bearer · done\n\n')
  expect(versionToMarkdown(read({ info: { url: 'wss://a', type: 'websocket' } }), words, '')).toContain(
    '**WEBSOCKET** `wss://a`',
  )
})

test('gives each response its status and description, with or without a body', () => {
  const page = read({
    info: { url: '/', method: 'get' },
    response: {
      responseExample: '{}',
      responseExampleStatus: '200',
      responseExampleRemark: 'All **orders**.',
      responseFailExampleStatus: '404',
      examples: [
        { name: 'too many', status: '429', remark: 'Wait.', data: '', param: [] },
        { name: '', status: '', data: '', param: [] },
      ],
    },
  })
  expect(toMarkdown(page, {}, words)).toBe(
    ['## success · 200', 'All **orders**.', '```json\n{}\n```', '## failure · 404', '## too many · 429', 'Wait.'].join(
      '\n\n',
    ),
  )
})
