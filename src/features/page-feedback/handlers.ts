import type { contract } from '#shared/contract/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { getFeedback, giveFeedback, toVoter } from './service.ts'

/** Implements the calls for feedback on pages. */
export const pageFeedback: Handlers<typeof contract.pageFeedback> = {
  getStat: ({ app, item, user, page, input }) => getFeedback(app, item, toVoter(user, page.page_id, input.client_id)),

  async submit({ app, item, user, page, input, request }) {
    const voter = toVoter(user, page.page_id, input.client_id)
    await giveFeedback(app, item, voter, { feedback_type: input.feedback_type, ip: request.ip })
    return getFeedback(app, item, voter)
  },
}
