import { expect, test } from 'vitest'
import { QuotedText, SerializedJson, stringify } from '#src/core/serialized-json.ts'

test('inserts serialized values in place, next to texts that look like the placeholder', () => {
  const menu = { pages: ['页面', 'a "quoted" one'] }
  const like = ['\\u0000written', '"\\u0000written"', 'written']
  const value = { before: like, menu: new SerializedJson(menu), after: [new SerializedJson([1]), '文'] }
  expect(JSON.parse(String(stringify(value)))).toEqual({ before: like, menu, after: [[1], '文'] })
})

test('serializes other values as ordinary JSON', () => {
  expect(stringify({ a: [1, '文'] })).toBe('{"a":[1,"文"]}')
})

test('quotes a text as JSON.stringify does, whatever it contains', () => {
  const text = `${Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('')}"\\\n页面😀`
  const quoted = QuotedText.of(Buffer.from(text))
  expect(quoted.json.toString()).toBe(JSON.stringify(text))
  expect(String(quoted)).toBe(text)
  expect(String(stringify({ text: quoted, after: 1 }))).toBe(JSON.stringify({ text, after: 1 }))
})

test('passes a quoted text to a replacer as it is, which escapes it for ShowDoc’s clients', () => {
  const value = { page_content: QuotedText.of(Buffer.from('<b>"页"</b>')), other: QuotedText.of(Buffer.from('<i>')) }
  const escape = (name: string, one: unknown) => (name === 'page_content' ? `${one}`.replaceAll('<', '&lt;') : one)
  expect(JSON.parse(String(stringify(value, escape)))).toEqual({ page_content: '&lt;b>"页"&lt;/b>', other: '<i>' })
})
