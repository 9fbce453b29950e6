import { expect, test } from 'vitest'
import { chosenIds, type ExportChoice, formatsFor, ticksIn, toExportInput } from '#web/features/item/export/choice.ts'
import { buildTree } from '#web/features/item/tree/index.ts'

const page = (page_id: string) => ({
  page_id,
  page_title: page_id,
  s_number: page_id,
  addtime: '0',
  author_uid: '1',
  ext_info: '',
})
const catalog = (cat_id: string, pages: string[], catalogs: unknown[] = []) => ({
  cat_id,
  cat_name: cat_id,
  s_number: cat_id,
  pages: pages.map(page),
  catalogs,
})
// 1 · 10: 2, 3, 11: 4 · 12 without pages
const menu = { pages: [page('1')], catalogs: [catalog('10', ['2', '3'], [catalog('11', ['4'])]), catalog('12', [])] }
const nodes = buildTree(menu as never)

const choice: ExportChoice = { format: 'docx', scope: 'item', cat_id: 9, ticked: new Set(['p1']) }

test.each<[Partial<ExportChoice>, object]>([
  [{}, {}],
  [{ scope: 'catalog' }, { cat_id: 9 }],
  [{ scope: 'page' }, { page_id: '3' }],
  [{ scope: 'choice' }, { cat_ids: '', page_ids: '1' }],
  [
    { scope: 'choice', format: 'markdown' },
    { cat_ids: '', page_ids: '1' },
  ],
])('%j is requested as %j', (change, input) => {
  const { format } = { ...choice, ...change }
  expect(toExportInput('5', { ...choice, ...change }, '3', nodes)).toEqual({ item_id: '5', format, ...input })
})

test.each([
  [[], [], []],
  [['p2', 'p3'], [], ['2', '3']],
  [['p2', 'p3', 'p4'], ['10'], []],
  [['p4', 'p1'], ['11'], ['1']],
  [['p2', 'p4', 'c12'], ['11', '12'], ['2']],
])('of what is ticked, %j, catalogs %j are chosen whole and pages %j one by one', (ticked, cat_ids, page_ids) => {
  expect(chosenIds(nodes, new Set(ticked))).toEqual({ cat_ids, page_ids })
})

test('a catalog is ticked with all in it, an empty one by itself', () => {
  expect(nodes.map(ticksIn)).toEqual([['p1'], ['p2', 'p3', 'p4'], ['c12']])
})

test('an item of API pages that a client edits is not offered as Markdown', () => {
  expect(formatsFor('1')).toContain('markdown')
  expect(formatsFor('3')).not.toContain('markdown')
})
