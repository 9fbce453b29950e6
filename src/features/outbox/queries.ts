import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { containsText } from '#src/db/engine.ts'
import { prepared } from '#src/db/prepared.ts'
import type { OutboxStatus, OutboxTable } from '#src/db/schema.ts'

/** A delivery as it is stored. */
export type Delivery = Selectable<OutboxTable>

/** Inserts a delivery. */
export const insertDelivery = (tx: Tx, row: Insertable<OutboxTable>) => tx.insertInto('outbox').values(row).execute()

/** Inserts the digest of a person unless one waits already. */
export const insertDigest = (tx: Tx, row: Insertable<OutboxTable>) =>
  tx
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What cannot be sent at the moment: destinations that are busy or pause. */
interface Excluded {
  webhook_ids: readonly number[]
  /** Whether mail cannot be sent. */
  mail: boolean
}

const due = (db: Db, now: number, { webhook_ids, mail }: Excluded) =>
  db
    .selectFrom('outbox')
    .where((where) =>
      where.or([
        where.and([where('status', '=', sql.lit('waiting' as const)), where('next_time', '<=', now)]),
        where.and([where('status', '=', sql.lit('sending' as const)), where('lease_until', '<', now)]),
      ]),
    )
    .$if(webhook_ids.length > 0, (rows) => rows.where('webhook_id', 'not in', webhook_ids))
    .$if(mail, (rows) => rows.where('webhook_id', '>', 0))

/** Lists deliveries that are due, the longest waiting first. */
export const listDue = (db: Db, now: number, excluded: Excluded, limit: number): Promise<Delivery[]> =>
  due(db, now, excluded).selectAll().orderBy('next_time').orderBy('outbox_id').limit(limit).execute()

/** Returns the delivery to a webhook, or by mail with 0, that has been due longest; undefined when none is. */
export const findDueOf = (tx: Tx, now: number, webhook_id: number): Promise<Delivery | undefined> =>
  tx
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', sql.lit('waiting' as const))
    .where('next_time', '<=', now)
    .where('webhook_id', '=', webhook_id)
    .orderBy('next_time')
    .orderBy('outbox_id')
    .limit(1)
    .executeTakeFirst()

const firstWaiting = prepared<Record<never, never>>()((db) =>
  db
    .selectFrom('outbox')
    .select('next_time')
    .where('status', '=', sql.lit('waiting' as const))
    .orderBy('next_time')
    .orderBy('outbox_id')
    .limit(1),
)

/** Returns when the next delivery is due; undefined when none waits. */
export const findNextTime = async (db: Db): Promise<number | undefined> => (await firstWaiting.first(db, {}))?.next_time

/**
 * Marks a delivery as being sent until `lease_until`, and counts the attempt.
 *
 * @returns false when it is not due any more
 */
export async function claim(tx: Tx, { outbox_id, attempts }: Delivery, lease_until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ status: 'sending', lease_until, attempts: attempts + 1 })
    .where('outbox_id', '=', outbox_id)
    .where('attempts', '=', attempts)
    .where('status', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases what a former run was sending: nothing else has the data folder, so nobody sends it now. */
export async function releaseLeases(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ status: 'waiting', lease_until: 0 })
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Changes where a delivery stands. */
export const updateDelivery = (
  tx: Tx,
  outbox_id: number,
  set: Partial<
    Pick<Delivery, 'status' | 'next_time' | 'end_time' | 'answer' | 'target' | 'payload' | 'lease_until' | 'attempts'>
  >,
) => tx.updateTable('outbox').set(set).where('outbox_id', '=', outbox_id).execute()

/** Lists what waits for the digest of a person, the oldest first. */
export const listHeld = (db: Db, uid: number, limit: number): Promise<Delivery[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('uid', '=', uid)
    .where('status', '=', sql.lit('held' as const))
    .orderBy('outbox_id')
    .limit(limit)
    .execute()

/** Ends deliveries that a digest contained or left out. */
export const endHeld = (tx: Tx, ids: readonly number[], status: 'done' | 'dropped', end_time: number) =>
  tx.updateTable('outbox').set({ status, end_time, payload: '{}' }).where('outbox_id', 'in', ids).execute()

/** What a list of deliveries shows. */
interface DeliveryFilter {
  status?: OutboxStatus | undefined
  webhook_id?: number | undefined
  /** A part of the target or the event. */
  text?: string | undefined
}

const filtered = (db: Db, { status, webhook_id, text = '' }: DeliveryFilter) =>
  db
    .selectFrom('outbox')
    .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? 'waiting'))
    .$if(webhook_id !== undefined, (rows) => rows.where('webhook_id', '=', webhook_id ?? 0))
    .$if(text !== '', (rows) =>
      rows.where((where) => where.or([containsText('target', text), containsText('event', text)])),
    )

/** Lists deliveries without what they contain, the newest first. */
export const listDeliveries = (db: Db, filter: DeliveryFilter, part: { limit: number; offset: number }) =>
  filtered(db, filter)
    .select([
      'outbox_id',
      'delivery_id',
      'kind',
      'event',
      'uid',
      'webhook_id',
      'target',
      'status',
      'attempts',
      'next_time',
      'addtime',
      'end_time',
      'answer',
    ])
    .orderBy('outbox_id', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute()

/** Returns the number of deliveries. */
export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns a delivery, or undefined. */
export const findDelivery = (db: Db, outbox_id: number): Promise<Delivery | undefined> =>
  db.selectFrom('outbox').selectAll().where('outbox_id', '=', outbox_id).executeTakeFirst()

/** Ends everything that waits for a webhook. */
export const endForWebhook = (tx: Tx, webhook_id: number, end_time: number, answer: string) =>
  tx
    .updateTable('outbox')
    .set({ status: 'failed', end_time, answer })
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', 'waiting')
    .execute()

/** Removes the deliveries of a webhook. */
export const removeForWebhook = (tx: Tx, webhook_id: number) =>
  tx.deleteFrom('outbox').where('webhook_id', '=', webhook_id).execute()

/** Removes deliveries that ended before `before`; `limit` at most. */
export async function removeEnded(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('outbox_id', 'in', (rows) =>
      rows
        .selectFrom('outbox')
        .select('outbox_id')
        .where('end_time', '>', sql.lit(0))
        .where('end_time', '<', before)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends what was not sent when a backup was made: the site has sent it since, or it is no news any more. */
export async function dropUnsent(db: Db, end_time: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ status: 'dropped', end_time, payload: '{}', answer: 'restored' })
    .where('status', 'in', ['waiting', 'sending', 'held'])
    .execute()
}
