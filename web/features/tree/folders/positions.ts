import type { Menu, MenuCatalog } from '#shared/contract/item.ts'
import { flattenTree, type TreeNode } from '#web/features/item/tree/index.ts'

/** The position of a catalog (`cat_id`) or a page (`page_id`): the other id is 0. The input of `catalog/batUpdate`. */
export interface TreePosition {
  cat_id: number
  page_id: number
  parent_cat_id: number
  s_number: number
}

/** Returns the key of the node of a position. */
export const getPositionKey = (place: TreePosition): string =>
  place.page_id > 0 ? `p${place.page_id}` : `c${place.cat_id}`

/** Returns the position of a node, at `at` where given. */
export const toPosition = (node: TreeNode, at?: { parent_cat_id?: number; s_number?: number }): TreePosition => ({
  cat_id: node.kind === 'catalog' ? Number(node.id) : 0,
  page_id: node.kind === 'page' ? Number(node.id) : 0,
  parent_cat_id: at?.parent_cat_id ?? Number(node.parent?.id ?? 0),
  s_number: at?.s_number ?? node.s_number,
})

/** Returns the current positions in `nodes` of the nodes of `places`, which restore the order. */
export function getCurrentPositions(nodes: readonly TreeNode[], places: readonly TreePosition[]): TreePosition[] {
  const wanted = new Set(places.map(getPositionKey))
  return flattenTree(nodes)
    .filter((node) => wanted.has(node.key))
    .map((node) => toPosition(node))
}

type MenuPage = Menu['pages'][number]

const allPages = ({ pages, catalogs }: Menu): MenuPage[] => [...pages, ...catalogs.flatMap(allPages)]
const allCatalogs = ({ catalogs }: Menu): MenuCatalog[] =>
  catalogs.flatMap((catalog) => [catalog, ...allCatalogs(catalog)])

const grouped = <T>(rows: readonly T[], parentOf: (row: T) => string): Map<string, T[]> => Map.groupBy(rows, parentOf)

/** The level of a first-level catalog on the wire. Source: specification 9. */
const topLevel = 2

/** Returns the menu after the position changes `places`. The contents of a moved catalog stay in it. */
export function applyPositions(menu: Menu, places: readonly TreePosition[]): Menu {
  const byKey = new Map(places.map((place) => [getPositionKey(place), place]))
  const pages = allPages(menu).map((page) => {
    const place = byKey.get(`p${page.page_id}`)
    return place ? { ...page, cat_id: String(place.parent_cat_id), s_number: String(place.s_number) } : page
  })
  const catalogs = allCatalogs(menu).map((catalog) => {
    const place = byKey.get(`c${catalog.cat_id}`)
    if (!place) return catalog
    return { ...catalog, parent_cat_id: String(place.parent_cat_id), s_number: String(place.s_number) }
  })
  const pagesIn = grouped(pages, (page) => page.cat_id)
  const known = new Set(catalogs.map(({ cat_id }) => cat_id))
  const catalogsIn = grouped(catalogs, ({ parent_cat_id }) => (known.has(parent_cat_id) ? parent_cat_id : '0'))
  const branch = (catalog: MenuCatalog, level: number): MenuCatalog => ({
    ...catalog,
    level: String(level),
    pages: pagesIn.get(catalog.cat_id) ?? [],
    catalogs: (catalogsIn.get(catalog.cat_id) ?? []).map((below) => branch(below, level + 1)),
  })
  return {
    pages: pagesIn.get('0') ?? [],
    catalogs: (catalogsIn.get('0') ?? []).map((catalog) => branch(catalog, topLevel)),
  }
}

/** Returns the menu with a renamed catalog. */
export function applyName(menu: Menu, cat_id: string, cat_name: string): Menu {
  const branch = (catalog: MenuCatalog): MenuCatalog =>
    catalog.cat_id === cat_id ? { ...catalog, cat_name } : { ...catalog, catalogs: catalog.catalogs.map(branch) }
  return { ...menu, catalogs: menu.catalogs.map(branch) }
}
