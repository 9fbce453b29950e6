import { expect, test } from 'vitest'
import type { ModelSource, ReadingSource } from '#shared/api-doc/reading/source.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { addPage } from '#tests/support/content.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (name: string) => ({
  200: { description: 'ok', content: { 'application/json': { schema: ref(name) } } },
})
const description = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/pets': {
      get: {
        summary: 'List pets',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', nullable: true } }],
        responses: answer('Pet'),
      },
    },
    '/secret': { get: { summary: 'Secret', responses: answer('Salary') } },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, other: { type: 'http', scheme: 'basic' } },
    schemas: {
      Pet: { type: 'object', properties: { owner: ref('Owner'), name: { type: 'string' } } },
      Owner: { type: 'object', properties: { pets: { type: 'array', items: ref('Pet') } } },
      Salary: { type: 'object', properties: { amount: { type: 'number' } } },
    },
  },
}

/** An item with the description. */
async function shop() {
  const app: TestApp = await createTestApp()
  const owner = app.as('owner')
  const made = await owner.import.auto({ file: new File([JSON.stringify(description)], 'shop.json') })
  const item_id = Number(made.item_id)
  const { menu } = await owner.item.info({ item_id })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  const page_id = String(pages.find((page) => page.page_title === 'List pets')?.page_id)
  const read = async () => JSON.parse((await owner.apiReference.page({ page_id })).description) as ReadingSource
  return { app, owner, item_id, page_id, read }
}

test('a page has its operation as OpenAPI 3.1, and only the components that it leads to', async () => {
  const { read } = await shop()
  const { operation, root, path, method, notes } = await read()
  expect({ path, method, notes }).toEqual({ path: '/pets', method: 'get', notes: '' })
  expect(operation['parameters']).toEqual([{ name: 'limit', in: 'query', schema: { type: ['integer', 'null'] } }])
  const components = root['components'] as Record<string, object>
  expect(Object.keys(components['schemas'] ?? {}).toSorted()).toEqual(['Owner', 'Pet'])
  expect(Object.keys(components['securitySchemes'] ?? {})).toEqual(['token'])
})

test('a page has the parts of other paths that it leads to, and no others', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const intoPath = (path: string) => ({
    200: {
      description: 'ok',
      content: {
        'application/json': {
          schema: { $ref: `#/paths/~1${path}/get/responses/200/content/application~1json/schema` },
        },
      },
    },
  })
  const paths = {
    '/reads': { get: { summary: 'Reads pets', responses: intoPath('pets') } },
    '/counts': { get: { summary: 'Counts secrets', responses: intoPath('secret') } },
    '/memo': { summary: 'a path without methods' },
  }
  const text = JSON.stringify({ ...description, paths: { ...description.paths, ...paths } })
  const { item_id } = await owner.import.auto({ file: new File([text], 'shop.json') })
  const { menu } = await owner.item.info({ item_id })
  const pages = [...menu.pages, ...menu.catalogs.flatMap((catalog) => catalog.pages)]
  const page_id = String(pages.find((page) => page.page_title === 'Reads pets')?.page_id)
  const given = (await owner.apiReference.page({ page_id })).description
  const { root } = JSON.parse(given) as ReadingSource
  expect(root['paths']).toEqual({
    '/pets': { get: { responses: { 200: { content: { 'application/json': { schema: ref('Pet') } } } } } },
  })
  const components = root['components'] as Record<string, object>
  expect(Object.keys(components['schemas'] ?? {}).toSorted()).toEqual(['Owner', 'Pet'])
  expect(given).not.toMatch(/secret|Salary|memo/i)
})

test('what people changed on the page holds, and what they noted is apart', async () => {
  const { owner, item_id, page_id, read } = await shop()
  const { page_title, page_content } = await owner.page.info({ page_id })
  const doc = JSON.parse(page_content)
  doc.request.query[0].remark = 'At most 50'
  doc.request.query[0].require = '1'
  doc.info.remark = `${doc.info.remark}\n\nAsk the shop first.`
  await owner.page.save({ item_id, page_id, page_title, page_content: JSON.stringify(doc) })
  const { operation, notes } = await read()
  expect(operation['parameters']).toMatchObject([{ name: 'limit', required: true, description: 'At most 50' }])
  expect(notes).toBe('Ask the shop first.')
})

