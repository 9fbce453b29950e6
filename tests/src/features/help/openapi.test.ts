import { expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { buildOpenApi } from '#src/features/help/openapi.ts'

interface Operation {
  operationId: string
  tags: string[]
}
interface Description {
  tags: { name: string; description: string }[]
  paths: Record<string, { get?: Operation; post?: Operation }>
  components: { schemas: Record<string, { properties?: Record<string, object> }> }
}

const described = buildOpenApi(contract) as Description
const operations = Object.values(described.paths).flatMap(({ get, post }) => [get ?? post])

test('lists every endpoint at its address, with an existing tag and a unique id', () => {
  const names = Object.entries(contract).flatMap(([name, actions]) =>
    Object.keys(actions).map((one) => `/api/${name}/${one}`),
  )
  expect(Object.keys(described.paths)).toEqual(names)
  expect(new Set(operations.map((one) => one?.operationId)).size).toBe(names.length)
  const tags = new Set(described.tags.map(({ name }) => name))
  expect(operations.flatMap((one) => one?.tags ?? []).filter((tag) => !tags.has(tag))).toEqual([])
})

test('every reference points to a schema', () => {
  const used = [...JSON.stringify(described).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !(name in described.components.schemas))).toEqual([])
})

test('describes fields in both languages', () => {
  expect(described.components.schemas['page_delete']?.properties).toMatchObject({
    page_id: { description: 'Page', 'x-description-zh': '页面' },
  })
})
