import { expect, test } from 'vitest'
import type { SchemaField } from '#shared/api-doc/reading/field.ts'
import { fieldsOfRows, type GivenRow } from '#shared/api-doc/reading/row-tree.ts'

const row = (name: string, type = 'string', remark = ''): GivenRow => ({
  name,
  type,
  value: '',
  isRequired: false,
  isOff: false,
  remark,
})
/** The tree as lines: names, types, and what is below further in. */
const drawn = (fields: readonly SchemaField[], indent = ''): string[] =>
  fields.flatMap((one) => {
    const { fields: below, alternatives } = one.open()
    const options = alternatives.flatMap(({ keyword, options: list }) =>
      list.flatMap((option) => [
        `${indent}  ${keyword} ${option.name}`,
        ...drawn(option.open().fields, `${indent}    `),
      ]),
    )
    return [`${indent}${one.name}: ${one.type}`, ...drawn(below, `${indent}  `), ...options]
  })

test('dotted names are fields of one another, with or without rows of their own', () => {
  expect(
    drawn(
      fieldsOfRows([
        row('data', 'object'),
        row('data.id', 'int'),
        row('data.list', 'array'),
        row('data.list[].name'),
        row('metadata.order_id'),
        row('metadata.shop.name'),
      ]),
    ),
  ).toEqual([
    'data: object',
    '  id: int',
    '  list: array',
    '    name: string',
    'metadata: object',
    '  order_id: string',
    '  shop: object',
    '    name: string',
  ])
})

test('the fields of a form and the alternatives of an import are a tree too', () => {
  expect(
    drawn(fieldsOfRows([row('meta', 'object'), row('meta[size][]', 'integer'), row('meta[size][][unit]')])),
  ).toEqual(['meta: object', '  size: array of integer', '    unit: string'])
  expect(
    drawn(
      fieldsOfRows([row('pay', 'oneOf'), row('pay(oneOf 1)', 'object', 'Card · by card'), row('pay(oneOf 1).number')]),
    ),
  ).toEqual(['pay: oneOf', '  oneOf Card', '    number: string'])
})

test('a dot in the name of a parameter is part of the name, unless there is the whole', () => {
  expect(drawn(fieldsOfRows([row('user.name'), row('filter', 'object'), row('filter.state')], true))).toEqual([
    'user.name: string',
    'filter: object',
    '  state: string',
  ])
})

test('two rows of one name are both shown, and odd names are kept', () => {
  const names = ['a', 'a', '', '...', '[]', '[0]', 'x(y', '__proto__', 'constructor.name', '中文.字段']
  const fields = fieldsOfRows(names.map((name) => row(name)))
  expect(drawn(fields)).toEqual(
    expect.arrayContaining(['a: string', '__proto__: string', '中文: object', '  字段: string']),
  )
  expect(fields.filter(({ name }) => name === 'a')).toHaveLength(2)
  expect(drawn(fields).join()).toContain('x(y')
})

test('a thousand levels and five thousand rows do not take long', () => {
  const started = performance.now()
  expect(fieldsOfRows([row(Array.from({ length: 1000 }, () => 'a').join('.'))])).toHaveLength(1)
  const many = Array.from({ length: 5000 }, (_, at) => row(`list[].field${at}.value`))
  expect(fieldsOfRows(many)[0]?.open().fields).toHaveLength(5000)
  expect(performance.now() - started).toBeLessThan(1000)
})
