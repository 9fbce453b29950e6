import type { z } from 'zod'
import type { ImportReport } from '#shared/contract/import.ts'
import { passwordMask } from '#shared/contract/item.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import type { ExistingTree } from './existing-tree.ts'
import { isEdited, isUnchanged, matchPages } from './match-pages.ts'
import { pathName } from './plan-tree.ts'
import type { ImportPlan, PlanCatalog } from './plan-types.ts'
import type { ImportedPage } from './queries.ts'

// A longer password could never be typed. Source: fields.ts, Secret.
const passwordMost = 128

/** The expected result of an import, shown to the user in advance. */
export type Report = z.input<typeof ImportReport>

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>

/** Returns the number of pages of a plan, at all levels. */
export const pageCount = (branch: Branch): number =>
  branch.catalogs.reduce((sum, catalog) => sum + pageCount(catalog), branch.pages.length)

/** Returns the number of catalogs of a plan, at all levels. */
export const catalogCount = (branch: Branch): number =>
  branch.catalogs.reduce((sum, catalog) => sum + 1 + catalogCount(catalog), 0)

/** Returns the visibility of the planned item: anyone with the file's password, members only, or public. */
export function visibilityIn({ item: { password, isPrivate } }: Pick<ImportPlan, 'item'>): Visibility {
  const isUsable = password !== '' && password !== passwordMask && password.length <= passwordMost
  if (isUsable) return 'password'
  return isPrivate || password !== '' ? 'members' : 'public'
}

/** The existing content that a plan is compared with. */
export interface Existing {
  tree: ExistingTree
  imported: readonly ImportedPage[]
}

/** Returns what `plan` would do to the item with the content `existing`; to a new item without it. */
export function buildReport(plan: ImportPlan, existing?: Existing): Report {
  const replaced: Report['replaced'] = []
  const matches = existing && matchPages(plan, existing.tree, existing.imported)
  let unchanged = 0
  let kept = 0
  const visit = (branch: Branch, path: string[]): void => {
    for (const page of branch.pages) {
      const match = matches?.of(page)
      if (!match) continue
      if (isUnchanged(page, match)) unchanged += 1
      else {
        replaced.push({ path: pathName(path), page_title: match.imported?.page_title ?? page.page_title })
        if (isEdited(match)) kept += 1
      }
    }
    for (const catalog of branch.catalogs) visit(catalog, [...path, catalog.cat_name])
  }
  visit(plan, [])
  const pages = pageCount(plan)
  const visibility = visibilityIn(plan)
  return {
    source: plan.source,
    item_name: plan.item.item_name,
    item_type: plan.item.item_type,
    is_private: visibility !== 'public',
    visibility,
    catalogs: catalogCount(plan),
    pages,
    new_pages: pages - replaced.length - unchanged,
    replaced,
    unchanged,
    kept,
    removed: (matches?.removed ?? []).map(({ cat_id, page_title, call }) => ({
      path: existing?.tree.pathOf(cat_id) ?? '',
      page_title,
      call,
    })),
    http_pictures: plan.http_pictures,
    skipped: plan.skipped,
    notes: plan.notes,
  }
}
