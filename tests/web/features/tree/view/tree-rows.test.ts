import { describe, expect, test } from 'vitest'
import type { Menu } from '#shared/contract/item.ts'
import { buildTree, catalogIdsIn, catalogsAbove, listPages, type TreeNode } from '#web/features/item/tree/tree-nodes.ts'
import { buildTreeRows, distinguishingSuffixes, filterTree } from '#web/features/tree/view/tree-rows.ts'

const page = (page_id: string, page_title: string, s_number: string): Menu['pages'][number] => {
  return { page_id, page_title, s_number, author_uid: '1', cat_id: '0', addtime: '1', ext_info: '', is_draft: '0' }
}
const catalog = (
  cat_id: string,
  cat_name: string,
  s_number: string,
  inside: Partial<Menu> = {},
): Menu['catalogs'][number] => {
  const row = { item_id: '1', addtime: '1', parent_cat_id: '0', level: '2' }
  return { cat_id, cat_name, s_number, ...row, pages: inside.pages ?? [], catalogs: inside.catalogs ?? [] }
}
const menu: Menu = {
  pages: [page('7', 'Last', '9'), page('9', 'Welcome', '1'), page('8', 'Beside users', '2')],
  catalogs: [
    catalog('5', 'Users', '2', {
      pages: [page('2', 'Create', '1')],
      catalogs: [catalog('6', 'Groups', '2', { pages: [page('3', 'Create group', '1')] })],
    }),
    catalog('4', 'First of all', '1'),
  ],
}
const tree = buildTree(menu)
const titles = (nodes: readonly TreeNode[]) => nodes.map(({ title }) => title)
const shown = (open: string[], keep?: ReadonlySet<string>) => buildTreeRows(tree, new Set(open), keep)

test('pages and catalogs share one order, a page before a catalog with the same number', () => {
  expect(titles(tree)).toEqual(['Welcome', 'First of all', 'Beside users', 'Users', 'Last'])
})

test('orders equal numbers by id', () => {
  const twins = buildTree({ pages: [page('12', 'B', '1'), page('3', 'A', '1')], catalogs: [] })
  expect(titles(twins)).toEqual(['A', 'B'])
})

test('reading order follows the tree from top to bottom', () => {
  expect(titles(listPages(tree))).toEqual(['Welcome', 'Beside users', 'Create', 'Create group', 'Last'])
})

test('a page knows its catalogs, from the outermost in', () => {
  const deep = listPages(tree).find(({ id }) => id === '3')
  expect(deep && titles(catalogsAbove(deep))).toEqual(['Users', 'Groups'])
})

test('a collapsed catalog hides its content', () => {
  expect(titles(shown([]).map(({ node }) => node))).toEqual(titles(tree))
  expect(shown(['5'])).toHaveLength(7)
  expect(shown(['5', '6'])).toHaveLength(8)
})

test('a row has its level and its position among its siblings', () => {
  const rows = shown(['5', '6'])
  const group = rows.find(({ node }) => node.title === 'Groups')
  expect(group).toMatchObject({ level: 2, position: 2, siblingCount: 2, isOpen: true })
})

test('expands everything below a catalog at once', () => {
  const users = tree.find(({ title }) => title === 'Users')
  expect(users?.kind === 'catalog' && catalogIdsIn(users)).toEqual(['5', '6'])
})

test('a filter keeps the rows with every word, and their catalogs', () => {
  const filtered = filterTree(tree, ' GROUP create ')
  expect(filtered?.hits).toBe(1)
  expect(shown([], filtered?.keep).map(({ node }) => node.title)).toEqual(['Users', 'Groups', 'Create group'])
})

test('an empty filter keeps everything', () => {
  expect(filterTree(tree, '  ')).toBeUndefined()
})

test('a filter without a match keeps nothing', () => {
  const filtered = filterTree(tree, 'nowhere')
  expect(filtered).toMatchObject({ hits: 0 })
  expect(shown([], filtered?.keep)).toEqual([])
})

describe('long names', () => {
  const ends = (...names: string[]) => Object.fromEntries(distinguishingSuffixes(names))

  test('are cut at their end when no sibling starts alike', () => {
    expect(
      ends('A page by its public link', 'A list of everything', 'Short', '创建订单的接口说明与常见错误处理'),
    ).toEqual({})
  })

  test('keep the words in which they differ from a sibling', () => {
    expect(
      ends('Create an order for a shop in Germany', 'Create an order for a shop in France', 'Create a user'),
    ).toEqual({
      'Create an order for a shop in Germany': 'Germany',
      'Create an order for a shop in France': 'France',
    })
    expect(ends('/api/v1/shops/orders/list', '/api/v1/shops/orders/remove')).toEqual({
      '/api/v1/shops/orders/list': 'list',
      '/api/v1/shops/orders/remove': 'remove',
    })
    expect(ends('创建订单的接口说明第一版', '创建订单的接口说明第二版')).toEqual({
      创建订单的接口说明第一版: '一版',
      创建订单的接口说明第二版: '二版',
    })
  })

  test('keep the end when one name continues another', () => {
    expect(ends('The longest name of all', 'The longest name of all (old)')).toEqual({
      'The longest name of all': 'all',
      'The longest name of all (old)': 'all (old)',
    })
  })

  test('appear in the rows', () => {
    const names = ['Report of the year 2024', 'Report of the year 2025', 'Home']
    const pages = names.map((name, at) => page(String(at + 1), name, '1'))
    const rows = buildTreeRows(buildTree({ pages, catalogs: [] }), new Set())
    expect(rows.map(({ end }) => end)).toEqual(['2024', '2025', ''])
  })
})
