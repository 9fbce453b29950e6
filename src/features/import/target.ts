import { getItemType, type ItemType, itemTypes } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireItem, requireWritable, type Visitor } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Db } from '#src/db/database.ts'
import type { Actor } from '#src/features/audit/index.ts'
import { catalogsMost, listCatalogs } from '#src/features/catalog/index.ts'
import { findUnchanged } from './compare.ts'
import { ExistingTree } from './existing-tree.ts'
import { type Matches, matchPages } from './match-pages.ts'
import type { ImportPlan } from './plan-types.ts'
import { listImportedPages, listPages } from './queries.ts'
import { buildReport, catalogCount, type Report } from './report.ts'

/** The user who imports, and their request. */
export interface Importer {
  user: User
  visitor: Visitor
  /** Who stands in the audit log; the user by default. */
  actor?: Actor
  /** What an API key gives: its holder has no account. */
  access?: ItemAccess<'edit'>
}

/**
 * Checks that a user may import into an item. A member limited to catalogs may not: an import begins at the root.
 *
 * @throws {AppError} noRight, itemArchived, and those of `requireItem`
 */
export async function requireTarget(app: App, by: Importer, item_id: number): Promise<ItemAccess<'edit'>> {
  const item = by.access ?? (await requireItem(app, by.visitor, item_id, 'edit'))
  if (item.catalogs) fail('noRight')
  await requireWritable(app.db, item)
  return item
}

/** Throws when a plan does not fit into an item. @throws {AppError} importOnePage, catalogTooMany */
function requireFit(type: ItemType, plan: ImportPlan, report: Report, catalogs: number): void {
  const isSheet = getItemType(plan.item.item_type).editor === 'sheet'
  const isWhole = plan.source === 'docstead' || plan.source === 'showdoc' || plan.source === 'showdoc-old'
  const isText = !isWhole && !isSheet
  if (type.editor === 'sheet' && isText) fail('importOnePage')
  if (type.isOnePage && report.new_pages > 0) fail('importOnePage')
  if (catalogs + catalogCount(plan) > catalogsMost) fail('catalogTooMany', { most: catalogsMost })
}

/**
 * Returns what a plan would do to an item, or as a new one.
 *
 * @param comparesTexts whether to find the pages that would stay as they are; the plan needs its texts for that
 * @throws {AppError} importOnePage, catalogTooMany
 */
export async function reportFor(
  app: App,
  user: User,
  plan: ImportPlan,
  item: ItemAccess<'edit'> | undefined,
  comparesTexts = false,
): Promise<Report> {
  const catalogs = item ? await listCatalogs(app.db, item.item_id) : []
  const matches = item && (await matchesIn(app.db, user, plan, item.item_id, catalogs))
  const unchanged = item && matches && comparesTexts ? await findUnchanged(app.db, item.item_id, matches) : undefined
  const report = buildReport(plan, matches, unchanged)
  requireFit(item ? getItemType(item.item_type) : itemTypes.regular, plan, report, catalogs.length)
  return report
}

async function matchesIn(
  db: Db,
  { uid }: User,
  plan: ImportPlan,
  item_id: number,
  catalogs: Awaited<ReturnType<typeof listCatalogs>>,
): Promise<Matches> {
  const existing = new ExistingTree(catalogs, await listPages(db, item_id, uid))
  return matchPages(plan, existing, await listImportedPages(db, item_id, uid))
}

/** Returns the plan of a spreadsheet for a spreadsheet item: it replaces the only page, whatever its title. */
export async function withTitleOfOnly(
  app: App,
  user: User,
  plan: ImportPlan,
  item: Pick<ItemAccess, 'item_id' | 'item_type'>,
): Promise<ImportPlan> {
  const [page] = plan.pages
  if (getItemType(item.item_type).editor !== 'sheet' || plan.source !== 'sheets' || !page) return plan
  const [only, ...others] = await listPages(app.db, item.item_id, user.uid)
  if (!only || others.length > 0 || only.cat_id !== 0) return plan
  return { ...plan, catalogs: [], pages: [{ ...page, page_title: only.page_title }] }
}
