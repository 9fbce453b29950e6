import { expect, test } from 'vitest'
import { treeMove, typedRow } from '#web/features/tree/tree-keys.ts'
import type { CatalogNode, TreeNode } from '#web/features/tree/tree-nodes.ts'
import { rowsOf } from '#web/features/tree/tree-rows.ts'
import { sightOf, within } from '#web/features/tree/use-rows-in-sight.ts'

const page = (id: string, title: string): TreeNode => ({
  kind: 'page',
  method: '',
  key: `p${id}`,
  id,
  title,
  s_number: 1,
  addtime: 1,
  parent: undefined,
})
const catalog = (id: string, title: string, children: TreeNode[]): CatalogNode => {
  return { kind: 'catalog', key: `c${id}`, id, title, s_number: 1, parent: undefined, children }
}
// 0 Alpha, 1 Users (open), 2 Add, 3 Groups (closed), 4 Zoo
const rows = rowsOf(
  [
    page('1', 'Alpha'),
    catalog('1', 'Users', [page('2', 'Add'), catalog('2', 'Groups', [page('3', 'Hidden')])]),
    page('4', 'Zoo'),
  ],
  new Set(['1']),
)

test('arrows, Home and End move and stop at the ends', () => {
  expect(treeMove(rows, 0, 'ArrowDown')).toEqual({ to: 1 })
  expect(treeMove(rows, 4, 'ArrowDown')).toEqual({ to: 4 })
  expect(treeMove(rows, 0, 'ArrowUp')).toEqual({ to: 0 })
  expect(treeMove(rows, 2, 'Home')).toEqual({ to: 0 })
  expect(treeMove(rows, 2, 'End')).toEqual({ to: 4 })
})

test('right opens a catalog, then goes into it; on a page it does nothing', () => {
  expect(treeMove(rows, 3, 'ArrowRight')).toEqual({ toggle: true })
  expect(treeMove(rows, 1, 'ArrowRight')).toEqual({ to: 2 })
  expect(treeMove(rows, 2, 'ArrowRight')).toBeUndefined()
})

test('left closes a catalog, else goes to the one it lies in', () => {
  expect(treeMove(rows, 1, 'ArrowLeft')).toEqual({ toggle: false })
  expect(treeMove(rows, 3, 'ArrowLeft')).toEqual({ to: 1 })
  expect(treeMove(rows, 0, 'ArrowLeft')).toBeUndefined()
})

test('other keys are not the tree’s, nor is any in an empty tree', () => {
  expect(treeMove(rows, 0, 'PageDown')).toBeUndefined()
  expect(treeMove([], 0, 'ArrowDown')).toBeUndefined()
})

test('a letter goes to the next name that begins with it, and around', () => {
  expect(typedRow(rows, 0, 'a')).toBe(2)
  expect(typedRow(rows, 2, 'a')).toBe(0)
  expect(typedRow(rows, 0, 'al')).toBe(0)
  expect(typedRow(rows, 0, 'x')).toBe(-1)
})

test('only the rows in sight are drawn, and a few beyond', () => {
  expect(sightOf(0, 280, 28)).toEqual({ first: 0, last: 16 })
  expect(sightOf(28_000, 280, 28)).toEqual({ first: 994, last: 1016 })
  expect(within(sightOf(28_000, 280, 28), 5000)).toEqual({ first: 994, last: 1016 })
  expect(within(sightOf(0, 280, 28), 3)).toEqual({ first: 0, last: 2 })
  expect(within(sightOf(0, 280, 28), 0)).toEqual({ first: 0, last: -1 })
  // a catalog was closed far down
  expect(within(sightOf(28_000, 280, 28), 30)).toEqual({ first: 7, last: 29 })
})
