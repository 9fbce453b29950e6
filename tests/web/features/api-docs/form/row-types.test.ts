import { expect, test } from 'vitest'
import { changeOfType, modelTypes, typeText } from '#web/features/api-docs/form/row-types.ts'

const names = new Set(['Order', 'Order/Line'])
const $ref = '#/components/schemas/Order'

test('the name of a model is a reference, alone or as a list', () => {
  expect(changeOfType({}, 'Order', names)).toEqual({ type: 'object', schema: { $ref } })
  expect(changeOfType({ schema: { $ref, readOnly: true } }, 'Order[]', names)).toEqual({
    type: 'array',
    schema: { readOnly: true, items: { $ref } },
  })
  const { schema } = changeOfType({}, 'Order/Line', names)
  expect(schema).toEqual({ $ref: '#/components/schemas/Order~1Line' })
  expect(typeText({ type: 'object', ...(schema && { schema }) })).toBe('Order/Line')
  expect(typeText({ type: 'array', schema: { items: { $ref } } })).toBe('Order[]')
  expect(modelTypes(['Order'])).toEqual(['Order', 'Order[]'])
})

test('another type removes the reference and nothing else', () => {
  expect(changeOfType({ schema: { $ref } }, 'Orde', names)).toEqual({ type: 'Orde', schema: undefined })
  expect(changeOfType({ schema: { items: { $ref }, minItems: 1 } }, 'string', names)).toEqual({
    type: 'string',
    schema: { minItems: 1 },
  })
  expect(changeOfType({ schema: { minLength: 2 } }, 'string', names)).toEqual({ type: 'string' })
  expect(typeText({ type: 'string', schema: { items: { type: 'string' } } })).toBe('string')
})
