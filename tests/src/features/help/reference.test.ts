import { expect, test } from 'vitest'
import { z } from 'zod'
import { about, download, type Endpoint, endpoint, upload } from '#shared/contract/endpoint.ts'
import { errorCodes } from '#shared/contract/errors.ts'
import { described, EmptyList, Id } from '#shared/contract/fields.ts'
import { contract } from '#shared/contract/index.ts'
import { inputShape, listFields, outputShape } from '#shared/contract/list-fields.ts'
import { texts } from '#shared/contract/shared-fields.ts'
import { renderDocument } from '#shared/markdown/blocks.ts'
import { hashToId } from '#shared/markdown/slug.ts'
import { curlExample } from '#src/features/help/curl-example.ts'
import { getPrimaryNames, listControllers } from '#src/features/help/endpoints.ts'
import { apiReference } from '#src/features/help/reference.ts'

const controllers = listControllers(contract)
const calls = [...getPrimaryNames(controllers)].map(([one, name]) => ({ name, endpoint: one }))
const inputs = calls.flatMap(({ name, endpoint: { input } }) =>
  listFields(inputShape(input)).map((field) => ({ name, field })),
)
const answers = calls
  .filter(({ endpoint: { responseType: kind } }) => kind !== 'file' && kind !== 'text')
  .flatMap(({ name, endpoint: { output } }) => listFields(outputShape(output)).map((field) => ({ name, field })))

const isWhole = (words: readonly [string, string] | undefined) =>
  words !== undefined && words[0].trim() !== '' && /[\p{Script=Han}A-Z]/u.test(words[1])

test.each([
  ['input', inputs],
  ['response', answers],
])('describes every %s field in both languages', (_, fields) => {
  const bare = fields.filter(({ field }) => !isWhole(field.shape.text))
  expect(bare.map(({ name, field }) => `${name} ${field.path}`)).toEqual([])
})

test('uses every shared description', () => {
  const used = new Set([...inputs, ...answers].map(({ field }) => field.shape.text?.[0]))
  expect(Object.entries(texts).filter(([, [english]]) => !used.has(english))).toEqual([])
})

const sample = {
  page: {
    ...about({ title: ['Pages', '页面'], text: ['About pages.', '关于页面。'] }),
    info: endpoint({
      summary: ['A page', '页面'],
      access: { page: 'view', by: 'page_id' },
      input: z.object({ page_id: described(Id, ['Page', '页面']) }),
      output: z.object({ page_id: z.number() }),
      errors: ['pageLocked'],
    }),
  },
}

test('renders an endpoint with all its documentation, in English and in Chinese', () => {
  const english = apiReference(sample, 'en')
  expect(english).toContain('## Pages\n\nAbout pages.\n\n### page/info')
  expect(english).toContain(
    '### page/info\n\nA page.\n\n**POST** `/api/page/info` · for anyone who can view the project of',
  )
  expect(english).toContain('| `page_id` | yes | id | Page |')
  expect(english).toContain(
    'Returns an object:\n\n| Field | Type | Description |\n|---|---|---|\n| `page_id` | number |',
  )
  expect(english).toMatch(/\| `pageLocked` \| 10101 \| .*\{name\}.* \|/)
  expect(english).toContain('-d page_id=100000345')
  const chinese = apiReference(sample, 'zh')
  expect(chinese).toContain('页面。\n\n**POST** `/api/page/info` · 调用者：有权查看页面 `page_id` 所在项目的人')
  expect(chinese).toContain('| `page_id` | 是 | ID | 页面 |')
})

test.each(['en', 'zh'] as const)(
  'the reference in %s lists every endpoint and every error once in its outline',
  (lang) => {
    const { outline } = renderDocument(apiReference(contract, lang))
    const headings = outline.filter(({ level }) => level === 3).map(({ text }) => text)
    for (const { name } of controllers.flatMap((one) => one.calls))
      expect(headings.filter((one) => one === name)).toEqual([name])
    expect(outline.filter(({ level }) => level === 2)).toHaveLength(controllers.length + 2)
  },
)

test.each(['en', 'zh'] as const)('every link inside the reference in %s has a target', (lang) => {
  const markdown = apiReference(contract, lang)
  const ids = new Set(renderDocument(markdown).outline.map(({ id }) => id))
  const links = [...markdown.matchAll(/\]\((#[^)]+)\)/g)].map(([, hash = '']) => hash)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((hash) => !ids.has(hashToId(hash) ?? ''))).toEqual([])
})

test('the Chinese reference has no English sentence, and the English one no Chinese', () => {
  const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
  expect(withoutCode(apiReference(contract, 'en')).match(/.*\p{Script=Han}.*/u)?.[0]).toBeUndefined()
  expect(withoutCode(apiReference(contract, 'zh')).match(/\b(the|is|are|of) \w+/)?.[0]).toBeUndefined()
})

test('lists every error', () => {
  const all = apiReference(contract, 'en').split('## All errors')[1] ?? ''
  for (const [name, code] of Object.entries(errorCodes)) expect(all).toContain(`| \`${name}\` | ${code} |`)
})

const example = (name: string, one: Endpoint) => curlExample(name, one, inputShape(one.input))

test('shows examples: a file link, an upload, an endpoint without fields, an API key', () => {
  const words = ['x', 'x'] as const
  const file = download({ summary: words, access: 'user', input: z.object({ item_id: Id }) })
  expect(example('export/word', file)).toMatch(/-G -o answer[\s\S]*Bearer TOKEN'[\s\S]*-d item_id=600000012$/)
  const sent = upload({
    summary: words,
    access: 'user',
    file: 'file',
    input: z.object({ item_id: Id }),
    output: EmptyList,
  })
  expect(example('page/upload', sent)).toMatch(/-F file=@file[\s\S]*-F item_id=600000012$/)
  const bare = endpoint({ summary: words, access: 'anyone', input: z.object({}), output: EmptyList })
  expect(example('user/logout', bare)).toBe('curl https://docs.example.com/api/user/logout \\\n  -X POST')
  expect(example('open/updatePage', contract.open.updatePage)).toMatch(/-d api_key=API_KEY[\s\S]*'page_title=Create/)
})
