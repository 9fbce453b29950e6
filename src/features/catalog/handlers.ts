import type { contract } from '#contract/index.ts'
import { isInside } from '#src/access/item-access.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { listCatalogs } from './queries.ts'
import { saveCatalog } from './service.ts'
import { catalogTree } from './tree.ts'

/** Catalogs. */
export const catalog: Handlers<typeof contract.catalog> = {
  async catListGroup({ app, item }) {
    const rows = await listCatalogs(app.db, item.item_id)
    // The type has three levels, as the rule has; deeper ones cannot be saved.
    return catalogTree(rows.filter((row) => isInside(item, row.cat_id))) as never
  },

  save: ({ app, item, user, input }) => saveCatalog(app, item, user, input),
}
