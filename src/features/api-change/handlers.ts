import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { entriesFor, entryFor, markOfPage } from './service.ts'

/** Implements the calls for what changed in an API. */
export const apiChange: Handlers<typeof contract.apiChange> = {
  list({ app, item, input, request }) {
    const { level, operation, page_id, since } = input
    return entriesFor(app, item, request.lang, { level: level || undefined, operation, page_id, since }, input)
  },

  info: ({ app, item, input, request }) => entryFor(app, item, request.lang, input.api_change_id),

  ofPage: ({ app, page }) => markOfPage(app, page.page_id),
}
