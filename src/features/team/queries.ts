import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { TeamTable } from '#src/db/schema.ts'

const teamsOf = prepared<{ uid: number }>({ remember: 200 })((db, at) =>
  db
    .selectFrom('team')
    .innerJoin('user', 'user.uid', 'team.uid')
    .leftJoin('team_member', (join) =>
      join.onRef('team_member.team_id', '=', 'team.id').on('team_member.member_uid', '=', at('uid')),
    )
    .selectAll('team')
    .select((select) => [
      'user.username',
      'user.name as owner_name',
      'team_member.team_member_group_id',
      select
        .selectFrom('team_member as member')
        .select((member) => member.fn.countAll<number>().as('count'))
        .whereRef('member.team_id', '=', 'team.id')
        .as('memberCount'),
      select
        .selectFrom('team_item')
        .innerJoin('item', 'item.item_id', 'team_item.item_id')
        .select((item) => item.fn.countAll<number>().as('count'))
        .whereRef('team_item.team_id', '=', 'team.id')
        .where('item.is_del', '=', 0)
        .as('itemCount'),
    ])
    .where((where) => where.or([where('team.uid', '=', at('uid')), where('team_member.id', 'is not', null)]))
    .orderBy('team.id', 'desc'),
)

/** Lists the teams that a person created or is in, the newest first, with the person's role (null for none). */
export const listTeamsOf = (db: Db, uid: number) => teamsOf.all(db, { uid })

/** Returns the team, or undefined. */
export const findWholeTeam = (db: Db, id: number) =>
  db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the oldest team of this name, or undefined. */
export const findTeamByName = (db: Db, team_name: string) =>
  db.selectFrom('team').selectAll().where('team_name', '=', team_name).orderBy('id').executeTakeFirst()

