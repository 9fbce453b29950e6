import type { Insertable, Updateable } from 'kysely'
import { getItemType } from '#shared/item-types.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { ItemSortTable, ItemTable, ItemTokenTable, VisitGrantTable } from '#src/db/schema.ts'

const visible = prepared<{ uid: number }>({ remember: 200 })((db, at) =>
  db
    .selectFrom('item')
    .innerJoin('user', 'user.uid', 'item.uid')
    .leftJoin('item_star', (join) =>
      join.onRef('item_star.item_id', '=', 'item.item_id').on('item_star.uid', '=', at('uid')),
    )
    .select((select) => [
      'item.item_id',
      'item.uid',
      'item.item_name',
      'item.item_domain',
      'item.item_type',
      'item.last_update_time',
      'item.item_description',
      'item.is_del',
      'item.is_archived',
      'item.password',
      'user.username',
      'user.name as owner_name',
      'item_star.uid as star_uid',
      select
        .selectFrom('item_member')
        .select('member_group_id')
        .whereRef('item_member.item_id', '=', 'item.item_id')
        .where('item_member.uid', '=', at('uid'))
        .as('member_group'),
      select
        .selectFrom('team_item_member')
        .select((team) => team.fn.max('member_group_id').as('highest'))
        .whereRef('team_item_member.item_id', '=', 'item.item_id')
        .where('team_item_member.member_uid', '=', at('uid'))
        .as('team_group'),
      select
        .selectFrom('item_member')
        .select('cat_ids')
        .whereRef('item_member.item_id', '=', 'item.item_id')
        .where('item_member.uid', '=', at('uid'))
        .as('member_limit'),
      select
        .selectFrom('team_item_member')
        .select((team) => team.fn.max('cat_ids').as('any'))
        .whereRef('team_item_member.item_id', '=', 'item.item_id')
        .where('team_item_member.member_uid', '=', at('uid'))
        .as('team_limit'),
      select
        .selectFrom('page')
        .select((page) => page.fn.countAll<number>().as('count'))
        .whereRef('page.item_id', '=', 'item.item_id')
        .where('page.is_del', '=', 0)
        .as('page_count'),
    ])
    .where('item.is_del', '=', 0)
    .where((where) =>
      where.or([
        where('item.uid', '=', at('uid')),
        where('item.item_id', 'in', db.selectFrom('item_member').select('item_id').where('uid', '=', at('uid'))),
        where(
          'item.item_id',
          'in',
          db.selectFrom('team_item_member').select('item_id').where('member_uid', '=', at('uid')),
        ),
        where.and([
          where('item.password', '=', ''),
          where('item.item_id', 'in', db.selectFrom('item_star').select('item_id').where('uid', '=', at('uid'))),
        ]),
      ]),
    )
    .orderBy('item.item_id'),
)

/** Returns the live items that a user owns, is a member of, directly or through a team, or starred while they are public. */
export const listItemsOf = (db: Db, uid: number) => visible.all(db, { uid })

const details = prepared<{ item_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('item')
    .innerJoin('user', 'user.uid', 'item.uid')
    .selectAll('item')
    .select(['user.username', 'user.name as owner_name'])
    .where('item_id', '=', at('item_id')),
)

/** Returns an item's whole row with its owner's names. */
export const findItemDetail = (db: Db, item_id: number) => details.first(db, { item_id })

/** Inserts an item and returns its id. @throws the unique violation of `item_domain` */
export async function insertItem(tx: Tx, row: Insertable<ItemTable>): Promise<number> {
  const { item_id } = await tx.insertInto('item').values(row).returning('item_id').executeTakeFirstOrThrow()
  return item_id
}

/** Updates an item. */
export const updateItem = (db: Db, item_id: number, set: Updateable<ItemTable>) =>
  db.updateTable('item').set(set).where('item_id', '=', item_id).execute()

/**
 * Updates an item and its access password. The database increments the password's counter, so that each of two
 * concurrent changes ends the visits before it.
 */
export const updateItemPassword = (db: Db, item_id: number, set: Updateable<ItemTable> & { password: string }) =>
  db
    .updateTable('item')
    .set((row) => ({ ...set, password_version: row('password_version', '+', 1) }))
    .where('item_id', '=', item_id)
    .execute()

/** Inserts a visit grant. */
export const insertVisitGrant = (db: Db, row: Insertable<VisitGrantTable>) =>
  db.insertInto('visit_grant').values(row).execute()

