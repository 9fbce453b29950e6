import { describe, expect, test } from 'vitest'
import { type CatalogNode, listPages, type PageNode, type TreeNode } from '#web/features/item/tree/index.ts'
import { allRead, changedPages, keysWithCatalogs, markVersionRead } from '#web/features/page/viewer/last-seen.ts'

const me = '7'
const ann = '8'

const page = (id: string, addtime: number, author = ann, parent?: CatalogNode): PageNode => ({
  kind: 'page',
  key: `p${id}`,
  id,
  title: id,
  s_number: 1,
  addtime,
  author,
  method: '',
  parent,
})

const idsOf = (pages: readonly PageNode[]) => pages.map(({ id }) => id)

describe('unread marks for changes by others', () => {
  test('marks nothing on the first visit, then later changes by others but not one’s own', () => {
    const marks = allRead([page('1', 100), page('2', 200)])
    expect(changedPages([page('1', 100), page('2', 200)], marks, me)).toEqual([])
    expect(idsOf(changedPages([page('1', 300), page('2', 200), page('3', 301, me)], marks, me))).toEqual(['1'])
  })

  test('reading a page removes only its mark; a later version brings it back', () => {
    const pages = [page('1', 300), page('2', 310)]
    const read = markVersionRead(pages, { since: 200, pages: {} }, me, { page_id: '1', savedAt: 300 })
    expect(idsOf(changedPages(pages, read, me))).toEqual(['2'])
    expect(idsOf(changedPages([page('1', 320), page('2', 310)], read, me))).toEqual(['1', '2'])
  })

  test('after the last one is read, stores only what is newer than the tree', () => {
    const pages = [page('1', 300), page('2', 310)]
    const first = markVersionRead(pages, { since: 200, pages: {} }, me, { page_id: '1', savedAt: 400 })
    const both = markVersionRead(pages, first, me, { page_id: '2', savedAt: 310 })
    expect(both).toEqual({ since: 310, pages: { 1: 400 } })
    expect(changedPages([page('1', 400), page('2', 310)], both, me)).toEqual([])
  })

  test('reading an old version again changes nothing', () => {
    const marks = { since: 200, pages: { 1: 300 } }
    expect(markVersionRead([page('1', 300)], marks, me, { page_id: '1', savedAt: 300 })).toBe(marks)
    expect(markVersionRead([page('1', 300)], marks, me, { page_id: '2', savedAt: 150 })).toBe(marks)
  })

  test('a collapsed catalog shows marks inside it, at every level', () => {
    const outer: CatalogNode = {
      kind: 'catalog',
      key: 'c1',
      id: '1',
      title: '',
      s_number: 1,
      parent: undefined,
      children: [],
    }
    const inner: CatalogNode = { ...outer, key: 'c2', id: '2', parent: outer }
    const nodes: TreeNode[] = [outer]
    outer.children = [inner, page('5', 10, ann, outer)]
    inner.children = [page('6', 900, ann, inner)]
    const changed = changedPages(listPages(nodes), { since: 100, pages: {} }, me)
    expect([...keysWithCatalogs(changed)].sort()).toEqual(['c1', 'c2', 'p6'])
  })
})
