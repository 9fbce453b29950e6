import type { Menu, MenuCatalog } from '#shared/contract/item.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { SerializedJson } from '#src/core/serialized-json.ts'
import { type CatalogBranch, catalogTree, listCatalogs, uppermost } from '#src/features/catalog/index.ts'
import { searchPagesInItem } from '#src/features/search/index.ts'
import { getMenuCache, type WholeMenu } from './menu-cache.ts'
import { listMenuPages } from './queries.ts'

type Row = Awaited<ReturnType<typeof listMenuPages>>[number]

const menuPage = (page: Row) => ({
  page_id: String(page.page_id),
  author_uid: String(page.author_uid),
  cat_id: String(page.cat_id),
  page_title: page.page_title,
  addtime: String(page.addtime),
  ext_info: page.ext_info,
  is_draft: String(page.is_draft),
  s_number: String(page.s_number),
})

async function buildMenu(app: App, item_id: number): Promise<WholeMenu> {
  const rows = await listMenuPages(app.db, item_id)
  const pagesOf = Map.groupBy(rows, (page) => page.cat_id)
  const pagesIn = (cat_id: number) => (pagesOf.get(cat_id) ?? []).map(menuPage)
  const branch = (catalog: CatalogBranch): MenuCatalog => ({
    cat_id: String(catalog.cat_id),
    cat_name: catalog.cat_name,
    item_id: String(catalog.item_id),
    s_number: String(catalog.s_number),
    addtime: String(catalog.addtime),
    parent_cat_id: String(catalog.parent_cat_id),
    level: String(catalog.level),
    pages: pagesIn(catalog.cat_id),
    catalogs: catalog.sub.map(branch),
  })
  const menu = { pages: pagesIn(0), catalogs: catalogTree(await listCatalogs(app.db, item_id)).map(branch) }
  return { menu, serialized: new SerializedJson(menu), hasDrafts: rows.some((page) => page.is_draft === 1) }
}

async function wholeMenu(app: App, item: ItemAccess): Promise<WholeMenu> {
  const menus = getMenuCache(app)
  const known = menus.find(item.item_id, item.tree_revision)
  if (known) return known
  const made = await buildMenu(app, item.item_id)
  menus.store(item.item_id, item.tree_revision, made)
  return made
}

function keepPages<M extends Menu>(menu: M, keep: (page: Menu['pages'][number]) => boolean): M {
  return { ...menu, pages: menu.pages.filter(keep), catalogs: menu.catalogs.map((catalog) => keepPages(catalog, keep)) }
}

/** A menu and its JSON for the response, already serialized when it is the whole menu. */
interface ShownMenu {
  menu: Menu
  sent: Menu | SerializedJson
}

/** Returns the menu of an item as the caller may see it: within their catalogs, without other users' drafts. */
export async function menuFor(app: App, item: ItemAccess, user: User | undefined): Promise<ShownMenu> {
  const whole = await wholeMenu(app, item)
  const { catalogs } = item
  if (!catalogs && !whole.hasDrafts) return { menu: whole.menu, sent: whole.serialized }
  const inside = catalogs ? { pages: [], catalogs: uppermost(whole.menu.catalogs, catalogs) } : whole.menu
  const uid = String(user?.uid)
  const menu = whole.hasDrafts ? keepPages(inside, (page) => page.is_draft === '0' || page.author_uid === uid) : inside
  return { menu, sent: menu }
}

/** A page, and the catalogs that contain it from the first level down. */
interface PageLocation {
  page_id: number
  cat_ids: number[]
}

const placeOf = (page: Menu['pages'][number], cat_ids: number[]): PageLocation => ({
  page_id: Number(page.page_id),
  cat_ids,
})

function findPlace(menu: Menu, page_id: string, above: number[] = []): PageLocation | undefined {
  const page = menu.pages.find((one) => one.page_id === page_id)
  if (page) return placeOf(page, above)
  for (const catalog of menu.catalogs) {
    const found = findPlace(catalog, page_id, [...above, Number(catalog.cat_id)])
    if (found) return found
  }
  return undefined
}

// Pages and catalogs share one order; pages come first where it is equal.
function firstPlace(menu: Menu, above: number[] = []): PageLocation | undefined {
  const [page] = menu.pages
  for (const catalog of menu.catalogs) {
    if (page && Number(page.s_number) <= Number(catalog.s_number)) break
    const found = firstPlace(catalog, [...above, Number(catalog.cat_id)])
    if (found) return found
  }
  return page && placeOf(page, above)
}

/**
 * Returns the page to open: the wanted one when it is in the menu, else the first in reading order; undefined when the
 * menu is empty.
 */
export const findPageToOpen = (menu: Menu, wanted: number): PageLocation | undefined =>
  (wanted === 0 ? undefined : findPlace(menu, String(wanted))) ?? firstPlace(menu)

/** Returns the number of pages in a menu. */
export const countPages = (menu: Menu): number =>
  menu.catalogs.reduce((count, catalog) => count + countPages(catalog), menu.pages.length)

// The maximum number of search results, and the maximum size of their texts.
const foundMost = 100
const textBytesMost = 10_000_000

/**
 * Returns the pages that contain all words of `keyword`, best match first, as a menu without catalogs.
 *
 * @throws {AppError} keywordNeeded
 */
export async function searchMenu(app: App, item: ItemAccess, keyword: string): Promise<ShownMenu> {
  let room = textBytesMost
  const rows = await searchPagesInItem(app.db, item, keyword, foundMost)
  const pages = rows.map((row) => {
    const page_content = room > 0 ? row.page_content : ''
    room -= Buffer.byteLength(page_content)
    return {
      ...menuPage(row),
      item_id: String(row.item_id),
      author_username: row.author_username,
      page_comments: row.page_comments,
      page_addtime: String(row.page_addtime),
      is_del: String(row.is_del),
      page_content,
    }
  })
  const menu = { pages, catalogs: [] }
  return { menu, sent: menu }
}
