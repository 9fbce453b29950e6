import type { Menu, MenuCatalog } from '#contract/item.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { type CatalogBranch, catalogTree, listCatalogs } from '#src/features/catalog/index.ts'
import { listMenuPages } from './queries.ts'

// Menus by item and tree revision, in memory: a change of the tree makes a new revision, so an old one is never shown.
const remembered = new Map<string, Menu>()
const rememberedMost = 200

async function buildMenu(app: App, item_id: number): Promise<Menu> {
  const pagesOf = Map.groupBy(await listMenuPages(app.db, item_id), (page) => page.cat_id)
  const pagesIn = (cat_id: number) =>
    (pagesOf.get(cat_id) ?? []).map((page) => ({
      page_id: String(page.page_id),
      author_uid: String(page.author_uid),
      cat_id: String(page.cat_id),
      page_title: page.page_title,
      addtime: String(page.addtime),
      ext_info: page.ext_info,
      is_draft: String(page.is_draft),
      s_number: String(page.s_number),
    }))
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
  return { pages: pagesIn(0), catalogs: catalogTree(await listCatalogs(app.db, item_id)).map(branch) }
}

async function wholeMenu(app: App, item: ItemAccess): Promise<Menu> {
  const key = `${app.config.data}:${item.item_id}:${item.tree_revision}`
  const known = remembered.get(key)
  if (known) return known
  const made = await buildMenu(app, item.item_id)
  if (remembered.size >= rememberedMost) remembered.delete(remembered.keys().next().value ?? '')
  remembered.set(key, made)
  return made
}

/** All pages in the order of the tree: pages and catalogs share one, pages first where it is equal. */
function everyPage(menu: Menu): Menu['pages'] {
  const parts = [
    ...menu.pages.map((page) => ({ at: Number(page.s_number), pages: [page] })),
    ...menu.catalogs.map((catalog) => ({ at: Number(catalog.s_number), pages: everyPage(catalog) })),
  ]
  return parts.sort((one, other) => one.at - other.at).flatMap((part) => part.pages)
}

function keepPages<M extends Menu>(menu: M, keep: (page: Menu['pages'][number]) => boolean): M {
  return { ...menu, pages: menu.pages.filter(keep), catalogs: menu.catalogs.map((catalog) => keepPages(catalog, keep)) }
}

/** The menu of an item as this caller may see it: inside their catalogs, without other people's drafts. */
export async function menuFor(app: App, item: ItemAccess, user: User | undefined): Promise<Menu> {
  let menu = await wholeMenu(app, item)
  if (item.catalogs) {
    const inside = item.catalogs
    menu = { pages: [], catalogs: menu.catalogs.filter((catalog) => inside.has(Number(catalog.cat_id))) }
  }
  const mayHide = everyPage(menu).some((page) => page.is_draft === '1')
  return mayHide ? keepPages(menu, (page) => page.is_draft === '0' || page.author_uid === String(user?.uid)) : menu
}

/** The page to open: the wanted one when it is in the menu, else the first in reading order; 0 when there is none. */
export function pageToOpen(menu: Menu, wanted: number): number {
  const pages = everyPage(menu)
  const page = pages.find((one) => one.page_id === String(wanted)) ?? pages[0]
  return Number(page?.page_id ?? 0)
}
