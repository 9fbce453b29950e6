import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Db, type Tx, transact } from '#src/db/database.ts'
import { findGroup, insertGroup, listGroups, removeGroup, updateGroup } from './queries.ts'

const groupsMost = 200

const idsIn = (group: { item_ids: string }): number[] =>
  group.item_ids
    .split(',')
    .map(Number)
    .filter((id) => id > 0)

/**
 * Returns the ids of the items in a user's group; undefined when they have no such group. Some items may be deleted, or
 * no longer accessible to the user.
 */
export async function itemsInGroup(db: Db, uid: number, id: number): Promise<ReadonlySet<number> | undefined> {
  const group = await findGroup(db, uid, id)
  return group && new Set(idsIn(group))
}

/** Returns the groups of a user that contain an item, in their order. */
export const groupsOfItem = async (db: Db, uid: number, item_id: number): Promise<number[]> =>
  (await listGroups(db, uid)).filter((group) => idsIn(group).includes(item_id)).map((group) => group.id)

/**
 * Puts an item into exactly these groups of a user.
 *
 * @throws {AppError} itemGroupGone for a group that they do not have
 */
export async function setGroupsOfItem(
  tx: Tx,
  uid: number,
  item_id: number,
  ids: readonly number[],
  updated_at: number,
): Promise<void> {
  const groups = await listGroups(tx, uid)
  const wanted = new Set(ids)
  if (ids.some((id) => groups.every((group) => group.id !== id))) fail('itemGroupGone')
  for (const group of groups) {
    const items = idsIn(group)
    if (items.includes(item_id) === wanted.has(group.id)) continue
    const next = wanted.has(group.id) ? [...items, item_id] : items.filter((id) => id !== item_id)
    await updateGroup(tx, uid, group.id, { item_ids: next.join(','), updated_at })
  }
}

/**
 * Creates a group (`id` 0), or renames one and replaces its items.
 *
 * @returns the group as it is now
 * @throws {AppError} itemGroupGone, itemGroupTooMany
 */
export async function saveGroup(
  app: App,
  user: User,
  input: { id: number; group_name: string; item_ids?: number[] | undefined },
) {
  const now = nowSeconds(app)
  const { group_name } = input
  const items = input.item_ids && { item_ids: [...new Set(input.item_ids)].join(',') }
  return transact(app.db, async (tx) => {
    let { id } = input
    if (id === 0) {
      if ((await listGroups(tx, user.uid)).length >= groupsMost) fail('itemGroupTooMany', { most: groupsMost })
      id = await insertGroup(tx, { uid: user.uid, group_name, ...items, created_at: now, updated_at: now })
    } else await updateGroup(tx, user.uid, id, { group_name, ...items, updated_at: now })
    return (await findGroup(tx, user.uid, id)) ?? fail('itemGroupGone')
  })
}

/** Deletes a group. @throws {AppError} itemGroupGone */
export const deleteGroup = (app: App, user: User, id: number): Promise<void> =>
  transact(app.db, async (tx) => {
    if (!(await findGroup(tx, user.uid, id))) fail('itemGroupGone')
    await removeGroup(tx, user.uid, id)
  })

/** Sets the positions of a user's groups; other users' groups are ignored. */
export const sortGroups = (app: App, user: User, groups: { id: number; s_number: number }[]): Promise<void> =>
  transact(app.db, async (tx) => {
    const own = new Set((await listGroups(tx, user.uid)).map((group) => group.id))
    for (const { id, s_number } of groups) if (own.has(id)) await updateGroup(tx, user.uid, id, { s_number })
  })
