import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser } from '#tests/web/support/browser.ts'
import { recycleAtom, restoreAtom } from '#web/features/item/recycle-bin/atoms.ts'
import type { RecycledEntry } from '#web/features/item/recycle-bin/entries.ts'
import { type QueryAtom, queryValue } from '#web/lib/query.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let item_id: string
let cat_id: number
let page_id: number
let bin: QueryAtom<RecycledEntry[]>

beforeEach(async () => {
  const { app } = browser
  store = createStore()
  const id = await app.rows.newItem()
  item_id = String(id)
  cat_id = app.rows.newCatalog(id, 'Guide')
  page_id = app.rows.newPage(id, 'Start', { cat_id })
  app.rows.newPage(id, 'Install', { cat_id })
  bin = recycleAtom(item_id)
  browser.signIn('owner')
  // the page first: it is in the recycle bin by itself, and its folder too
  await app.as('owner').page.delete({ page_id })
  app.rows.sqlite.prepare('UPDATE recycle SET del_time = del_time - 60 WHERE page_id = ?').run(page_id)
  await app.as('owner').catalog.delete({ cat_id })
  await store.set(bin)
})

const entries = () => queryValue(store.get(bin)) ?? []
const entry = (id: number) => entries().find((one) => one.id === String(id))
const pagesOnServer = async () => {
  const pages = await browser.app.as('owner').item.info({ item_id })
  return [pages.menu.pages, ...pages.menu.catalogs.map((catalog) => catalog.pages)]
    .flat()
    .map((page) => page.page_title)
}

test('lists what was deleted, with who deleted it and from where', () => {
  expect(entry(page_id)).toMatchObject({
    kind: 'page',
    name: 'Start',
    isCatalogGone: true,
    by: 'owner',
    days_left: 30,
  })
  expect(entry(cat_id)).toMatchObject({ kind: 'catalog', page_count: 1 })
})

test('restores a folder before the page that was in it', async () => {
  await store.set(restoreAtom, item_id, entries(), 0)
  expect((await pagesOnServer()).toSorted()).toEqual(['Install', 'Start'])
  expect(browser.calls.map(({ path }) => path)).toEqual([
    'recycle/getList',
    'recycle/getCatalogList',
    'recycle/recoverCatalog',
    'recycle/recover',
    'recycle/recover',
  ])
  await store.set(bin)
  expect(entries()).toEqual([])
})

test('retries a restore after a lost response and skips what is already restored', async () => {
  browser.lose('recycle/recoverCatalog')
  await expect(store.set(restoreAtom, item_id, entries(), 0)).rejects.toMatchObject({ errorName: 'offline' })
  await store.set(restoreAtom, item_id, entries(), 0)
  expect((await pagesOnServer()).toSorted()).toEqual(['Install', 'Start'])
})

test('reports that a single entry is no longer there', async () => {
  const page = entries().filter(({ id }) => id === String(page_id))
  await browser.app.as('owner').recycle.recover({ item_id, page_id, cat_id: 0 })
  await expect(store.set(restoreAtom, item_id, page, 0)).rejects.toMatchObject({ errorName: 'recycleGone' })
})

test('a person who may no longer edit restores nothing', async () => {
  browser.app.rows.newMember(Number(item_id), 'reader', 'read')
  browser.signIn('reader')
  await expect(store.set(restoreAtom, item_id, entries(), 0)).rejects.toMatchObject({ errorName: 'noRight' })
  expect(await pagesOnServer()).toEqual([])
})

test('keeps showing the recycle bin when it cannot be reloaded', async () => {
  browser.isOffline = true
  await store.set(bin)
  expect(entries()).toHaveLength(3)
})

test('shows the error instead when the right to see it is gone', async () => {
  browser.signIn('stranger')
  await store.set(bin)
  expect(store.get(bin)).toMatchObject({ error: { name: 'ApiError' } })
})
