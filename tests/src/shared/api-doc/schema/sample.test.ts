import { describe, expect, test } from 'vitest'
import { schemaFile } from '#shared/api-doc/schema/resolve.ts'
import { sampleOf } from '#shared/api-doc/schema/sample.ts'
import { validateValue } from '#shared/api-doc/schema/validate.ts'

const none = schemaFile({})
const plain = (schema: unknown, file = none) => sampleOf(schema, file, { direction: 'response' })
const seeded = (schema: unknown, seed: number, file = none) => sampleOf(schema, file, { direction: 'response', seed })

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', format: 'date-time' }, '2024-01-31T08:00:00Z'],
  [{ type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000000'],
  [{ type: 'string', format: 'ipv4' }, '192.0.2.1'],
  [{ type: 'string', enum: ['open', 'done'] }, 'open'],
  [{ const: 7 }, 7],
  [{ type: 'integer', minimum: 3 }, 3],
  [{ type: 'integer', exclusiveMinimum: 3 }, 4],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, 0.5],
  [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  [{ type: 'integer', maximum: -3 }, -103],
  [{ type: 'string', minLength: 8 }, 'stringst'],
  [{ type: 'string', maxLength: 3 }, 'str'],
  [{ type: 'string', example: 'Ann', default: 'Bob' }, 'Ann'],
  [{ type: ['null', 'boolean'] }, true],
  [{ type: 'array', items: { type: 'integer' }, minItems: 3 }, [0, 0, 0]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [0, 1, 2]],
  [{ type: 'array', items: { type: 'integer' }, maxItems: 0 }, []],
  [{ prefixItems: [{ type: 'string' }, { type: 'boolean' }] }, ['string', true]],
  [{ properties: { a: { type: 'string' }, b: { type: 'string', writeOnly: true } } }, { a: 'string' }],
  [{ type: 'object', required: ['x'] }, { x: 'string' }],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, { key1: 0 }],
  [
    { allOf: [{ properties: { a: { type: 'integer', minimum: 2 } } }, { properties: { a: { minimum: 5 } } }] },
    { a: 5 },
  ],
  [{ oneOf: [{ type: 'null' }, { type: 'integer' }, { type: 'string' }] }, 0],
  [{ type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' }, 'AA-000'],
])('a plain sample of %j', (schema, value) => expect(plain(schema)).toEqual(value))

const shop = schemaFile({
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'lines', 'payment'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          at: { type: 'string', format: 'date-time' },
          code: { type: 'string', pattern: '^(?:AB|CD)[0-9a-f]{4,6}$' },
          price: { type: 'number', minimum: 0.5, maximum: 99.5 },
          count: { type: 'integer', minimum: 1, maximum: 20, multipleOf: 2 },
          state: { enum: ['open', 'paid', null] },
          lines: { type: 'array', minItems: 2, items: { $ref: '#/components/schemas/Line' } },
          payment: {
            oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Cash' }],
            discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/Card' } },
          },
          parent: { $ref: '#/components/schemas/Order' },
        },
      },
      Line: {
        allOf: [
          { type: 'object', required: ['sku'], properties: { sku: { type: 'string', minLength: 3, maxLength: 12 } } },
          { properties: { mail: { type: 'string', format: 'email' }, host: { type: 'string', format: 'ipv4' } } },
        ],
      },
      Card: {
        type: 'object',
        required: ['kind', 'pan'],
        properties: { kind: { type: 'string' }, pan: { type: 'string' } },
      },
      Cash: {
        type: 'object',
        required: ['kind', 'amount'],
        properties: { kind: { type: 'string' }, amount: { type: 'number' } },
      },
    },
  },
})
const order = { $ref: '#/components/schemas/Order' }

