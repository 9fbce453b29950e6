/** A catalog with the catalogs in it, as the server gives them. */
export interface NestedCatalog {
  cat_id: string
  cat_name: string
  sub: readonly NestedCatalog[]
}

/** One catalog to choose. */
export interface CatalogChoice {
  cat_id: number
  /** The names from the first level down to it. */
  path: string[]
}

/**
 * All catalogs in the order of the tree, each with the way to it.
 *
 * @param exclude leaves out this catalog with all below it
 */
export function listCatalogs(
  nodes: readonly NestedCatalog[],
  exclude?: number,
  above: readonly string[] = [],
): CatalogChoice[] {
  return nodes.flatMap(({ cat_id, cat_name, sub }) => {
    if (Number(cat_id) === exclude) return []
    const path = [...above, cat_name]
    return [{ cat_id: Number(cat_id), path }, ...listCatalogs(sub, exclude, path)]
  })
}
