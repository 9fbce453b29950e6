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
