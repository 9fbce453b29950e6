import { expect, test } from 'vitest'
import { readOperation } from '#web/features/api-page/openapi.ts'

test('a schema that holds itself many times gives a sample that ends', () => {
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

test('a reference into what every object has leads nowhere', () => {
  const description = JSON.parse(
    '{"openapi":"3.0.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"allOf":[{"example":{"__proto__":{"evil":1}}},{"$ref":"#/__proto__/constructor"}]}}}}}}}}',
  )
  expect(readOperation(description, '')).toMatchObject({ kind: 'operation' })
  expect(({} as Record<string, unknown>)['evil']).toBeUndefined()
})
