import { expect, test } from 'vitest'
import { builtInEn } from '#web/features/editor/templates/built-in/built-in-en.ts'
import { builtInZh } from '#web/features/editor/templates/built-in/built-in-zh.ts'
import { eventReader } from '#web/features/editor/tools/ai/events.ts'
import { buildPrompt, stripFence } from '#web/features/editor/tools/ai/prompts.ts'
import { fetchStreaming } from '#web/features/editor/tools/ai/streaming-fetch.ts'
import { linkMarkdown } from '#web/features/editor/tools/link/link-markdown.ts'
import { listLinkTargets } from '#web/features/editor/tools/link/link-targets.ts'
import { tableStart } from '#web/features/editor/tools/markdown-table.ts'
import { exampleTemplate } from '#web/features/editor/tools/mock/example-template.ts'
import { isPattern, mockQuery, samplePath } from '#web/features/editor/tools/mock/mock-address.ts'

test('the mock example has people with names of the language', () => {
  expect(exampleTemplate('en')).toContain('"@name"')
  expect(exampleTemplate('en')).not.toContain('@c')
  expect(exampleTemplate('zh')).toContain('"@cname"')
})

test('built-in English templates use the terms of API references', () => {
  const text = builtInEn.map(({ content }) => content).join('\n')
  expect(text).not.toMatch(/Explain|Remark|Return |Parameter name|Deed/)
  expect(text).toContain('| Name | Required | Type | Description |')
})

test('reads AI events in chunks of any size', () => {
  const read = eventReader()
  const all =
    'data: {"choices":[{"delta":{"content":"Hel"}}]}\r\n\r\n: still here\n\ndata: {"choices":[{"delta":{"content":"lo"}}]}\n\ndata: [DONE]\n\n'
  const events = [...all].flatMap((sign) => read(sign))
  expect(events).toEqual([{ kind: 'piece', text: 'Hel' }, { kind: 'piece', text: 'lo' }, { kind: 'end' }])
  expect(read('data: {"error_code":10101,"error_name":"aiTooSlow","error_message":"late"}\n\n')).toEqual([
    { kind: 'refusal', refusal: { error_code: 10101, error_name: 'aiTooSlow', error_message: 'late' } },
  ])
})

test('an event stream ends like a plain response, or as an error', async () => {
  const served = (text: string, type = 'text/event-stream') => {
    globalThis.fetch = async () => new Response(text, { headers: { 'content-type': type } })
  }
  const former = globalThis.fetch
  const seen: string[] = []
  const send = fetchStreaming((text) => seen.push(text))
  try {
    served(
      'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"choices":[{"delta":{"content":"b"}}]}\n\ndata: [DONE]\n\n',
    )
    expect(await (await send('/x')).json()).toMatchObject({ data: { choices: [{ message: { content: 'ab' } }] } })
    expect(seen).toEqual(['a', 'ab'])
    served('data: {"error_code":10101,"error_message":"no"}\n\n')
    expect(await (await send('/x')).json()).toMatchObject({ error_code: 10101, error_message: 'no' })
    served('data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
    await expect(send('/x')).rejects.toThrow('ended')
    served('{"error_code":0}', 'application/json')
    expect(await (await send('/x')).json()).toEqual({ error_code: 0 })
  } finally {
    globalThis.fetch = former
  }
})

test('the AI prompt contains the task and as much of the text as fits', () => {
  const request = {
    action: 'continue',
    instruction: '',
    title: 'T',
    text: `${'a'.repeat(60_000)}end`,
    lang: 'en',
  } as const
  const prompt = buildPrompt(request)
  expect(prompt).toHaveLength(50_000)
  expect(prompt.endsWith('end')).toBe(true)
  expect(buildPrompt({ ...request, action: 'improve' }).endsWith('a')).toBe(true)
  expect(buildPrompt({ ...request, action: 'free', instruction: '写标题', text: '', lang: 'zh' })).toMatch(
    /^写标题\n\n.*\n\n页面标题：T$/s,
  )
})

test('removes a code fence around the whole response but not one inside', () => {
  expect(stripFence('```markdown\n# A\n\ntext\n```')).toBe('# A\n\ntext')
  expect(stripFence('```js\nlet a\n```')).toBe('```js\nlet a\n```')
  expect(stripFence('```md\na\n```\nb\n```')).toBe('```md\na\n```\nb\n```')
})

test('builds the address of a mock, and a path to try it', () => {
  expect(mockQuery(7, '/a b/{id}?x=1')).toBe('/mock-path/7?path=/a%20b/%7Bid%7D%3Fx%3D1')
  expect(samplePath('users/{id}/*')).toBe('/users/1/1')
  expect(samplePath('~^/v1')).toBe('')
  expect([isPattern('/users'), isPattern('/users/*'), isPattern('~x'), isPattern('')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('escapes a page title in a link', () => {
  expect(linkMarkdown('A [b] *c*', '/1/2')).toBe('[A \\[b\\] \\*c\\*](/1/2)')
  expect(linkMarkdown(' ', '/1/2')).toBe('[/1/2](/1/2)')
})

test('lists the pages of an item in tree order, with their paths', () => {
  const page = (page_id: string, page_title: string) => ({ page_id, page_title }) as never
  const catalog = { cat_id: '1', cat_name: 'A', pages: [page('2', 'two')], catalogs: [] } as never
  expect(listLinkTargets({ pages: [page('1', 'one')], catalogs: [catalog] }, '9')).toEqual([
    { page_id: '1', item_id: '9', page_title: 'one', location: '' },
    { page_id: '2', item_id: '9', page_title: 'two', location: 'A' },
  ])
})

test('draws only the start of a long table', () => {
  const table = `| a |\n| --- |\n${'| 1 |\n'.repeat(500)}`.trim()
  expect(tableStart(table, 10)).toMatchObject({ rows: 500 })
  expect(tableStart(table, 10).markdown.split('\n')).toHaveLength(12)
})

test('built-in templates are the same in both languages', () => {
  const shape = (text: string) => [
    text.split('\n').filter((line) => line.startsWith('|')).length,
    text.split('```').length,
  ]
  expect(builtInZh.map(({ id }) => id)).toEqual(builtInEn.map(({ id }) => id))
  expect(builtInZh.map(({ content }) => shape(content))).toEqual(builtInEn.map(({ content }) => shape(content)))
})
