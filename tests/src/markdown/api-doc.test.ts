import { expect, test } from 'vitest'
import { apiDocExport, apiDocExtInfo, apiDocPage, apiDocWords, readApiDoc } from '#markdown/api-doc.ts'
import recorded from '#tests/fixtures/showdoc/api-doc-to-markdown.json' with { type: 'json' }

/**
 * Where our Markdown differs from the recorded one on purpose. A bar inside a cell is escaped: unescaped it ends the
 * cell, and what stands behind it is not shown at all.
 */
const withBarsEscaped = (markdown: string): string =>
  markdown
    .replace('|note|a|b|否|string|pipe | here|', '|note|a\\|b|否|string|pipe \\| here|')
    .replace('|note|  a|b |  否 |  string |  pipe | here | ', '|note|  a\\|b |  否 |  string |  pipe \\| here | ')

const docOf = (document: unknown, globals?: unknown) => {
  const doc = readApiDoc(JSON.stringify(document), globals)
  if (!doc) throw new Error('no API document')
  return doc
}

test.each(recorded.cases)('recorded, as the page shows it: $name', ({ document, viewer_markdown }) => {
  expect(apiDocPage(docOf(document))).toBe(withBarsEscaped(viewer_markdown))
})

test.each(recorded.cases)('recorded, as files have it: $name', ({ document, server_markdown }) => {
  expect(apiDocExport(docOf(document))).toBe(withBarsEscaped(server_markdown))
})

test('all that a WebSocket has can be searched; a message that is switched off is not there', () => {
  const document = recorded.cases.find(({ name }) => name === 'websocket')?.document
  const shown = apiDocWords(docOf(document))
  for (const text of ['bed number', '消息模板：subscribe', '{"op":"sub"}', '|X-Key|', '- `v2`', 'keep open'])
    expect(shown).toContain(text)
  const off = { ...document, messaging: { templates: [{ name: 'old', payload: 'secret word', enabled: false }] } }
  expect(apiDocWords(docOf(off))).not.toContain('secret word')
})

test('further examples of an answer follow the failure, each with its fields; what is no example is none', () => {
  const response = {
    responseExample: '{}',
    examples: [
      { name: 'not\nfound', data: '{"code":404}', param: [{ name: 'code', type: 'int' }] },
      null,
      5,
      { data: 'x' },
    ],
  }
  const doc = docOf({ info: { url: '/x' }, response })
  expect(apiDocExport(doc)).toContain(
    ' \n##### 返回示例：not found  \n```\n{\n    "code": 404\n}\n\n``` \n' +
      ' \n##### 返回示例：not found的参数说明 \n\n|参数名|类型|说明|\n|:-----  |:-----|-----|\n|code| int |  无 | \n' +
      ' \n##### 返回示例  \n```\nx\n\n``` \n',
  )
  expect(apiDocPage(doc)).toContain('##### 返回示例：not found\n```\n{"code":404}\n')
  expect(docOf({ info: { url: '/x' }, response: { examples: { a: 1 } } }).answers).toHaveLength(2)
})

const withGlobals = recorded.cases.flatMap(({ name, document, viewer_markdown_with_global_parameters: markdown }) =>
  typeof markdown === 'string' ? [{ name, document, markdown }] : [],
)

test.each(withGlobals)('recorded, with parameters of the item: $name', ({ document, markdown }) => {
  expect(apiDocPage(docOf(document, recorded.global_parameters))).toBe(withBarsEscaped(markdown))
})

test('a body mode that the client does not know shows the parameters of the item, where the recorded viewer fails', () => {
  expect(recorded.cases.length - withGlobals.length).toBe(1)
  const raw = recorded.cases.find((one) => one.name === 'unknown body mode')
  const shown = apiDocPage(docOf(raw?.document, recorded.global_parameters))
  expect(shown).toContain('|X-Client|sample|是|string|client name|')
  expect(shown).toContain('|trace|1|否|string|无|')
})

test.each(recorded.cases)('recorded, what menus show: $name', ({ document, ext_info_after_web_save }) => {
  expect(JSON.parse(apiDocExtInfo(JSON.stringify(document)) ?? '')).toEqual(ext_info_after_web_save)
})

test.each(['', '# Text', '{"info":{}}', '{"info":{"url":""}}', '[{"info":{"url":"/x"}}]', '{"info":', '{"info":[]}'])(
  'no API document: %s',
  (content) => {
    expect(readApiDoc(content)).toBeUndefined()
    expect(apiDocExtInfo(content)).toBeUndefined()
  },
)

test('parts that PHP made lists of, or that are missing, are empty', () => {
  const shown = apiDocPage(docOf({ info: { url: '/x', method: 'get' }, request: [], response: [], extend: [] }))
  expect(shown).toContain('`/x`')
  expect(docOf({ info: { url: '/x' }, request: { query: [null, 5, 'q', { name: 7 }] } }).query).toHaveLength(1)
})

test('rows after an empty or switched off one are shown', () => {
  const query = [{ name: '' }, { name: 'off', disable: '1' }, { name: 'on', type: 'int', value: 1 }]
  expect(apiDocPage(docOf({ info: { url: '/x' }, request: { query } }))).toContain('|on|1|否|int|无|\n')
})

test('an example that holds a fence stays in its own', () => {
  const shown = apiDocExport(docOf({ info: { url: '/x' }, response: { responseExample: 'a\n```\nb' } }))
  expect(shown).toContain('````\na\n```\nb\n\n```` \n')
})
