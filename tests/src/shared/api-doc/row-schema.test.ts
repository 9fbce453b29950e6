import { expect, test } from 'vitest'
import { parseRows } from '#shared/api-doc/api-doc.ts'
import { schemaOfRows } from '#shared/api-doc/openapi/schema-rows.ts'
import { fieldsOfRows } from '#shared/api-doc/reading/row-tree.ts'
import { remarkAfterEdit, remarkWithKeywords, rowSchemaOf, withRowSchema } from '#shared/api-doc/row-schema.ts'

const rows = parseRows([
  {
    name: 'state',
    type: 'string',
    remark: 'Where it stands',
    schema: { enum: ['new', 'paid'], default: 'new', 'x-own': 1 },
  },
  { name: 'lines', type: 'array', schema: { minItems: 1 } },
  { name: 'lines[].amount', type: 'int', require: '1', schema: { minimum: 0, readOnly: true } },
  { name: 'owner', type: 'object', remark: 'Whose', schema: { $ref: '#/components/schemas/Owner' } },
])

test('keywords of rows are part of their schema, and a model is a reference', () => {
  expect(schemaOfRows(rows)).toEqual({
    type: 'object',
    properties: {
      state: { type: 'string', description: 'Where it stands', enum: ['new', 'paid'], default: 'new', 'x-own': 1 },
      lines: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { amount: { type: 'integer', minimum: 0, readOnly: true } },
          required: ['amount'],
        },
      },
      owner: { $ref: '#/components/schemas/Owner', description: 'Whose' },
    },
  })
})

test('readers see them, as text where there is only text', () => {
  const [state, lines, owner] = fieldsOfRows(rows)
  expect(state).toMatchObject({
    choices: ['new', 'paid'],
    facts: [
      ['default', 'new'],
      ['x-own', '1'],
    ],
  })
  expect(lines?.open().fields[0]).toMatchObject({ access: 'read', facts: [['minimum', '0']] })
  expect(owner).toMatchObject({ model: 'Owner', facts: [] })
  expect(rows[0] && remarkWithKeywords(rows[0])).toBe('Where it stands · enum: new, paid; default: new; x-own: 1')
})

test('a row of an import has only what a person changed, and names what they took away', () => {
  const shown = { enum: ['a'], minLength: 1, maxLength: 9 }
  expect(rowSchemaOf(undefined, shown, shown)).toBeUndefined()
  const own = rowSchemaOf(undefined, shown, { enum: ['a', 'b'], minLength: 1 })
  expect(own).toEqual({ enum: ['a', 'b'], 'x-removed': ['maxLength'] })
  const described = { type: 'string', 'x-kept': true, ...shown }
  expect(withRowSchema(described, own)).toEqual({ type: 'string', 'x-kept': true, enum: ['a', 'b'], minLength: 1 })
  // what was taken away comes back
  const now = withRowSchema(shown, own)
  expect(rowSchemaOf(own, now, { ...now, maxLength: 5 })).toEqual({ enum: ['a', 'b'], maxLength: 5 })
  // unknown keywords of a row stay
  expect(rowSchemaOf({ 'x-own': 1, enum: ['a'] }, { enum: ['a'] }, {})).toEqual({ 'x-own': 1 })
})

test('the remark of an import loses the keywords that a row has itself', () => {
  const described = { type: 'string', enum: ['a', 'b'], minLength: 1 }
  const remark = 'Which part · enum: a, b; minLength: 1'
  const own = { enum: ['a', 'b', 'c'] }
  const next = remarkAfterEdit(remark, described, undefined, own)
  expect(next).toBe('Which part · minLength: 1')
  expect(remarkAfterEdit(next, described, own, undefined)).toBe(remark)
  expect(remarkAfterEdit('By hand', described, undefined, own)).toBe('By hand')
})
