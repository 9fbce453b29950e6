import { expect, test } from 'vitest'
import { jsonOf, WrittenJson } from '#src/core/written-json.ts'

test('what was written already stands in its place, next to texts that look like it', () => {
  const menu = { pages: ['页面', 'a "quoted" one'] }
  const like = ['\\u0000written', '"\\u0000written"', 'written']
  const value = { before: like, menu: new WrittenJson(menu), after: [new WrittenJson([1]), '文'] }
  expect(JSON.parse(String(jsonOf(value)))).toEqual({ before: like, menu, after: [[1], '文'] })
})

test('what was not is ordinary JSON', () => {
  expect(jsonOf({ a: [1, '文'] })).toBe('{"a":[1,"文"]}')
})
