import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseRows } from '#shared/api-doc/api-doc.ts'
import { isApiText } from '#shared/api-doc/api-text.ts'
import { type ApiSource, lists, readApi, valueAt } from '#web/features/api-docs/form/api-source.ts'
import { ApiStore } from '#web/features/api-docs/form/api-store.ts'
import { isFault, type Path, readSource, removeAt, setAt } from '#web/features/api-docs/form/json-source-edit.ts'
import { newApiText } from '#web/features/api-docs/form/new-api.ts'
import {
  followAddress,
  insertRows,
  moveRow,
  replaceRows,
  setCell,
  shownRows,
  tabCount,
} from '#web/features/api-docs/form/row-edits.ts'
import { setFlag, setNumber, splitNames } from '#web/features/api-docs/form/socket-edits.ts'

const samples = join(import.meta.dirname, '../../../../fixtures/showdoc/api-doc-to-markdown.json')
const recorded: { cases: { name: string; document: object }[] } = JSON.parse(readFileSync(samples, 'utf8'))

const read = (text: string): ApiSource => {
  const source = readApi(text)
  if (isFault(source)) throw new Error(JSON.stringify(source))
  return source
}

const layouts: [string, (document: object) => string][] = [
  ['on one line', (document) => JSON.stringify(document)],
  ['two spaces', (document) => JSON.stringify(document, null, 2)],
  ['tabs, CRLF', (document) => `${JSON.stringify(document, null, '\t').replaceAll('\n', '\r\n')}\r\n`],
]

for (const { name, document } of recorded.cases) {
  for (const [layout, write] of layouts) {
    test(`${name}, ${layout}: opened and read it is the same text`, () => {
      const text = write(document)
      expect(isApiText(text)).toBe(true)
      expect(new ApiStore(text).get().text).toBe(text)
    })

    test(`${name}, ${layout}: a change and the change back leave the bytes`, () => {
      const text = write(document)
      const places: Path[] = [
        ['info', 'url'],
        ['info', 'description'],
        ['info', 'method'],
      ]
      for (const path of places) {
        const before = valueAt(read(text).value, path)
        const changed = setAt(read(text), path, 'Ünterschied "x"\n')
        expect(valueAt(read(changed).value, path)).toBe('Ünterschied "x"\n')
        expect(setAt(read(changed), path, before)).toBe(text)
      }
    })

    test(`${name}, ${layout}: a row added and taken out again, and rows moved there and back, leave the bytes`, () => {
      const text = write(document)
      for (const path of Object.values(lists)) {
        const source = read(text)
        if (!Array.isArray(valueAt(source.value, path))) continue
        const count = parseRows(valueAt(source.value, path)).length
        const added = setCell(source, path, 'param', count, { name: 'new' })
        expect(parseRows(valueAt(read(added).value, path)).at(-1)?.name).toBe('new')
        const taken = removeAt(read(added), path, count)
        if (count > 0) expect(taken).toBe(text)
        else expect(JSON.parse(taken)).toEqual(JSON.parse(text))
        if (count > 1) expect(moveRow(read(moveRow(source, path, 0, count - 1)), path, count - 1, 0)).toBe(text)
      }
    })
  }
}

const odd = `{"info" : {"from":"x", "url":"/a/{id}" ,"method":"post","n":1.0, "big":123456789012345678901234567890},
   "request":[], "zz": [ 1,2.50,"\\u00e9" ], "response":null }`

test('keeps the bytes of what is not edited: numbers, spaces, escapes, order', () => {
  const changed = setAt(read(odd), ['info', 'url'], '/b')
  expect(changed).toBe(odd.replace('/a/{id}', '/b'))
})

test('replaces an empty list or null with an object where one belongs', () => {
  const withRow = setCell(read(odd), lists.query, 'param', 0, { name: 'q', value: '1' })
  const value: unknown = JSON.parse(withRow)
  expect(valueAt(value, ['request', 'query'])).toEqual([
    { name: 'q', type: 'string', value: '1', require: '0', remark: '' },
  ])
  expect(withRow.slice(0, 40)).toBe(odd.slice(0, 40))
  expect(withRow).toContain('123456789012345678901234567890')
  const answered = setAt(read(odd), ['response', 'responseExample'], 'x')
  expect(valueAt(JSON.parse(answered), ['response'])).toEqual({ responseExample: 'x' })
})

