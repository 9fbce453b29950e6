import type { contract } from '#shared/contract/index.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { TeamAccess } from '#src/access/team-access.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import {
  deleteWebhook,
  getPushAddress,
  getWebhookDeliveries,
  getWebhooks,
  retryWebhookDelivery,
  savePushAddress,
  saveWebhook,
  testWebhook,
  type WebhookPlace,
} from './service.ts'

/** Returns the place that a call names: an item, a team, or with neither the caller. */
function placeOf(
  user: User,
  { item, team }: { item: ItemAccess<'manage'> | undefined; team: TeamAccess<'manage'> | undefined },
): WebhookPlace {
  if (item) return { scope: 'item', scope_id: item.item_id }
  if (team) return { scope: 'team', scope_id: team.id }
  return { scope: 'user', scope_id: user.uid }
}

/** Implements the calls for the webhooks of items, teams and people. */
export const webhook: Handlers<typeof contract.webhook> = {
  getList: ({ app, user, targets, request }) => getWebhooks(app, placeOf(user, targets), request.lang),

  save: ({ app, user, targets, input, request }) =>
    saveWebhook(app, placeOf(user, targets), actorOf(user, request), input, request.lang),

  async delete({ app, user, targets, input, request }) {
    await deleteWebhook(app, placeOf(user, targets), actorOf(user, request), input.webhook_id)
    return []
  },

  test: ({ app, user, targets, input, request }) =>
    testWebhook(app, placeOf(user, targets), user, input.webhook_id, request),

  deliveries: ({ app, user, targets, input, request }) =>
    getWebhookDeliveries(app.db, placeOf(user, targets), input.webhook_id, request.lang),

  async retry({ app, user, targets, input }) {
    await retryWebhookDelivery(app, placeOf(user, targets), input.webhook_id, input.outbox_id)
    return []
  },
}

const site: WebhookPlace = { scope: 'site', scope_id: 0 }

/** Implements the calls for the webhooks of the whole site. */
export const adminWebhook: Handlers<typeof contract.adminWebhook> = {
  getList: ({ app, request }) => getWebhooks(app, site, request.lang),

  save: ({ app, user, input, request }) => saveWebhook(app, site, actorOf(user, request), input, request.lang),

  async delete({ app, user, input, request }) {
    await deleteWebhook(app, site, actorOf(user, request), input.webhook_id)
    return []
  },

  test: ({ app, user, input, request }) => testWebhook(app, site, user, input.webhook_id, request),

  deliveries: ({ app, input, request }) => getWebhookDeliveries(app.db, site, input.webhook_id, request.lang),

  async retry({ app, input }) {
    await retryWebhookDelivery(app, site, input.webhook_id, input.outbox_id)
    return []
  },
}

/** Implements ShowDoc's calls for the push address of a person. */
export const pushAddress: Pick<Handlers<typeof contract.user>, 'getPushUrl' | 'savePushUrl'> = {
  getPushUrl: ({ app, user }) => getPushAddress(app.db, user.uid),

  async savePushUrl({ app, user, input, request }) {
    await savePushAddress(app, actorOf(user, request), input.push_url, request.lang)
    return []
  },
}
