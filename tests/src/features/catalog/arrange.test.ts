import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

/** An item with the catalogs A, A/B, C and the pages p (root), q (in A). */
async function newTree(app: TestApp, item: Record<string, unknown> = {}) {
  const item_id = await app.rows.newItem(item)
  const a = app.rows.newCatalog(item_id, 'A')
  const b = app.rows.newCatalog(item_id, 'B', { parent_cat_id: a, level: 3 })
  const c = app.rows.newCatalog(item_id, 'C')
  const p = app.rows.newPage(item_id, 'p')
  const q = app.rows.newPage(item_id, 'q', { cat_id: a })
  return { item_id, a, b, c, p, q }
}

const places = (app: TestApp) =>
  app.rows.all('catalog').map((row) => [row['cat_name'], row['parent_cat_id'], row['level'], row['s_number']])

test('saves a dragged tree: positions, names, order, and the resulting levels', async () => {
  const app = await createTestApp()
  const { item_id, a, b, c, p, q } = await newTree(app)
  const before = app.rows.all('item')[0]?.['tree_revision']
  const cats = [
    { cat_id: c, cat_name: 'C', parent_cat_id: 0, level: 2, s_number: 1 },
    // as old clients send it: ids as text, with a wrong level
    { cat_id: String(a), cat_name: 'A2', parent_cat_id: String(c), level: 9, s_number: '2', page_id: 0 },
    { page_id: p, cat_id: null, cat_name: '', parent_cat_id: b, s_number: 3 },
    { page_id: q, cat_id: a, parent_cat_id: 0, s_number: 4 },
  ]
  const dragged = { dragged_id: a, dragged_type: 'catalog', dragged_title: 'whatever' }
  expect(await app.as('owner').catalog.batUpdate({ item_id, cats: JSON.stringify(cats), ...dragged })).toEqual([])
  expect(places(app)).toEqual([
    ['A2', c, 3, 2],
    ['B', a, 4, 99],
    ['C', 0, 2, 1],
  ])
  expect(app.rows.all('page').map((page) => [page['cat_id'], page['s_number']])).toEqual([
    [b, 3],
    [0, 4],
  ])
  expect(app.rows.all('item_change_log')).toMatchObject([
    { op_action_type: 'drag', op_object_type: 'tree', op_object_id: 0, op_object_name: 'A' },
  ])
  expect(app.rows.all('item')[0]?.['tree_revision']).toBe(Number(before) + 1)
})

test('an unchanged tree is not logged', async () => {
  const app = await createTestApp()
  const { item_id, a, p } = await newTree(app)
  const { catalog } = app.as('owner')
  await catalog.batUpdate({ item_id, cats: '[]' })
  const cats = [
    { cat_id: a, cat_name: 'A', parent_cat_id: 0 },
    { page_id: p, parent_cat_id: 0 },
  ]
  await catalog.batUpdate({ item_id, cats: JSON.stringify(cats) })
  expect(app.rows.all('item_change_log')).toEqual([])
})

test('rejects a whole tree with cycles, too much depth, unknown ids or duplicates', async () => {
  const app = await createTestApp()
  const { item_id, a, b, c, p } = await newTree(app)
  const other = await newTree(app, { owner: 'other' })
  const before = [app.rows.all('catalog'), app.rows.all('page')]
  const rename = { cat_id: c, cat_name: 'renamed', parent_cat_id: 0 }
  const refused = async (line: object, errorName: string) =>
    await expect(
      app.as('owner').catalog.batUpdate({ item_id, cats: JSON.stringify([rename, line]) }),
    ).rejects.toMatchObject(refusal(errorName))
  await refused({ cat_id: a, parent_cat_id: b }, 'catalogCycle')
  await refused({ cat_id: a, parent_cat_id: a }, 'catalogCycle')
  await app.as('owner').catalog.save({ item_id, cat_name: 'deep', parent_cat_id: b })
  before[0] = app.rows.all('catalog')
  await refused({ cat_id: a, parent_cat_id: c }, 'catalogTooDeep')
  await refused({ cat_id: other.a, parent_cat_id: 0 }, 'catalogGone')
  await refused({ cat_id: b, parent_cat_id: other.a }, 'catalogGone')
  await refused({ page_id: other.p, parent_cat_id: 0 }, 'pageGone')
  await refused({ page_id: p, parent_cat_id: other.a }, 'catalogGone')
  await refused(rename, 'badParameter')
  await refused({ cat_id: 'x' }, 'badParameter')
  for (const cats of ['', '{', '{}', 'null', '[1]', '[[]]'])
    await expect(app.as('owner').catalog.batUpdate({ item_id, cats })).rejects.toMatchObject(refusal('badParameter'))
  expect([app.rows.all('catalog'), app.rows.all('page')]).toEqual(before)
})

