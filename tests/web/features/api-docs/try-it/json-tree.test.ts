import { expect, test } from 'vitest'
import {
  buildRows,
  canOpen,
  chunkSize,
  getInitiallyOpened,
  openedAt,
  toggled,
  withMore,
} from '#web/features/api-docs/try-it/json-rows.ts'
import { formatJson, type JsonPart, JsonText } from '#web/features/api-docs/try-it/json-text.ts'

const read = (text: string): JsonText => {
  const json = JsonText.of(text)
  if (!json) throw new Error(text)
  return json
}
const said = ({ text }: JsonText, { name, begin, end }: JsonPart) => `${name}=${text.slice(begin, end)}`
const shown = (json: JsonText, opened = getInitiallyOpened(json)) =>
  buildRows(json, opened).map(({ part, level, more }) =>
    more === undefined
      ? `${level} ${part.name || '·'} ${part.count || json.text.slice(part.begin, part.end)}`
      : `${level} ${more.side} ${more.left}`,
  )

test('parts keep their characters: long numbers, duplicate names, characters within texts', () => {
  const json = read(
    ' {"a":12345678901234567890, "a" : 1.0 ,"b\\"}":"x,]\\\\","c":[ ],"d":{ },"e":[-1e3,true,null,"\\\\\\""]} ',
  )
  const parts = json.in(json.whole)
  expect(parts.map((part) => said(json, part))).toEqual([
    '"a"=12345678901234567890',
    '"a"=1.0',
    '"b\\"}"="x,]\\\\"',
    '"c"=[ ]',
    '"d"={ }',
    '"e"=[-1e3,true,null,"\\\\\\""]',
  ])
  expect(parts.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    'number 0',
    'number 0',
    'string 0',
    'array 0',
    'object 0',
    'array 4',
  ])
  const list = parts[5]
  expect(list && json.in(list).map((part) => said(json, part))).toEqual(['0=-1e3', '1=true', '2=null', '3="\\\\\\""'])
})

test('decodes escapes, except those of invisible characters', () => {
  expect(read('{"\\u4e2d":"\\u6587\\ud83d\\ude00\\\\u4e2d\\n\\u202e\\u0022\\ud83d"}').text).toBe(
    '{"中":"文😀\\\\u4e2d\\n\\u202e\\u0022\\ud83d"}',
  )
})

test.each(['', '5', '"a"', '{"a":}', '[1', '{"a":1} x', '['.repeat(300) + ']'.repeat(300)])('no tree: %s', (text) => {
  expect(JsonText.of(text)).toBeUndefined()
})

test('opens whole levels at first, as many as draw quickly', () => {
  const row = { id: 1, tags: ['x', 'y'] }
  expect(shown(read(JSON.stringify({ code: 0, data: { list: [row] } })))).toEqual([
    '1 · 2',
    '2 "code" 0',
    '2 "data" 1',
    '3 "list" 1',
    '4 0 2',
    '5 "id" 1',
    '5 "tags" 2',
    '6 0 "x"',
    '6 1 "y"',
  ])
  const many = read(JSON.stringify({ list: Array.from({ length: 250 }, () => row) }))
  const rows = buildRows(many, getInitiallyOpened(many))
  expect(rows).toHaveLength(1 + 1 + chunkSize + 1)
  expect(rows.at(-1)).toMatchObject({ more: { side: 'behind', left: 150 }, level: 3, place: 101, of: 250 })
  const list = rows[1]?.part ?? many.whole
  expect(buildRows(many, withMore(getInitiallyOpened(many), list, 'behind')).at(-1)).toMatchObject({
    more: { left: 50 },
    place: 201,
  })
})

test('toggles a part alone or with everything below it', () => {
  const json = read('{"a":{"b":{"c":{"d":1}}},"e":[]}')
  const closed = new Map([[json.whole.begin, { from: 0, to: chunkSize }]])
  const [a, e] = json.in(json.whole)
  if (!a || !e) throw new Error('parts')
  expect(shown(json, closed)).toEqual(['1 · 2', '2 "a" 1', '2 "e" []'])
  expect(shown(json, toggled(json, closed, a, false))).toEqual(['1 · 2', '2 "a" 1', '3 "b" 1', '2 "e" []'])
  const all = toggled(json, closed, a, true)
  expect(shown(json, all)).toHaveLength(6)
  // closed alone, a part keeps the state of its children; closed with everything below, it does not
  expect(shown(json, toggled(json, toggled(json, all, a, false), a, false))).toHaveLength(6)
  expect(shown(json, toggled(json, toggled(json, all, a, true), a, false))).toHaveLength(4)
  expect(buildRows(json, closed).map(canOpen)).toEqual([true, true, false])
})

test('opens the path to a match, however far down a long list it is', () => {
  const json = read(JSON.stringify({ list: Array.from({ length: 1000 }, (_, at) => ({ deep: { name: `n${at}` } })) }))
  const found = openedAt(json, new Map(), json.text.indexOf('"n777"'))
  expect(said(json, found.part)).toBe('"name"="n777"')
  const rows = buildRows(json, found.opened)
  expect(rows.some(({ part }) => part.begin === found.part.begin)).toBe(true)
  // only the chunk of the list around the match, which can be extended in both directions
  expect(rows.filter(({ more }) => more)).toMatchObject([
    { more: { side: 'before', left: 700 }, place: 700 },
    { more: { side: 'behind', left: 200 }, place: 801 },
  ])
  expect(rows).toHaveLength(1 + 1 + 1 + chunkSize + 2 + 1)
  const list = json.in(json.whole)[0] ?? json.whole
  expect(buildRows(json, withMore(found.opened, list, 'before'))[2]).toMatchObject({ more: { left: 600 }, place: 600 })
})

test('formats JSON and keeps its numbers as written', () => {
  expect(formatJson(' {"a":1.0,"b":["[[",{}]}')).toBe('{\n  "a": 1.0,\n  "b": [\n    "[[",\n    {}\n  ]\n}')
  expect(formatJson('<p>')).toBeUndefined()
})

test('returns JSON that is nested too deep unchanged', () => {
  for (const depth of [200, 5_000, 400_000])
    expect(formatJson('['.repeat(depth) + ']'.repeat(depth)), String(depth)).toBeUndefined()
})
