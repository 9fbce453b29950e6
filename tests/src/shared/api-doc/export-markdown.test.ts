import { describe, expect, test } from 'vitest'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocExport, apiDocMarkdown, apiDocText } from '#shared/api-doc/export-markdown.ts'
import recorded from '#tests/fixtures/showdoc/api-doc-to-markdown.json' with { type: 'json' }

/**
 * Where our Markdown intentionally differs from the recorded one. A bar inside a cell is escaped: unescaped it ends the
 * cell, and the text after it is not shown at all.
 */
const withBarsEscaped = (markdown: string): string =>
  markdown
    .replace('|note|a|b|否|string|pipe | here|', '|note|a\\|b|否|string|pipe \\| here|')
    .replace('|note|  a|b |  否 |  string |  pipe | here | ', '|note|  a\\|b |  否 |  string |  pipe \\| here | ')

const docOf = (document: unknown) => {
  const doc = readApiDoc(JSON.stringify(document))
  if (!doc) throw new Error('no API document')
  return doc
}

/**
 * The non-empty lines of a text, trimmed; lines of a recorded page about an empty description or remark are dropped, as
 * in ours.
 */
const linesOf = (markdown: string): string[] => {
  const lines = markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.filter(
    (line, at) =>
      !(line === '##### 简要描述' && lines[at + 1] === '- 无') &&
      !(line === '- 无' && lines[at - 1] === '##### 简要描述') &&
      !(line === '##### 备注' && at === lines.length - 1),
  )
}

const http = recorded.cases.filter(({ name }) => name !== 'websocket' && name !== 'sse')

test.each(http)('matches the recorded page: $name', ({ document, viewer_markdown }) => {
  expect(linesOf(apiDocMarkdown(docOf(document), 'zh'))).toEqual(linesOf(withBarsEscaped(viewer_markdown)))
})

test.each(recorded.cases)('matches the recorded file: $name', ({ document, server_markdown }) => {
  expect(apiDocExport(docOf(document), 'zh')).toBe(withBarsEscaped(server_markdown))
})

const socket = recorded.cases.find(({ name }) => name === 'websocket')?.document

test('includes all parts of a WebSocket, except disabled messages', () => {
  const shown = apiDocMarkdown(docOf(socket), 'zh')
  for (const text of [
    'bed number',
    '消息模板：subscribe',
    '{"op":"sub"}',
    '|X-Key|',
    '- `v2`',
    'keep open',
    'WebSocket',
  ])
    expect(shown).toContain(text)
  const off = { ...socket, messaging: { templates: [{ name: 'old', payload: 'secret word', enabled: false }] } }
  expect(apiDocMarkdown(docOf(off), 'zh')).not.toContain('secret word')
  expect(apiDocText(docOf(off))).not.toContain('secret word')
})

const han = /\p{Script=Han}/u

test.each(recorded.cases)('contains no Chinese in English except the author’s: $name', ({ document }) => {
  // the recorded documents are written in English
  expect(JSON.stringify(document)).not.toMatch(han)
  expect(apiDocMarkdown(docOf(document), 'en', recorded.global_parameters)).not.toMatch(han)
  expect(apiDocExport(docOf(document), 'en')).not.toMatch(han)
})

test("shows a status in the reader's language", () => {
  const doc = docOf({ info: { url: '/x', apiStatus: '5' } })
  expect(apiDocMarkdown(doc, 'en')).toContain('##### Status\n  - Deprecated\n')
  expect(apiDocMarkdown(doc, 'zh')).toContain('##### 接口状态\n  - 已废弃\n')
})

test('omits empty descriptions, remarks and examples', () => {
  const shown = apiDocMarkdown(docOf({ info: { url: '/x', method: 'get', description: ' ', remark: '\n' } }), 'en')
  expect(shown).toBe('\n##### Request URL\n\n  - `/x`\n\n##### Method\n  - get\n')
})

