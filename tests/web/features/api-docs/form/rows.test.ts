import { expect, test } from 'vitest'
import { collectFields, fieldRows } from '#web/features/api-docs/form/fields.ts'
import { formatJson } from '#web/features/api-docs/form/import-text.ts'
import { formatRows, isManyRows, parseRowText } from '#web/features/api-docs/form/row-text.ts'

test('reads rows in many notations', () => {
  expect(parseRowText('a=1&b=two%20words&c', 'param')).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: 'two words' },
    { name: 'c', value: '' },
  ])
  expect(parseRowText('https://x.test/list?page=1&size=20', 'param')).toMatchObject([
    { name: 'page' },
    { name: 'size', value: '20' },
  ])
  expect(parseRowText('Accept: application/json\nX-Time: 12:30:00\n# X-Off: 1', 'param')).toEqual([
    { name: 'Accept', value: 'application/json' },
    { name: 'X-Time', value: '12:30:00' },
    { name: 'X-Off', value: '1', isOff: true },
  ])
  expect(parseRowText('page\tint\t是\t1\t页码\nsize\tint\tno\t20\t', 'param')).toEqual([
    { name: 'page', type: 'int', isRequired: true, value: '1', remark: '页码' },
    { name: 'size', type: 'int', isRequired: false, value: '20', remark: '' },
  ])
  expect(parseRowText('a\t1\nb\t2', 'param')).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ])
  expect(
    parseRowText('| 参数名 | 必选 | 类型 | 说明 |\n|:---|:---|---|---|\n| id | 是 | int | a \\| b |', 'param'),
  ).toEqual([{ name: 'id', isRequired: true, type: 'int', remark: 'a | b' }])
  expect(parseRowText('{"a":1,"b":{"c":"x"}}', 'param').map(({ name }) => name)).toEqual(['a', 'b', 'b.c'])
  expect(parseRowText('[{"name":"a","require":"1","value":"v"}]', 'param')).toMatchObject([
    { name: 'a', isRequired: true, value: 'v' },
  ])
  expect(parseRowText('sid=1; theme=dark', 'cookie')).toEqual([
    { name: 'sid', value: '1' },
    { name: 'theme', value: 'dark' },
  ])
  expect(parseRowText(' \n', 'param')).toEqual([])
})

test('does not take one cell for rows', () => {
  for (const text of ['name', 'a b c', 'a=1', 'https://x.test/a', ''])
    expect([text, text === 'a=1' || isManyRows(text)]).toEqual([text, text === 'a=1'])
  for (const text of ['a=1&b=2', 'a: 1\nb: 2', 'a\tb', '{"a":1}']) expect(isManyRows(text)).toBe(true)
})

test('reads rows back from their text form', () => {
  const rows = [
    { name: 'a', type: 'int', value: 'x|y', isRequired: true, isOff: false, remark: 'why' },
    { name: 'b', type: 'string', value: '', isRequired: false, isOff: true, remark: '' },
  ]
  for (const kind of ['param', 'field'] as const) {
    const text = formatRows(rows, kind, 'required')
    expect(parseRowText(text, kind)).toMatchObject([
      { name: 'a', type: 'int', value: 'x|y', isRequired: true, remark: 'why' },
      { name: 'b', isOff: true },
    ])
  }
})

test('lists the fields of a JSON value, lists as one', () => {
  expect(
    collectFields({ code: 0, data: { list: [{ id: 1 }, { id: 2, tag: null }], tags: ['a'] }, ok: true, n: 1.5 }).map(
      ({ name, type }) => `${name} ${type}`,
    ),
  ).toEqual([
    'code int',
    'data object',
    'data.list array',
    'data.list[].id int',
    'data.list[].tag null',
    'data.tags array',
    'ok boolean',
    'n number',
  ])
  expect(collectFields([{ a: 1 }]).map(({ name }) => name)).toEqual(['[].a'])
})

test('fields keep their descriptions', () => {
  const row = { value: '', isOff: false }
  const former = [
    { ...row, name: 'code', type: 'integer', isRequired: false, remark: '0 is fine' },
    { ...row, name: 'gone', type: 'string', isRequired: true, remark: 'sometimes' },
    { ...row, name: 'silent', type: 'string', isRequired: true, remark: '' },
    { ...row, name: 'data.list.id', type: 'string', isRequired: true, remark: 'by another client' },
  ]
  const rows = fieldRows({ code: 1, data: { list: [{ id: 1 }] }, neu: 'x' }, former)
  expect(rows.map(({ name, type, remark }) => [name, type, remark])).toEqual([
    ['code', 'integer', '0 is fine'],
    ['data', 'object', ''],
    ['data.list', 'array', ''],
    ['data.list.id', 'int', 'by another client'],
    ['neu', 'string', ''],
    ['gone', 'string', 'sometimes'],
  ])
})

test('formats JSON and keeps its numbers and escapes', () => {
  expect(formatJson('{"a":1.0,"b":[1,{}],"c":[],"d":"\\u00e9, {x}"}')).toBe(
    '{\n  "a": 1.0,\n  "b": [\n    1,\n    {}\n  ],\n  "c": [],\n  "d": "\\u00e9, {x}"\n}',
  )
  expect(formatJson('{broken')).toBe('{broken')
})
