import type { contract } from '#shared/contract/index.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { countDeliveries, listDeliveries, retryDelivery } from '#src/features/outbox/index.ts'
import { explained } from '#src/features/webhook/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { loadMail, saveMail, testMail } from './service.ts'

/** Implements the calls for outgoing mail and for what the server has sent. */
export const adminMail: Handlers<typeof contract.adminMail> = {
  load: ({ app }) => loadMail(app),

  async save({ app, user, input, request }) {
    await saveMail(app, actorOf(user, request), input)
    return []
  },

  test: async ({ app, user, input, request }) => ({
    steps: await testMail(app, actorOf(user, request), input, request.lang),
  }),

  async deliveryList({ app, input, request }) {
    const filter = { status: input.status || undefined, text: input.text?.trim() ?? '' }
    const part = { limit: input.count, offset: (input.page - 1) * input.count }
    const list = (await listDeliveries(app.db, filter, part)).map(explained(request.lang))
    return { total: await countDeliveries(app.db, filter), list }
  },

  async retryDelivery({ app, input }) {
    await retryDelivery(app, input.outbox_id)
    return []
  },
}
