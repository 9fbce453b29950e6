import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { ItemMemberTable } from '#src/db/schema.ts'

/** Lists the members of an item with their names, the first added first. */
export const listMembers = (db: Db, item_id: number) =>
  db
    .selectFrom('item_member')
    .innerJoin('user', 'user.uid', 'item_member.uid')
    .selectAll('item_member')
    .select(['user.username', 'user.name'])
    .where('item_id', '=', item_id)
    .orderBy('item_member_id')
    .execute()

/** Returns a person's own membership in an item, or undefined. */
export const findMember = (db: Db, item_id: number, uid: number) =>
  db.selectFrom('item_member').selectAll().where('uid', '=', uid).where('item_id', '=', item_id).executeTakeFirst()

/** Returns a membership of an item with the member's name, or undefined. */
export const findMembership = (db: Db, item_id: number, item_member_id: number) =>
  db
    .selectFrom('item_member')
    .innerJoin('user', 'user.uid', 'item_member.uid')
    .select(['item_member.uid', 'user.username'])
    .where('item_member_id', '=', item_member_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** Inserts a member and returns the id of the membership. */
export async function insertMember(tx: Tx, row: Insertable<ItemMemberTable>): Promise<number> {
  const { item_member_id } = await tx
    .insertInto('item_member')
    .values(row)
    .returning('item_member_id')
    .executeTakeFirstOrThrow()
  return item_member_id
}

/** Changes a member's rights. */
export const updateMember = (
  tx: Tx,
  item_member_id: number,
  set: Pick<Insertable<ItemMemberTable>, 'member_group_id' | 'cat_ids'>,
) => tx.updateTable('item_member').set(set).where('item_member_id', '=', item_member_id).execute()

/** Removes a member. */
export const removeMembership = (tx: Tx, item_member_id: number) =>
  tx.deleteFrom('item_member').where('item_member_id', '=', item_member_id).execute()

/** Removes a person's own memberships in these items. */
export const removeMemberOfItems = (tx: Tx, uid: number, item_ids: readonly number[]) =>
  tx.deleteFrom('item_member').where('uid', '=', uid).where('item_id', 'in', item_ids).execute()

/** Lists everyone in an item: its owner, its members, then those of its teams; a person may occur more than once. */
export const listEverybody = (db: Db, item_id: number) =>
  db
    .selectFrom('item')
    .innerJoin('user', 'user.uid', 'item.uid')
    .select((select) => ['user.uid', 'user.username', 'user.name', select.val(1).as('member_group_id')])
    .where('item_id', '=', item_id)
    .unionAll(
      db
        .selectFrom('item_member')
        .innerJoin('user', 'user.uid', 'item_member.uid')
        .select(['user.uid', 'user.username', 'user.name', 'member_group_id'])
        .where('item_id', '=', item_id),
    )
    .unionAll(
      db
        .selectFrom('team_item_member')
        .innerJoin('user', 'user.uid', 'team_item_member.member_uid')
        .select(['user.uid', 'user.username', 'user.name', 'member_group_id'])
        .where('item_id', '=', item_id),
    )
    .execute()

/** Lists the members of a person's own items and teams, the newest first; a person may occur more than once. */
export const listMembersOfMine = (db: Db, uid: number) =>
  db
    .selectFrom('item_member')
    .innerJoin('item', 'item.item_id', 'item_member.item_id')
    .innerJoin('user', 'user.uid', 'item_member.uid')
    .select(['user.uid', 'user.username', 'user.name', 'item_member.addtime as addtime'])
    .where('item.uid', '=', uid)
    .where('item.is_del', '=', 0)
    .unionAll(
      db
        .selectFrom('team_member')
        .innerJoin('team', 'team.id', 'team_member.team_id')
        .innerJoin('user', 'user.uid', 'team_member.member_uid')
        .select(['user.uid', 'user.username', 'user.name', 'team_member.addtime as addtime'])
        .where('team.uid', '=', uid),
    )
    .orderBy('addtime', 'desc')
    .execute()
