import { describe, expect, test } from 'vitest'
import { SchemaReader } from '#shared/api-doc/openapi/schema-reader.ts'
import { findField, planOpen, type SchemaField } from '#shared/api-doc/reading/field.ts'
import { SchemaTree } from '#shared/api-doc/reading/schema-tree.ts'

const treeOf = (schemas: Record<string, unknown>) => new SchemaTree(new SchemaReader({ components: { schemas } }))
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const named = (fields: readonly SchemaField[]) => fields.map(({ name, type }) => `${name}: ${type}`)

test('nested fields have types, limits, values and examples', () => {
  const tree = treeOf({
    Owner: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
  })
  const pet = tree.field('pet', {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 20, description: 'What it is called', example: 'Rex' },
      status: { type: 'string', enum: ['free', 'sold'], default: 'free' },
      owner: ref('Owner'),
      tags: { type: 'array', maxItems: 5, items: { type: 'string', pattern: '^[a-z]+$' } },
      prices: { type: 'object', additionalProperties: { type: 'number' } },
      born: { type: ['string', 'null'], format: 'date', deprecated: true, readOnly: true },
    },
  })
  const { fields } = pet.open()
  expect(named(fields)).toEqual([
    'name: string',
    'status: string',
    'owner: object',
    'tags: array of string',
    'prices: map',
    'born: string | null',
  ])
  const [name, status, owner, tags, prices, born] = fields
  expect(name).toMatchObject({
    isRequired: true,
    description: 'What it is called',
    example: 'Rex',
    facts: [
      ['minLength', '1'],
      ['maxLength', '20'],
    ],
  })
  expect(status).toMatchObject({
    isRequired: false,
    choices: ['free', 'sold'],
    facts: [['default', 'free']],
    example: '',
  })
  expect(owner).toMatchObject({ model: 'Owner', hasContent: true })
  expect(owner?.open().fields[0]).toMatchObject({ name: 'email', isRequired: true, facts: [['format', 'email']] })
  expect(tags?.facts).toEqual([
    ['maxItems', '5'],
    ['items.pattern', '^[a-z]+$'],
  ])
  expect(named(prices?.open().fields ?? [])).toEqual(['*: number'])
  expect(born).toMatchObject({ isDeprecated: true, access: 'read' })
})

test('allOf is joined, and lists show the fields of their items', () => {
  const tree = treeOf({
    Base: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    Cat: { allOf: [ref('Base'), { properties: { lives: { type: 'integer', maximum: 9 } } }] },
  })
  const list = tree.field('', { type: 'array', items: { type: 'array', items: ref('Cat') } })
  expect(list).toMatchObject({ type: 'array of array of object', model: 'Cat' })
  expect(list.open().fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['id', true],
    ['lives', false],
  ])
})

describe('alternatives', () => {
  const tree = treeOf({
    Card: { type: 'object', properties: { kind: { const: 'card' }, number: { type: 'string' } } },
    Cash: { type: 'object', properties: { kind: { const: 'cash' } } },
  })

  test('have the names of their models, or of the discriminator', () => {
    const oneOf = [ref('Card'), ref('Cash'), { type: 'integer' }]
    const [plain] = tree.field('', { oneOf }).open().alternatives
    expect(plain?.options.map(({ name }) => name)).toEqual(['Card', 'Cash', 'integer'])
    const mapping = { card: '#/components/schemas/Card', cash: 'Cash' }
    const [named] = tree.field('', { oneOf, discriminator: { propertyName: 'kind', mapping } }).open().alternatives
    expect(named).toMatchObject({ keyword: 'oneOf', discriminator: 'kind' })
    expect(named?.options.map(({ name }) => name)).toEqual(['card', 'cash', 'integer'])
  })

  test('with null are a type that may be null', () => {
    const field = tree.field('by', { oneOf: [ref('Cash'), { type: 'null' }], description: 'How it was paid' })
    expect(field).toMatchObject({ type: 'object | null', model: 'Cash', description: 'How it was paid' })
    expect(field.open().alternatives).toEqual([])
  })
})

describe('what has no end', () => {
  test('a model that contains itself opens again and again, and is marked', () => {
    const tree = treeOf({
      Node: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: ref('Node') } },
      },
    })
    const root = tree.field('', ref('Node'))
    expect(root.isRecursive).toBe(false)
    const children = findField(root.open().fields, ['children'])
    expect(children).toMatchObject({ isRecursive: true, type: 'array of object', model: 'Node' })
    const deep = findField(
      root.open().fields,
      Array.from({ length: 50 }, () => 'children'),
    )
    expect(deep?.open().fields.map(({ name }) => name)).toEqual(['name', 'children'])
    expect(planOpen(root.open(), 'a', 1000)).toEqual(new Set())
  })

  test('references and allOf that lead to themselves end', () => {
    const tree = treeOf({
      A: ref('B'),
      B: ref('A'),
      C: { allOf: [ref('C'), ref('C')], properties: { x: {} } },
      D: { oneOf: [ref('D'), { type: 'null' }] },
    })
    for (const name of ['A', 'B', 'C', 'D']) expect(tree.field('', ref(name)).open().fields.length).toBeLessThan(2)
    expect(tree.field('', ref('Missing'))).toMatchObject({ model: 'Missing', hasContent: false })
  })

  test('a hundred levels are all there', () => {
    let schema: object = { type: 'string', description: 'the last' }
    for (let level = 100; level > 0; level--) schema = { type: 'object', properties: { [`l${level}`]: schema } }
    const path = Array.from({ length: 100 }, (_, at) => `l${at + 1}`)
    const field = findField(treeOf({}).field('', schema).open().fields, path)
    expect(field).toMatchObject({ name: 'l100', description: 'the last' })
  })

  test('two thousand fields are read within 300 ms, those below only when they are opened', () => {
    const schemas: Record<string, unknown> = {}
    const properties = Object.fromEntries(
      Array.from({ length: 2000 }, (_, at) => [`field${at}`, at % 2 ? ref('Part') : { type: 'string', maxLength: at }]),
    )
    schemas['Part'] = { type: 'object', properties }
    const started = performance.now()
    const content = treeOf(schemas).field('', { type: 'object', properties }).open()
    const opened = planOpen(content, 'api.body', 24, 2)
    expect(performance.now() - started).toBeLessThan(300)
    expect(content.fields).toHaveLength(2000)
    expect(opened.size).toBe(0)
  })
})

test('opens level by level what fits, and nothing of a list that does not', () => {
  const object = (properties: object) => ({ type: 'object', properties })
  const plain = { type: 'string' }
  const content = treeOf({})
    .field('', object({ a: object({ x: plain, y: object({ z: plain }) }), b: object({ c: plain }), d: plain }))
    .open()
  expect(planOpen(content, 'r', 5)).toEqual(new Set(['r.a']))
  expect(planOpen(content, 'r', 6)).toEqual(new Set(['r.a', 'r.b']))
  expect(planOpen(content, 'r', 99)).toEqual(new Set(['r.a', 'r.b', 'r.a.y']))
  expect(planOpen(content, 'r', 99, 1)).toEqual(new Set(['r.a', 'r.b']))
  expect(planOpen(content, 'r', 2)).toEqual(new Set())
})