test('writes a flag in the notation of the document', () => {
  const text =
    '{"info":{"url":"/","method":"get"},"request":{"query":[{"name":"a","require":1},{"name":"b","require":true},{"name":"c"}]}}'
  const off = setCell(read(text), lists.query, 'param', 0, { isRequired: false })
  expect(off).toContain('{"name":"a","require":0}')
  expect(setCell(read(off), lists.query, 'param', 1, { isRequired: false })).toContain('{"name":"b","require":false}')
  expect(setCell(read(text), lists.query, 'param', 2, { isOff: true })).toContain('{"name":"c","disable":"1"}')
  expect(setCell(read(text), lists.query, 'param', 2, { isOff: false })).toBe(text)
})

test('replaced rows keep the unknown members of rows with the same name', () => {
  const text = '{"info":{"url":"/"},"request":{"query":[{"name":"a","value":"1","later":7.0},{"name":"b"}]}}'
  const next = replaceRows(read(text), lists.query, 'param', [{ name: 'b' }, { name: 'a', value: '2' }, { name: 'c' }])
  expect(next).toContain('[{"name":"b"},{"name":"a","value":"2","later":7.0},{"name":"c",')
})

test('hides the empty row that clients leave and fills it first', () => {
  const text =
    '{"info":{"url":"/"},"request":{"query":[{"name":"a","value":"1"},{"name":"","type":"string","value":"","require":"1","remark":"","k":1}]}}'
  expect(shownRows(read(text).value, lists.query)).toHaveLength(1)
  expect(tabCount(read(text).value, lists.query)).toEqual({ count: 1 })
  expect(setCell(read(text), lists.query, 'param', 1, { name: 'b' })).toBe(text.replace('"name":""', '"name":"b"'))
  expect(insertRows(read(text), lists.query, 'param', 1, [{ name: 'x' }])).not.toContain('"k":1')
})

test('path rows follow the address and keep their descriptions', () => {
  const begin = read(newApiText())
  const one = followAddress(read(setAt(begin, ['info', 'url'], '/a/{id}')), lists.path)
  expect(shownRows(read(one).value, lists.path).map(({ name }) => name)).toEqual(['id'])
  const remarked = setCell(read(one), lists.path, 'param', 0, { remark: 'number' })
  const renamed = followAddress(read(setAt(read(remarked), ['info', 'url'], '/a/{user}')), lists.path)
  expect(shownRows(read(renamed).value, lists.path)).toMatchObject([{ name: 'user', remark: 'number' }])
  const gone = followAddress(read(setAt(read(renamed), ['info', 'url'], '/a')), lists.path)
  expect(shownRows(read(gone).value, lists.path)).toMatchObject([{ name: 'user' }])
  const bare = followAddress(read(setAt(read(one), ['info', 'url'], '/a')), lists.path)
  expect(JSON.parse(bare)).toMatchObject({ request: { pathVariable: [] } })
})

test('reports where a document does not fit the form', () => {
  expect(readApi('{\n  "info": {"url": "/"},\n  "request": {,}\n}')).toMatchObject({
    kind: 'syntax',
    line: 3,
    column: 15,
  })
  expect(readApi('{"info":{"url":"/"},\n"info":{}}')).toMatchObject({ kind: 'twice', name: 'info', line: 2, column: 1 })
  expect(readApi('{"info":{"url":"/"},\n "request":{"query":"x"}}')).toMatchObject({
    kind: 'shape',
    name: 'request.query',
    line: 2,
  })
  expect(readApi('[]')).toMatchObject({ kind: 'shape' })
  expect(readApi('')).toMatchObject({ kind: 'syntax', line: 1, column: 1 })
})

test('a new page is an API page', () => {
  expect(isApiText(newApiText())).toBe(true)
})

