import type { User } from '#src/access/caller.ts'
import type { TeamAccess } from '#src/access/team-access.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, type AuditEntry, actorOf, insertAudit, insertAudits } from '#src/features/audit/index.ts'
import { findPeople, removeMemberOfItems, shownNames } from '#src/features/member/index.ts'
import { findUser, findUserByName, requireOwnPassword, usernameKey } from '#src/features/user/index.ts'
import { logTeam } from './items.ts'
import {
  findWholeTeam,
  insertItemsForMember,
  insertTeam,
  insertTeamMember,
  insertTeamMembers,
  listItemsOfTeam,
  listMemberUids,
  moveItemsOfTeam,
  removeItemsOfMember,
  removeTeamMemberRow,
  removeTeamMembers,
  removeTeamRow,
  updateTeam,
} from './queries.ts'

const logTeamAction = (
  tx: Tx,
  actor: Actor,
  action: AuditEntry['action'],
  team: { id: number; team_name: string },
  now: number,
  more = '',
) =>
  insertAudit(
    tx,
    { ...actor, action, object_type: 'team', object_id: team.id, detail: `${team.team_name}${more}` },
    now,
  )

/**
 * Creates a team, or renames one.
 *
 * @returns its row
 * @throws {AppError} teamGone
 */
export function saveTeam(app: App, team: TeamAccess<'manage'> | undefined, actor: Actor, team_name: string) {
  const now = nowSeconds(app)
  return transact(app.db, async (tx) => {
    if (team) {
      await updateTeam(tx, team.id, { team_name, last_update_time: now })
      return (await findWholeTeam(tx, team.id)) ?? fail('teamGone')
    }
    const id = await insertTeam(tx, { team_name, uid: actor.uid, addtime: now, last_update_time: now })
    await logTeamAction(tx, actor, 'teamMade', { id, team_name }, now)
    return (await findWholeTeam(tx, id)) ?? fail('teamGone')
  })
}

/**
 * Adds people to a team, and so to each of its items. Names that nobody has, and people who are in it, are skipped.
 *
 * @returns the membership of the last one added, and the unknown names
 * @throws {AppError} memberNameNeeded, teamMemberUnknown, teamMemberThere: when nobody could be added
 */
export function addTeamMembers(
  app: App,
  team: TeamAccess<'manage'>,
  actor: Actor,
  names: string,
  team_member_group_id: number,
): Promise<{ id: number; unknown: string[] }> {
  const addtime = nowSeconds(app)
  return transact(app.db, async (tx) => {
    const { people, unknown } = await findPeople(tx, names)
    if (people.length === 0) {
      if (unknown.length === 0) fail('memberNameNeeded')
      fail('teamMemberUnknown', { names: shownNames(unknown) })
    }
    let id: number | undefined
    for (const person of people) id = (await addToTeam(tx, team, actor, person, team_member_group_id, addtime)) ?? id
    return { id: id ?? fail('teamMemberThere', { names: shownNames(people.map((one) => one.username)) }), unknown }
  })
}

/**
 * Adds a person to a team, and so to each of its items.
 *
 * @returns the id of the membership; undefined for a person who is in it
 */
export async function addToTeam(
  tx: Tx,
  team: TeamAccess<'manage'>,
  actor: Actor,
  { uid, username }: { uid: number; username: string },
  team_member_group_id: number,
  addtime: number,
): Promise<number | undefined> {
  const added = await insertTeamMember(tx, { team_id: team.id, member_uid: uid, team_member_group_id, addtime })
  if (added === undefined) return undefined
  await insertItemsForMember(tx, team.id, uid, addtime)
  const role = team_member_group_id === 2 ? 'manage' : 'member'
  await logTeamAction(tx, actor, 'teamMemberAdded', team, addtime, `: ${username}, ${role}`)
  return added
}

/** Removes a person from a team, and from its items if their access came from it. */
export async function removeTeamMember(app: App, team_id: number, member_uid: number, actor: Actor): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const team = (await findWholeTeam(tx, team_id)) ?? fail('teamGone')
    const person = await findUser(tx, member_uid)
    await logTeamAction(tx, actor, 'teamMemberRemoved', team, now, `: ${person?.username ?? member_uid}`)
    await removeTeamMemberRow(tx, team_id, member_uid)
    await removeItemsOfMember(tx, team_id, member_uid)
  })
}

