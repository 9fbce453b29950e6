import { describe, expect, test } from 'vitest'
import { schemaFile } from '#shared/api-doc/schema/resolve.ts'
import { type ValidationOptions, validateValue } from '#shared/api-doc/schema/validate.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import english from '#shared/locales/schema-check-en.json' with { type: 'json' }
import chinese from '#shared/locales/schema-check-zh.json' with { type: 'json' }

/** A schema with a condition, from text: an object with `then` looks like a promise to the linter. */
const conditional = (condition: unknown, yes: unknown, no: unknown = true): unknown =>
  JSON.parse(`{"if":${JSON.stringify(condition)},"then":${JSON.stringify(yes)},"else":${JSON.stringify(no)}}`)

/** Returns the problems as `path text`. */
const problems = (value: unknown, schema: unknown, root: UnknownObject = {}, options?: ValidationOptions) =>
  validateValue(schema, value, schemaFile(root), options).map(({ path, text }) => `${path} ${text}`)

const none = schemaFile({})

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', minLength: 2, maxLength: 5 },
    'a/b~c': { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
    secret: { type: 'string', writeOnly: true },
  },
}

test('names each field that breaks its schema', () => {
  expect(problems({ id: 1, name: 'Kiki', tags: ['a', 'b'], more: 1 }, pet)).toEqual([])
  expect(problems({ id: 0.5, name: 'K', 'a/b~c': 'x', tags: ['a', 1, 'a'] }, pet)).toEqual([
    '/id type',
    '/name minLength',
    '/a~1b~0c type',
    '/tags maxItems',
    '/tags uniqueItems',
    '/tags/1 type',
  ])
  expect(validateValue(pet, { id: 'x' }, none)).toEqual([
    { path: '', text: 'required', values: { name: 'name' } },
    { path: '/id', text: 'type', values: { expected: 'integer', actual: 'string' } },
  ])
  expect(problems([], pet)).toEqual([' type'])
})

test('a response need not have what only requests have', () => {
  const schema = { ...pet, required: ['id', 'secret'] }
  expect(problems({ id: 1 }, schema, {}, { direction: 'response' })).toEqual([])
  expect(problems({ id: 1 }, schema, {}, { direction: 'request' })).toEqual([' required'])
  expect(problems({ id: 1 }, schema)).toEqual([' required'])
})

describe('both versions of OpenAPI', () => {
  test.each([
    ['null where 3.0 allows it', null, { type: 'string', nullable: true }, []],
    ['null where 3.1 allows it', null, { type: ['string', 'null'] }, []],
    ['null elsewhere', null, { type: 'string' }, [' type']],
    ['an exclusive limit of 3.0', 5, { type: 'number', minimum: 5, exclusiveMinimum: true }, [' exclusiveMinimum']],
    ['an exclusive limit of 3.1', 5, { type: 'number', exclusiveMaximum: 5 }, [' exclusiveMaximum']],
    ['limits', 7, { maximum: 6 }, [' maximum']],
    ['a step', 0.3, { multipleOf: 0.1 }, []],
    ['a missed step', 0.35, { multipleOf: 0.1 }, [' multipleOf']],
    ['a value of a list', { b: 1, a: 2 }, { enum: [{ a: 2, b: 1 }] }, []],
    ['another value', 'x', { enum: ['a', 'b'] }, [' enum']],
    ['a constant', 'x', { const: null }, [' const']],
    [
      'a tuple',
      ['a', 1, true],
      { prefixItems: [{ type: 'string' }, { type: 'string' }], items: false },
      ['/1 type', '/2 never'],
    ],
    ['contains', [1, 2], { contains: { const: 3 } }, [' contains']],
    ['further fields', { a: 1, x: 1 }, { properties: { a: {} }, additionalProperties: false }, [' additional']],
    ['a map', { a: 'x' }, { additionalProperties: { type: 'number' } }, ['/a type']],
    [
      'a field by pattern',
      { 'x-a': 1 },
      { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      ['/x-a type'],
    ],
    ['names', { aaa: 1 }, { propertyNames: { maxLength: 2 } }, [' propertyName']],
    ['dependent fields', { a: 1 }, { dependentRequired: { a: ['b'] } }, [' required']],
    ['a condition', { a: 1 }, conditional({ required: ['a'] }, { required: ['b'] }), [' required']],
    ['not', 1, { not: { type: 'number' } }, [' not']],
    ['both parts', { a: 1 }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }, [' required']],
    [
      'unevaluated fields',
      { a: 1, b: 1, c: 1 },
      { allOf: [{ properties: { a: {} } }], properties: { b: {} }, unevaluatedProperties: false },
      [' additional'],
    ],
    ['one of two types', true, { oneOf: [{ type: 'string' }, { type: 'number' }] }, [' noAlternative']],
    [
      'the alternative that was meant',
      { a: 1 },
      { oneOf: [{ type: 'string' }, { type: 'object', required: ['b'] }] },
      [' required'],
    ],
    ['two alternatives at once', 1, { oneOf: [{ type: 'integer' }, { type: 'number' }] }, [' manyAlternatives']],
    ['any of two', 1, { anyOf: [{ type: 'integer' }, { type: 'number' }] }, []],
    ['a schema that says nothing', 1, {}, []],
    ['a type that does not exist', 1, { type: 'file' }, []],
    [
      'members of the prototype',
      {},
      { properties: { constructor: { type: 'string' } }, required: ['toString'] },
      [' required'],
    ],
  ])('%s', (_, value, schema, expected) => {
    expect(problems(value, schema)).toEqual(expected)
  })

  test.each([
    ['date-time', '2024-02-29T08:00:00+01:00', '2024-02-30T08:00:00Z'],
    ['date', '2024-12-31', '2024-13-01'],
    ['email', 'a@b.example', 'a b@c'],
    ['uuid', '00000000-0000-4000-8000-000000000000', '0000'],
    ['ipv4', '192.0.2.1', '192.0.2.256'],
    ['ipv6', '2001:db8::1', '2001:db8'],
    ['uri', 'https://example.com/x', '/x'],
  ])('format %s', (format, good, bad) => {
    expect(problems(good, { type: 'string', format })).toEqual([])
    expect(problems(bad, { type: 'string', format })).toEqual([' format'])
    expect(problems(bad, { type: 'string', format: 'unknown' })).toEqual([])
  })
})

