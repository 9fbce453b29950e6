import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '#src/db/database.ts'
import { prepared } from '#src/db/prepared.ts'
import type { ItemGroupTable } from '#src/db/schema.ts'

const ofPerson = prepared<{ uid: number }>({ remember: 500 })((db, at) =>
  db.selectFrom('item_group').selectAll().where('uid', '=', at('uid')).orderBy('s_number').orderBy('id'),
)

/** Returns a user's groups in their order. */
export const listGroups = (db: Db, uid: number) => ofPerson.all(db, { uid })

/** Returns the group `id` of a user, or undefined. */
export const findGroup = async (db: Db, uid: number, id: number) =>
  (await listGroups(db, uid)).find((group) => group.id === id)

/** Inserts a group and returns its id. */
export async function insertGroup(tx: Tx, row: Insertable<ItemGroupTable>): Promise<number> {
  const { id } = await tx.insertInto('item_group').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a group of a user; groups of other users are not changed. */
export const updateGroup = (tx: Tx, uid: number, id: number, set: Updateable<ItemGroupTable>) =>
  tx.updateTable('item_group').set(set).where('id', '=', id).where('uid', '=', uid).execute()

/** Deletes a group, with its user's order of the items in it. */
export async function removeGroup(tx: Tx, uid: number, id: number): Promise<void> {
  await tx.deleteFrom('item_group').where('id', '=', id).where('uid', '=', uid).execute()
  await tx.deleteFrom('item_sort').where('item_group_id', '=', id).where('uid', '=', uid).execute()
}
