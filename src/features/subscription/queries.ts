import type { Db, Tx } from '#src/db/database.ts'

const ofPage = { object_type: 'page', action_type: 'update' } as const

/** Lists the subscribers of a page with their names, the first subscribed first. */
export const listSubscribers = (db: Db, page_id: number) =>
  db
    .selectFrom('subscription')
    .innerJoin('user', 'user.uid', 'subscription.uid')
    .selectAll('subscription')
    .select(['user.username', 'user.name', 'user.groupid'])
    .where('object_type', '=', ofPage.object_type)
    .where('action_type', '=', ofPage.action_type)
    .where('object_id', '=', page_id)
    .orderBy('subscription.id')
    .execute()

/** Subscribes a person to a page; does nothing if they are subscribed already. */
export const subscribe = (tx: Tx, uid: number, page_id: number, now: number) =>
  tx
    .insertInto('subscription')
    .values({ ...ofPage, uid, object_id: page_id, sub_time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Unsubscribes people from a page. */
export const unsubscribe = (tx: Tx, page_id: number, uids: readonly number[]) =>
  tx
    .deleteFrom('subscription')
    .where('object_type', '=', ofPage.object_type)
    .where('action_type', '=', ofPage.action_type)
    .where('object_id', '=', page_id)
    .where('uid', 'in', uids)
    .execute()

/** Lists the people among `uids`, with the fields that permission checks need. */
export const listPeople = (db: Db, uids: readonly number[]) =>
  db.selectFrom('user').select(['uid', 'username', 'groupid']).where('uid', 'in', uids).execute()

/** Removes the subscriptions to pages that no longer exist, not even in the recycle bin. */
export const removeLostSubscriptions = (db: Db) =>
  db
    .deleteFrom('subscription')
    .where('object_type', '=', ofPage.object_type)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('page').select('page_id').whereRef('page.page_id', '=', 'subscription.object_id'),
        ),
      ),
    )
    .execute()
