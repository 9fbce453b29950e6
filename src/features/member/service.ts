import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { findItem } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit } from '#src/features/audit/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { queueNotices } from '#src/features/notice/index.ts'
import { type LimitInput, nextMembership } from './limit.ts'
import { findPeople, type Person, shownNames } from './names.ts'
import { findMember, findMembership, insertMember, removeMembership, updateMember } from './queries.ts'

/** The people to add or change, and their new role and limit. */
interface MemberInput extends LimitInput {
  /** User names, separated by commas. */
  username: string
  /** 0 read, 1 edit, 2 manage. Left out: read for a new member, unchanged for an existing one. */
  member_group_id?: number | undefined
}

/**
 * Adds people to an item, and changes those who are members already. Names that nobody has are skipped.
 *
 * @returns the membership of the last one, and the unknown names
 * @throws {AppError} memberNameNeeded; memberUnknown when nobody has any of the names; memberIsOwner; memberCatalogBad;
 *   itemArchived
 */
export function saveMembers(
  app: App,
  item: ItemAccess<'manage'>,
  actor: Actor,
  input: MemberInput,
): Promise<{ id: number; unknown: string[] }> {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const { people, unknown } = await findPeople(tx, input.username)
    if (people.length === 0) {
      if (unknown.length === 0) fail('memberNameNeeded')
      fail('memberUnknown', { names: shownNames(unknown) })
    }
    // Read the present owner: the item may have been transferred since the right was checked.
    const owner = await findItem(tx, item)
    const others = people.filter((person) => person.uid !== owner?.uid)
    if (others.length === 0) fail('memberIsOwner', { name: people[0]?.username ?? '' })
    let id = 0
    for (const person of others) {
      const isNew = (await findMember(tx, item.item_id, person.uid)) === undefined
      id = await saveMember(tx, item, actor, person, input, now)
      if (isNew) await notifyOfMembership(tx, app, item, actor, person, now)
    }
    return { id, unknown }
  })
}

/**
 * Adds a person to an item or changes their rights, and records it.
 *
 * @returns the id of the membership
 * @throws {AppError} memberCatalogBad
 */
export async function saveMember(
  tx: Tx,
  { item_id, item_name }: ItemAccess<'manage'>,
  actor: Actor,
  person: Person,
  input: MemberInput,
  now: number,
): Promise<number> {
  const former = await findMember(tx, item_id, person.uid)
  const next = await nextMembership(tx, former ?? { item_id, member_group_id: 0, cat_ids: '' }, input)
  if (former?.member_group_id === next.member_group_id && former.cat_ids === next.cat_ids) return former.item_member_id
  await logMember(tx, item_id, actor, former ? 'update' : 'binding', person, now)
  const detail = `${item_name}: ${person.username}, ${describeRight(next)}`
  const entry = { object_type: 'item', object_id: item_id, detail } as const
  await insertAudit(tx, { ...actor, action: former ? 'memberChanged' : 'memberAdded', ...entry }, now)
  if (!former) return insertMember(tx, { item_id, uid: person.uid, ...next, addtime: now })
  await updateMember(tx, former.item_member_id, next)
  return former.item_member_id
}

const rightNames = ['view', 'edit', 'manage'] as const

/** Returns a right as the audit log names it: the right, and the catalogs that it is limited to. */
export const describeRight = ({ member_group_id, cat_ids }: { member_group_id: number; cat_ids: string }): string =>
  `${rightNames[member_group_id] ?? member_group_id}${cat_ids === '' || cat_ids === '0' ? '' : `, cat_id ${cat_ids}`}`

const logMember = (
  tx: Tx,
  item_id: number,
  actor: Actor,
  op_action_type: 'binding' | 'update' | 'unbound',
  person: Person,
  now: number,
) => {
  const object = { op_object_type: 'member', op_object_id: person.uid, op_object_name: person.username } as const
  return insertChange(tx, { item_id, uid: actor.uid, op_action_type, ...object }, now)
}

/** Tells a person that they have got access. */
const notifyOfMembership = (
  tx: Tx,
  app: App,
  { item_id }: ItemAccess<'manage'>,
  { uid }: Actor,
  person: Person,
  time: number,
) =>
  queueNotices(tx, app, [person.uid], 'member.added', {
    uid,
    item_id,
    about_uid: person.uid,
    name: person.username,
    time,
  })

/** Removes a member; their access ends with their next request. @throws {AppError} memberGone, itemArchived */
export async function removeMember(
  app: App,
  item: ItemAccess<'manage'>,
  actor: Actor,
  item_member_id: number,
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const person = (await findMembership(tx, item.item_id, item_member_id)) ?? fail('memberGone')
    await removeMembership(tx, item_member_id)
    await logMember(tx, item.item_id, actor, 'unbound', person, now)
    const entry = {
      object_type: 'item',
      object_id: item.item_id,
      detail: `${item.item_name}: ${person.username}`,
    } as const
    await insertAudit(tx, { ...actor, action: 'memberRemoved', ...entry }, now)
  })
}
