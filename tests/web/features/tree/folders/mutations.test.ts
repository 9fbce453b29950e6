import { createStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser, shown } from '#tests/web/support/browser.ts'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { buildTree, type CatalogNode, flattenTree, onTreeChanged } from '#web/features/item/tree/index.ts'
import {
  addCatalogAtom,
  arrangeAtom,
  deleteCatalogAtom,
  deletePageAtom,
  moveOrCopyAtom,
  renameCatalogAtom,
  restoreCatalogAtom,
  restorePageAtom,
} from '#web/features/tree/folders/mutations.ts'
import { toPosition } from '#web/features/tree/folders/positions.ts'
import { queryValue } from '#web/lib/query.ts'

const browser = openBrowser()
let store: ReturnType<typeof createStore>
let item_id: string

beforeEach(async () => {
  const { rows } = browser.app
  store = createStore()
  const id = await rows.newItem()
  item_id = String(id)
  const guide = rows.newCatalog(id, 'Guide', { s_number: 1 })
  rows.newCatalog(id, 'Notes', { s_number: 2 })
  rows.newPage(id, 'Start', { s_number: 3 })
  rows.newPage(id, 'Install', { cat_id: guide, s_number: 1 })
  browser.signIn('owner')
  await shown(store, store.get(itemsAtom).of(item_id))
})

const nodes = () => {
  const info = queryValue(store.get(store.get(itemsAtom).of(item_id)))
  return info ? flattenTree(buildTree(info.menu)) : []
}
/** The tree on screen, as paths. */
const tree = () => nodes().map(({ parent, title }) => (parent ? `${parent.title}/${title}` : title))
/** The tree on the server. */
const treeOnServer = async () => {
  await store.set(store.get(itemsAtom).of(item_id))
  return tree()
}
const node = (title: string) => {
  const found = nodes().find((one) => one.title === title)
  if (!found) throw new Error(`no ${title} in ${tree()}`)
  return found
}
const catalog = (title: string) => node(title) as CatalogNode

const tooLong = 'x'.repeat(2000)

test('sends two quick renames of a folder one after the other', async () => {
  const guide = catalog('Guide')
  const first = browser.hold('catalog/save')
  const renames = ['Second', 'Third'].map((name) => store.set(renameCatalogAtom, item_id, guide, name))
  expect(tree()).toContain('Third')
  await first.carriedOut
  expect(browser.sent('catalog/save').map(({ cat_name }) => cat_name)).toEqual(['Second'])
  first.release()
  await Promise.all(renames)
  expect(await treeOnServer()).toEqual(['Third', 'Third/Install', 'Notes', 'Start'])
})

test('sends the next name after the server rejects one, and keeps it on screen', async () => {
  const guide = catalog('Guide')
  const [first, second] = [tooLong, 'Good'].map((name) => store.set(renameCatalogAtom, item_id, guide, name))
  await expect(first).rejects.toMatchObject({ name: 'ApiError' })
  expect(tree()).toContain('Good')
  await second
  expect(await treeOnServer()).toContain('Good')
})

test('shows the former name again when the server rejects the new one', async () => {
  const rename = store.set(renameCatalogAtom, item_id, catalog('Guide'), tooLong)
  expect(tree()).toContain(tooLong)
  await expect(rename).rejects.toMatchObject({ name: 'ApiError' })
  expect(tree()).toContain('Guide')
})

test('a hostile name arrives as it was typed', async () => {
  const name = `<img src=x onerror=alert(1)>&amp;"'; DROP TABLE catalog`
  await store.set(renameCatalogAtom, item_id, catalog('Guide'), name)
  expect(await treeOnServer()).toContain(name)
})

test('notifies the other tabs of a rename, not this one', async () => {
  const here: string[] = []
  const stop = onTreeChanged((id) => here.push(id))
  await store.set(renameCatalogAtom, item_id, catalog('Guide'), 'Handbook')
  expect(here).toEqual([])
  expect(JSON.parse(browser.storage.get('docstead.tree-changed') ?? '{}')).toMatchObject({ item_id })
  browser.storeElsewhere('docstead.tree-changed', { item_id: '7', at: 1 })
  expect(here).toEqual(['7'])
  browser.storeElsewhere('docstead.tree-changed', 'broken')
  expect(here).toEqual(['7'])
  stop()
})

const into = (title: string, folder: string, s_number = 1) =>
  toPosition(node(title), { parent_cat_id: folder === '' ? 0 : Number(node(folder).id), s_number })

test('shows a move at once, and the server has it', async () => {
  const move = store.set(arrangeAtom, item_id, [into('Start', 'Notes')])
  expect(tree()).toEqual(['Guide', 'Guide/Install', 'Notes', 'Notes/Start'])
  await move
  expect(await treeOnServer()).toEqual(['Guide', 'Guide/Install', 'Notes', 'Notes/Start'])
})

