import { importFormats } from '#shared/import-formats.ts'
import type { ExistingTree } from './existing-tree.ts'
import type { ImportPlan, PlanCatalog, PlanPage } from './plan-types.ts'
import type { ImportedPage } from './queries.ts'

/** The page of an item that a page of a plan replaces. */
export interface PageMatch {
  page_id: number
  /** What the last import left; undefined when the page was found by its title only. */
  imported: ImportedPage | undefined
}

/** A page of the item that the source of an import no longer has. */
export interface MissingPage {
  page_id: number
  page_title: string
  /** The catalogs above it, for people; empty for none. */
  path: string
  /** Method and path, for a page of an API description. */
  call?: string
  /** What the last import left; undefined for a page of documents. */
  imported?: ImportedPage
}

/** How the pages of a plan relate to those of an item. */
export interface Matches {
  /** The pages of the plan that replace one. */
  found: ReadonlyMap<PlanPage, PageMatch>
  missing: MissingPage[]
}

type Branch = Pick<PlanCatalog, 'catalogs' | 'pages'>

interface Placed {
  page: PlanPage
  /** The id of its catalog in the item; undefined when there is none yet. */
  cat_id: number | undefined
}

/** Returns the catalogs of a branch, each with how many of the same name are before it. */
export function withOrder(catalogs: readonly PlanCatalog[]): { catalog: PlanCatalog; nth: number }[] {
  const seen = new Map<string, number>()
  return catalogs.map((catalog) => {
    const nth = seen.get(catalog.cat_name) ?? 0
    seen.set(catalog.cat_name, nth + 1)
    return { catalog, nth }
  })
}

function placePages(branch: Branch, existing: ExistingTree, cat_id: number | undefined): Placed[] {
  const below = withOrder(branch.catalogs).flatMap(({ catalog, nth }) =>
    placePages(catalog, existing, cat_id === undefined ? undefined : existing.catalog(cat_id, catalog.cat_name, nth)),
  )
  return [...branch.pages.map((page) => ({ page, cat_id })), ...below]
}

/**
 * Finds the pages that a plan replaces. Pages of an API description are found by their method and path, else by the
 * operation's name, wherever somebody has moved them and whatever they are called now. All others, and those that an
 * older version imported, are found by catalog and title.
 *
 * What an API description no longer has are pages of the same description, wherever they are; what documents no longer
 * have are the other pages of their catalogs.
 */
export function matchPages(plan: ImportPlan, existing: ExistingTree, rows: readonly ImportedPage[]): Matches {
  const placed = placePages(plan, existing, 0)
  const found = new Map<PlanPage, PageMatch>()
  const free = new Set(rows)
  const claim = (page: PlanPage, candidates: readonly ImportedPage[] | undefined, cat_id: number | undefined) => {
    const left = (candidates ?? []).filter((row) => free.has(row))
    // one operation may stand in several catalogs
    const row = left.find((one) => one.imported_cat_id === cat_id) ?? left[0]
    if (!row) return
    free.delete(row)
    found.set(page, { page_id: row.page_id, imported: row })
  }
  const by = (key: (row: ImportedPage) => string) => Map.groupBy(rows, key)
  const passes: [key: (row: ImportedPage) => string, of: (placed: Placed) => string | undefined][] = [
    // the same operation in the same catalog first, so that copies of it do not change places
    [
      (row) => JSON.stringify([row.description, row.call, row.imported_cat_id]),
      ({ page: { origin }, cat_id }) => origin && JSON.stringify([origin.description, origin.call, cat_id]),
    ],
    [
      (row) => JSON.stringify([row.description, row.call]),
      ({ page: { origin } }) => origin?.call && JSON.stringify([origin.description, origin.call]),
    ],
    [
      (row) => JSON.stringify([row.description, row.operation]),
      ({ page: { origin } }) => origin?.operation && JSON.stringify([origin.description, origin.operation]),
    ],
    // an operation whose path has changed
    [
      (row) => JSON.stringify([row.description, row.imported_cat_id, row.imported_title]),
      ({ page: { origin, page_title }, cat_id }) => origin && JSON.stringify([origin.description, cat_id, page_title]),
    ],
  ]
  for (const [keyOf, keyFor] of passes) {
    const candidates = by(keyOf)
    for (const one of placed) {
      const key = found.has(one.page) ? undefined : keyFor(one)
      if (key) claim(one.page, candidates.get(key), one.cat_id)
    }
  }
  const owned = new Set(rows.map((row) => row.page_id))
  const taken = new Set<number>()
  for (const { page, cat_id } of placed) {
    const page_id = found.has(page) || cat_id === undefined ? undefined : existing.page(cat_id, page, taken)
    if (page_id === undefined || (page.origin && owned.has(page_id))) continue
    taken.add(page_id)
    found.set(page, { page_id, imported: undefined })
  }
  const descriptions = new Set(placed.flatMap(({ page }) => page.origin?.description ?? []))
  const missing = importFormats[plan.source].isDescription
    ? rows
        .filter((row) => free.has(row) && descriptions.has(row.description))
        .map((row) => ({
          page_id: row.page_id,
          page_title: row.page_title,
          path: existing.pathOf(row.cat_id),
          ...(row.call !== '' && { call: row.call }),
          imported: row,
        }))
    : missingIn(plan, existing, new Set([...owned, ...[...found.values()].map(({ page_id }) => page_id)]))
  return { found, missing }
}

/**
 * Returns the pages in catalogs of both that a plan of documents has no page for. A catalog without pages of its own in
 * the file says nothing about those of the item.
 *
 * @param known the pages that a plan replaces, and those that an API description has brought
 */
function missingIn(plan: Branch, existing: ExistingTree, known: ReadonlySet<number>): MissingPage[] {
  const missing: MissingPage[] = []
  const visit = (branch: Branch, cat_id: number): void => {
    if (branch.pages.length > 0) {
      const path = existing.pathOf(cat_id)
      for (const { page_id, page_title } of existing.pagesIn(cat_id))
        if (!known.has(page_id)) missing.push({ page_id, page_title, path })
    }
    for (const { catalog, nth } of withOrder(branch.catalogs)) {
      const below = existing.catalog(cat_id, catalog.cat_name, nth)
      if (below !== undefined) visit(catalog, below)
    }
  }
  visit(plan, 0)
  return missing
}

/** Whether importing a page would write nothing: the description has not changed since the last import. */
export const isUnchanged = (page: PlanPage, { imported }: PageMatch): boolean =>
  imported !== undefined && imported.hash === page.hash

/** Whether somebody has changed a page since the last import. */
export const isEdited = ({ imported }: PageMatch): boolean =>
  imported !== undefined && imported.page_version !== imported.imported_version