test('a sample fits its schema, with every seed, and is the same for the same seed', () => {
  expect(plain(order, shop)).toMatchObject({ payment: { kind: 'card' }, lines: [{ sku: 'string' }, { sku: 'string' }] })
  expect(plain(order, shop)).not.toHaveProperty('parent')
  expect(validateValue(order, plain(order, shop), shop, { direction: 'response' })).toEqual([])
  const seen = new Set<string>()
  for (let seed = 1; seed <= 200; seed++) {
    const value = seeded(order, seed, shop)
    expect([seed, validateValue(order, value, shop, { direction: 'response' })]).toEqual([seed, []])
    expect(seeded(order, seed, shop)).toEqual(value)
    seen.add(JSON.stringify(value))
  }
  expect(seen.size).toBeGreaterThan(190)
})

describe('hostile schemas end soon', () => {
  const timed = (schema: unknown, file = none): unknown => {
    const started = performance.now()
    const value = plain(schema, file)
    seeded(schema, 1, file)
    validateValue(schema, value, file, { direction: 'response' })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(JSON.stringify(value).length).toBeLessThan(400_000)
    return value
  }

  test('circles', () => {
    const of = (schemas: object) => schemaFile({ components: { schemas } })
    const ref = { $ref: '#/components/schemas/A' }
    expect(timed(ref, of({ A: ref }))).toEqual({})
    expect(timed(ref, of({ A: { allOf: [ref, ref] } }))).toEqual({})
    expect(timed(ref, of({ A: { oneOf: [ref], anyOf: [ref, ref] } }))).toEqual({})
    expect(timed(ref, of({ A: { type: 'object', properties: { a: ref } } }))).toEqual({})
    timed(ref, of({ A: { type: 'object', required: ['a'], properties: { a: ref } } }))
    timed(ref, of({ A: { type: 'array', minItems: 9, items: ref } }))
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        at === 0 ? 'A' : `M${at}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 60 }, (_, to) => [
              `p${to}`,
              { $ref: `#/components/schemas/${to === 0 ? 'A' : `M${to}`}` },
            ]),
          ),
        },
      ]),
    )
    timed(ref, of(many))
  })

  test('depth, sizes and choices', () => {
    const deep = (levels: number, inner: unknown): unknown =>
      levels === 0 ? inner : { type: 'object', required: ['a'], properties: { a: deep(levels - 1, inner) } }
    timed(deep(100, { type: 'string' }))
    timed(deep(1000, { type: 'string' }))
    expect(timed({ type: 'array', minItems: 1e9, items: { type: 'integer' } })).toHaveLength(200)
    expect((timed({ type: 'string', minLength: 1e9 }) as string).length).toBeLessThanOrEqual(1_000)
    timed({ enum: Array.from({ length: 200_000 }, (_, at) => `value ${at}`) })
    timed({
      minItems: 1e9,
      items: { minItems: 1e9, items: { minItems: 1e9, items: { type: 'string', minLength: 1e6 } } },
    })
    timed({ allOf: Array.from({ length: 5_000 }, () => ({ properties: { a: { type: 'string' } } })) })
    let doubled: unknown = { type: 'string' }
    for (let level = 0; level < 40; level++) doubled = { anyOf: [doubled, doubled], oneOf: [doubled, doubled] }
    timed(doubled)
    timed({ type: 'object', minProperties: 1e9 })
    timed({ type: 'number', minimum: 1e308, multipleOf: 1e-300 })
  })

  test.each(['^(a+)+$', '(x+x+)+y', '^(?:a?){200}a{200}$', '((a{50}){50}){50}', '(?=a)b', '[', '('.repeat(200)])(
    'the pattern %s',
    (pattern) => {
      timed({ type: 'string', pattern })
      const started = performance.now()
      validateValue({ type: 'string', pattern }, `${'a'.repeat(20_000)}!`, none, { direction: 'request' })
      expect(performance.now() - started).toBeLessThan(1_000)
    },
  )

  test('a name that every object has', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}') as object
    const value = timed({ type: 'object', required: ['toString'], properties })
    expect(JSON.stringify(value)).toBe('{"__proto__":"string","constructor":0,"toString":"string"}')
    expect(timed({ $ref: '#/constructor/name' })).toEqual({})
  })
})
