import { expect, test } from 'vitest'
import { readOperation } from '#web/features/api-docs/form/openapi.ts'

test('ends the sample of a recursive schema', () => {
  const own = { $ref: '#/components/schemas/Node' }
  const names = Array.from({ length: 40 }, (_, at) => `part${at}`)
  const description = {
    openapi: '3.0.0',
    components: { schemas: { Node: { properties: Object.fromEntries(names.map((name) => [name, own])) } } },
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: own } } } } } },
  }
  const began = performance.now()
  const found = readOperation(description, '')
  expect(found).toMatchObject({ kind: 'operation', request: { mode: 'json' } })
  expect(performance.now() - began).toBeLessThan(5000)
})

test('does not write to the prototype of objects', () => {
  const description = JSON.parse(
    '{"openapi":"3.0.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"allOf":[{"example":{"__proto__":{"evil":1}}},{"$ref":"#/__proto__/constructor"}]}}}}}}}}',
  )
  expect(readOperation(description, '')).toMatchObject({ kind: 'operation' })
  expect(({} as Record<string, unknown>)['evil']).toBeUndefined()
})

test('reads a standalone operation of OpenAPI 3 and of Swagger 2', () => {
  const schema = { type: 'object', properties: { name: { type: 'string', example: 'Ann' } } }
  const body = '{\n  "name": "Ann"\n}'
  const openApi = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
  expect(readOperation(openApi, '')).toMatchObject({ request: { method: 'post', url: '/', mode: 'json', body } })
  const swagger = {
    summary: 'Add',
    parameters: [
      { in: 'body', name: 'body', schema },
      { in: 'header', name: 'X-Trace', type: 'string', required: true, default: 't-1' },
    ],
    responses: { 201: { schema }, 400: { examples: { 'application/json': { code: 1 } } } },
  }
  expect(readOperation(swagger, '')).toMatchObject({
    description: 'Add',
    success: body,
    failure: '{\n  "code": 1\n}',
    request: { mode: 'json', body, headers: [{ name: 'X-Trace', value: 't-1', isRequired: true }] },
  })
  expect(readOperation({ responses: {} }, '')).toBeUndefined()
})

test('reads the fields of a form, and no body where there is none', () => {
  const parameters = [
    { in: 'formData', name: 'photo', type: 'file', description: 'as JPEG' },
    { in: 'query', name: 'dry', type: 'boolean' },
  ]
  const paths = { '/up': { post: { parameters }, get: { description: 'status' } } }
  const description = { swagger: '2.0', host: 'a.test', basePath: '/v1/', paths }
  expect(readOperation(description, 'POST /up')).toMatchObject({
    request: {
      url: 'https://a.test/v1/up',
      mode: 'formdata',
      form: [{ name: 'photo', type: 'file', remark: 'as JPEG' }],
      query: [{ name: 'dry' }],
    },
  })
  expect(readOperation(description, 'GET /up')).toMatchObject({ description: 'status', request: { mode: 'none' } })
})
