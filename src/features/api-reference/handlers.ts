import type { contract } from '#shared/contract/index.ts'
import { nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { findPage, findSharedPage } from '#src/features/page/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { countModels, listModels, readModel } from './models.ts'
import { describePage } from './service.ts'

/** Implements the calls for what API descriptions say about pages. */
export const apiReference: Handlers<typeof contract.apiReference> = {
  async page({ app, item, page }) {
    const found = (await findPage(app.db, item, page.page_id)) ?? fail('pageGone')
    return { description: await describePage(app, item.item_id, found.page_id) }
  },

  async shared({ app, input }) {
    const { item_id, page_id } = (await findSharedPage(app.db, input.unique_key, nowSeconds(app))) ?? fail('linkGone')
    const found = (await findPage(app.db, { item_id }, page_id)) ?? fail('linkGone')
    return { description: await describePage(app, item_id, found.page_id) }
  },

  async models({ app, item, input }) {
    if (input.only_count) return { total: await countModels(app, item), list: [] }
    const list = await listModels(app, item)
    return { total: list.length, list }
  },

  model: ({ app, item, input }) => readModel(app, item, input.name, input.of),
}
