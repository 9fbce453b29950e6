import { sql, type Updateable } from 'kysely'
import type { Visibility } from '#shared/contract/visibility.ts'
import { hasOwnAddress } from '#src/access/queries.ts'
import { noPassword } from '#src/access/visibility.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { containsText } from '#src/db/engine.ts'
import type { ItemTable, UserTable } from '#src/db/schema.ts'
import { textBytes } from './sqlite-sizes.ts'

/** The requested page of a list. */
interface Paging {
  page: number
  count: number
}

const countAll = sql<number>`count(*)`.as('count')

/** The filter of the list of accounts. */
export interface AccountFilter {
  /** A part of the user name, the name or the e-mail address, or the id; empty for all. */
  text: string
  /** Undefined for both kinds. */
  groupid: 1 | 2 | undefined
}

const accounts = (db: Db, { text, groupid }: AccountFilter) =>
  db
    .selectFrom('user')
    .$if(groupid !== undefined, (query) => query.where('groupid', '=', groupid ?? 2))
    .$if(text !== '', (query) =>
      query.where((or) =>
        or.or([
          containsText('username', text),
          containsText('name', text),
          containsText('email', text),
          ...(/^\d{1,15}$/.test(text) ? [or('uid', '=', Number(text))] : []),
        ]),
      ),
    )

/** Returns the number of accounts that match a filter. */
export const countAccounts = async (db: Db, filter: AccountFilter): Promise<number> =>
  (await accounts(db, filter).select(countAll).executeTakeFirstOrThrow()).count

/** Returns one page of those accounts, newest first. */
export const listAccounts = (db: Db, filter: AccountFilter, { page, count }: Paging) =>
  accounts(db, filter)
    .select([
      'uid',
      'username',
      'groupid',
      'name',
      'avatar',
      'avatar as avatar_small',
      'email',
      'reg_time',
      'last_login_time',
      'is_sso',
      'is_disabled',
    ])
    .select((has) =>
      has
        .or([
          has.exists(
            has
              .selectFrom('user_totp')
              .select('user_totp.uid')
              .whereRef('user_totp.uid', '=', 'user.uid')
              .where('enabled_time', '>', 0),
          ),
          has.exists(
            has.selectFrom('user_passkey').select('user_passkey.uid').whereRef('user_passkey.uid', '=', 'user.uid'),
          ),
        ])
        .as('has_second_step'),
    )
    .orderBy('uid', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

/** Returns the number of accounts created since `reg_time`. */
export const countAccountsSince = async (db: Db, reg_time: number): Promise<number> =>
  (await db.selectFrom('user').select(countAll).where('reg_time', '>=', reg_time).executeTakeFirstOrThrow()).count

/** Returns the number of live pages in live items. */
export const countPages = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('item')
      .innerJoin('page', 'page.item_id', 'item.item_id')
      .select(countAll)
      .where('item.is_del', '=', 0)
      .where('page.is_del', '=', 0)
      .executeTakeFirstOrThrow()
  ).count

/** Updates an account. */
export const updateAccount = (tx: Tx, uid: number, set: Updateable<UserTable>) =>
  tx.updateTable('user').set(set).where('uid', '=', uid).execute()

/**
 * Deletes an account with its sessions, memberships, groups, stars, templates and everything else that belongs to that
 * user alone.
 */
export const removeAccount = (tx: Tx, uid: number) => tx.deleteFrom('user').where('uid', '=', uid).execute()

/** Returns the items that a user owns, including deleted ones. */
export const listOwnedItems = (tx: Tx, uid: number) =>
  tx.selectFrom('item').select(['item_id', 'is_del']).where('uid', '=', uid).execute()

/** Makes `to` the creator of the teams of `from`. A creator is not a member. */
export async function transferTeams(tx: Tx, from: number, to: number): Promise<void> {
  const teams = tx.selectFrom('team').select('id').where('uid', '=', from)
  await tx.deleteFrom('team_member').where('member_uid', '=', to).where('team_id', 'in', teams).execute()
  await tx.updateTable('team').set({ uid: to }).where('uid', '=', from).execute()
}

