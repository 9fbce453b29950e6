import type { WebhookEvent, WebhookFormat, WebhookScope } from '#shared/webhooks.ts'
import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'

/** Where webhooks belong: the site, a project, a team, or the user. */
export type WebhookPlace = { scope: WebhookScope; id: string }

/** A webhook as its managers see it. */
export type Webhook = Awaited<ReturnType<typeof api.webhook.getList>>[number]

/** A delivery to a webhook. */
export type WebhookDelivery = Awaited<ReturnType<typeof api.webhook.deliveries>>[number]

/** What a form sends. */
export interface WebhookFields {
  webhook_id: string
  webhook_name: string
  format: WebhookFormat
  url: string
  secret?: string
  events: WebhookEvent[]
  is_open: boolean
  lang: 'en' | 'zh'
}

const placeOf = ({ scope, id }: WebhookPlace) =>
  scope === 'item' ? { item_id: id } : scope === 'team' ? { team_id: id } : {}

/** Returns the calls for the webhooks of a place. */
export function webhookCalls(place: WebhookPlace) {
  const at = placeOf(place)
  const isSite = place.scope === 'site'
  return {
    list: queryAtom(() => (isSite ? api.adminWebhook.getList() : api.webhook.getList(at))),
    save: ({ events, ...fields }: WebhookFields) => {
      const sent = { ...fields, events: events.join(',') }
      return isSite ? api.adminWebhook.save(sent) : api.webhook.save({ ...at, ...sent })
    },
    remove: (webhook_id: string) =>
      isSite ? api.adminWebhook.delete({ webhook_id }) : api.webhook.delete({ ...at, webhook_id }),
    test: (webhook_id: string) =>
      isSite ? api.adminWebhook.test({ webhook_id }) : api.webhook.test({ ...at, webhook_id }),
    deliveries: (webhook_id: string) =>
      isSite ? api.adminWebhook.deliveries({ webhook_id }) : api.webhook.deliveries({ ...at, webhook_id }),
    retry: (webhook_id: string, outbox_id: string) =>
      isSite ? api.adminWebhook.retry({ webhook_id, outbox_id }) : api.webhook.retry({ ...at, webhook_id, outbox_id }),
  }
}

/** The calls for the webhooks of a place. */
export type WebhookCalls = ReturnType<typeof webhookCalls>
