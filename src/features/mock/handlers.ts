import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { pendingViews } from './hit-counter.ts'
import { findMockOfPage } from './queries.ts'
import { saveMock } from './save.ts'

/** Implements the mock calls. */
export const mock: Handlers<typeof contract.mock> = {
  add: ({ app, item, user, page, input }) => saveMock(app, item, user, { ...input, page_id: page.page_id }),

  async infoByPageId({ app, page }) {
    const row = await findMockOfPage(app.db, page.page_id)
    return row ? { ...row, view_times: row.view_times + pendingViews(app, row.id) } : []
  },
}
