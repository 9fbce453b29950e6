import { expect, test } from 'vitest'
import { layOutJson, reindentJson } from '#shared/api-doc/json-text.ts'

test.each([
  ['{"a":1,"b":[true,null,"x, y: {z}"],"c":{},"d":[]}'],
  ['[]'],
  ['"text \\" with [signs]"'],
  [' [ 1 , [ 2 ] ] '],
  ['{"a":"\\\\"}'],
])('indents like the standard: %s', (text) => {
  expect(reindentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 4))
})

test('keeps the digits of long numbers and makes texts readable', () => {
  expect(reindentJson('{"id":12345678901234567890,"n":1.50,"t":"\\u4e2d\\/x"}')).toBe(
    '{\n    "id": 12345678901234567890,\n    "n": 1.50,\n    "t": "中/x"\n}',
  )
})

test.each(['', '{', 'OK', '{a:1}', '[1,]'])('leaves invalid JSON unchanged: %s', (text) => {
  expect(reindentJson(text)).toBe(text)
})

test('leaves deeply nested JSON unchanged', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  expect(reindentJson(deep)).toBe(deep)
})

test('lays out JSON with variables in place of values, every token as written', () => {
  expect(layOutJson('{"a": {{n}},"b":[1.0,{{ x }},{}],"c":"{{s}} \\u00e9"}', '  ')).toBe(
    '{\n  "a": {{n}},\n  "b": [\n    1.0,\n    {{ x }},\n    {}\n  ],\n  "c": "{{s}} \\u00e9"\n}',
  )
  expect(layOutJson('[[{{n}}]]', '  ', 2)).toContain('    {{n}}')
  expect(layOutJson('[[[]]]', '  ', 2)).toBeUndefined()
})