test('sends moves that are made during a request together afterwards', async () => {
  const first = browser.hold('catalog/batUpdate')
  const move = store.set(arrangeAtom, item_id, [into('Start', 'Notes')])
  await first.carriedOut
  await store.set(arrangeAtom, item_id, [into('Start', 'Guide', 2)])
  await store.set(arrangeAtom, item_id, [into('Install', '', 9)])
  expect(browser.sent('catalog/batUpdate')).toHaveLength(1)
  first.release()
  await move
  expect(browser.sent('catalog/batUpdate')).toHaveLength(2)
  expect(await treeOnServer()).toEqual(['Guide', 'Guide/Start', 'Notes', 'Install'])
})

test('reverts everything the server has not accepted, back to before the first of the moves', async () => {
  browser.app.rows.sqlite.prepare('UPDATE item SET uid = ? WHERE item_id = ?').run(browser.app.uid('else'), item_id)
  browser.app.rows.newMember(Number(item_id), 'owner', 'read')
  const first = browser.hold('catalog/batUpdate')
  const move = store.set(arrangeAtom, item_id, [into('Start', 'Notes')])
  await first.carriedOut
  await store.set(arrangeAtom, item_id, [into('Start', 'Guide')])
  first.release()
  await expect(move).rejects.toMatchObject({ errorName: 'noRight' })
  expect(await treeOnServer()).toEqual(['Guide', 'Guide/Install', 'Notes', 'Start'])
  expect(browser.sent('catalog/batUpdate')).toHaveLength(1)
})

test('a failed move does not stand in the way of the next one', async () => {
  browser.fail('catalog/batUpdate')
  await expect(store.set(arrangeAtom, item_id, [into('Start', 'Notes')])).rejects.toMatchObject({ code: 10500 })
  await store.set(arrangeAtom, item_id, [into('Start', 'Guide', 2)])
  expect(await treeOnServer()).toEqual(['Guide', 'Guide/Install', 'Guide/Start', 'Notes'])
})

test('creates a folder in a folder, deletes it with its pages and restores it', async () => {
  const id = await store.set(addCatalogAtom, item_id, catalog('Guide').id, 'Linux')
  expect(tree()).toContain('Guide/Linux')
  expect(node('Linux').id).toBe(id)
  const guide = catalog('Guide').id
  await store.set(deleteCatalogAtom, item_id, guide)
  expect(tree()).toEqual(['Notes', 'Start'])
  await store.set(restoreCatalogAtom, item_id, guide)
  expect(tree().toSorted()).toEqual(['Guide', 'Guide/Install', 'Guide/Linux', 'Notes', 'Start'])
})

test('deletes a page and restores it', async () => {
  const { id } = node('Install')
  await store.set(deletePageAtom, item_id, id)
  expect(tree()).not.toContain('Guide/Install')
  await store.set(restorePageAtom, item_id, id)
  expect(tree()).toContain('Guide/Install')
})

test('shows the current tree when a page to delete has already been deleted elsewhere', async () => {
  const { id } = node('Start')
  await browser.app.as('owner').page.delete({ page_id: id })
  await expect(store.set(deletePageAtom, item_id, id)).rejects.toMatchObject({ name: 'ApiError' })
  expect(tree()).toEqual(['Guide', 'Guide/Install', 'Notes'])
})

test('copies a page, and returns the id of the copy', async () => {
  const start = node('Start')
  const copy = await store.set(moveOrCopyAtom, item_id, start, { item_id, cat_id: Number(node('Notes').id) }, false)
  expect(copy).not.toBe(start.id)
  expect(tree().filter((path) => path.includes('Start'))).toHaveLength(2)
})

test('moves a folder to another project, and reloads both trees', async () => {
  const other = String(await browser.app.rows.newItem({ item_name: 'Other' }))
  const there = store.get(itemsAtom).of(other)
  await shown(store, there)
  await store.set(moveOrCopyAtom, item_id, node('Guide'), { item_id: other, cat_id: 0 }, true)
  expect(tree()).toEqual(['Notes', 'Start'])
  const info = queryValue(store.get(there))
  expect(info && flattenTree(buildTree(info.menu)).map(({ title }) => title)).toEqual(['Guide', 'Install'])
})

test('a move to a project without the right to edit changes nothing', async () => {
  const other = String(await browser.app.rows.newItem({ owner: 'else' }))
  const to = { item_id: other, cat_id: 0 }
  await expect(store.set(moveOrCopyAtom, item_id, node('Start'), to, true)).rejects.toMatchObject({ name: 'ApiError' })
  expect(await treeOnServer()).toContain('Start')
})