/** Inserts a team and returns its id. */
export async function insertTeam(db: Db, row: Insertable<TeamTable>): Promise<number> {
  const { id } = await db.insertInto('team').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a team. */
export const updateTeam = (db: Db, id: number, set: Updateable<TeamTable>) =>
  db.updateTable('team').set(set).where('id', '=', id).execute()

/** Removes a team with its members, its bound items, and the access that members have through it. */
export const removeTeamRow = (tx: Tx, id: number) => tx.deleteFrom('team').where('id', '=', id).execute()

/** Lists the members of a team with their names, the newest first. */
export const listTeamMembers = (db: Db, team_id: number) =>
  db
    .selectFrom('team_member')
    .innerJoin('user', 'user.uid', 'team_member.member_uid')
    .selectAll('team_member')
    .select(['user.username as member_username', 'user.name', 'team_member.addtime as last_update_time'])
    .where('team_id', '=', team_id)
    .orderBy('team_member.id', 'desc')
    .execute()

/** Returns the membership of a team, or undefined. */
export const findTeamMember = (db: Db, id: number) =>
  db.selectFrom('team_member').selectAll().where('id', '=', id).executeTakeFirst()

/** Adds a person to a team and returns the id of the membership; undefined if they are in it already. */
export async function insertTeamMember(
  tx: Tx,
  row: { team_id: number; member_uid: number; team_member_group_id: number; addtime: number },
): Promise<number | undefined> {
  const made = await tx
    .insertInto('team_member')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Removes a person from a team. Returns whether they were in it. */
export async function removeTeamMemberRow(tx: Tx, team_id: number, member_uid: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('team_member')
    .where('team_id', '=', team_id)
    .where('member_uid', '=', member_uid)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const links = (db: Db) =>
  db
    .selectFrom('team_item')
    .innerJoin('team', 'team.id', 'team_item.team_id')
    .innerJoin('item', 'item.item_id', 'team_item.item_id')
    .select([
      'team_item.id',
      'team_item.team_id',
      'team_item.item_id',
      'team_item.addtime',
      'team_item.member_group_id',
      'team.team_name',
      'item.item_name',
    ])
    .where('item.is_del', '=', 0)

/** Lists the teams that an item is bound to, with their creators. */
export const listTeamsOfItem = (db: Db, item_id: number) =>
  links(db)
    .innerJoin('user', 'user.uid', 'team.uid')
    .select(['team.uid', 'user.username', 'user.name as owner_name'])
    .where('team_item.item_id', '=', item_id)
    .orderBy('team_item.id', 'desc')
    .execute()

/** Lists the live items that are bound to a team, with their owners. */
export const listItemsOfTeam = (db: Db, team_id: number) =>
  links(db)
    .innerJoin('user', 'user.uid', 'item.uid')
    .select([
      'item.uid',
      'user.username',
      'user.name as owner_name',
      'item.item_description',
      'item.item_domain',
      'item.item_type',
      'item.last_update_time',
      'item.is_archived',
      'item.is_del',
    ])
    .where('team_item.team_id', '=', team_id)
    .orderBy('team_item.id', 'desc')
    .execute()

/** Returns a binding with the name of its team, or undefined. */
export const findTeamItem = (db: Db, id: number) =>
  db
    .selectFrom('team_item')
    .innerJoin('team', 'team.id', 'team_item.team_id')
    .selectAll('team_item')
    .select('team.team_name')
    .where('team_item.id', '=', id)
    .executeTakeFirst()

/** Returns whether an item is bound to a team. */
export const isBound = async (db: Db, team_id: number, item_id: number): Promise<boolean> =>
  (await db
    .selectFrom('team_item')
    .innerJoin('item', 'item.item_id', 'team_item.item_id')
    .select('team_item.id')
    .where('team_item.team_id', '=', team_id)
    .where('team_item.item_id', '=', item_id)
    .where('item.is_del', '=', 0)
    .executeTakeFirst()) !== undefined

/** Binds an item to a team and returns the id of the binding; undefined if it is bound already. */
export async function insertTeamItem(
  tx: Tx,
  row: { team_id: number; item_id: number; member_group_id: number; addtime: number },
): Promise<number | undefined> {
  const made = await tx
    .insertInto('team_item')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** The link between a team and an item that is bound to it. */
interface TeamItemLink {
  team_id: number
  item_id: number
  member_group_id: number
}

/** Changes the role in an item of people who join a team later, and returns the id of the binding. */
export async function updateTeamItem(tx: Tx, { team_id, item_id, member_group_id }: TeamItemLink): Promise<number> {
  const { id } = await tx
    .updateTable('team_item')
    .set({ member_group_id })
    .where('team_id', '=', team_id)
    .where('item_id', '=', item_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a binding. */
export const removeTeamItemRow = (tx: Tx, id: number) => tx.deleteFrom('team_item').where('id', '=', id).execute()

/** Gives every member of a team access to an item. */
export const insertMembersForItem = (tx: Tx, { team_id, item_id, member_group_id }: TeamItemLink, addtime: number) =>
  tx
    .insertInto('team_item_member')
    .columns(['team_id', 'item_id', 'member_uid', 'member_group_id', 'addtime'])
    .expression(
      tx
        .selectFrom('team_member')
        .select((select) => [
          'team_id',
          select.val(item_id).as('item_id'),
          'member_uid',
          select.val(member_group_id).as('member_group_id'),
          select.val(addtime).as('addtime'),
        ])
        .where('team_id', '=', team_id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Gives a person access to every item of a team, with the team's role there. */
export const insertItemsForMember = (tx: Tx, team_id: number, member_uid: number, addtime: number) =>
  tx
    .insertInto('team_item_member')
    .columns(['team_id', 'item_id', 'member_uid', 'member_group_id', 'addtime'])
    .expression(
      tx
        .selectFrom('team_item')
        .select((select) => [
          'team_id',
          'item_id',
          select.val(member_uid).as('member_uid'),
          'member_group_id',
          select.val(addtime).as('addtime'),
        ])
        .where('team_id', '=', team_id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Adds people to a team, and so to each of its items. Returns those who were not in it. */
export async function insertTeamMembers(
  tx: Tx,
  team_id: number,
  uids: readonly number[],
  addtime: number,
): Promise<ReadonlySet<number>> {
  const made = await tx
    .insertInto('team_member')
    .values(uids.map((member_uid) => ({ team_id, member_uid, team_member_group_id: 1, addtime })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_uid')
    .execute()
  const added = made.map((row) => row.member_uid)
  if (added.length === 0) return new Set()
  await tx
    .insertInto('team_item_member')
    .columns(['team_id', 'item_id', 'member_uid', 'member_group_id', 'addtime'])
    .expression(
      tx
        .selectFrom('team_item')
        .innerJoin('team_member', 'team_member.team_id', 'team_item.team_id')
        .select((select) => [
          'team_item.team_id',
          'team_item.item_id',
          'team_member.member_uid',
          'team_item.member_group_id',
          select.val(addtime).as('addtime'),
        ])
        .where('team_item.team_id', '=', team_id)
        .where('team_member.member_uid', 'in', added),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return new Set(added)
}

/** Removes people from a team, and from its items if their access came from it. Returns those who were in it. */
export async function removeTeamMembers(
  tx: Tx,
  team_id: number,
  uids: readonly number[],
): Promise<ReadonlySet<number>> {
  const gone = await tx
    .deleteFrom('team_member')
    .where('team_id', '=', team_id)
    .where('member_uid', 'in', uids)
    .returning('member_uid')
    .execute()
  await tx.deleteFrom('team_item_member').where('team_id', '=', team_id).where('member_uid', 'in', uids).execute()
  return new Set(gone.map((row) => row.member_uid))
}

/** Returns the members of a team among these people. */
export const listMemberUids = (db: Db, team_id: number, uids: readonly number[]) =>
  db
    .selectFrom('team_member')
    .select('member_uid')
    .where('team_id', '=', team_id)
    .where('member_uid', 'in', uids)
    .execute()

/** Removes the access to an item that a team's members have through it. */
export const removeMembersOfItem = (tx: Tx, team_id: number, item_id: number) =>
  tx.deleteFrom('team_item_member').where('team_id', '=', team_id).where('item_id', '=', item_id).execute()

/** Removes the access that a person has through a team. */
export const removeItemsOfMember = (tx: Tx, team_id: number, member_uid: number) =>
  tx.deleteFrom('team_item_member').where('team_id', '=', team_id).where('member_uid', '=', member_uid).execute()

/** Lists what each member of a team may do with an item, with their names. */
export const listTeamItemMembers = (db: Db, team_id: number, item_id: number) =>
  db
    .selectFrom('team_item_member')
    .innerJoin('user', 'user.uid', 'team_item_member.member_uid')
    .selectAll('team_item_member')
    .select(['user.username as member_username', 'user.name', 'team_item_member.addtime as last_update_time'])
    .where('team_id', '=', team_id)
    .where('item_id', '=', item_id)
    .orderBy('team_item_member.id')
    .execute()

/** Returns a member's access to an item through a team, or undefined. */
export const findTeamItemMember = (db: Db, id: number) =>
  db.selectFrom('team_item_member').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes what a team member may do with an item. */
export const updateTeamItemMember = (tx: Tx, id: number, set: { member_group_id: number; cat_ids: string }) =>
  tx.updateTable('team_item_member').set(set).where('id', '=', id).execute()

/** Transfers the live items of a team that belong to `from` to `to`, and returns their ids. */
export async function moveItemsOfTeam(tx: Tx, team_id: number, from: number, to: number): Promise<number[]> {
  const moved = await tx
    .updateTable('item')
    .set({ uid: to })
    .where('uid', '=', from)
    .where('is_del', '=', 0)
    .where('item_id', 'in', tx.selectFrom('team_item').select('item_id').where('team_id', '=', team_id))
    .returning('item_id')
    .execute()
  return moved.map((row) => row.item_id)
}