test('pages without a description have none', async () => {
  const { owner, item_id } = await shop()
  const own = await addPage(owner, item_id, 'Own', JSON.stringify({ info: { url: '/x', method: 'get' } }))
  const text = await addPage(owner, item_id, 'Text', '# Text')
  for (const id of [own, text]) expect(await owner.apiReference.page({ page_id: id })).toEqual({ description: '' })
})

test('a public link shows it to anyone, and nothing without a link', async () => {
  const { app, owner, page_id } = await shop()
  const link = (await owner.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })) as { unique_key: string }
  const { description: shown } = await app.visitor.apiReference.shared({ unique_key: link.unique_key })
  expect(JSON.parse(shown)).toMatchObject({ path: '/pets' })
  expect(shown).not.toContain('Salary')
  await owner.page.createSinglePage({ page_id, isCreateSiglePage: 'false' })
  await expect(app.visitor.apiReference.shared({ unique_key: link.unique_key })).rejects.toMatchObject({
    errorName: 'linkGone',
  })
})

const written = (rows: object[], body = '') =>
  JSON.stringify({
    info: { url: '/adopt', method: 'post' },
    request: { params: { mode: 'json', json: body, jsonDesc: rows } },
    response: {
      responseExampleStatus: '200',
      responseParamsDesc: [{ name: 'pet', type: 'object', schema: ref('Pet') }],
    },
  })

test('a page that people wrote has the models that it names, with what they lead to', async () => {
  const { app, owner, item_id } = await shop()
  const rows = [
    { name: 'pets', type: 'array', schema: { items: ref('Pet') } },
    { name: 'gone', type: 'object', schema: ref('Gone') },
  ]
  const page_id = String(await addPage(owner, item_id, 'Adopt', written(rows)))
  const source = JSON.parse((await owner.apiReference.page({ page_id })).description) as ModelSource
  expect(Object.keys((source.root['components'] as Record<string, object>)['schemas'] ?? {}).toSorted()).toEqual([
    'Owner',
    'Pet',
  ])
  expect(source).toMatchObject({ of: '' })
  expect(source.operation).toBeUndefined()

  // it counts as a use of the model, and the mock answers with it
  const { operations } = await owner.apiReference.model({ item_id: String(item_id), name: 'Pet' })
  expect(operations).toContainEqual({
    page_id: Number(page_id),
    page_title: 'Adopt',
    method: 'post',
    path: '/adopt',
    is_direct: true,
  })
  const { address } = await owner.schemaMock.address({ page_id })
  const response = await fetch(`${app.url}${address}`, { method: 'POST' })
  expect(await response.json()).toMatchObject({ pet: { name: expect.any(String), owner: { pets: expect.any(Array) } } })

  // the models stay private to those who may read the item
  await expect(app.as('stranger').apiReference.page({ page_id })).rejects.toThrow()
})

test('of models with one name, a page that people wrote has that of the first description', async () => {
  const { owner, item_id } = await shop()
  const second = {
    openapi: '3.1.0',
    info: { title: 'Zoo', version: '1' },
    paths: { '/animals': { get: { summary: 'Animals', responses: answer('Animal') } } },
    components: {
      schemas: {
        Animal: { type: 'object', properties: { keeper: ref('Owner') } },
        Owner: { type: 'object', properties: { zoo: { type: 'string' } } },
      },
    },
  }
  await owner.import.auto({ item_id, file: new File([JSON.stringify(second)], 'zoo.json') })
  const rows = [
    { name: 'owner', type: 'object', schema: ref('Owner') },
    { name: 'animal', type: 'object', schema: ref('Animal') },
  ]
  const page_id = String(await addPage(owner, item_id, 'Both', written(rows)))
  const { root, of } = JSON.parse((await owner.apiReference.page({ page_id })).description) as ModelSource
  const { schemas = {} } = root['components'] as Record<string, Record<string, { properties: Record<string, object> }>>
  expect(Object.keys(schemas['Owner']?.properties ?? {})).toEqual(['pets'])
  const [keeper] = Object.values(schemas['Animal']?.properties ?? {}) as { $ref: string }[]
  const other = keeper?.$ref.split('/').at(-1) ?? ''
  expect(other).not.toBe('Owner')
  expect(Object.keys(schemas[other]?.properties ?? {})).toEqual(['zoo'])
  expect(of).toBe('')
  const { models } = await owner.apiReference.model({ item_id: String(item_id), name: 'Owner', of: 'Zoo' })
  expect(models).toEqual(['Animal'])
})
