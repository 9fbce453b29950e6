import { expect, test } from 'vitest'
import { schemaFile } from '#shared/api-doc/schema/resolve.ts'
import { validateValue } from '#shared/api-doc/schema/validate.ts'

const file = schemaFile({ components: { schemas: { Id: { type: 'integer', minimum: 1 } } } })
const problems = (schema: unknown, value: unknown, direction: 'request' | 'response' = 'response') =>
  validateValue(schema, value, file, { direction }).map(({ path, text }) => `${path}:${text}`)

test.each<[unknown, unknown, string[]]>([
  [{ type: 'integer' }, 1, []],
  [{ type: 'integer' }, 1.5, [':type']],
  [{ type: ['string', 'null'] }, null, []],
  [{ type: 'string' }, 5, [':type']],
  [{ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }, []],
  [{ enum: ['a'] }, 'b', [':enum']],
  [{ const: 1 }, 2, [':const']],
  [{ minimum: 1, maximum: 3 }, 4, [':maximum']],
  [{ exclusiveMinimum: 1 }, 1, [':exclusiveMinimum']],
  [{ multipleOf: 0.1 }, 0.3, []],
  [{ multipleOf: 2 }, 3, [':multipleOf']],
  [{ minLength: 2 }, '中', [':minLength']],
  [{ maxLength: 1 }, '\u{1f642}', []],
  [{ pattern: '^a+$' }, 'ab', [':pattern']],
  [{ pattern: '(?<=never understood)' }, 'x', []],
  [{ format: 'date-time' }, '2024-01-31T08:00:00Z', []],
  [{ format: 'date-time' }, 'yesterday', [':format']],
  [{ format: 'ipv4' }, '300.1.1.1', [':format']],
  [{ format: 'unknown' }, 'x', []],
  [{ items: { $ref: '#/components/schemas/Id' } }, [1, 0, 'x'], ['/1:minimum', '/2:type']],
  [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], ['/1:never']],
  [{ minItems: 2, uniqueItems: true }, [1], [':minItems']],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 1 },
      { b: 1, a: 1 },
    ],
    [':uniqueItems'],
  ],
  [{ contains: { type: 'string' } }, [1], [':contains']],
  [{ required: ['a', 'b'] }, { a: 1 }, [':required']],
  [{ properties: { a: { type: 'string' } }, additionalProperties: false }, { a: 'x', b: 1 }, [':additional']],
  [{ patternProperties: { '^x-': {} }, additionalProperties: false }, { 'x-a': 1 }, []],
  [{ additionalProperties: { type: 'string' } }, { a: 1 }, ['/a:type']],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, [':propertyName']],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, [':noAlternative']],
  [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 1, [':manyAlternatives']],
  [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, [':required', ':required']],
  [{ not: { type: 'string' } }, 'x', [':not']],
  [JSON.parse('{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}'), { a: 1 }, [':required']],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, [':required']],
  [true, 'anything', []],
  [{ $ref: '#/nowhere' }, 1, []],
  [{ $ref: 'https://elsewhere.test/x' }, 1, []],
])('%j with %j', (schema, value, expected) => expect(problems(schema, value)).toEqual(expected))

test('fields of the other direction are not required', () => {
  const schema = {
    required: ['id', 'secret'],
    properties: { id: { readOnly: true }, secret: { writeOnly: true } },
  }
  expect(problems(schema, { id: 1 }, 'response')).toEqual([])
  expect(problems(schema, { id: 1 }, 'request')).toEqual([':required'])
  expect(problems(schema, { secret: 1 }, 'request')).toEqual([])
})

test('lists at most ten problems, and ends with any schema', () => {
  expect(
    problems(
      { items: { type: 'string' } },
      Array.from({ length: 1000 }, () => 1),
    ),
  ).toHaveLength(10)
  const circle = schemaFile({
    components: {
      schemas: { A: { anyOf: [{ $ref: '#/components/schemas/A' }, { not: { $ref: '#/components/schemas/A' } }] } },
    },
  })
  const started = performance.now()
  validateValue({ $ref: '#/components/schemas/A' }, 1, circle, { direction: 'response' })
  const wide = { items: { anyOf: Array.from({ length: 500 }, (_, at) => ({ const: at })) } }
  validateValue(
    wide,
    Array.from({ length: 50_000 }, () => -1),
    file,
    { direction: 'response' },
  )
  expect(performance.now() - started).toBeLessThan(1_500)
})