const root = {
  components: {
    schemas: {
      Cat: { type: 'object', required: ['kind', 'lives'], properties: { kind: {}, lives: { type: 'integer' } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: {}, bark: { type: 'string' } } },
      Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, id: { type: 'integer' } } },
      Circle: { $ref: '#/components/schemas/Circle' },
      Twice: { allOf: [{ $ref: '#/components/schemas/Twice' }, { $ref: '#/components/schemas/Twice' }] },
      'a/b': { type: 'string' },
    },
  },
}
const refOf = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('follows references and discriminators', () => {
  expect(problems({ next: { next: { id: 'x' } } }, refOf('Node'), root)).toEqual(['/next/next/id type'])
  expect(problems(1, refOf('a~1b'), root)).toEqual([' type'])
  expect(problems(1, refOf('Nothing'), root)).toEqual([])
  expect(problems(1, { $ref: 'https://example.com/other.json' }, root)).toEqual([])
  const animal = {
    oneOf: [refOf('Cat'), refOf('Dog')],
    discriminator: { propertyName: 'kind', mapping: { miau: '#/components/schemas/Cat' } },
  }
  expect(problems({ kind: 'Dog' }, animal, root)).toEqual([])
  expect(problems({ kind: 'miau' }, animal, root)).toEqual([' required'])
})

test('ends for schemas and values without an end', () => {
  const began = performance.now()
  expect(problems({ a: 1 }, refOf('Circle'), root)).toEqual([])
  expect(problems({ a: 1 }, refOf('Twice'), root)).toEqual([])
  let deep: unknown = 'x'
  for (let i = 0; i < 5000; i += 1) deep = { next: deep }
  expect(problems(deep, refOf('Node'), root)).toEqual([])
  const many = Array.from({ length: 100_000 }, (_, id) => ({ id: `${id}` }))
  expect(problems(many, { items: refOf('Node') }, root)).toHaveLength(10)
  expect(problems(many, { items: refOf('Node') }, root, { problems: 50, steps: 200_000 })).toHaveLength(50)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('what cannot be decided is no problem, whatever asks for it', () => {
  const unknown = { $ref: '#/nowhere' }
  const look = { pattern: '(?<=a)b' }
  for (const schema of [
    { not: unknown },
    { not: look },
    conditional(look, false, false),
    { oneOf: [look, unknown] },
    { oneOf: [{ type: 'string' }, unknown] },
    { oneOf: [false, look] },
    { anyOf: [false, unknown] },
  ])
    expect([schema, problems('b', schema)]).toEqual([schema, []])
  expect(problems(['b'], { contains: look, maxContains: 0, minContains: 0 })).toEqual([])
  expect(problems({ b: 1 }, { patternProperties: { '(?<=a)b': false }, additionalProperties: false })).toEqual([])
  const many = { not: { items: { type: 'string' } } }
  expect(
    problems(
      Array.from({ length: 100 }, () => 'x'),
      many,
    ),
  ).toEqual([' not'])
  expect(
    problems(
      Array.from({ length: 100 }, () => 'x'),
      many,
      {},
      { steps: 50 },
    ),
  ).toEqual([])
})

test('alternatives within alternatives take no power of their depth', () => {
  let schema: unknown = { type: 'object', required: ['never'] }
  let value: unknown = {}
  for (let level = 0; level < 30; level += 1) {
    schema = { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: schema } }, { type: 'null' }] }
    value = { a: value }
  }
  expect(problems(value, schema)).toEqual([`${'/a'.repeat(30)} required`])
})

test('each problem has its words in both languages', () => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english))
  const { values } = validateValue({ type: 'integer' }, 'x', none)[0] ?? { values: {} }
  for (const name of Object.keys(values)) expect(english.type).toContain(`{{${name}}}`)
})
