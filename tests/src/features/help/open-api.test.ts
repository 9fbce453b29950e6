import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildOpenApi } from '#src/features/help/open-api.ts'

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

test('every call stands at its address, under a tag that there is, with an id of its own', () => {
  const names = Object.entries(contract).flatMap(([name, actions]) =>
    Object.keys(actions).map((one) => `/api/${name}/${one}`),
  )
  expect(Object.keys(described.paths)).toEqual(names)
  expect(new Set(operations.map((one) => one?.operationId)).size).toBe(names.length)
  const tags = new Set(described.tags.map(({ name }) => name))
  expect(operations.flatMap((one) => one?.tags ?? []).filter((tag) => !tags.has(tag))).toEqual([])
})

test('every reference leads to a schema', () => {
  const used = [...JSON.stringify(described).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '')
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !(name in described.components.schemas))).toEqual([])
})

test('fields carry their meaning in both languages', () => {
  expect(described.components.schemas['page_delete']?.properties).toMatchObject({
    page_id: { description: 'Page', 'x-description-zh': '页面' },
  })
})
