import { expect, test } from 'vitest'
import { isJsonDocument, jsonBreach, jsonLimits, parseJson, prettyJson } from '#src/features/import/safe-json.ts'
import { refusalOf, valuesOf } from './import-errors.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const listOf = (count: number) => `[${Array.from({ length: count - 1 }, () => '0').join(',')}]`

test('reads 64 levels, rejects 65, and detects a million at the 65th', () => {
  expect(jsonBreach(nested(64))).toBeUndefined()
  expect(jsonBreach(nested(65))).toBe('tooDeep')
  expect(jsonBreach('['.repeat(1_000_000))).toBe('tooDeep')
  expect(refusalOf(() => parseJson(nested(65), 'info.json'))).toBe('jsonTooDeep: info.json')
})

test('reads 1,000,000 values and rejects one more', () => {
  expect(jsonBreach(listOf(1_000_000))).toBeUndefined()
  expect(jsonBreach(listOf(1_000_001))).toBe('tooMany')
  expect(refusalOf(() => parseJson(listOf(1_000_001), 'info.json'))).toBe('jsonTooMany: info.json')
})

test('does not count keys as values', () => {
  const limits = { ...jsonLimits, nodes: 4 }
  expect(jsonBreach('{"a":1, "b" : [true ] }', limits)).toBeUndefined()
  expect(jsonBreach('{"a":1,"b":[true,null]}', limits)).toBe('tooMany')
})

test('ignores brackets and commas inside text', () => {
  expect(
    jsonBreach(JSON.stringify(`${'['.repeat(100)}\\"${','.repeat(100)}`), { ...jsonLimits, nodes: 1 }),
  ).toBeUndefined()
})

test('counts the limit of 20 MB in bytes', () => {
  expect(jsonBreach(`"${'字'.repeat(7_000_000)}"`)).toBe('tooLarge')
})

test('rejects invalid JSON', () => {
  expect(refusalOf(() => parseJson('{"a":', 'info.json'))).toBe('badJson: info.json')
  expect(valuesOf(() => parseJson('{"a": 1,\n "b": x}', 'info.json'))).toEqual({ line: 2, column: 7 })
  expect(['{}', ' [1]', '{"a":"\\"}"}'].every(isJsonDocument)).toBe(true)
  expect(['1', '"a"', '{&quot;a&quot;:1}', '[link](x)', ''].some(isJsonDocument)).toBe(false)
})

test.each([
  ['{"a": 1,\n "b": x}', 2, 7],
  ['{"a":', 1, 6],
  ['{"a" 1}', 1, 6],
  ['[1,]', 1, 4],
  ['{,}', 1, 2],
  ['{"a":"x\n"}', 1, 8],
  ['{"a":01}', 1, 6],
  ['[1}', 1, 3],
  ['{} x', 1, 4],
  ['["a', 1, 2],
])('finds the error in %s', (text, line, column) => {
  expect(valuesOf(() => parseJson(text, 'x'))).toEqual({ line, column })
})

test('formatted text keeps every number and every character unchanged', () => {
  const text = '{"id":12345678901234567890, "e":[] ,"s":"a\\u0041 [,] \\" {","n":[1.10,-0e5,{}],"b":true}'
  const pretty = prettyJson(text)
  expect(pretty).toContain('"id": 12345678901234567890,\n  "e": [],\n')
  expect(pretty).toContain('"s": "a\\u0041 [,] \\" {"')
  expect(pretty).toContain('    1.10,\n    -0e5,\n    {}\n  ],')
  expect(JSON.parse(pretty)).toEqual(JSON.parse(text))
})
