import type { contract } from '#shared/contract/index.ts'
import { fail } from '#src/core/errors.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { searchMyItems, searchOneItem } from './search-site.ts'

/** Implements the search calls. */
export const search: Handlers<typeof contract.search> = {
  query: ({ app, user, input, targets: { item } }) =>
    item ? searchOneItem(app.db, item, user, input) : searchMyItems(app.db, user ?? fail('notLoggedIn'), input),
}
