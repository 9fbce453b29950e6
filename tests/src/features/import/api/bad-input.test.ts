import { expect, test } from 'vitest'
import { parseApiDoc, readApiDoc } from '#shared/api-doc/api-doc.ts'
import { toMarkdown } from '#shared/api-doc/page-markdown.ts'
import { readModel } from '#shared/api-doc/reading/read-operation.ts'
import { referenceLabels } from '#shared/api-doc/reference.ts'
import { ImportError } from '#src/features/import/import-error.ts'
import { readImport } from '#src/features/import/plan.ts'
import { frameOf, imported, pagesOf, written } from '../../export/openapi/written.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const described = (schema: unknown, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: { summary: 'List', responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } },
    },
  },
  ...more,
})
const pageOf = (value: unknown, title: string) => pagesOf(imported(value)).find((page) => page.title === title)

function rejectionOf(text: string, name: string): Pick<ImportError, 'reason' | 'detail' | 'values'> {
  try {
    readImport({ name, bytes: Buffer.from(text) })
  } catch (error) {
    if (error instanceof ImportError) return { reason: error.reason, detail: error.detail, values: error.values }
    throw error
  }
  return expect.fail('was imported')
}

test('models that lead to each other, and to themselves, come in, can be read, and go out as they are', () => {
  const schemas = {
    A: { type: 'object', properties: { b: ref('B'), self: ref('A') } },
    B: { type: 'object', properties: { a: ref('A') } },
    Loop: ref('Loop'),
  }
  const value = described({ type: 'array', items: ref('A') }, { components: { schemas } })
  const plan = imported(value)
  const doc = readApiDoc(pageOf(value, 'List')?.text ?? '')
  expect(doc?.responses[0].fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['[].b', '[].b.a', '[].self']),
  )
  expect(written(frameOf(plan), pagesOf(plan)).value).toEqual(value)
})

test('a hundred levels of models are cut in the rows with a note, and whole for readers and exports', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `L${at}`,
      { type: 'object', properties: { [`level${at}`]: at < 99 ? ref(`L${at + 1}`) : { type: 'string' } } },
    ]),
  )
  const value = described(ref('L0'), { components: { schemas } })
  const plan = imported(value)
  expect(written(frameOf(plan), pagesOf(plan)).value).toEqual(value)
  let field = readModel(value, 'L0')
  let depth = 0
  while (field?.hasContent) {
    field = field.open().fields[0]
    depth += 1
  }
  expect(depth).toBe(100)
})

test('a hundred levels in one another are more than a file may have: it is rejected by name', () => {
  let schema: unknown = { type: 'string' }
  for (let at = 0; at < 100; at += 1) schema = { type: 'object', properties: { a: schema } }
  expect(rejectionOf(JSON.stringify(described(schema)), 'deep.json')).toMatchObject({
    reason: 'jsonTooDeep',
    detail: 'deep.json',
  })
})

test('broken YAML and JSON are rejected with line and column', () => {
  const yaml = 'openapi: 3.1.0\ninfo:\n  title: Shop\n  version: "1\npaths: {}\n'
  expect(rejectionOf(yaml, 'shop.yaml')).toMatchObject({ reason: 'badYaml', values: { line: expect.any(Number) } })
  const tab = rejectionOf('openapi: 3.1.0\ninfo:\n\ttitle: Shop\n', 'shop.yaml')
  expect(tab).toMatchObject({ reason: 'yamlTab', values: { line: 3, column: 1 } })
  const twice = rejectionOf('openapi: 3.1.0\ninfo: {title: a, version: b}\ninfo: {}\n', 'shop.yaml')
  expect(twice).toMatchObject({ reason: 'yamlDuplicateKey', values: { line: 3, key: 'info' } })
  expect(rejectionOf('{"openapi":"3.1.0",\n "info": {,}}', 'shop.json')).toMatchObject({
    reason: 'badJson',
    values: { line: 2 },
  })
})

test('scripts in descriptions and examples stay text, and go out as they came', () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const value = described(
    {
      type: 'object',
      description: script,
      properties: { a: { type: 'string', description: script, examples: [script] } },
    },
    { info: { title: script, version: '1', description: script } },
  )
  const plan = imported(value)
  expect(written(frameOf(plan), pagesOf(plan)).value).toEqual(value)
  const doc = readApiDoc(pageOf(value, 'List')?.text ?? '')
  expect(doc && JSON.stringify(doc.responses)).toContain('alert(1)')
  // an example is code; what else is Markdown goes through the sanitizer of every text
  const [, code = ''] = /```json\n([^]*?)```/.exec(toMarkdown(doc ?? parseApiDoc({}), {}, referenceLabels.en)) ?? []
  expect(JSON.parse(code)).toEqual({ a: script })
})

test('two operations of one name are two pages, and both go out', () => {
  const value = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/a': { get: { operationId: 'same', summary: 'Same', responses: { 200: { description: 'a' } } } },
      '/b': { get: { operationId: 'same', summary: 'Same', responses: { 200: { description: 'b' } } } },
    },
  }
  const plan = imported(value)
  const titles = pagesOf(plan).map(({ title }) => title)
  expect(titles.filter((title) => title.startsWith('Same'))).toHaveLength(2)
  expect(new Set(titles).size).toBe(titles.length)
  expect(written(frameOf(plan), pagesOf(plan)).value['paths']).toMatchObject({
    '/a': { get: { summary: 'Same', responses: { 200: { description: 'a' } } } },
    '/b': { get: { summary: 'Same', responses: { 200: { description: 'b' } } } },
  })
})
