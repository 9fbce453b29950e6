import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import type { TeamAccess } from '#src/access/team-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { describeRight, nextMembership } from '#src/features/member/index.ts'
import { findUser } from '#src/features/user/index.ts'
import {
  findTeamItem,
  findTeamItemMember,
  insertMembersForItem,
  insertTeamItem,
  listTeamItemMembers,
  removeMembersOfItem,
  removeTeamItemRow,
  updateTeamItem,
  updateTeamItemMember,
} from './queries.ts'

// Team calls carry no proof of access to the item, but an archived item takes no write from them either.
async function requireItemLive(tx: Tx, item_id: number): Promise<void> {
  const item = (await findItem(tx, { item_id })) ?? fail('teamItemGone')
  if (item.is_archived) fail('itemArchived')
}

const itemObject = (object_id: number) => ({ object_type: 'item', object_id }) as const

/** Records in an item's change log that it was bound to a team or unbound, or that the team's role has changed. */
export const logTeam = (
  tx: Tx,
  item_id: number,
  actor: Actor,
  op_action_type: 'binding' | 'update' | 'unbound',
  team: { id: number; team_name: string },
  now: number,
) => {
  const object = { op_object_type: 'team', op_object_id: team.id, op_object_name: team.team_name } as const
  return insertChange(tx, { item_id, uid: actor.uid, op_action_type, ...object }, now)
}

/**
 * Binds items to a team: its members get `role` there, edit by default. All of them or none; for items bound already, a
 * role changes what people get who join later.
 *
 * @returns the last binding created or changed
 * @throws {AppError} teamItemThere when all are bound already and no role was given; itemArchived
 */
export function bindItems(
  app: App,
  team: TeamAccess<'manage'>,
  items: ItemAccess<'manage'>[],
  actor: Actor,
  role?: number,
): Promise<number> {
  const now = nowSeconds(app)
  const member_group_id = role ?? 1
  return transact(app.db, async (tx) => {
    let last: number | undefined
    for (const item of items) {
      await requireWritable(tx, item)
      const link = { team_id: team.id, item_id: item.item_id, member_group_id }
      const made = await bindItem(tx, team, item, actor, member_group_id, now)
      if (made === undefined && role === undefined) continue
      if (made === undefined) await logBinding(tx, team, item, actor, link, now)
      last = made ?? (await updateTeamItem(tx, link))
    }
    return last ?? fail('teamItemThere')
  })
}

/** Binds an item to a team, and records it; undefined when it is bound already. */
async function bindItem(
  tx: Tx,
  team: TeamAccess<'manage'>,
  item: ItemAccess<'manage'>,
  actor: Actor,
  member_group_id: number,
  now: number,
): Promise<number | undefined> {
  const link = { team_id: team.id, item_id: item.item_id, member_group_id }
  const made = await insertTeamItem(tx, { ...link, addtime: now })
  if (made === undefined) return undefined
  await insertMembersForItem(tx, link, now)
  await logBinding(tx, team, item, actor, { ...link, isNew: true }, now)
  return made
}

async function logBinding(
  tx: Tx,
  team: TeamAccess<'manage'>,
  item: ItemAccess<'manage'>,
  actor: Actor,
  { member_group_id, isNew = false }: { member_group_id: number; isNew?: boolean },
  now: number,
): Promise<void> {
  await logTeam(tx, item.item_id, actor, isNew ? 'binding' : 'update', team, now)
  const detail = `${item.item_name}: ${team.team_name}, ${describeRight({ member_group_id, cat_ids: '' })}`
  await insertAudit(tx, { ...actor, action: 'teamItemAdded', ...itemObject(item.item_id), detail }, now)
}

/** What a member of a team may do with an item, by uid. */
type TeamRights = ReadonlyMap<number, { member_group_id: number; cat_ids: number[] }>

/**
 * Binds an item to a team and gives the team's members these rights there; a member without an entry gets `role`. Does
 * nothing when the two are bound already.
 *
 * @throws {AppError} memberCatalogBad
 */
export async function bindItemWithRights(
  tx: Tx,
  team: TeamAccess<'manage'>,
  item: ItemAccess<'manage'>,
  actor: Actor,
  { role, rights, now }: { role: number; rights: TeamRights; now: number },
): Promise<void> {
  if ((await bindItem(tx, team, item, actor, role, now)) === undefined) return
  for (const row of await listTeamItemMembers(tx, team.id, item.item_id)) {
    const right = rights.get(row.member_uid)
    if (!right) continue
    await updateTeamItemMember(tx, row.id, await nextMembership(tx, row, right))
    const detail = `${row.member_username}: ${describeRight({ ...right, cat_ids: right.cat_ids.join(',') })}`
    await insertAudit(tx, { ...actor, action: 'teamRightChanged', ...itemObject(item.item_id), detail }, now)
  }
}

/**
 * Unbinds an item from a team; its members lose the access they had through the team.
 *
 * @throws {AppError} teamItemGone, itemArchived
 */
export async function unbindItem(app: App, id: number, actor: Actor): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const link = (await findTeamItem(tx, id)) ?? fail('teamItemGone')
    await requireItemLive(tx, link.item_id)
    await removeTeamItemRow(tx, id)
    await removeMembersOfItem(tx, link.team_id, link.item_id)
    await logTeam(tx, link.item_id, actor, 'unbound', { id: link.team_id, team_name: link.team_name }, now)
    const item = await findItem(tx, { item_id: link.item_id })
    const entry = { ...itemObject(link.item_id), detail: `${item?.item_name ?? ''}: ${link.team_name}` }
    await insertAudit(tx, { ...actor, action: 'teamItemRemoved', ...entry }, now)
  })
}

/**
 * Changes what a team member may do with an item; values that are not given stay.
 *
 * @throws {AppError} teamItemGone, memberCatalogBad, itemArchived
 */
export async function saveTeamItemMember(
  app: App,
  id: number,
  actor: Actor,
  input: Parameters<typeof nextMembership>[2],
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const former = (await findTeamItemMember(tx, id)) ?? fail('teamItemGone')
    await requireItemLive(tx, former.item_id)
    const next = await nextMembership(tx, former, input)
    await updateTeamItemMember(tx, id, next)
    const person = await findUser(tx, former.member_uid)
    const detail = `${person?.username ?? former.member_uid}: ${describeRight(next)}`
    await insertAudit(tx, { ...actor, action: 'teamRightChanged', ...itemObject(former.item_id), detail }, now)
  })
}
