import type { WebhookEvent } from '#shared/webhooks.ts'
import type { Tx } from '#src/db/database.ts'
import type { StoredEvent } from '#src/features/event/index.ts'
import { queueDelivery } from '#src/features/outbox/index.ts'
import { listListeners, listListenersOf } from './queries.ts'

/** A change of an item, as its change log has it. */
interface ItemChange {
  item_id: number
  uid: number
  op_action_type: string
  op_object_type: string
  op_object_id: number
  op_object_name: string
  remark?: string
}

const folderChanges = ['create', 'update', 'delete', 'recover', 'drag'].map(
  (action) => [action, 'folder.changed'] as const,
)
const memberChanges = [
  ['binding', 'member.added'],
  ['update', 'member.changed'],
  ['unbound', 'member.removed'],
] as const

const eventsOf: Record<string, ReadonlyMap<string, WebhookEvent>> = {
  page: new Map([
    ['create', 'page.created'],
    ['update', 'page.updated'],
    ['delete', 'page.deleted'],
    ['recover', 'page.restored'],
  ]),
  catalog: new Map(folderChanges),
  tree: new Map(folderChanges),
  member: new Map(memberChanges),
  team: new Map(memberChanges),
  item: new Map([
    ['update', 'project.changed'],
    ['import', 'project.changed'],
  ]),
}

const listens = ({ events }: { events: string }, event: WebhookEvent): boolean => events.split(',').includes(event)

async function queueFor(
  tx: Tx,
  listeners: readonly { webhook_id: number; events: string }[],
  event: WebhookEvent,
  stored: StoredEvent,
): Promise<void> {
  for (const { webhook_id, events } of listeners)
    if (listens({ events }, event))
      await queueDelivery(tx, { kind: 'webhook', event, webhook_id, payload: stored }, stored.time)
}

/** Queues an event of an item for the webhooks of the item, its teams and the site. */
export const queueItemEvent = async (tx: Tx, event: WebhookEvent, stored: StoredEvent & { item_id: number }) =>
  queueFor(tx, await listListeners(tx, stored.item_id), event, stored)

/** Queues a change of an item; writes nothing when nobody listens. */
export async function queueItemChange(tx: Tx, change: ItemChange, time: number): Promise<void> {
  const event = eventsOf[change.op_object_type]?.get(change.op_action_type)
  if (!event) return
  const { item_id, uid, op_object_type, op_object_id, op_object_name: name } = change
  const page = op_object_type === 'page' ? { page_id: op_object_id } : {}
  await queueItemEvent(tx, event, { item_id, uid, name, ...page, time })
}

/** Queues an event for the webhooks of a person. */
export const queuePersonEvent = async (tx: Tx, uid: number, event: WebhookEvent, stored: StoredEvent) =>
  queueFor(tx, await listListenersOf(tx, 'user', uid), event, stored)

/** Queues an event for the webhooks of the site. */
export const queueSiteEvent = async (tx: Tx, event: WebhookEvent, stored: StoredEvent) =>
  queueFor(tx, await listListenersOf(tx, 'site', 0), event, stored)
