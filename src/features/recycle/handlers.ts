import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { recycledCatalogs, recycledPage, recycledPages, restoreCatalog, restorePage } from './service.ts'

/** Implements the calls for the recycle bin of an item. */
export const recycle: Handlers<typeof contract.recycle> = {
  getList: ({ app, item, user }) => recycledPages(app, item, user),

  getPage: ({ app, item, user, input }) => recycledPage(app, item, user, input.page_id),

  async recover({ app, item, user, input }) {
    await restorePage(app, item, user, input)
    return []
  },

  getCatalogList: ({ app, item, user }) => recycledCatalogs(app, item, user),

  async recoverCatalog({ app, item, user, input }) {
    await restoreCatalog(app, item, user, input.cat_id)
    return []
  },
}
