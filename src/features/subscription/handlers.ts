import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { listSubscribers } from './queries.ts'
import { subscribePeople, unsubscribePeople } from './service.ts'

/** Implements the calls for subscriptions to pages. */
export const subscription: Handlers<typeof contract.subscription> = {
  // A page that is being written for the first time has no id yet.
  getPageList: ({ app, targets: { page } }) => (page ? listSubscribers(app.db, page.page_id) : []),

  async savePage({ app, item, page, input }) {
    await subscribePeople(app, item, page.page_id, [...new Set(input.uids)])
    return []
  },

  async deletePage({ app, item, page, input }) {
    await unsubscribePeople(app, item, page.page_id, input.uids)
    return []
  },
}
