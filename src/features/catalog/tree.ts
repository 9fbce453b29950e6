import type { CatalogRow } from '#src/access/queries.ts'

/** The maximum depth of catalogs. Source: specification 5. */
export const depthMost = 3
/** The level of a first-level catalog in the API. Source: specification 9. */
export const topLevel = 2

/** A catalog with its subcatalogs. */
export interface CatalogBranch extends CatalogRow {
  sub: CatalogBranch[]
}

/** Builds a tree from catalog rows, in the order of the rows. A catalog whose parent is missing goes to the root. */
export function catalogTree(rows: readonly CatalogRow[]): CatalogBranch[] {
  const branches = new Map(rows.map((row) => [row.cat_id, { ...row, sub: [] as CatalogBranch[] }]))
  const roots: CatalogBranch[] = []
  for (const branch of branches.values()) {
    const parent = branches.get(branch.parent_cat_id)
    ;(parent && parent !== branch ? parent.sub : roots).push(branch)
  }
  return roots
}

/** Returns the number of levels of a branch, including its own. */
export const getHeight = (branch: CatalogBranch): number => 1 + Math.max(0, ...branch.sub.map(getHeight))

/** Returns a branch and all catalogs below it. */
export const flattenBranch = (branch: CatalogBranch): CatalogBranch[] => [branch, ...branch.sub.flatMap(flattenBranch)]

/** Returns the branch with this id anywhere in the tree and its depth from 1; undefined when it is not there. */
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

/** Returns a tree as rows in reading order, each catalog named by its path: `A/B/C`. */
export const withPathNames = (tree: readonly CatalogBranch[], before = ''): CatalogRow[] =>
  tree.flatMap(({ sub, ...row }) => {
    const cat_name = `${before}${row.cat_name}`
    return [{ ...row, cat_name }, ...withPathNames(sub, `${cat_name}/`)]
  })

/** Returns the catalogs from the root down to `cat_id`; empty for the root and for a catalog that is not among them. */
export function pathIn<C extends CatalogRow>(byId: ReadonlyMap<number, C>, cat_id: number): C[] {
  const path: C[] = []
  for (let at = byId.get(cat_id); at && path.length < byId.size; at = byId.get(at.parent_cat_id)) path.unshift(at)
  return path
}

/** Does the same for rows. For more than one path, build the map once and call `pathIn`. */
export const pathTo = (rows: readonly CatalogRow[], cat_id: number): CatalogRow[] =>
  pathIn(new Map(rows.map((row) => [row.cat_id, row])), cat_id)

/** Returns the depth of each catalog from 1; Infinity for one that contains itself. */
export function getDepths(rows: readonly Pick<CatalogRow, 'cat_id' | 'parent_cat_id'>[]): Map<number, number> {
  const parents = new Map(rows.map((row) => [row.cat_id, row.parent_cat_id]))
  const depthOf = (cat_id: number): number => {
    let depth = 0
    for (let at: number | undefined = cat_id; at !== undefined && parents.has(at); at = parents.get(at)) {
      if (++depth > parents.size) return Number.POSITIVE_INFINITY
    }
    return depth
  }
  return new Map(rows.map((row) => [row.cat_id, depthOf(row.cat_id)]))
}

/**
 * Returns a branch and all catalogs below it with their new parent and levels after a move to `parent_cat_id` at
 * `level`.
 */
export const rebaseBranch = (branch: CatalogBranch, parent_cat_id: number, level: number): CatalogRow[] => {
  const { sub, ...row } = branch
  return [{ ...row, parent_cat_id, level }, ...sub.flatMap((below) => rebaseBranch(below, branch.cat_id, level + 1))]
}

/**
 * Returns where a deleted branch is restored to: its former parent when that is in the tree and has enough levels left
 * below it, else the root.
 */
export function findRestorePosition(
  tree: readonly CatalogBranch[],
  branch: CatalogBranch,
): { parent_cat_id: number; level: number } {
  const parent = findBranch(tree, branch.parent_cat_id)
  if (!parent || parent.depth + getHeight(branch) > depthMost) return { parent_cat_id: 0, level: topLevel }
  return { parent_cat_id: branch.parent_cat_id, level: parent.depth + topLevel }
}

/**
 * Returns the uppermost catalogs of a limit, wherever they are: catalogs above them are hidden from members who are
 * limited to it.
 */
export const uppermost = <C extends { cat_id: number | string; catalogs: C[] }>(
  catalogs: readonly C[],
  limit: ReadonlySet<number>,
): C[] => catalogs.flatMap((one) => (limit.has(Number(one.cat_id)) ? [one] : uppermost(one.catalogs, limit)))