/** Deletes visit grants that expired before `now`. */
export const removeEndedGrants = (db: Db, now: number) =>
  db.deleteFrom('visit_grant').where('expire_time', '<=', now).execute()

/** Stars an item for a user, at most once. */
export const upsertStar = (db: Db, uid: number, item_id: number, addtime: number) =>
  db
    .insertInto('item_star')
    .values({ uid, item_id, addtime })
    .onConflict((conflict) => conflict.columns(['uid', 'item_id']).doUpdateSet({ addtime }))
    .execute()

/** Removes a user's star from an item. */
export const removeStar = (db: Db, uid: number, item_id: number) =>
  db.deleteFrom('item_star').where('uid', '=', uid).where('item_id', '=', item_id).execute()

const sortOf = prepared<{ uid: number; item_group_id: number }>({ remember: 500 })((db, at) =>
  db
    .selectFrom('item_sort')
    .select('item_sort_data')
    .where('uid', '=', at('uid'))
    .where('item_group_id', '=', at('item_group_id')),
)

/**
 * Returns a user's order of the items in a group as JSON, item_id to position; undefined when they have not set one.
 */
export const findSort = async (db: Db, uid: number, item_group_id: number): Promise<string | undefined> =>
  (await sortOf.first(db, { uid, item_group_id }))?.item_sort_data

/** Saves a user's order of the items in a group. */
export const upsertSort = (db: Db, row: Insertable<ItemSortTable>) =>
  db
    .insertInto('item_sort')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'item_group_id'])
        .doUpdateSet({ item_sort_data: row.item_sort_data, addtime: row.addtime }),
    )
    .execute()

/** Deletes a user's direct membership of an item. @returns the number of deleted rows, 0 or 1 */
export async function removeMember(tx: Tx, uid: number, item_id: number): Promise<number> {
  const gone = await tx
    .deleteFrom('item_member')
    .where('uid', '=', uid)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()
  return Number(gone.numDeletedRows)
}

/**
 * Deletes a user's rights on an item through teams; the user stays in the teams.
 *
 * @returns the number of deleted rows
 */
export async function removeTeamMember(tx: Tx, uid: number, item_id: number): Promise<number> {
  const gone = await tx
    .deleteFrom('team_item_member')
    .where('member_uid', '=', uid)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow()
  return Number(gone.numDeletedRows)
}

/** Returns the open API key of an item, or undefined. */
export const findItemKey = (db: Db, item_id: number) =>
  db.selectFrom('item_token').selectAll().where('item_id', '=', item_id).executeTakeFirst()

/** Inserts the API key of an item. */
export const insertItemKey = (tx: Tx, row: Insertable<ItemTokenTable>) =>
  tx.insertInto('item_token').values(row).execute()

/** Replaces the secret half of an item's API key. */
export const updateItemToken = (tx: Tx, item_id: number, api_token: string) =>
  tx.updateTable('item_token').set({ api_token }).where('item_id', '=', item_id).execute()

const menuPages = prepared<{ item_id: number }>()((db, at) =>
  db
    .selectFrom('page')
    .select(['page_id', 'author_uid', 'cat_id', 'page_title', 'addtime', 'ext_info', 'is_draft', 's_number'])
    .where('item_id', '=', at('item_id'))
    .where('is_del', '=', 0)
    .orderBy('s_number')
    .orderBy('page_id'),
)

/** Returns the live pages of an item in their order, without their texts. */
export const listMenuPages = (db: Db, item_id: number) => menuPages.all(db, { item_id })

const readerSettings = prepared<{ item_id: number }>({ remember: 2000 })((db, at) =>
  db.selectFrom('item').select(['item_type', 'allow_comment', 'allow_feedback']).where('item_id', '=', at('item_id')),
)

/** Returns what readers of an item may do besides reading: comment on its pages, and rate whether they were helpful. */
export async function findReaderSettings(
  db: Db,
  item_id: number,
): Promise<{ allow_comment: boolean; allow_feedback: boolean }> {
  const row = await readerSettings.first(db, { item_id })
  const isRequested = row !== undefined && getItemType(row.item_type).allowsFeedback
  return {
    allow_comment: isRequested && row.allow_comment === 1,
    allow_feedback: isRequested && row.allow_feedback === 1,
  }
}
