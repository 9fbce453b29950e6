import { expect, test } from 'vitest'
import { insertExample, readExample } from '#web/features/api-docs/try-it/insert-example.ts'

const example = '{"a": "ü\\n"}\n'

test('keeps every other byte', () => {
  const text =
    '{\r\n\t"info":  {"url":"/a", "x": 1.0e2},\r\n\t"response": {"responseExample": "old" , "more":[ ]}\r\n}\r\n'
  const made = insertExample(text, 'success', example) ?? ''
  expect(made).toBe(text.replace('"old"', JSON.stringify(example)))
  expect(readExample(made, 'success')).toBe(example)
})

test.each([
  ['no answer at all', '{"info":{"url":"/a"}}'],
  ['an empty list of PHP', '{"info":{"url":"/a"},"response":[]}'],
  ['an answer without examples', '{"info":{"url":"/a"},"response":{"remark":"r"}}'],
])('into %s', (_, text) => {
  const made = insertExample(text, 'failure', example) ?? ''
  expect(JSON.parse(made)).toMatchObject({ info: { url: '/a' }, response: { responseFailExample: example } })
  expect(made.startsWith('{"info":{"url":"/a"}')).toBe(true)
})

test.each(['', '# A', '[]', '{"a":'])('leaves %j alone', (text) => {
  expect(insertExample(text, 'success', example)).toBeUndefined()
})
