import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { checkItem, saveLintSettings } from './check.ts'
import { fixPage } from './fix.ts'

/** Implements the calls for the health of an item's API. */
export const apiHealth: Handlers<typeof contract.apiHealth> = {
  info: ({ app, item, request }) => checkItem(app, item, request.lang),

  async saveRules({ app, item, input }) {
    await saveLintSettings(app, item, input.rules)
    return []
  },

  fix: ({ app, item, user, page }) => fixPage(app, item, user, page.page_id),
}
