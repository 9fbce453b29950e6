import { expect, test } from 'vitest'
import { SerializedJson, stringify } from '#src/core/serialized-json.ts'

test('inserts serialized values in place, next to texts that look like the placeholder', () => {
  const menu = { pages: ['页面', 'a "quoted" one'] }
  const like = ['\\u0000written', '"\\u0000written"', 'written']
  const value = { before: like, menu: new SerializedJson(menu), after: [new SerializedJson([1]), '文'] }
  expect(JSON.parse(String(stringify(value)))).toEqual({ before: like, menu, after: [[1], '文'] })
})

test('serializes other values as ordinary JSON', () => {
  expect(stringify({ a: [1, '文'] })).toBe('{"a":[1,"文"]}')
})
