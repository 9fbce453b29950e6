import type { contract } from '#shared/contract/index.ts'
import { requireItem } from '#src/access/permissions.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { searchMyItems, searchOneItem } from './search-site.ts'

/** Implements the search calls. */
export const search: Handlers<typeof contract.search> = {
  async query({ app, user, input, request }) {
    if (input.item_id === 0) return searchMyItems(app.db, user ?? fail('notLoggedIn'), input)
    const item = await requireItem(app, request.visitor, input.item_id, 'view')
    return searchOneItem(app.db, item, user, input)
  },
}
