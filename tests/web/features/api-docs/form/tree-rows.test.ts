import { expect, test } from 'vitest'
import type { Row } from '#shared/api-doc/api-doc.ts'
import { readApi } from '#web/features/api-docs/form/api-source.ts'
import { isFault, type Source } from '#web/features/api-docs/form/json-source-edit.ts'
import { shownRows } from '#web/features/api-docs/form/row-edits.ts'
import {
  addAfter,
  addChild,
  arrangeRows,
  flatRows,
  indentNode,
  insertAfter,
  outdentNode,
  type Placed,
  removeNode,
  renameNode,
  shiftNode,
  type TreeRow,
  treeOf,
} from '#web/features/api-docs/form/tree-rows.ts'

const path = ['request', 'params', 'jsonDesc']
const names = [
  'id',
  'list',
  'list[].no',
  'list[].tags',
  'list[].tags[]',
  'pay',
  'pay(oneOf 1)',
  'pay(oneOf 1).card',
  'end',
]
const types: Record<string, string> = {
  list: 'array',
  'list[].tags': 'array[string]',
  pay: 'oneOf',
  'pay(oneOf 1)': 'object',
}

const textOf = (rows: readonly string[]) =>
  JSON.stringify({
    info: { url: '/a', method: 'post' },
    request: {
      params: {
        mode: 'json',
        // a key that this product does not know, and a number that loses digits in JavaScript
        jsonDesc: rows.map((name, at) => ({ name, type: types[name] ?? 'string', 'x-own': at })),
      },
    },
    zz: 'BIG',
  }).replace('"BIG"', '12345678901234567890')

function open(rows: readonly string[] = names): { source: Source; roots: TreeRow[]; at: (name: string) => TreeRow } {
  const source = readApi(textOf(rows))
  if (isFault(source)) throw new Error('no source')
  const roots = treeOf(shownRows(source.value, path))
  return {
    source,
    roots,
    at: (name) => flatRows(roots).find(({ row }) => row.name === name) ?? expect.fail(name),
  }
}

const after = (source: Source, placed: readonly Placed[] | undefined): Row[] => {
  const text = arrangeRows(source, path, 'field', placed ?? [])
  expect(text).toContain('12345678901234567890')
  return shownRows(JSON.parse(text), path)
}
const namesAfter = (source: Source, placed: readonly Placed[] | undefined) =>
  after(source, placed).map(({ name }) => name)

test('the names of rows make a tree, with fields of list items in their list', () => {
  const { roots } = open()
  expect(flatRows(roots).map(({ depth, label, kind }) => [depth, label, kind])).toEqual([
    [0, 'id', 'field'],
    [0, 'list', 'field'],
    [1, 'no', 'field'],
    [1, 'tags', 'field'],
    [2, '[]', 'item'],
    [0, 'pay', 'field'],
    [1, '(oneOf 1)', 'option'],
    [2, 'card', 'field'],
    [0, 'end', 'field'],
  ])
  // a row without the one that it would be in is on the first level, and rows may stand in any order
  expect(flatRows(open(['a.b', 'c.d', 'c', 'c']).roots).map(({ depth, label }) => [depth, label])).toEqual([
    [0, 'a.b'],
    [0, 'c'],
    [1, 'd'],
    [0, 'c'],
  ])
})

test('nothing changes without a change, and a new order alone moves rows as they are', () => {
  const { source, roots } = open()
  const same = flatRows(roots).map(({ at, row }) => ({ at, name: row.name }))
  expect(arrangeRows(source, path, 'field', same)).toBe(source.text)
})

test('renames, removes and moves a row with all that is in it', () => {
  const { source, roots, at } = open()
  expect(namesAfter(source, renameNode(roots, at('list'), 'rows'))).toEqual([
    'id',
    'rows',
    'rows[].no',
    'rows[].tags',
    'rows[].tags[]',
    'pay',
    'pay(oneOf 1)',
    'pay(oneOf 1).card',
    'end',
  ])
  expect(namesAfter(source, renameNode(roots, at('pay(oneOf 1).card'), 'iban'))).toContain('pay(oneOf 1).iban')
  expect(namesAfter(source, removeNode(roots, at('list')))).toEqual([
    'id',
    'pay',
    'pay(oneOf 1)',
    'pay(oneOf 1).card',
    'end',
  ])
  expect(namesAfter(source, shiftNode(roots, at('pay'), -1))).toEqual([
    'id',
    'pay',
    'pay(oneOf 1)',
    'pay(oneOf 1).card',
    'list',
    'list[].no',
    'list[].tags',
    'list[].tags[]',
    'end',
  ])
  expect(shiftNode(roots, at('id'), -1)).toBeUndefined()
  expect(shiftNode(roots, at('list[].tags'), 1)).toBeUndefined()
  const moved = arrangeRows(source, path, 'field', shiftNode(roots, at('list[].tags'), -1) ?? [])
  expect(moved).toContain('{"name":"list[].tags[]","type":"string","x-own":4},{"name":"list[].no"')
})

test('adds fields below and inside, alternatives to a choice, with names that are free', () => {
  const { source, roots, at } = open()
  expect(namesAfter(source, addAfter(roots, at('list'), 'field').placed).slice(4, 7)).toEqual([
    'list[].tags[]',
    'field',
    'pay',
  ])
  expect(addChild(roots, at('list'), 'no').name).toBe('list[].no2')
  expect(namesAfter(source, addChild(roots, at('list'), 'no').placed)[5]).toBe('list[].no2')
  expect(addChild(roots, at('pay'), 'field').name).toBe('pay(oneOf 2)')
  expect(namesAfter(source, addChild(roots, at('pay'), 'field').placed)[8]).toBe('pay(oneOf 2)')
  expect(addChild(roots, at('pay(oneOf 1)'), 'field').name).toBe('pay(oneOf 1).field')
  expect(addAfter(roots, at('pay(oneOf 1)'), 'field').name).toBe('pay(oneOf 2)')
  expect(addChild(roots, at('list[].tags'), 'x').name).toBe('list[].tags[].x')
  expect(namesAfter(source, insertAfter(roots, at('list[].no'), [{ name: 'a' }, { name: 'a.b' }])).slice(2, 5)).toEqual(
    ['list[].no', 'list[].a', 'list[].a.b'],
  )
})

test('a row goes into the one before it, and out again', () => {
  const { source, roots, at } = open(['o', 'o.a', 'b', 'b.c', 'l', 'd', 'p', 'x'])
  // a text holds no fields
  expect(indentNode(roots, at('d'))).toBeUndefined()
  types['o'] = 'object'
  types['l'] = 'array'
  types['p'] = 'oneOf'
  const again = open(['o', 'o.a', 'b', 'b.c', 'l', 'd', 'p', 'x'])
  expect(namesAfter(source, indentNode(again.roots, again.at('b'))?.placed)).toEqual([
    'o',
    'o.a',
    'o.b',
    'o.b.c',
    'l',
    'd',
    'p',
    'x',
  ])
  expect(indentNode(again.roots, again.at('d'))?.name).toBe('l[].d')
  expect(indentNode(again.roots, again.at('x'))).toBeUndefined()
  expect(namesAfter(source, outdentNode(again.roots, again.at('o.a'))?.placed)).toEqual([
    'o',
    'a',
    'b',
    'b.c',
    'l',
    'd',
    'p',
    'x',
  ])
  expect(outdentNode(again.roots, again.at('b'))).toBeUndefined()
  const list = open(['l', 'l[]', 'l[].a', 'a'])
  expect(outdentNode(list.roots, list.at('l[].a'))?.name).toBe('a2')
})
