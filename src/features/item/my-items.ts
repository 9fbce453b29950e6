import type { User } from '#src/access/caller.ts'
import { requireItem, type Visitor } from '#src/access/permissions.ts'
import { visibilityOf } from '#src/access/visibility.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { itemsInGroup } from '#src/features/item-group/index.ts'
import { countPages, menuFor } from './menu.ts'
import { findSort, listItemsOf, removeMember, removeTeamMember, upsertSort } from './queries.ts'

type Row = Awaited<ReturnType<typeof listItemsOf>>[number]

// The groups that every user has. Source: specification 9.
const allItems = 0
const starred = -1

const isOwnOrMember = (row: Row, uid: number): boolean =>
  row.uid === uid || row.member_group !== null || row.team_group !== null

function cardOf(row: Row, uid: number) {
  const {
    star_uid,
    member_group,
    team_group,
    member_limit: _own,
    team_limit: _team,
    password,
    page_count,
    ...rest
  } = row
  const creator = row.uid === uid
  return {
    ...rest,
    s_number: 0,
    creator: creator ? 1 : 0,
    is_member: isOwnOrMember(row, uid) ? 1 : 0,
    manage: creator || member_group === 2 || team_group === 2 ? 1 : 0,
    is_private: password === '' ? 0 : 1,
    visibility: visibilityOf({ password }),
    is_star: star_uid === null ? 0 : 1,
    page_count: page_count ?? 0,
  }
}

// For a member who is limited to catalogs, counts only the pages in them.
async function cardFor(app: App, user: User, visitor: Visitor, row: Row) {
  const card = cardOf(row, user.uid)
  if (!row.member_limit && !row.team_limit) return card
  const item = await requireItem(app, visitor, row.item_id, 'view')
  return { ...card, page_count: countPages((await menuFor(app, item, user)).menu) }
}

/** Returns a filter for the rows of a group; for a group that the user does not have it matches none. */
async function inGroup(app: App, user: User, group: number): Promise<(row: Row) => boolean> {
  if (group === allItems) return () => true
  if (group === starred) return (row) => row.star_uid !== null
  const items = await itemsInGroup(app.db, user.uid, group)
  return (row) => items?.has(row.item_id) ?? false
}

/**
 * Returns the items of a group that a user may open, in the user's order of that group. Starred ones of others belong to the
 * group of starred items, and to the other groups where `with_starred` asks for them.
 */
export async function myItems(
  app: App,
  user: User,
  visitor: Visitor,
  input: { item_group_id: number; original: boolean; with_starred: boolean },
) {
  const rows = await listItemsOf(app.db, user.uid)
  const isShown = await inGroup(app, user, input.item_group_id)
  const areAllShown = input.with_starred || input.item_group_id === starred
  const shown = rows.filter(
    (row) => isShown(row) && (areAllShown || isOwnOrMember(row, user.uid)) && (!input.original || row.uid === user.uid),
  )
  const cards = await Promise.all(shown.map((row) => cardFor(app, user, visitor, row)))
  const sort = await findSort(app.db, user.uid, input.item_group_id)
  if (sort === undefined) return cards
  const places = JSON.parse(sort) as Record<string, number>
  // Items missing from the order come last: their id is larger than any position.
  const sorted = cards.map((card) => ({ ...card, s_number: places[card.item_id] ?? card.item_id }))
  return sorted.sort((one, other) => one.s_number - other.s_number)
}

/** Saves a user's order of the items in a group. @throws {AppError} itemGroupGone */
export async function sortItems(
  app: App,
  user: User,
  item_group_id: number,
  places: Record<string, number>,
): Promise<void> {
  const row = { uid: user.uid, item_group_id, item_sort_data: JSON.stringify(places), addtime: nowSeconds(app) }
  await transact(app.db, async (tx) => {
    if (item_group_id > 0 && !(await itemsInGroup(tx, user.uid, item_group_id))) fail('itemGroupGone')
    await upsertSort(tx, row)
  })
}

/** Ends a user's memberships of an item, both direct and through teams. @throws {AppError} notAMember */
export const leaveItem = (app: App, user: Actor, item_id: number): Promise<void> =>
  transact(app.db, async (tx) => {
    const ended = (await removeMember(tx, user.uid, item_id)) + (await removeTeamMember(tx, user.uid, item_id))
    if (ended === 0) fail('notAMember')
    const entry = { ...user, action: 'itemLeft', object_type: 'item', object_id: item_id } as const
    await insertAudit(tx, entry, nowSeconds(app))
  })
