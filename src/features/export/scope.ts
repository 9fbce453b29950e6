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

/** An entry of a tree: a page or a catalog. */
export type Part = { page: PageSummary } | { catalog: Branch }

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
