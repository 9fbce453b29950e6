import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { readDocumentedResponses } from './documented.ts'

/** The endpoint that returns what a page documents. */
export const apiDocument: Pick<Handlers<typeof contract.apiCall>, 'documented'> = {
  async documented({ app, page }) {
    return { documented: JSON.stringify(await readDocumentedResponses(app.db, page.page_id)) }
  },
}
