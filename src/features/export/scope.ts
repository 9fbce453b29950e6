import { type CatalogRow, uppermost } from '#src/features/catalog/index.ts'
import type { PageSummary } from './queries.ts'

/** A catalog with its exported content. */
export interface Branch {
  cat_id: number
  cat_name: string
  parent_cat_id: number
  level: number
  s_number: number
  pages: PageSummary[]
  catalogs: Branch[]
}

/** The content of an export: pages outside catalogs, and catalogs. */
export type Tree = Pick<Branch, 'pages' | 'catalogs'>

/** Builds a tree of catalogs and pages, in the order of the rows. */
export function buildTree(catalogs: readonly CatalogRow[], pages: readonly PageSummary[]): Tree {
  const pagesIn = Map.groupBy(pages, (page) => page.cat_id)
  const catalogsIn = Map.groupBy(catalogs, (one) => one.parent_cat_id)
  const branches = (cat_id: number): Branch[] =>
    (catalogsIn.get(cat_id) ?? []).map(({ cat_id: own, cat_name, parent_cat_id, level, s_number }) => ({
      cat_id: own,
      cat_name,
      parent_cat_id,
      level,
      s_number,
      pages: pagesIn.get(own) ?? [],
      catalogs: branches(own),
    }))
  return { pages: pagesIn.get(0) ?? [], catalogs: branches(0) }
}

/** Restricts a tree to what a member who is limited to catalogs can see: no pages outside them. */
export const restrictTree = (tree: Tree, catalogs: ReadonlySet<number> | undefined): Tree =>
  catalogs ? { pages: [], catalogs: uppermost(tree.catalogs, catalogs) } : tree

/** Returns the catalog with this id anywhere in a tree, or undefined. */
export function findCatalogIn(tree: Tree, cat_id: number): Branch | undefined {
  for (const one of tree.catalogs) {
    const found = one.cat_id === cat_id ? one : findCatalogIn(one, cat_id)
    if (found) return found
  }
  return undefined
}

/** Returns all pages of a tree, catalog by catalog. */
export const allPages = (tree: Tree): PageSummary[] => [...tree.pages, ...tree.catalogs.flatMap(allPages)]

/** Returns all catalogs of a tree, each before those in it. */
export const allCatalogs = (tree: Tree): Branch[] => tree.catalogs.flatMap((one) => [one, ...allCatalogs(one)])

/** What is chosen from a tree, by id: catalogs with everything in them, and pages. */
export interface TreeChoice {
  catalogs: ReadonlySet<number>
  pages: ReadonlySet<number>
}

/** Returns what is chosen from a tree, in its catalogs; those without any of it are left out. */
export function pruneTree(tree: Tree, choice: TreeChoice): Tree {
  const catalogs = tree.catalogs.flatMap((branch): Branch[] => {
    if (choice.catalogs.has(branch.cat_id)) return [branch]
    const rest = { ...branch, ...pruneTree(branch, choice) }
    return rest.pages.length + rest.catalogs.length > 0 ? [rest] : []
  })
  return { pages: tree.pages.filter((page) => choice.pages.has(page.page_id)), catalogs }
}

/** An entry of a tree: a page or a catalog. */
type Part = { page: PageSummary } | { catalog: Branch }

/**
 * Returns the content of a catalog in reading order: pages and catalogs share one order, pages first where it is equal.
 */
export function inOrder(tree: Tree): Part[] {
  const parts: (Part & { at: number })[] = [
    ...tree.pages.map((page) => ({ at: page.s_number, page })),
    ...tree.catalogs.map((catalog) => ({ at: catalog.s_number, catalog })),
  ]
  return parts.toSorted((one, other) => one.at - other.at)
}

/** Describes the exported part for the audit log: `, cat_id 5`; empty for a whole item. */
export const partOf = (scope: {
  cat_id?: number | undefined
  page_id?: number | undefined
  cat_ids?: readonly number[] | undefined
  page_ids?: readonly number[] | undefined
}): string => {
  const { cat_id, page_id, cat_ids = [], page_ids = [] } = scope
  const chosen = cat_id || page_id ? {} : { cat_ids: cat_ids.length, page_ids: page_ids.length }
  return Object.entries({ cat_id, page_id, ...chosen })
    .flatMap(([name, value]) => (value ? [name.endsWith('s') ? `, ${value} ${name}` : `, ${name} ${value}`] : []))
    .join('')
}
