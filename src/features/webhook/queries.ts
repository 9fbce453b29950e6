import type { Insertable, Selectable, Updateable } from 'kysely'
import type { WebhookScope } from '#shared/webhooks.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { WebhookTable } from '#src/db/schema.ts'

/** A webhook as it is stored. */
export type Webhook = Selectable<WebhookTable>

const ofItem = prepared<{ item_id: number }>()((db, at) =>
  db
    .selectFrom('webhook')
    .select(['webhook_id', 'events'])
    .where('is_open', '=', 1)
    .where((where) =>
      where.or([
        where('scope', '=', 'site'),
        where.and([where('scope', '=', 'item'), where('scope_id', '=', at('item_id'))]),
        where.and([
          where('scope', '=', 'team'),
          where('scope_id', 'in', (teams) =>
            teams.selectFrom('team_item').select('team_id').where('item_id', '=', at('item_id')),
          ),
        ]),
      ]),
    ),
)

/** Lists the open webhooks that are informed of an item: of the item, its teams, and the site. */
export const listListeners = (tx: Tx, item_id: number) => ofItem.all(tx, { item_id })

const ofScope = prepared<{ scope: WebhookScope; scope_id: number }>()((db, at) =>
  db
    .selectFrom('webhook')
    .select(['webhook_id', 'events'])
    .where('is_open', '=', 1)
    .where('scope', '=', at('scope'))
    .where('scope_id', '=', at('scope_id')),
)

/** Lists the open webhooks of a person, or with scope `site` those of the site. */
export const listListenersOf = (tx: Tx, scope: WebhookScope, scope_id: number) => ofScope.all(tx, { scope, scope_id })

/** Lists the people who have an open webhook of their own. */
export const listPeopleWithWebhook = async (db: Db): Promise<number[]> =>
  (
    await db
      .selectFrom('webhook')
      .select('scope_id')
      .distinct()
      .where('scope', '=', 'user')
      .where('is_open', '=', 1)
      .execute()
  ).map(({ scope_id }) => scope_id)

/** Returns a webhook, or undefined. */
export const findWebhook = (db: Db, webhook_id: number): Promise<Webhook | undefined> =>
  db.selectFrom('webhook').selectAll().where('webhook_id', '=', webhook_id).executeTakeFirst()

/** Lists the webhooks that the settings of the start have made. */
export const listStartWebhooks = (db: Db): Promise<Webhook[]> =>
  db.selectFrom('webhook').selectAll().where('is_from_start', '=', 1).orderBy('webhook_id').execute()

/**
 * Lists the webhooks of a scope in the order in which they were added, with the user name of the owner of each; null for
 * those of the start.
 */
export const listWebhooks = (db: Db, scope: WebhookScope, scope_id: number) =>
  db
    .selectFrom('webhook')
    .leftJoin('user', 'user.uid', 'webhook.uid')
    .selectAll('webhook')
    .select(['user.username', 'user.name'])
    .where('scope', '=', scope)
    .where('scope_id', '=', scope_id)
    .orderBy('webhook_id')
    .execute()

/** Inserts a webhook and returns its id. */
export async function insertWebhook(tx: Tx, row: Insertable<WebhookTable>): Promise<number> {
  const { webhook_id } = await tx.insertInto('webhook').values(row).returning('webhook_id').executeTakeFirstOrThrow()
  return webhook_id
}

/** Changes a webhook. */
export const updateWebhook = (tx: Tx, webhook_id: number, set: Updateable<WebhookTable>) =>
  tx.updateTable('webhook').set(set).where('webhook_id', '=', webhook_id).execute()

/** Removes a webhook. */
export const removeWebhookRow = (tx: Tx, webhook_id: number) =>
  tx.deleteFrom('webhook').where('webhook_id', '=', webhook_id).execute()

/** Removes the webhooks of items and teams that no longer exist. */
export const removeLostWebhooks = (db: Db) =>
  db
    .deleteFrom('webhook')
    .where((where) =>
      where.or([
        where.and([
          where('scope', '=', 'item'),
          where('scope_id', 'not in', (items) => items.selectFrom('item').select('item_id')),
        ]),
        where.and([
          where('scope', '=', 'team'),
          where('scope_id', 'not in', (teams) => teams.selectFrom('team').select('id')),
        ]),
      ]),
    )
    .execute()
