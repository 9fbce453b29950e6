import { expect, test } from 'vitest'
import { readJson } from '#web/features/editor/tools/json/json-fields.ts'
import { type JsonTableOptions, jsonTable } from '#web/features/editor/tools/json/json-table.ts'

const words = {
  field: '字段名',
  type: '类型',
  required: '必选',
  example: '示例值',
  explanation: '说明',
  yes: '是',
  no: '否',
  root: '（值）',
}

const tableOf = (text: string, options: Partial<JsonTableOptions> = {}) => {
  const read = readJson(text)
  if ('fault' in read) throw new Error(JSON.stringify(read.fault))
  return jsonTable(read.fields, words, { nesting: 'dash', hasExamples: false, ...options }).split('\n')
}
const faultOf = (text: string) => {
  const read = readJson(text)
  return 'fault' in read ? read.fault : undefined
}

test('lists the name, type, presence and comment of each field', () => {
  expect(tableOf('{\n// 编号\n"id": 1, "name": "a" /* who */, "ok": true, "none": null, "price": 1.5 }')).toEqual([
    '| 字段名 | 类型 | 必选 | 说明 |',
    '| --- | --- | --- | --- |',
    '| id | integer | 是 | 编号 |',
    '| name | string | 是 | who |',
    '| ok | boolean | 是 |  |',
    '| none | null | 是 |  |',
    '| price | number | 是 |  |',
  ])
})

test('puts nested fields below, with a dash per level or with their path', () => {
  const text = '{"a": {"b": {"c": 1}}, "list": [{"x": 1}, {"x": 2.5, "y": "z"}], "m": [[1], ["a"]], "e": []}'
  expect(tableOf(text).slice(2)).toEqual([
    '| a | object | 是 |  |',
    '| - b | object | 是 |  |',
    '| - - c | integer | 是 |  |',
    '| list | object[] | 是 |  |',
    '| - x | number | 是 |  |',
    '| - y | string | 否 |  |',
    '| m | (integer/string)[][] | 是 |  |',
    '| e | array | 是 |  |',
  ])
  expect(tableOf(text, { nesting: 'path' })[4]).toBe('| a.b.c | integer | 是 |  |')
  expect(tableOf(text, { nesting: 'path' })[6]).toBe('| list[].x | number | 是 |  |')
})

test('keeps numbers as written, however long', () => {
  const rows = tableOf('{"id": 12345678901234567890123, "v": 1.10, "e": 1E3}', { hasExamples: true })
  expect(rows.slice(2)).toEqual([
    '| id | integer | 是 | `12345678901234567890123` |  |',
    '| v | number | 是 | `1.10` |  |',
    '| e | number | 是 | `1E3` |  |',
  ])
})

test('attaches a comment to what precedes it on the line, or to what follows it', () => {
  const text = `{
    /**
     * The buyer
     * of the order
     */
    "buyer": { // who pays
      "name": "a", // of the buyer
      // no field follows
    }, // end
    "lines": [ {"sku": 1} ], // what is sold
    "last": 1
    // nobody's
  }`
  expect(tableOf(text).slice(2)).toEqual([
    '| buyer | object | 是 | The buyer of the order who pays end |',
    '| - name | string | 是 | of the buyer |',
    '| lines | object[] | 是 | what is sold |',
    '| - sku | integer | 是 |  |',
    '| last | integer | 是 |  |',
  ])
})

test('reports a list or a value without fields', () => {
  expect(tableOf('[{"a":1},{"b":2}]').slice(2)).toEqual(['| a | integer | 否 |  |', '| b | integer | 否 |  |'])
  expect(tableOf('[1, 2]').slice(2)).toEqual(['| （值） | integer[] | 是 |  |'])
  expect(tableOf('"x"').slice(2)).toEqual(['| （值） | string | 是 |  |'])
})

test('escapes names and comments', () => {
  expect(tableOf('{"a|b": 1, "__x__": 2, "<i>": 3} // *no*')[2]).toBe('| a\\|b | integer | 是 |  |')
  expect(tableOf('{"__x_y__": 2}')[2]).toBe('| \\_\\_x_y\\_\\_ | integer | 是 |  |')
  expect(tableOf('{"x": "a`|b"}', { hasExamples: true })[2]).toBe('| x | string | 是 | `` "a`\\|b" `` |  |')
  expect(tableOf('{"x": 1 // $5 <b>\n}')[2]).toBe('| x | integer | 是 | \\$5 \\<b> |')
})

test.each([
  ["{'a':1}", 'sign', 1, 2],
  ['{"a":1', 'brace', 1, 7],
  ['[1,\n2', 'bracket', 2, 2],
  ['{"a" 1}', 'colon', 1, 6],
  ['{\n  "a": 1\n  "b": 2\n}', 'comma', 3, 3],
  ['{"a":"x\n}', 'string', 1, 6],
  ['{} {}', 'more', 1, 4],
  ['{"a":}', 'value', 1, 6],
  ['{1: 2}', 'name', 1, 2],
  ['/* a', 'comment', 1, 1],
  ['{"a": tru}', 'sign', 1, 7],
])('%j cannot be read: %s at %i:%i', (text, kind, line, column) => {
  expect(faultOf(text)).toMatchObject({ kind, line, column })
})

test('accepts a trailing comma', () => {
  expect(tableOf('{"a": [1, 2,],}')).toHaveLength(3)
})

test('rejects input that is nested too deep instead of crashing', () => {
  expect(faultOf('['.repeat(200_000))).toMatchObject({ kind: 'deep' })
  expect(faultOf(`${'['.repeat(3000)}${']'.repeat(3000)}`)).toMatchObject({ kind: 'deep' })
  expect(tableOf(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)).toHaveLength(62)
})

test('reads a megabyte quickly', () => {
  const text = JSON.stringify(
    Array.from({ length: 12_000 }, (_, id) => ({ id, name: `n${id}`, tags: ['a'], inner: { x: id, y: [{ z: 1 }] } })),
  )
  expect(text.length).toBeGreaterThan(800_000)
  const start = performance.now()
  expect(tableOf(text)).toHaveLength(9)
  expect(performance.now() - start).toBeLessThan(6000)
})
