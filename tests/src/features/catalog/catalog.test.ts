import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })

test('catalogs nest three levels deep, in their order', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const one = await owner.catalog.save({ item_id, cat_name: 'one', s_number: '2' })
  const two = await owner.catalog.save({ item_id, cat_name: 'two', parent_cat_id: one })
  const three = await owner.catalog.save({ item_id, cat_name: 'three', parent_cat_id: two })
  await owner.catalog.save({ item_id, cat_name: 'zero', s_number: '1' })
  expect(await app.visitor.catalog.catListGroup({ item_id })).toMatchObject([
    { cat_name: 'zero', level: '2', sub: [] },
    { cat_name: 'one', level: '2', sub: [{ cat_name: 'two', level: '3', sub: [{ cat_name: 'three', level: '4' }] }] },
  ])
  await expect(owner.catalog.save({ item_id, cat_name: 'x', parent_cat_id: three })).rejects.toMatchObject(
    refusal('catalogTooDeep'),
  )
})

test('a catalog moves with all that is in it, but never into itself or too deep', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  const owner = app.as('owner')
  const a = await owner.catalog.save({ item_id, cat_name: 'a' })
  const b = await owner.catalog.save({ item_id, cat_name: 'b', parent_cat_id: a })
  const c = await owner.catalog.save({ item_id, cat_name: 'c' })
  const move = (cat_id: number, parent_cat_id: number) =>
    owner.catalog.save({ item_id, cat_id, cat_name: 'moved', parent_cat_id })
  await expect(move(a, b)).rejects.toMatchObject(refusal('catalogTooDeep'))
  await expect(move(c, c)).rejects.toMatchObject(refusal('catalogCycle'))
  await move(a, c)
  expect(await owner.catalog.catListGroup({ item_id })).toMatchObject([
    { cat_name: 'c', sub: [{ cat_name: 'moved', level: '3', sub: [{ cat_name: 'b', level: '4' }] }] },
  ])
})

test('a catalog of another item is not there', async () => {
  const app = await createTestApp()
  const theirs = app.rows.newCatalog(await app.rows.newItem(), 'theirs')
  const item_id = await app.rows.newItem({ owner: 'other' })
  const other = app.as('other')
  const gone = refusal('catalogGone')
  await expect(other.catalog.save({ item_id, cat_name: 'x', parent_cat_id: theirs })).rejects.toMatchObject(gone)
  await expect(other.catalog.save({ item_id, cat_name: 'x', cat_id: theirs })).rejects.toMatchObject(gone)
})

test('who may not edit may not save catalogs, and a private item shows none', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ password: 'secret' })
  app.rows.newMember(item_id, 'reader', 'read')
  await expect(app.as('reader').catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject({ code: 10103 })
  await expect(app.as('stranger').catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject({ code: 10303 })
  await expect(app.visitor.catalog.catListGroup({ item_id })).rejects.toMatchObject({ code: 10303 })
  expect(await app.as('reader').catalog.catListGroup({ item_id })).toEqual([])
})

test('an item holds 1500 catalogs at most', async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem()
  app.rows.sqlite.transaction(() => {
    for (let at = 0; at < 1500; at++) app.rows.newCatalog(item_id, `c${at}`)
  })()
  await expect(app.as('owner').catalog.save({ item_id, cat_name: 'x' })).rejects.toMatchObject({ code: 10100 })
})