/** Leaves a team. @throws {AppError} teamOwnerStays */
export async function exitTeam(app: App, team: TeamAccess, actor: Actor): Promise<void> {
  if (team.uid === actor.uid) fail('teamOwnerStays')
  await removeTeamMember(app, team.id, actor.uid, actor)
}

/** Deletes a team; its members lose the access they had through it. @throws {AppError} teamGone */
export async function removeTeam(app: App, team: TeamAccess<'own'>, user: Actor): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    // Checking the password takes time: the team may have changed hands.
    if ((await findWholeTeam(tx, team.id))?.uid !== user.uid) fail('teamGone')
    for (const { item_id } of await listItemsOfTeam(tx, team.id)) await logTeam(tx, item_id, user, 'unbound', team, now)
    await removeTeamRow(tx, team.id)
    await logTeamAction(tx, user, 'teamDeleted', team, now)
  })
}

/**
 * Transfers a team to another person, with the items bound to it that its creator owns. Items of other people stay
 * theirs.
 *
 * @throws {AppError} passwordWrong, tooManyTries; userNotFound; userDisabled; teamReceiverIsOwner; teamGone
 */
export async function transferTeam(
  app: App,
  ip: string,
  team: TeamAccess<'own'>,
  owner: User,
  input: { username: string; password: string },
): Promise<void> {
  await requireOwnPassword(app, ip, owner, input.password)
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const receiver = (await findUserByName(tx, usernameKey(input.username))) ?? fail('userNotFound')
    if (receiver.is_disabled) fail('userDisabled')
    if (receiver.uid === owner.uid) fail('teamReceiverIsOwner')
    // Checking the password takes time: the team may belong to another person by now.
    if ((await findWholeTeam(tx, team.id))?.uid !== owner.uid) fail('teamGone')
    await updateTeam(tx, team.id, { uid: receiver.uid, last_update_time: now })
    const moved = await moveItemsOfTeam(tx, team.id, owner.uid, receiver.uid)
    // An owner is not a member of their own item.
    await removeMemberOfItems(tx, receiver.uid, moved)
    await logTeamAction(tx, actorOf(owner, { ip }), 'teamTransferred', team, now, ` → ${receiver.username}`)
  })
}

/** A team that another system decides. */
export interface DecidedTeam {
  id: number
  team_name: string
  /** Its creator. */
  uid: number
}

/** Who is in a team, because another system says so; its creator stays in it, whatever that says. */
interface TeamMembership {
  people: readonly { uid: number; username: string }[]
  isIn: boolean
  /** The name of the other system, for the audit log. */
  via: 'LDAP' | 'SCIM'
}

/** Puts people into a team, or takes them out of it, because another system says so; 500 at most. */
export async function applyTeamMembership(
  tx: Tx,
  actor: Actor,
  team: DecidedTeam,
  { people, isIn, via }: TeamMembership,
  now: number,
): Promise<void> {
  const others = people.filter(({ uid }) => uid !== team.uid)
  if (others.length === 0) return
  const uids = others.map(({ uid }) => uid)
  const changed = isIn ? await insertTeamMembers(tx, team.id, uids, now) : await removeTeamMembers(tx, team.id, uids)
  const action = isIn ? 'teamMemberAdded' : 'teamMemberRemoved'
  const entries = others
    .filter(({ uid }) => changed.has(uid))
    .map(({ username }): AuditEntry => {
      const detail = `${team.team_name}: ${username}, ${via}`
      return { ...actor, action, object_type: 'team', object_id: team.id, detail }
    })
  await insertAudits(tx, entries, now)
}

/** Returns which of these people are members of a team. */
export const findMembers = async (tx: Tx, team_id: number, uids: readonly number[]): Promise<ReadonlySet<number>> =>
  uids.length === 0 ? new Set() : new Set((await listMemberUids(tx, team_id, uids)).map((row) => row.member_uid))

/** Creates a team, because another system says so. @returns its id */
export async function addDecidedTeam(
  tx: Tx,
  actor: Actor,
  { team_name, uid, via }: Omit<DecidedTeam, 'id'> & Pick<TeamMembership, 'via'>,
  now: number,
): Promise<number> {
  const id = await insertTeam(tx, { team_name, uid, addtime: now, last_update_time: now })
  await logTeamAction(tx, actor, 'teamMade', { id, team_name }, now, `, ${via}`)
  return id
}
