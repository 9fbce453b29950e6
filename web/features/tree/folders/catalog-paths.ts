/** A catalog with its nested catalogs, as the server returns them. */
export interface NestedCatalog {
  cat_id: string
  cat_name: string
  sub: readonly NestedCatalog[]
}

/** A catalog that can be selected. */
interface CatalogChoice {
  cat_id: number
  /** The names from the first level down to this catalog. */
  path: string[]
}

/**
 * Returns all catalogs in tree order, each with its path.
 *
 * @param exclude omits this catalog and everything below it
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