/** The filter of the list of items; fields that are undefined match all. */
export interface ItemFilter {
  item_name: string
  /** A part of the owner's user name or name. */
  username: string
  item_types: readonly number[] | undefined
  visibilities: readonly Visibility[] | undefined
  is_del: 0 | 1
}

// Source: access/visibility.ts, visibilityOf.
const visibilityColumn = sql<Visibility>`CASE item.password WHEN '' THEN 'public' WHEN ${noPassword} THEN 'members' ELSE 'password' END`

const itemsLike = (db: Db, filter: ItemFilter) =>
  db
    .selectFrom('item')
    .innerJoin('user', 'user.uid', 'item.uid')
    .where('item.is_del', '=', filter.is_del)
    .$if(filter.item_name !== '', (query) => query.where(containsText('item.item_name', filter.item_name)))
    .$if(filter.username !== '', (query) =>
      query.where((where) =>
        where.or([containsText('user.username', filter.username), containsText('user.name', filter.username)]),
      ),
    )
    .$if(filter.item_types !== undefined, (query) => query.where('item.item_type', 'in', filter.item_types ?? []))
    .$if(filter.visibilities !== undefined, (query) => query.where(visibilityColumn, 'in', filter.visibilities ?? []))

const itemRows = (db: Db) =>
  db
    .selectFrom('item')
    .innerJoin('user', 'user.uid', 'item.uid')
    .select((select) => [
      'item.item_id',
      'item.item_name',
      'item.item_description',
      'item.item_domain',
      'item.item_type',
      'item.uid',
      'user.username',
      'user.name as owner_name',
      'item.password',
      'item.addtime',
      'item.last_update_time',
      'item.is_archived',
      'item.is_del',
      'item.del_time',
      'item.allow_comment',
      'item.allow_feedback',
      select
        .selectFrom('item_member')
        .select((member) => member.fn.countAll<number>().as('count'))
        .whereRef('item_member.item_id', '=', 'item.item_id')
        .as('members'),
      select
        .selectFrom('team_item_member')
        .select((member) => member.fn.countAll<number>().as('count'))
        .whereRef('team_item_member.item_id', '=', 'item.item_id')
        .as('team_members'),
      select
        .selectFrom('page')
        .select((page) => page.fn.countAll<number>().as('count'))
        .whereRef('page.item_id', '=', 'item.item_id')
        .where('page.is_del', '=', 0)
        .as('page_count'),
      textBytes.as('text_bytes'),
      sql<number>`(
        SELECT coalesce(sum(file_size), 0) FROM upload_file WHERE upload_file.item_id = item.item_id
      )`.as('file_bytes'),
    ])

/** Returns the number of items that match a filter. */
export const countItems = async (db: Db, filter: ItemFilter): Promise<number> =>
  (await itemsLike(db, filter).select(countAll).executeTakeFirstOrThrow()).count

/** Returns one page of the items that match a filter: newest first, deleted items by the time of deletion. */
export const listItems = (db: Db, filter: ItemFilter, { page, count }: Paging) =>
  itemRows(db)
    .where(
      'item.item_id',
      'in',
      itemsLike(db, filter)
        .select('item.item_id')
        .orderBy(filter.is_del ? 'item.del_time' : 'item.addtime', 'desc')
        .orderBy('item.item_id', 'desc')
        .limit(count)
        .offset((page - 1) * count),
    )
    .orderBy(filter.is_del ? 'item.del_time' : 'item.addtime', 'desc')
    .orderBy('item.item_id', 'desc')
    .execute()

/** Returns an item as in the list, deleted or not; undefined when there is none. */
export const findListedItem = (db: Db, item_id: number) =>
  itemRows(db).where('item.item_id', '=', item_id).executeTakeFirst()

/** Updates an item. */
export const updateItem = (tx: Tx, item_id: number, set: Updateable<ItemTable>) =>
  tx.updateTable('item').set(set).where('item_id', '=', item_id).execute()

/** Whether a live item has the custom address `item_domain`. */
export const isDomainTaken = async (tx: Tx, item_domain: string): Promise<boolean> =>
  (await tx
    .selectFrom('item')
    .select('item_id')
    .where((where) => where.fn<string>('lower', ['item_domain']), '=', item_domain.toLowerCase())
    .where(hasOwnAddress)
    .executeTakeFirst()) !== undefined