describe('the searchable text of an API document', () => {
  test.each(recorded.cases)("contains only the author's words: $name", ({ document }) => {
    const text = apiDocText(docOf(document))
    expect(text).not.toMatch(han)
    expect(text).not.toMatch(/^#####|Required|Request URL/m)
    for (const word of [document.info.url.split('?', 1)[0] ?? '', document.info.description ?? ''])
      expect(text).toContain(word)
  })

  test('includes every field', () => {
    const row = (name: string) => [{ name, type: `${name}-type`, value: `${name}-value`, remark: `${name}-remark` }]
    const text = apiDocText(
      docOf({
        info: { url: '/a', method: 'post', description: 'about', remark: 'noted' },
        request: {
          pathVariable: row('path'),
          headers: row('header'),
          query: row('query'),
          cookies: row('cookie'),
          params: { mode: 'json', json: '{"body":1}', jsonDesc: row('field') },
        },
        response: {
          responseExample: '{"good":1}',
          responseExampleStatus: '201',
          responseExampleRemark: 'made',
          responseParamsDesc: row('success'),
          responseFailExample: '{"bad":1}',
          responseFailParamsDesc: row('failure'),
          examples: [{ status: '409', name: 'taken', remark: 'clash', data: '{"other":1}', param: row('other') }],
          remark: 'on answers',
        },
      }),
    )
    for (const place of ['path', 'header', 'query', 'cookie', 'field', 'success', 'failure', 'other'])
      expect(text).toContain(`${place} · ${place}-type · ${place}-value · ${place}-remark`)
    for (const word of ['POST /a', 'about', 'noted', '```\n{"body":1}\n```', '{"good":1}', '201', 'made', '{"bad":1}'])
      expect(text).toContain(word)
    for (const word of ['409 taken', 'clash', '{"other":1}', 'on answers']) expect(text).toContain(word)
  })
})

test('shows the status of each response, also of one without a body', () => {
  const doc = docOf({
    info: { url: '/x' },
    response: {
      responseExample: '{}',
      responseExampleStatus: '200',
      responseExampleRemark: 'all of them',
      examples: [{ status: '204', remark: 'nothing left' }],
    },
  })
  const shown = apiDocMarkdown(doc, 'en')
  expect(shown).toContain('##### Success example: 200\n\nall of them\n\n```\n{}\n```\n')
  expect(shown).toContain('##### Response example: 204\n\nnothing left\n')
})

test('shows a text body of any type', () => {
  const doc = docOf({ info: { url: '/x', method: 'post' }, request: { params: { mode: 'raw', json: '<a/>' } } })
  expect(apiDocMarkdown(doc, 'zh')).toContain('##### 请求参数示例\n```\n<a/>\n```\n')
  expect(apiDocText(doc)).toContain('<a/>')
})

test('lists further response examples after the failure, each with its fields, and skips invalid ones', () => {
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
  expect(apiDocExport(doc, 'zh')).toContain(
    ' \n##### 返回示例：not found  \n```\n{\n    "code": 404\n}\n\n``` \n' +
      ' \n##### 返回示例：not found的参数说明 \n\n|参数名|类型|说明|\n|:-----  |:-----|-----|\n|code| int |  无 | \n' +
      ' \n##### 返回示例  \n```\nx\n\n``` \n',
  )
  expect(apiDocMarkdown(doc, 'zh')).toContain('##### 返回示例：not found\n```\n{"code":404}\n')
})

const withGlobals = recorded.cases.flatMap(({ name, document, viewer_markdown_with_global_parameters: markdown }) =>
  typeof markdown === 'string' ? [{ name, document, markdown }] : [],
)

test.each(withGlobals.filter(({ name }) => http.some((one) => one.name === name)))(
  'matches the recorded page with parameters of the item: $name',
  ({ document, markdown }) => {
    expect(linesOf(apiDocMarkdown(docOf(document), 'zh', recorded.global_parameters))).toEqual(
      linesOf(withBarsEscaped(markdown)),
    )
  },
)

test("shows the item's parameters for an unknown body mode, where the recorded viewer fails", () => {
  expect(recorded.cases.length - withGlobals.length).toBe(1)
  const raw = recorded.cases.find((one) => one.name === 'unknown body mode')
  const shown = apiDocMarkdown(docOf(raw?.document), 'zh', recorded.global_parameters)
  expect(shown).toContain('|X-Client|sample|是|string|client name|')
  expect(shown).toContain('|trace|1|否|string|无|')
})

test('treats missing parts and those PHP turned into lists as empty', () => {
  const shown = apiDocMarkdown(
    docOf({ info: { url: '/x', method: 'get' }, request: [], response: [], extend: [] }),
    'zh',
  )
  expect(shown).toContain('`/x`')
})

test('shows rows after an empty or disabled one', () => {
  const query = [{ name: '' }, { name: 'off', disable: '1' }, { name: 'on', type: 'int', value: 1 }]
  expect(apiDocMarkdown(docOf({ info: { url: '/x' }, request: { query } }), 'zh')).toContain('|on|1|否|int|无|\n')
})

test('keeps an example that contains a fence in its own fence', () => {
  const shown = apiDocExport(docOf({ info: { url: '/x' }, response: { responseExample: 'a\n```\nb' } }), 'zh')
  expect(shown).toContain('````\na\n```\nb\n\n```` \n')
})
