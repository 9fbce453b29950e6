import { getItemType, type ItemType, itemTypes } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireItem, requireWritable, type Visitor } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { catalogsMost, listCatalogs } from '#src/features/catalog/index.ts'
import { ExistingTree } from './existing-tree.ts'
import type { ImportPlan } from './plan-types.ts'
import { listImportedPages, listPages } from './queries.ts'
import { buildReport, catalogCount, type Report } from './report.ts'

/** The user who imports, and their request. */
export interface Importer {
  user: User
  visitor: Visitor
}

/**
 * Checks that a user may import into an item. A member limited to catalogs may not: an import begins at the root.
 *
 * @throws {AppError} noRight, itemArchived, and those of `requireItem`
 */
export async function requireTarget(app: App, by: Importer, item_id: number): Promise<ItemAccess<'edit'>> {
  const item = await requireItem(app, by.visitor, item_id, 'edit')
  if (item.catalogs) fail('noRight')
  await requireWritable(app.db, item)
  return item
}

/** Throws when a plan does not fit into an item. @throws {AppError} importOnePage, catalogTooMany */
function requireFit(type: ItemType, plan: ImportPlan, report: Report, catalogs: number): void {
  if (type.isOnePage && report.new_pages > 0) fail('importOnePage')
  if (catalogs + catalogCount(plan) > catalogsMost) fail('catalogTooMany', { most: catalogsMost })
}

/** Returns what a plan would do to an item, or as a new one. @throws {AppError} importOnePage, catalogTooMany */
export async function reportFor(
  app: App,
  user: User,
  plan: ImportPlan,
  item: ItemAccess<'edit'> | undefined,
): Promise<Report> {
  const catalogs = item ? await listCatalogs(app.db, item.item_id) : []
  const existing = item && {
    tree: new ExistingTree(catalogs, await listPages(app.db, item.item_id, user.uid)),
    imported: await listImportedPages(app.db, item.item_id),
  }
  const report = buildReport(plan, existing)
  requireFit(item ? getItemType(item.item_type) : itemTypes.regular, plan, report, catalogs.length)
  return report
}