test('cannot move another person’s draft', async () => {
  const app = await createTestApp()
  const { item_id, a } = await newTree(app)
  const page_id = app.rows.newPage(item_id, 'draft', { is_draft: 1, author: 'somebody' })
  const cats = JSON.stringify([{ page_id, parent_cat_id: a }])
  await expect(app.as('owner').catalog.batUpdate({ item_id, cats })).rejects.toMatchObject(refusal('pageGone'))
})

test('a limited member arranges only what is within the limit', async () => {
  const app = await createTestApp()
  const { item_id, a, b, c, p, q } = await newTree(app)
  app.rows.newMember(item_id, 'limited', 'edit', [a])
  const { catalog } = app.as('limited')
  const save = (...lines: object[]) => catalog.batUpdate({ item_id, cats: JSON.stringify(lines) })
  const root = { cat_id: a, cat_name: 'A', parent_cat_id: 0, s_number: 1 }
  await save(root, { cat_id: b, parent_cat_id: a, s_number: 1 }, { page_id: q, parent_cat_id: b, s_number: 2 })
  expect(app.rows.all('page')[1]).toMatchObject({ cat_id: b, s_number: 2 })
  expect(places(app)[0]).toEqual(['A', 0, 2, 99])
  await expect(save({ ...root, cat_name: 'mine' })).rejects.toMatchObject(refusal('noRight'))
  await expect(save({ cat_id: b, parent_cat_id: 0 })).rejects.toMatchObject(refusal('noRight'))
  await expect(save({ cat_id: b, parent_cat_id: c })).rejects.toMatchObject(refusal('catalogGone'))
  await expect(save({ cat_id: c, parent_cat_id: a })).rejects.toMatchObject(refusal('catalogGone'))
  await expect(save({ page_id: p, parent_cat_id: a })).rejects.toMatchObject(refusal('pageGone'))
  await expect(save({ page_id: q, parent_cat_id: 0 })).rejects.toMatchObject(refusal('noRight'))
})

test('readers cannot arrange anything, and archived items cannot be arranged', async () => {
  const app = await createTestApp()
  const { item_id, a } = await newTree(app, { is_archived: 1 })
  const cats = JSON.stringify([{ cat_id: a, cat_name: 'x', parent_cat_id: 0 }])
  await expect(app.as('owner').catalog.batUpdate({ item_id, cats })).rejects.toMatchObject(refusal('itemArchived'))
  await expect(app.as('stranger').catalog.batUpdate({ item_id, cats })).rejects.toMatchObject(refusal('noRight'))
})

test('arranges a tree of 5,000 pages quickly', async () => {
  const app = await createTestApp()
  const { item_id, a } = await newTree(app)
  const cats: object[] = []
  app.rows.sqlite.transaction(() => {
    for (let at = 1; at <= 5000; at++)
      cats.push({ page_id: app.rows.newPage(item_id, `p${at}`), parent_cat_id: a, s_number: at })
  })()
  const start = performance.now()
  await app.as('owner').catalog.batUpdate({ item_id, cats: JSON.stringify(cats) })
  expect(performance.now() - start).toBeLessThan(3000)
  expect(app.rows.sqlite.prepare('SELECT sum(s_number) FROM page WHERE cat_id = ?').pluck().get(a)).toBe(12_502_599)
})

test('does not log the title of another person’s draft when it is moved', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'A')
  const draft = app.rows.newPage(item_id, 'secret', { is_draft: 1 })
  app.rows.newMember(item_id, 'ed', 'edit')
  const cats = JSON.stringify([{ cat_id, parent_cat_id: 0, s_number: 7 }])
  await app.as('ed').catalog.batUpdate({ item_id, cats, dragged_id: draft, dragged_type: 'page' })
  expect(app.rows.all('item_change_log')).toMatchObject([{ op_object_name: '' }])
})

test('accepts a whole tree of 5,000 rows with all their columns and rejects oversized JSON', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const cat_id = app.rows.newCatalog(item_id, 'A')
  const row = { cat_name: 'A', page_id: 0, parent_cat_id: 0, level: 2, s_number: 7, page_title: '', is_draft: 0 }
  const whole = [{ ...row, cat_id }, ...Array.from({ length: 5000 }, () => ({ ...row, cat_id: 0, cat_name: '' }))]
  expect(await app.as('owner').catalog.batUpdate({ item_id, cats: JSON.stringify(whole) })).toEqual([])
  for (const cats of [`[${'{},'.repeat(400_000)}{}]`, '['.repeat(2_000_000)])
    await expect(app.as('owner').catalog.batUpdate({ item_id, cats })).rejects.toMatchObject(refusal('badParameter'))
})
