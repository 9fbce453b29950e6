import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { readImport } from '#src/features/import/plan.ts'
import { leavesOf, pageAt, pagesOf, textOfPlan } from './everything.ts'

const bytesOf = (name: string) => readFileSync(new URL(`../../../../fixtures/api/${name}.json`, import.meta.url))
const read = (name: string, forApiClient = false) =>
  readImport({ name: `${name}.json`, bytes: bytesOf(name) }, { forApiClient, lang: 'en' })
const readJson = (value: unknown) =>
  readImport({ name: 'x.json', bytes: Buffer.from(JSON.stringify(value)) }, { forApiClient: false, lang: 'en' })
const docAt = (plan: ReturnType<typeof read>, path: string) => JSON.parse(pageAt(plan, path).page_content) as ApiJson

// Kinds, which are worded differently, and the components of an address next to its whole text.
const structure = new Set([
  'id',
  '_postman_id',
  'schema',
  'mode',
  'dataMode',
  'listen',
  'order',
  'folder',
  'host',
  'path',
  'raw',
  'exec',
  'method',
  'type',
])

test.each(['postman21-full', 'postman2', 'postman1'])('keeps every text of %s', (name) => {
  // JSON is formatted over several lines in Markdown.
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  const text = bare(textOfPlan(read(name)))
  const leaves = leavesOf(JSON.parse(bytesOf(name).toString()), structure)
  expect(leaves.filter((leaf) => !text.includes(bare(leaf.split('?')[0] ?? '')))).toEqual([])
  if (name === 'postman21-full')
    for (const word of [
      '{{unquoted}}',
      '<beast/>',
      'sent-body',
      'sent-query',
      'plain-query',
      'pre-line-2',
      'test-line',
      '#part',
    ])
      expect(text).toContain(word)
})

test('folders become catalogs three levels deep, keep their order and get unique names', () => {
  const plan = read('postman21-full')
  expect(pagesOf(plan).map((page) => page.path)).toEqual([
    'Form',
    'Files',
    'Graph',
    'Xml',
    'Binary',
    'Only an address',
    'No address',
    'Zoo full',
    'A/All of it',
    'A/All of it (DELETE https://zoo.test/a)',
    'A/B/C/Deep',
  ])
  expect(plan.notes.map((note) => note.reason).toSorted()).toEqual(['folded', 'folded', 'renamed'])
  expect(plan.item).toMatchObject({
    item_name: 'Zoo full',
    item_description: 'collection-about',
    item_type: 1,
    isPrivate: true,
  })
  expect(read('postman21-full', true).item.item_type).toBe(3)
})

test('reads a request with every feature', () => {
  const { info, request, response, scripts } = docAt(read('postman21-full'), 'A/All of it')
  expect(info).toMatchObject({ method: 'post', url: '{{host}}/a/:beast#part', description: 'request-about' })
  expect(request.query).toMatchObject([
    { name: 'x', value: 'query-x', require: '1', remark: 'x-about' },
    { name: 'y', value: 'query-y', require: '0', disable: '1', remark: '' },
  ])
  expect(request.pathVariable).toMatchObject([{ name: 'beast', value: 'lion-value', remark: 'beast-about' }])
  expect(request.headers.map((row) => row.name)).toEqual(['X-On', 'X-Off'])
  expect(request.auth).toMatchObject({ type: 'basic', basic: [{ key: 'username', value: 'folder-user' }, {}] })
  expect(request.params).toMatchObject({
    mode: 'json',
    json: '{\n "name": {{unquoted}}\n}',
    urlencoded: [{ name: 'left-over' }],
  })
  expect(response).toMatchObject({ responseExample: '{"saved": 1}', responseFailExample: '{"bad": "bad-body"}' })
  expect(response).toMatchObject({
    responseExampleStatus: '200',
    responseFailExampleStatus: '422',
    examples: [
      { name: 'saved-also', status: '201', data: 'second-body' },
      { name: 'saved-worse', status: '500', data: 'worse-body' },
    ],
  })
  expect(scripts).toEqual({ pre: 'pre-line-1\npre-line-2', post: 'test-line' })
})

