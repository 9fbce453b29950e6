import { expect, test } from 'vitest'
import { parseApiDoc } from '#shared/api-doc/api-doc.ts'
import { curlSample, referenceLabels, referenceMarkdown, referencePage } from '#shared/api-doc/reference.ts'
import en from '#web/locales/en/api-page.json' with { type: 'json' }
import zh from '#web/locales/zh/api-page.json' with { type: 'json' }

const fields = (...names: string[]) => names.map((name) => ({ name, type: 'string', remark: `about ${name}` }))

const doc = parseApiDoc({
  info: { method: 'post', url: 'https://api.test/orders/{id}', apiStatus: '5', description: 'Creates it.' },
  request: {
    params: {
      mode: 'json',
      json: '{"a":"it\'s"}',
      jsonDesc: fields('user', 'user.name', 'user.name.first', 'list', 'list[].sku', 'alone.x'),
    },
    headers: [{ name: 'X-Key', value: '1' }],
    query: [{ name: 'q', value: 'a b' }],
    auth: { type: 'bearer', bearer: { token: 'secret-token' } },
  },
  response: {
    responseExample: '{"ok":true}',
    responseExampleStatus: '200',
    responseFailExample: '<no>',
    responseFailExampleStatus: '404',
    examples: [{ name: '<b>more</b>', status: '302', data: '{}' }],
  },
})

test('an API page is a reference: method and address first, nested fields under one another, responses by status', () => {
  const text = referenceMarkdown(doc, 'en', { header: [{ name: 'X-All', value: '2' }] })
  expect(text).toMatch(/^\*\*POST\*\* {2}`https:\/\/api\.test\/orders\/\{id\}` · bearer · Deprecated\n\nCreates it\./)
  const names = [...text.matchAll(/^\| *((?:&nbsp;)*)`([^`]+)`/gm)].map(([, deep = '', name]) => [
    deep.length / 24,
    name,
  ])
  expect(names).toEqual([
    [0, 'X-All'],
    [0, 'X-Key'],
    [0, 'q'],
    [0, 'user'],
    [1, 'name'],
    [2, 'first'],
    [0, 'list'],
    [1, 'sku'],
    [0, 'alone.x'],
  ])
  expect(text).toMatch(/## Success · 200[^]*## Error · 404[^]*· 302/)
  expect(text).not.toContain('secret-token')
})

test('a web page of it can fold responses, and has nothing of the page as markup', () => {
  const text = referencePage(doc, 'zh', {})
  expect(text).toContain('<span class="md-method md-method-post">POST</span> <code class="md-address">')
  expect(text).toContain('<span class="md-status md-status-ok">200</span> 成功响应示例</summary>')
  expect(text).toContain('<span class="md-status md-status-bad">404</span>')
  expect(text).toContain('&lt;b&gt;more&lt;/b&gt;</summary>')
  expect(text).toContain('已废弃')
})

test('a sample call has the address, headers and body, quoted for a shell', () => {
  expect(curlSample(doc, { header: [{ name: 'X-All', value: '2' }] })).toBe(
    [
      "curl --request POST 'https://api.test/orders/{id}?q=a%20b'",
      "--header 'X-All: 2'",
      "--header 'X-Key: 1'",
      "--header 'Content-Type: application/json'",
      "--data '{\"a\":\"it'\\''s\"}'",
    ].join(' \\\n  '),
  )
  const form = parseApiDoc({
    info: { method: 'put', url: '/x' },
    request: {
      params: {
        mode: 'formdata',
        formdata: [
          { name: 'f', type: 'file', value: '' },
          { name: 'n', value: '1' },
        ],
      },
      cookies: [{ name: 'c', value: '2' }],
    },
  })
  expect(curlSample(form, {})).toBe(
    "curl --request PUT '/x' \\\n  --cookie 'c=2' \\\n  --form 'f=@file' \\\n  --form 'n=1'",
  )
  expect(curlSample(parseApiDoc({ info: { url: '' } }), {})).toBe('')
})

test('labels are those of the reader', () => {
  for (const [own, reader] of [
    [referenceLabels.en, en],
    [referenceLabels.zh, zh],
  ] as const) {
    const { sample: _, ...labels } = own
    expect(reader.reading).toMatchObject(labels)
  }
})
