import { expect, test } from 'vitest'
import type { CatalogNode, TreeNode } from '#web/features/item/tree/tree-nodes.ts'
import { typedRow } from '#web/features/tree/view/tree-keys.ts'
import { buildTreeRows } from '#web/features/tree/view/tree-rows.ts'
import { clampRange, visibleRange } from '#web/features/tree/view/use-virtual-rows.ts'

const page = (id: string, title: string): TreeNode => ({
  kind: 'page',
  method: '',
  key: `p${id}`,
  id,
  title,
  s_number: 1,
  addtime: 1,
  author: '1',
  parent: undefined,
})
const catalog = (id: string, title: string, children: TreeNode[]): CatalogNode => {
  return { kind: 'catalog', key: `c${id}`, id, title, s_number: 1, parent: undefined, children }
}
// 0 Alpha, 1 Users (open), 2 Add, 3 Groups (closed), 4 Zoo
const rows = buildTreeRows(
  [
    page('1', 'Alpha'),
    catalog('1', 'Users', [page('2', 'Add'), catalog('2', 'Groups', [page('3', 'Hidden')])]),
    page('4', 'Zoo'),
  ],
  new Set(['1']),
)

test('a letter goes to the next name that starts with it, and wraps around', () => {
  expect(typedRow(rows, 0, 'a')).toBe(2)
  expect(typedRow(rows, 2, 'a')).toBe(0)
  expect(typedRow(rows, 0, 'al')).toBe(0)
  expect(typedRow(rows, 0, 'x')).toBe(-1)
})

test('draws only the visible rows and a few beyond', () => {
  expect(visibleRange(0, 280, 28)).toEqual({ first: 0, last: 16 })
  expect(visibleRange(28_000, 280, 28)).toEqual({ first: 994, last: 1016 })
  expect(clampRange(visibleRange(28_000, 280, 28), 5000)).toEqual({ first: 994, last: 1016 })
  expect(clampRange(visibleRange(0, 280, 28), 3)).toEqual({ first: 0, last: 2 })
  expect(clampRange(visibleRange(0, 280, 28), 0)).toEqual({ first: 0, last: -1 })
  // a catalog was collapsed far down
  expect(clampRange(visibleRange(28_000, 280, 28), 30)).toEqual({ first: 7, last: 29 })
})
