import { beforeAll, expect, test } from 'vitest'
import { readModel } from '#shared/api-doc/reading/read-operation.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { addPage } from '#tests/support/content.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (name: string) => ({
  200: { description: 'ok', content: { 'application/json': { schema: ref(name) } } },
})
const descriptionOf = (title: string, schemas: object = {}) => ({
  openapi: '3.0.3',
  info: { title, version: '1' },
  paths: {
    '/pets': {
      get: { tags: ['Pets'], summary: 'List pets', responses: { 200: { $ref: '#/components/responses/Pets' } } },
    },
    '/owners': { get: { tags: ['Owners'], summary: 'List owners', responses: answer('Owner') } },
    '/secret': { get: { tags: ['Secret'], summary: 'Secret', responses: answer('Salary') } },
  },
  components: {
    responses: { Pets: { description: 'ok', content: { 'application/json': { schema: ref('Pet') } } } },
    schemas: {
      Pet: { type: 'object', description: 'A pet.\nMore.', properties: { owner: ref('Owner'), 'a/b': ref('a~1b') } },
      Owner: { type: 'object', properties: { pets: { type: 'array', items: ref('Pet') } } },
      Salary: { type: 'object', properties: { amount: { type: 'number' } } },
      'a/b': { type: 'string', nullable: true },
      Spare: { oneOf: [ref('Pet'), ref('Salary')], discriminator: { propertyName: 'kind', mapping: { s: 'Salary' } } },
      ...schemas,
    },
  },
})

let app: TestApp
let item_id: number

const owner = () => app.as('owner')
const importInto = async (id: number, description: object): Promise<number> =>
  Number(
    (await owner().import.auto({ item_id: id, file: new File([JSON.stringify(description)], 'shop.json') })).item_id,
  )
const model = (name: string, of = '') => owner().apiReference.model({ item_id, name, of })

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  item_id = await importInto(0, descriptionOf('Shop'))
})

test('lists the models of an item with how many operations lead to them', async () => {
  const { total, list } = await owner().apiReference.models({ item_id })
  expect(total).toBe(5)
  expect(list.map(({ name, operations }) => [name, operations])).toEqual([
    ['a/b', 2],
    ['Owner', 2],
    ['Pet', 2],
    ['Salary', 1],
    ['Spare', 0],
  ])
  expect(list.find(({ name }) => name === 'Pet')).toMatchObject({ of: 'Shop', text: 'A pet.' })
  expect(await owner().apiReference.models({ item_id, only_count: true })).toEqual({ total: 5, list: [] })
})

test('a model has its schema with what it leads to, and says where it is used', async () => {
  const { schema, operations, models, total, of } = await model('Owner')
  expect({ of, models, total }).toEqual({ of: 'Shop', models: ['Pet'], total: 2 })
  expect(operations.map(({ path, method, is_direct }) => [method, path, is_direct])).toEqual([
    ['get', '/owners', true],
    ['get', '/pets', false],
  ])
  const root = JSON.parse(schema)
  expect(Object.keys(root.components.schemas).toSorted()).toEqual(['Owner', 'Pet', 'a/b'])
  const field = readModel(root, 'Owner')
  const [pets] = field?.open().fields ?? []
  expect(pets).toMatchObject({ name: 'pets', type: 'array of object', model: 'Pet' })
  // it contains itself, and opens all the same
  const back = pets?.open().fields[0]
  expect(back).toMatchObject({ name: 'owner', model: 'Owner', isRecursive: true, hasContent: true })
  expect(await model('a/b')).toMatchObject({ models: ['Pet'], total: 2 })
  expect((await model('Salary')).models).toEqual(['Spare'])
})

test('an edit of a page, a deleted page and a new description count at once', async () => {
  const id = await importInto(0, descriptionOf('Edited'))
  const { menu } = await owner().item.info({ item_id: id })
  const pages = menu.catalogs.flatMap((catalog) => catalog.pages)
  const secret = String(pages.find(({ page_title }) => page_title === 'Secret')?.page_id)
  const count = async (name: string) =>
    (await owner().apiReference.models({ item_id: id })).list.find((one) => one.name === name)?.operations
  expect(await count('Salary')).toBe(1)
  await owner().page.delete({ page_id: secret })
  expect(await count('Salary')).toBe(0)
  await importInto(id, descriptionOf('Edited', { Fresh: { type: 'object' } }))
  expect(await count('Fresh')).toBe(0)
})

test('two descriptions of an item keep their models apart', async () => {
  const id = await importInto(0, descriptionOf('One'))
  await importInto(id, descriptionOf('Two', { Pet: { type: 'string' } }))
  const { list } = await owner().apiReference.models({ item_id: id })
  expect(list.filter(({ name }) => name === 'Pet').map(({ of }) => of)).toEqual(['One', 'Two'])
  const read = (of: string) => owner().apiReference.model({ item_id: id, name: 'Pet', of })
  expect(JSON.parse((await read('Two')).schema).components.schemas.Pet).toEqual({ type: 'string' })
  expect((await read('')).of).toBe('One')
  expect((await read('Three')).schema).toBe('')
})

test('an unknown model, and an item without descriptions, have nothing', async () => {
  expect(await model('__proto__')).toEqual({ of: '', schema: '', models: [], operations: [], total: 0 })
  const plain = await app.rows.newItem()
  await addPage(owner(), plain, 'Own', JSON.stringify({ info: { url: '/x', method: 'get' } }))
  expect(await owner().apiReference.models({ item_id: plain })).toEqual({ total: 0, list: [] })
})

test('a member of one folder sees the models of its pages alone', async () => {
  const { menu } = await owner().item.info({ item_id })
  const cat_id = Number(menu.catalogs.find(({ cat_name }) => cat_name === 'Owners')?.cat_id)
  app.rows.newMember(item_id, 'rea', 'read', [cat_id])
  const rea = app.as('rea')
  const { list } = await rea.apiReference.models({ item_id })
  expect(list.map(({ name, operations }) => [name, operations])).toEqual([
    ['a/b', 1],
    ['Owner', 1],
    ['Pet', 1],
  ])
  expect((await rea.apiReference.models({ item_id, only_count: true })).total).toBe(3)
  expect((await rea.apiReference.model({ item_id, name: 'Salary' })).schema).toBe('')
  const pet = await rea.apiReference.model({ item_id, name: 'Pet' })
  expect({ models: pet.models, paths: pet.operations.map(({ path }) => path) }).toEqual({
    models: ['Owner'],
    paths: ['/owners'],
  })
})
