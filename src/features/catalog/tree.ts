import type { CatalogRow } from '#src/access/queries.ts'

/** How deep catalogs go. Source: specification 5. */
export const depthMost = 3
/** The level of a first-level catalog on the wire. Source: specification 9. */
export const topLevel = 2

/** A catalog with those inside it. */
export interface CatalogBranch extends CatalogRow {
  sub: CatalogBranch[]
}

/** Catalog rows as a tree, in the order of the rows. What hangs on a missing parent stands at the root. */
export function catalogTree(rows: readonly CatalogRow[]): CatalogBranch[] {
  const branches = new Map(rows.map((row) => [row.cat_id, { ...row, sub: [] as CatalogBranch[] }]))
  const roots: CatalogBranch[] = []
  for (const branch of branches.values()) {
    const parent = branches.get(branch.parent_cat_id)
    ;(parent && parent !== branch ? parent.sub : roots).push(branch)
  }
  return roots
}

/** How many levels of catalogs a branch holds, itself counted in. */
export const heightOf = (branch: CatalogBranch): number => 1 + Math.max(0, ...branch.sub.map(heightOf))

/** A branch and all below it. */
export const withAllBelow = (branch: CatalogBranch): CatalogBranch[] => [branch, ...branch.sub.flatMap(withAllBelow)]

/** The branch with this id anywhere in the tree, and its depth from 1; undefined when it is not there. */
export function findBranch(
  tree: readonly CatalogBranch[],
  cat_id: number,
  depth = 1,
): { branch: CatalogBranch; depth: number } | undefined {
  for (const branch of tree) {
    if (branch.cat_id === cat_id) return { branch, depth }
    const below = findBranch(branch.sub, cat_id, depth + 1)
    if (below) return below
  }
  return undefined
}
