import type { Menu, MenuCatalog } from '#shared/contract/item.ts'

/** A page that a link can target. */
export interface LinkTarget {
  page_id: string
  item_id: string
  page_title: string
  /** Its location, as text. */
  location: string
}

/** Returns all pages of an item in tree order, each with its path. */
export function listLinkTargets(menu: Menu, item_id: string): LinkTarget[] {
  const found: LinkTarget[] = []
  const add = ({ pages, catalogs }: Pick<MenuCatalog, 'pages' | 'catalogs'>, path: readonly string[]) => {
    for (const { page_id, page_title } of pages)
      found.push({ page_id, item_id, page_title, location: path.join(' / ') })
    for (const catalog of catalogs) add(catalog, [...path, catalog.cat_name])
  }
  add(menu, [])
  return found
}