test('undoes and redoes steps, with typing as one step', () => {
  const store = new ApiStore(newApiText())
  for (const url of ['/', '/a', '/ab']) store.change((source) => setAt(source, ['info', 'url'], url), 'url')
  store.change((source) => setAt(source, ['info', 'method'], 'post'))
  store.undo()
  expect(store.get()).toMatchObject({ read: { doc: { url: '/ab', method: 'get' } }, canUndo: true, canRedo: true })
  store.undo()
  expect(store.get()).toMatchObject({ text: newApiText(), canUndo: false })
  store.redo()
  expect(store.get()).toMatchObject({ read: { doc: { url: '/ab' } } })
})

test('keeps invalid text as it is', () => {
  const store = new ApiStore('{"info": {"url": "/"}')
  expect(store.get()).toMatchObject({ text: '{"info": {"url": "/"}', read: { kind: 'syntax' } })
  store.change((source) => setAt(source, ['info', 'url'], 'x'))
  expect(store.get().text).toBe('{"info": {"url": "/"}')
  store.write('{"info": {"url": "/"}}')
  expect(isFault(store.get().read)).toBe(false)
})

test('writes lists in the notation of their document', () => {
  const spread = insertRows(read(newApiText()), lists.query, 'param', 0, [{ name: 'a' }, { name: 'b' }])
  expect(JSON.stringify(JSON.parse(spread), null, 2) + '\n').toBe(spread)
  const source = readSource('{\n  "l": [\n    {"name": "a"},\n    {"name": "b"}\n  ]\n}')
  if (isFault(source)) throw new Error()
  expect(insertRows(source, ['l'], 'answer', 2, [{ name: 'c' }])).toContain(
    '    {"name": "b"},\n    {"name":"c","type":"string","remark":""}\n  ]',
  )
})

const websocket = recorded.cases.find(({ name }) => name === 'websocket')?.document

test('reads the WebSocket settings, with the defaults of the client', () => {
  expect(read(JSON.stringify(websocket)).doc).toMatchObject({
    socket: { subProtocols: ['v1', 'v2'], reconnects: true, heartbeat: { isOn: true, message: 'ping' } },
    messages: [{ name: 'subscribe', payload: '{"op":"sub"}', isOff: false }],
  })
  expect(read(JSON.stringify(websocket)).hiddenParts).toEqual([])
  const bare = read('{"info":{"type":"websocket","url":"wss://a"},"protocolConfig":[]}').doc
  expect(bare.socket).toMatchObject({ reconnects: false, reconnectInterval: '3000', reconnectMaxTimes: '5' })
  // on any other page these parts are hidden
  expect(read('{"info":{"url":"/a"},"messaging":{"templates":"x"}}').hiddenParts).toEqual(['messaging'])
  expect(readApi('{"info":{"type":"websocket","url":"wss://a"},"messaging":"x"}')).toMatchObject({ kind: 'shape' })
})

test('keeps the type of a WebSocket setting and every other byte', () => {
  const text =
    '{"info":{"type":"websocket","url":"wss://a"},"protocolConfig": {"websocket":{ "autoReconnect":1, "reconnectInterval":"3000" ,"zz":1.0}}}'
  const path = (name: string) => ['protocolConfig', 'websocket', name]
  expect(setFlag(read(text), path('autoReconnect'), false)).toBe(text.replace('"autoReconnect":1', '"autoReconnect":0'))
  expect(setNumber(read(text), path('reconnectInterval'), '50')).toBe(text.replace('"3000"', '"50"'))
  expect(setNumber(read(text), path('reconnectMaxTimes'), '7')).toBe(
    text.replace('"zz":1.0', '"zz":1.0, "reconnectMaxTimes":7'),
  )
  expect(setNumber(read(text), path('zz'), '1e3x')).toBe(text.replace('1.0', '"1e3x"'))
  expect(setFlag(read(text), [...path('heartbeat'), 'enabled'], true)).toContain('"heartbeat":{"enabled":true}')
  expect(splitNames(' v1,v2，graphql-ws ')).toEqual(['v1', 'v2', 'graphql-ws'])
})
