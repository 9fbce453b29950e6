import type { Insertable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import type { InvitationTable } from '#src/db/schema.ts'

const invitations = (db: Db) =>
  db
    .selectFrom('invitation')
    .innerJoin('user', 'user.uid', 'invitation.uid')
    .leftJoin('team', 'team.id', 'invitation.team_id')
    .selectAll('invitation')
    .select(['user.username', 'user.name', 'team.team_name'])

/** An invitation with the names of who made it and of its team. */
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

/** Lists the invitations to an item, or with `null` those to the site, the newest first. */
export const listInvitations = (db: Db, item_id: number | null) =>
  invitations(db)
    .where('invitation.item_id', item_id === null ? 'is' : '=', item_id)
    .orderBy('invitation_id', 'desc')
    .execute()

/** Returns the invitation with this token, or undefined. */
export const findInvitation = (db: Db, token_hash: Buffer): Promise<InvitationRow | undefined> =>
  invitations(db).where('token_hash', '=', token_hash).executeTakeFirst()

/** Returns an invitation, or undefined. */
export const findInvitationById = (db: Db, invitation_id: number): Promise<InvitationRow | undefined> =>
  invitations(db).where('invitation_id', '=', invitation_id).executeTakeFirst()

/** Gives an invitation another token: the former link stops working. */
export const replaceInvitationToken = (tx: Tx, invitation_id: number, token_hash: Buffer) =>
  tx.updateTable('invitation').set({ token_hash }).where('invitation_id', '=', invitation_id).execute()

/** Returns how many invitations to an item, or to the site, are open at `now`. */
export async function countOpenInvitations(db: Db, item_id: number | null, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('item_id', item_id === null ? 'is' : '=', item_id)
    .where('revoke_time', '=', 0)
    .where('expire_time', '>', now)
    .whereRef('use_count', '<', 'uses_most')
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts an invitation and returns its id. */
export async function insertInvitation(tx: Tx, row: Insertable<InvitationTable>): Promise<number> {
  const { invitation_id } = await tx
    .insertInto('invitation')
    .values(row)
    .returning('invitation_id')
    .executeTakeFirstOrThrow()
  return invitation_id
}

/** Withdraws an invitation of an item, or of the site; returns false when it has none with this id. */
export async function revokeInvitation(
  tx: Tx,
  { invitation_id, item_id }: { invitation_id: number; item_id: number | null },
  revoke_time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ revoke_time })
    .where('invitation_id', '=', invitation_id)
    .where('item_id', item_id === null ? 'is' : '=', item_id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Counts a use of an invitation, if it has one left. Returns whether it had. */
export async function takeUse(tx: Tx, invitation_id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set((row) => ({ use_count: row('use_count', '+', 1) }))
    .where('invitation_id', '=', invitation_id)
    .whereRef('use_count', '<', 'uses_most')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Removes invitations that expired before `time`. */
export const removeInvitationsBefore = (db: Db, time: number) =>
  db.deleteFrom('invitation').where('expire_time', '<', time).execute()
