import type { User } from '#src/access/caller.ts'
import { requireItem } from '#src/access/permissions.ts'
import { requireTeam } from '#src/access/team-access.ts'
import type { App } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db, Tx } from '#src/db/database.ts'
import { actorOf } from '#src/features/audit/index.ts'
import { findMember, saveMember } from '#src/features/member/index.ts'
import { bindItemWithRights } from '#src/features/team/index.ts'
import { findUserByName, usernameKey } from '#src/features/user/index.ts'
import type { PlanBundle, PlanMember, PlanTeam } from '../plan-types.ts'
import type { Importer } from '../target.ts'
import { listTeamsNamed } from './queries.ts'

/** Whom a text is by: an account here, or a name without one (`uid` 0). */
interface Author {
  uid: number
  username: string
}

/**
 * Returns the accounts that the names in an archive stand for. An archive can claim anything, so the work of others
 * stays a name without an account, which screens mark; only an administrator, who could write it into the database
 * anyway, brings it back to the accounts of these names.
 */
export class Authors {
  readonly #db: Db
  readonly #by: User
  readonly #known = new Map<string, Author>()

  constructor(db: Db, by: User) {
    this.#db = db
    this.#by = by
  }

  async named(username: string): Promise<Author> {
    const known = this.#known.get(username)
    if (known) return known
    const found = await this.#find(username)
    this.#known.set(username, found)
    return found
  }

  async #find(username: string): Promise<Author> {
    const key = usernameKey(username)
    if (key === usernameKey(this.#by.username)) return { uid: this.#by.uid, username: this.#by.username }
    const person = this.#by.groupid === 1 ? await findUserByName(this.#db, key) : undefined
    return person ? { uid: person.uid, username: person.username } : { uid: 0, username }
  }
}

/** Returns the proof that the user manages the team of this name and creator; undefined when there is none. */
async function findTeam(app: App, by: Importer, { team_name, owner }: PlanTeam) {
  const visitor = { ...by.visitor, itemPassword: undefined }
  for (const { id } of await listTeamsNamed(app.db, team_name, usernameKey(owner))) {
    try {
      return await requireTeam(app, visitor, id, 'manage')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return undefined
}

/** Looks accounts up by name, each name once. */
function peopleOf(db: Db) {
  const known = new Map<string, Awaited<ReturnType<typeof findUserByName>>>()
  return async (username: string) => {
    const key = usernameKey(username)
    if (!known.has(key)) known.set(key, await findUserByName(db, key))
    return known.get(key)
  }
}

/** Returns which people and teams of an archive the user could give rights here, for a check. */
export async function reportPeople(app: App, by: Importer, { members, teams }: PlanBundle) {
  const findPerson = peopleOf(app.db)
  const shownMembers = []
  for (const { username, member_group_id } of members)
    shownMembers.push({ username, member_group_id, is_known: (await findPerson(username)) !== undefined })
  const shownTeams = []
  for (const team of teams)
    shownTeams.push({
      team_name: team.team_name,
      username: team.owner,
      is_known: (await findTeam(app, by, team)) !== undefined,
    })
  return { members: shownMembers, teams: shownTeams }
}

/** Where people get rights. */
interface PeopleAt {
  item_id: number
  /** The catalogs of the item, by their numbers in the archive. */
  catalogs: ReadonlyMap<number, number>
  now: number
  /** Yields to the event loop when a slice of work is over. */
  takeTurn(): Promise<void>
}

/**
 * Gives the members and teams of an archive their rights, as far as the user could do it by hand: in an item that they
 * manage, to accounts that exist, and to teams that they manage. Those who have rights already keep them. A member whose
 * catalogs did not come gets none.
 */
export async function writePeople(app: App, tx: Tx, by: Importer, bundle: PlanBundle, at: PeopleAt): Promise<void> {
  const inside = { ...app, db: tx }
  const visitor = { ...by.visitor, itemPassword: undefined }
  const item = await requireItem(inside, visitor, at.item_id, 'manage')
  const actor = actorOf(by.user, by.visitor)
  const rightOf = ({ member_group_id, catalogs }: PlanMember) => {
    const cat_ids = (catalogs ?? []).flatMap((id) => at.catalogs.get(id) ?? [])
    return catalogs !== undefined && cat_ids.length === 0 ? undefined : { member_group_id, cat_ids }
  }
  const findPerson = peopleOf(tx)
  for (const member of bundle.members) {
    await at.takeTurn()
    const [person, right] = [await findPerson(member.username), rightOf(member)]
    if (!person || !right || person.uid === by.user.uid) continue
    if (await findMember(tx, at.item_id, person.uid)) continue
    await saveMember(tx, item, actor, person, { username: person.username, ...right }, at.now)
  }
  const bound = new Set<number>()
  for (const team of bundle.teams) {
    const access = await findTeam(inside, by, team)
    if (!access || bound.has(access.id)) continue
    bound.add(access.id)
    const rights = new Map<number, { member_group_id: number; cat_ids: number[] }>()
    for (const member of team.members) {
      await at.takeTurn()
      const [person, right] = [await findPerson(member.username), rightOf(member)]
      if (person && right) rights.set(person.uid, right)
    }
    await bindItemWithRights(tx, access, item, actor, { role: team.member_group_id, rights, now: at.now })
  }
}
