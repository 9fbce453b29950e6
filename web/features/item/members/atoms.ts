import { atom, type Getter, type Setter } from 'jotai'
import { api } from '#web/lib/api.ts'
import { type QueryAtom, queryAtom } from '#web/lib/query.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import type { Role } from './role.ts'

/** A member of an item, as the server returns it. */
export type Member = Awaited<ReturnType<typeof api.member.getList>>[number]

/** A team that an item is bound to. */
export type BoundTeam = Awaited<ReturnType<typeof api.teamItem.getList>>[number]

/** A person's role in an item through a team. */
export type TeamPerson = Awaited<ReturnType<typeof api.teamItemMember.getList>>[number]

/** A team of the current user. */
type Team = Awaited<ReturnType<typeof api.team.getList>>[number]

/** A first-level catalog, to which people can be limited. */
export interface LimitCatalog {
  cat_id: number
  cat_name: string
}

/** A role and a limit to catalogs; empty for the whole item. */
export interface Rights {
  role: Role
  limit: readonly number[]
}

/** The state of the members of one item. */
export interface MembersState {
  item_id: string
  detail: QueryAtom<Awaited<ReturnType<typeof api.item.detail>>>
  members: QueryAtom<Member[]>
  teams: QueryAtom<BoundTeam[]>
  catalogs: QueryAtom<LimitCatalog[]>
  /** The teams of the current user, which can be bound. */
  mine: QueryAtom<Team[]>
}

/** Fetches the first-level catalogs of an item. */
async function readLimitCatalogs(item_id: string): Promise<LimitCatalog[]> {
  const catalogs = await api.catalog.catListGroup({ item_id })
  return catalogs.map(({ cat_id, cat_name }) => ({ cat_id: Number(cat_id), cat_name }))
}

/** Creates the members state of an item; each query is loaded when it is first shown. */
export const createMembersState = (item_id: string): MembersState => ({
  item_id,
  detail: queryAtom(() => api.item.detail({ item_id })),
  members: queryAtom(() => api.member.getList({ item_id })),
  teams: queryAtom(() => api.teamItem.getList({ item_id })),
  catalogs: queryAtom(() => readLimitCatalogs(item_id)),
  mine: queryAtom(() => api.team.getList({})),
})

const inCall = ({ role, limit }: Rights) => ({ member_group_id: role, cat_ids: role === '2' ? '' : limit.join(',') })

/** Adds people. @returns the names without an account @throws the server's error */
export const addMembersAtom = atom(
  null,
  async (_get, set, book: MembersState, usernames: readonly string[], rights: Rights): Promise<string[]> => {
    const { item_id, members } = book
    const { unknown } = await api.member.save({ item_id, username: usernames.join(','), ...inCall(rights) })
    await set(members)
    return unknown
  },
)

const inTurn = createSerialQueue()

/** Returns a function that reverts an optimistic update and fetches the current state. */
const undoing = <T>(get: Getter, set: Setter, query: QueryAtom<T>) => {
  const former = get(query)
  return async () => {
    if (former && 'value' in former) await set(query, () => former.value)
    await set(query)
  }
}

/**
 * Changes the role and limit of a member: shows the change at once, and reverts it when the server rejects it.
 *
 * @throws the server's error
 */
export const changeMemberAtom = atom(null, async (get, set, book: MembersState, username: string, rights: Rights) => {
  const change = inCall(rights)
  const undo = undoing(get, set, book.members)
  await set(book.members, (members) => members.map((one) => (one.username === username ? { ...one, ...change } : one)))
  try {
    await inTurn(() => api.member.save({ item_id: book.item_id, username, ...change }))
  } catch (error) {
    await undo()
    throw error
  }
})

/** Removes a member. @throws the server's error */
export const removeMemberAtom = atom(
  null,
  async (_get, set, { item_id, members }: MembersState, item_member_id: string) => {
    await api.member.delete({ item_id, item_member_id })
    await set(members)
  },
)

/**
 * Binds a team with a role for its members; for a bound team, changes the role of people who join later.
 *
 * @throws the server's error
 */
export const bindTeamAtom = atom(null, async (_get, set, book: MembersState, team_id: string, role: Role) => {
  await inTurn(() => api.teamItem.save({ team_id, item_id: book.item_id, member_group_id: role }))
  await set(book.teams)
})

/** Unbinds a team from the item. @throws the server's error */
export const unbindTeamAtom = atom(null, async (_get, set, { item_id, teams }: MembersState, id: string) => {
  await api.teamItem.delete({ id, item_id })
  await set(teams)
})

/** The roles of a team's people in an item. */
export interface TeamPeopleState {
  people: QueryAtom<TeamPerson[]>
  catalogs: QueryAtom<LimitCatalog[]>
}

/** Creates the state with the roles of a team's people in an item. */
export const createTeamPeopleState = (team_id: string, item_id: string): TeamPeopleState => ({
  people: queryAtom(() => api.teamItemMember.getList({ team_id, item_id })),
  catalogs: queryAtom(() => readLimitCatalogs(item_id)),
})

/**
 * Changes the role and limit of a person in a team: shows the change at once, and reverts it when rejected.
 *
 * @throws the server's error
 */
export const changeTeamPersonAtom = atom(
  null,
  async (get, set, { people }: TeamPeopleState, id: string, rights: Rights) => {
    const { role, limit } = rights
    const change = { member_group_id: role, cat_ids: role === '2' ? [] : [...limit] }
    const undo = undoing(get, set, people)
    await set(people, (known) => known.map((one) => (one.id === id ? { ...one, ...change } : one)))
    try {
      await inTurn(() => api.teamItemMember.save({ id, ...inCall(rights) }))
    } catch (error) {
      await undo()
      throw error
    }
  },
)

/**
 * Sets everyone in a team to read-only; the limits stay. Changes made before an error stay too.
 *
 * @throws the server's error
 */
export const setAllToReadAtom = atom(null, async (get, set, { people }: TeamPeopleState) => {
  const known = get(people)
  if (!known || 'error' in known) return
  try {
    for (const { id, member_group_id } of known.value)
      if (member_group_id !== '0') await api.teamItemMember.save({ id, member_group_id: '0' })
  } finally {
    await set(people)
  }
})
