import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireItem, requirePage, type Visitor } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { findLastCatalog, findVersionLocation } from './page-queries.ts'
import { listCatalogs } from './queries.ts'

/** The ids that the editor is opened with; 0 for none. */
export interface EditorStart {
  item_id: number
  page_id: number
  copy_page_id: number
  page_history_id: number
}

/**
 * Returns the catalog that an editor preselects: that of the page, of the history version, or of the page that the user
 * saved last in the item. It never returns a catalog that is deleted or out of scope.
 *
 * @returns its id; 0 for the root
 * @throws {AppError} pageGone, noRight, itemPasswordNeeded
 */
export async function defaultCatalog(app: App, visitor: Visitor, user: User, at: EditorStart): Promise<number> {
  if (at.page_history_id !== 0) {
    const version = (await findVersionLocation(app.db, at.page_history_id)) ?? fail('pageGone')
    const { item } = await requirePage(app, visitor, version.page_id, 'edit')
    return reachable(app, item, version.cat_id)
  }
  const page_id = at.page_id || at.copy_page_id
  if (page_id !== 0) {
    const { item, page } = await requirePage(app, visitor, page_id, 'edit')
    return reachable(app, item, page.cat_id)
  }
  if (at.item_id === 0) return 0
  const item = await requireItem(app, visitor, at.item_id, 'edit')
  return reachable(app, item, (await findLastCatalog(app.db, item.item_id, user.uid)) ?? 0)
}

/**
 * Returns `cat_id` if the caller can reach it; else the root, or the first catalog of a caller who may not reach the
 * root.
 */
async function reachable(app: App, item: ItemAccess, cat_id: number): Promise<number> {
  const rows = (await listCatalogs(app.db, item.item_id)).filter((row) => isInScope(item, row.cat_id))
  if (rows.some((row) => row.cat_id === cat_id)) return cat_id
  return item.catalogs ? (rows[0]?.cat_id ?? 0) : 0
}
