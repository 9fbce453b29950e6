import type { z } from 'zod'
import type { ImportReport } from '#shared/contract/import.ts'
import { passwordMask } from '#shared/contract/item.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { isEdited, type Matches, type MissingPage } from './match-pages.ts'
import { pathName } from './plan-tree.ts'
import type { ImportPlan, PlanCatalog, PlanPage } from './plan-types.ts'
import { goneHash } from './queries.ts'

// A longer password could never be typed. Source: fields.ts, Secret.
const passwordMost = 128

/** The expected result of an import, shown to the user in advance. */
export type Report = z.input<typeof ImportReport>

/** The most new pages that a report lists; their number is complete. */
const listedMost = 1000

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>

/** Returns the number of pages of a plan, at all levels. */
export const pageCount = (branch: Branch): number =>
  branch.catalogs.reduce((sum, catalog) => sum + pageCount(catalog), branch.pages.length)

/** Returns the number of catalogs of a plan, at all levels. */
export const catalogCount = (branch: Branch): number =>
  branch.catalogs.reduce((sum, catalog) => sum + 1 + catalogCount(catalog), 0)

/** Returns a missing page as the report lists it. */
function listed(page: MissingPage): Report['missing'][number] {
  const { page_id: _, imported, ...shown } = page
  return { ...shown, ...(imported?.hash === goneHash && { is_marked: true }) }
}

/** Returns the visibility of the planned item: anyone with the file's password, members only, or public. */
export function visibilityIn({ item: { password, isPrivate } }: Pick<ImportPlan, 'item'>): Visibility {
  const isUsable = password !== '' && password !== passwordMask && password.length <= passwordMost
  if (isUsable) return 'password'
  return isPrivate || password !== '' ? 'members' : 'public'
}

/**
 * Returns what a plan would do to an item; to a new item without matches.
 *
 * @param unchanged the pages that would stay as they are
 */
export function buildReport(
  plan: ImportPlan,
  matches: Matches = { found: new Map(), missing: [] },
  unchanged: ReadonlySet<PlanPage> = new Set(),
): Report {
  const added: Report['added'] = []
  const replaced: Report['replaced'] = []
  let kept = 0
  const visit = (branch: Branch, path: string[]): void => {
    for (const page of branch.pages) {
      const match = matches.found.get(page)
      const page_title = match?.imported?.page_title ?? page.page_title
      if (!match) added.push({ path: pathName(path), page_title })
      else if (!unchanged.has(page)) {
        replaced.push({ path: pathName(path), page_title })
        if (isEdited(match)) kept += 1
      }
    }
    for (const catalog of branch.catalogs) visit(catalog, [...path, catalog.cat_name])
  }
  visit(plan, [])
  const visibility = visibilityIn(plan)
  return {
    source: plan.source,
    item_name: plan.item.item_name,
    item_type: plan.item.item_type,
    is_private: visibility !== 'public',
    visibility,
    catalogs: catalogCount(plan),
    pages: pageCount(plan),
    new_pages: added.length,
    added: added.slice(0, listedMost),
    replaced,
    unchanged: unchanged.size,
    kept,
    missing: matches.missing.map(listed),
    files: plan.files.length,
    http_pictures: plan.http_pictures,
    skipped: plan.skipped,
    notes: plan.notes,
  }
}
