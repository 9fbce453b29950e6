import { expect, test } from 'vitest'
import { apiDocExtInfo, parseApiDoc, parseItemParameters, parseRows, readApiDoc } from '#shared/api-doc/api-doc.ts'
import recorded from '#tests/fixtures/showdoc/api-doc-to-markdown.json' with { type: 'json' }

test.each(recorded.cases)('matches the recorded menu data: $name', ({ document, ext_info_after_web_save }) => {
  expect(JSON.parse(apiDocExtInfo(JSON.stringify(document)) ?? '')).toEqual(ext_info_after_web_save)
})

test.each(['', '# Text', '{"info":{}}', '{"info":{"url":""}}', '[{"info":{"url":"/x"}}]', '{"info":', '{"info":[]}'])(
  'is not an API document: %s',
  (content) => {
    expect(readApiDoc(content)).toBeUndefined()
    expect(apiDocExtInfo(content)).toBeUndefined()
  },
)

test('skips what is not a row, a list or an object', () => {
  const doc = parseApiDoc({
    info: { url: '/x' },
    request: { query: [null, 5, 'q', { name: 7 }], headers: 'x', params: [] },
    response: { examples: { a: 1 } },
    protocolConfig: [],
  })
  expect(doc).toMatchObject({ query: [{ name: '7' }], headers: [], mode: 'none', auth: { type: 'none' } })
  expect(doc.responses).toHaveLength(2)
  expect(parseRows({ name: 'a' })).toEqual([])
  expect(parseItemParameters(null)).toEqual({ header: [], query: [], cookies: [], body: [] })
})

test('reads a row in every notation of clients', () => {
  expect(
    parseRows([
      { key: 'k', value: false, require: true, disable: 1 },
      { name: 'n', value: { a: [] }, require: '1', remark: [] },
    ]),
  ).toEqual([
    { name: 'k', type: '', value: 'false', isRequired: true, isOff: true, remark: '' },
    { name: 'n', type: '', value: '{"a":[]}', isRequired: true, isOff: false, remark: '' },
  ])
})

test('leaves out switched off rows, except among the fields of a JSON body', () => {
  const rows = [{ name: 'on' }, { name: 'off', disable: '1' }, { name: '' }]
  const doc = parseApiDoc({ request: { query: rows, params: { mode: 'json', json: '{}', jsonDesc: rows } } })
  expect(doc.query.map((row) => row.name)).toEqual(['on'])
  expect(doc.jsonFields.map((row) => row.name)).toEqual(['on', 'off'])
})

test('a GET with an empty body has none', () => {
  const modeOf = (method: string, params: object) => parseApiDoc({ info: { method }, request: { params } }).mode
  expect(modeOf('GET', { mode: 'urlencoded', urlencoded: [{ name: '' }] })).toBe('none')
  expect(modeOf('get', { mode: 'urlencoded', urlencoded: [{ name: 'a' }] })).toBe('urlencoded')
  expect(modeOf('post', { mode: 'json', json: '' })).toBe('json')
  expect(modeOf('post', {})).toBe('none')
})

test('survives a value that is nested too deeply to be text', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(readApiDoc(`{"info":{"url":"/x","description":${deep}}}`)?.description).toBe('')
})
