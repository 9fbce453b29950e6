import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { Db } from '#src/db/database.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import { listTitles } from './queries.ts'
import type { TargetPage } from './target-page.ts'

/**
 * Returns whether there is a page at each of these positions; never for one outside the catalogs that the caller is
 * limited to.
 */
export async function checkPagesExist(db: Db, item: ItemAccess, places: readonly TargetPage[]): Promise<boolean[]> {
  const rows = await listCatalogs(db, item.item_id)
  // Of two catalogs with the same name and parent, the first counts.
  const ids = new Map(rows.map((row) => [`${row.parent_cat_id}/${row.cat_name}`, row.cat_id] as const).reverse())
  const titles = new Set((await listTitles(db, item.item_id)).map((page) => `${page.cat_id}/${page.page_title}`))
  return places.map(({ names, page_title }) => {
    const cat_id = names.reduce<number | undefined>(
      (parent, name) => (parent === undefined ? undefined : ids.get(`${parent}/${name}`)),
      0,
    )
    return cat_id !== undefined && isInScope(item, cat_id) && titles.has(`${cat_id}/${page_title}`)
  })
}