test('reads every kind of body', () => {
  const plan = read('postman21-full')
  const body = (path: string) => docAt(plan, path).request.params
  expect(body('Form')).toMatchObject({
    mode: 'urlencoded',
    urlencoded: [{ name: 'u', value: 'u-value', remark: 'u-about' }],
  })
  expect(body('Files')).toMatchObject({
    mode: 'formdata',
    formdata: [
      { name: 'f', type: 'file', value: 'a.png, b.png' },
      { name: 't', remark: 'contentType: text/x-t' },
    ],
  })
  expect(JSON.parse(body('Graph').json)).toEqual({ query: 'query { beasts }', variables: { count: 7 } })
  expect(body('Xml')).toMatchObject({ mode: 'raw', json: '<beast/>' })
  expect(docAt(plan, 'Only an address')).toMatchObject({
    info: { method: 'get', url: 'https://zoo.test/plain' },
    request: { query: [{ name: 'q', value: 'plain-query' }] },
  })
  expect(docAt(plan, 'No address').info.url).toBe('/')
  expect(docAt(plan, 'Files').request.auth).toEqual([])
  expect(docAt(plan, 'Xml').request.auth).toMatchObject({ type: 'bearer', bearer: [{ value: '{{collection-token}}' }] })
})

test('reads version 1', () => {
  const plan = read('postman1')
  expect(pagesOf(plan).map((page) => page.path)).toEqual([
    'List all',
    'Zoo v1',
    'Birds/birds/add',
    'Birds/Owls/Owl raw',
  ])
  expect(docAt(plan, 'Birds/birds/add').request.params).toMatchObject({
    mode: 'urlencoded',
    urlencoded: [{ name: 'name', value: 'kiwi' }],
  })
  expect(docAt(plan, 'Birds/Owls/Owl raw').request.params).toMatchObject({ mode: 'json', json: '{"a":1}' })
})

test('reads the alternative property names of version 1', () => {
  const plan = readJson({
    id: 'c',
    name: 'V1',
    folders: [
      { id: 'f', name: 'F', order: ['r2', 'r1'], folders_order: ['g'], description: 'f-about' },
      { id: 'g', name: 'G' },
    ],
    requests: [
      {
        id: 'r1',
        name: 'one',
        url: 'http://x/:id?a=1',
        headers: 'A: b\nC: d:e',
        pathVariables: { id: '7' },
        preRequestScript: 'pre',
        tests: 'post',
        currentHelper: 'basicAuth',
        helperAttributes: { username: 'ann' },
        responses: [{ name: 'kept', responseCode: { code: 200, name: 'OK' }, text: 'kept-body' }],
      },
      {
        id: 'r2',
        name: 'two',
        method: 'POST',
        url: 'http://x/',
        dataMode: 'params',
        data: [{ key: 'k', value: 'v', enabled: false }],
      },
    ],
  })
  expect(pagesOf(plan).map((page) => page.path)).toEqual(['V1', 'F/two', 'F/one'])
  expect(plan.catalogs[0]?.catalogs).toMatchObject([{ cat_name: 'G' }])
  const one = docAt(plan, 'F/one')
  expect(one.request.headers).toMatchObject([
    { name: 'A', value: 'b' },
    { name: 'C', value: 'd:e' },
  ])
  expect(one).toMatchObject({
    request: {
      query: [{ name: 'a' }],
      pathVariable: [{ name: 'id', value: '7' }],
      auth: { type: 'basic', basic: [{ value: 'ann' }] },
    },
    response: { responseExample: 'kept-body' },
    scripts: { pre: 'pre', post: 'post' },
  })
  expect(docAt(plan, 'F/two').request.params).toMatchObject({
    mode: 'formdata',
    formdata: [{ name: 'k', require: '0', disable: '1', remark: '' }],
  })
})

test('handles folders that contain each other without losing them or looping', () => {
  const folders = [
    { id: 'a', name: 'A', folder: 'b' },
    { id: 'b', name: 'B', folder: 'a' },
  ]
  const deep = Array.from({ length: 5000 }, (_, at) => ({ id: `d${at}`, name: `D${at}`, folder: `d${at - 1}` }))
  const plan = readJson({
    id: 'c',
    name: 'V',
    folders: [...folders, ...deep],
    requests: [
      { id: 'r', name: 'in a', url: 'x', folder: 'a' },
      { id: 's', name: 'deep', url: 'y', folder: 'd4999' },
    ],
  })
  expect(pagesOf(plan).map((page) => page.path.split('/').at(-1))).toEqual(expect.arrayContaining(['in a', 'deep']))
})

test('reads a collection wrapped as the Postman service does', () => {
  const plan = readJson({ collection: { info: { name: 'W' }, item: [{ name: 'x', request: 'http://x' }] } })
  expect(pagesOf(plan).map((page) => page.path)).toEqual(['x'])
})

test.each([
  {
    info: {},
    item: [
      null,
      1,
      { request: null },
      { name: {}, request: { url: { raw: 1 }, header: 'x', body: [], auth: 'x' }, response: 'x' },
    ],
  },
  { id: 1, requests: [null, {}, { data: 'raw', headerData: {}, responses: [null] }], folders: {} },
])('reads a collection with wrong types of values as far as possible %#', (value) => {
  expect(pagesOf(readJson(value)).length).toBeGreaterThan(0)
})
