import { expect, test } from 'vitest'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { mayNameModel, withModelRows } from '#shared/api-doc/model-rows.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const root = {
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, lines: { type: 'array', items: ref('Line') } },
      },
      Line: { type: 'object', properties: { sku: { type: 'string', maxLength: 8 }, order: ref('Order') } },
    },
  },
}
const page = {
  info: { url: '/orders', method: 'post' },
  request: {
    params: {
      mode: 'json',
      jsonDesc: [
        { name: 'order', type: 'object', remark: 'Mine', schema: ref('Order') },
        { name: 'order.id', type: 'string', remark: 'Written by hand' },
        { name: 'more', type: 'array', schema: { items: ref('Line') } },
      ],
    },
  },
  response: { responseParamsDesc: [{ name: 'gone', type: 'object', schema: ref('Gone') }] },
}

test('the fields of the models that rows name are rows, and what people wrote stays', () => {
  const text = JSON.stringify(page)
  expect(mayNameModel(text)).toBe(true)
  const doc = readApiDoc(withModelRows(text, root)) ?? expect.fail()
  const names = doc.jsonFields.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['order', 'order.id', 'order.lines', 'more', 'more[].sku']))
  expect(names.filter((name) => name === 'order.id')).toHaveLength(1)
  expect(doc.jsonFields.find(({ name }) => name === 'order.id')?.remark).toBe('Written by hand')
  expect(doc.jsonFields.find(({ name }) => name === 'more[].sku')?.remark).toContain('8')
  expect(doc.responses[0].fields.map(({ name }) => name)).toEqual(['gone'])
})

test('texts without a model, and broken ones, are as they were', () => {
  expect(mayNameModel('# `"#/components/schemas/Order"`')).toBe(false)
  expect(withModelRows('{"a"', root)).toBe('{"a"')
})
