import { expect, test } from 'vitest'
import { buildAccessRows, initiallyOpen } from '#web/features/item/members/access-overview-rows.ts'
import { buildTree, type TreeNode } from '#web/features/item/tree/index.ts'

const page = (page_id: string) => ({ page_id, page_title: `page ${page_id}`, s_number: '99', addtime: '0' })
const tree = buildTree({
  pages: [page('1')],
  catalogs: [
    {
      cat_id: '10',
      cat_name: 'Users',
      s_number: '100',
      pages: [page('2')],
      catalogs: [{ cat_id: '11', cat_name: 'Inner', s_number: '1', pages: [page('3')], catalogs: [] }],
    },
  ],
} as unknown as Parameters<typeof buildTree>[0]) // only the fields that the tree uses
const shown = (nodes: readonly TreeNode[], open: Iterable<string>) =>
  buildAccessRows(nodes, new Set(open)).map(({ node, level, first }) => `${node.key} ${level} ${first}`)

test('every row knows its top-level catalog, which limits refer to', () => {
  expect(shown(tree, ['10', '11'])).toEqual(['p1 1 0', 'c10 1 10', 'c11 2 10', 'p3 3 10', 'p2 2 10'])
})

test('a collapsed catalog hides its content', () => {
  expect(shown(tree, ['11'])).toEqual(['p1 1 0', 'c10 1 10'])
})

test('expands a small item at first and collapses a large one', () => {
  expect([...initiallyOpen(tree)]).toEqual(['10', '11'])
  const many = buildTree({ pages: Array.from({ length: 300 }, (_, at) => page(String(at))), catalogs: [] } as never)
  expect(initiallyOpen([...many, ...tree]).size).toBe(0)
})
