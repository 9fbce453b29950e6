import type { contract } from '#shared/contract/index.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { arrangeTree } from './arrange.ts'
import { copyCatalog, moveCatalog } from './copy-move.ts'
import { listPagesInCatalog } from './page-queries.ts'
import { findCatalog, listCatalogs } from './queries.ts'
import { defaultCatalog, removeCatalog, saveCatalog } from './service.ts'
import { catalogTree, withPathNames } from './tree.ts'

/** Returns the catalogs of an item that the caller may see, in their order. */
const catalogsFor = async (app: App, item: ItemAccess) =>
  (await listCatalogs(app.db, item.item_id)).filter((row) => isInScope(item, row.cat_id))

/** The endpoints for catalogs. */
export const catalog: Handlers<typeof contract.catalog> = {
  async catListGroup({ app, item }) {
    // The response type has three levels, the same as the product's limit; deeper catalogs cannot be saved.
    return catalogTree(await catalogsFor(app, item)) as never
  },

  catListName: async ({ app, item }) => withPathNames(catalogTree(await catalogsFor(app, item))),

  catList: ({ app, item }) => catalogsFor(app, item),

  async secondCatList({ app, item }) {
    return catalogTree(await catalogsFor(app, item))
  },

  async childCatList({ app, item, catalog }) {
    return (await catalogsFor(app, item)).filter((row) => row.parent_cat_id === catalog.cat_id)
  },

  save: ({ app, item, user, input }) => saveCatalog(app, item, user, input),

  async delete({ app, item, user, catalog }) {
    await removeCatalog(app, item, user, catalog.cat_id)
    return { success: true }
  },

  async batUpdate({ app, item, user, input }) {
    await arrangeTree(app, item, user, input.cats, input)
    return []
  },

  copy({ app, item, user, input, targets }) {
    const to = targets.to ?? item
    return input.is_del ? moveCatalog(app, item, to, user, input) : copyCatalog(app, item, to, user, input)
  },

  async getPagesBycat({ app, item, user, input }) {
    if (!isInScope(item, input.cat_id)) fail(input.cat_id === 0 ? 'noRight' : 'catalogGone')
    if (input.cat_id !== 0 && !(await findCatalog(app.db, item, input.cat_id))) fail('catalogGone')
    return listPagesInCatalog(app.db, item.item_id, input.cat_id, user.uid)
  },

  async getDefaultCat({ app, user, input, request }) {
    return { default_cat_id: await defaultCatalog(app, request.visitor, user, input) }
  },
}
