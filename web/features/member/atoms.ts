import { atom, type Getter, type Setter } from 'jotai'
import { api } from '#web/lib/api.ts'
import { type QueryAtom, queryAtom } from '#web/lib/query-atom.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import type { Role } from './role.ts'

/** A member of an item, as the server tells it. */
export type Member = Awaited<ReturnType<typeof api.member.getList>>[number]

/** A team that an item is bound to. */
export type BoundTeam = Awaited<ReturnType<typeof api.teamItem.getList>>[number]

/** What somebody has in an item through a team. */
export type TeamPerson = Awaited<ReturnType<typeof api.teamItemMember.getList>>[number]

/** A team of the current user. */
export type Team = Awaited<ReturnType<typeof api.team.getList>>[number]

/** A first-level catalog, which people can be limited to. */
export interface LimitCatalog {
  cat_id: number
  cat_name: string
}

/** A role and a limit to catalogs, none for the whole item. */
export interface Rights {
  role: Role
  limit: readonly number[]
}

/** Everything about who is in one item. */
export interface MembersState {
  item_id: string
  detail: QueryAtom<Awaited<ReturnType<typeof api.item.detail>>>
  members: QueryAtom<Member[]>
  teams: QueryAtom<BoundTeam[]>
  catalogs: QueryAtom<LimitCatalog[]>
  /** The teams of the current user, to bind. */
  mine: QueryAtom<Team[]>
}

/** The first-level catalogs of an item. */
async function readLimitCatalogs(item_id: string): Promise<LimitCatalog[]> {
  const catalogs = await api.catalog.catListGroup({ item_id })
  return catalogs.map(({ cat_id, cat_name }) => ({ cat_id: Number(cat_id), cat_name }))
}

/** The answers about who is in an item, each asked for when it is first looked at. */
export const createMembersState = (item_id: string): MembersState => ({
  item_id,
  detail: queryAtom(() => api.item.detail({ item_id })),
  members: queryAtom(() => api.member.getList({ item_id })),
  teams: queryAtom(() => api.teamItem.getList({ item_id })),
  catalogs: queryAtom(() => readLimitCatalogs(item_id)),
  mine: queryAtom(() => api.team.getList({})),
})

const inCall = ({ role, limit }: Rights) => ({ member_group_id: role, cat_ids: role === '2' ? '' : limit.join(',') })

/** Adds people. @returns the names that nobody has @throws the server's refusal */
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

/** What takes an early change of what is known back, and asks how things stand. */
const undoing = <T>(get: Getter, set: Setter, told: QueryAtom<T>) => {
  const former = get(told)
  return async () => {
    if (former && 'value' in former) await set(told, () => former.value)
    await set(told)
  }
}

/** Changes what a member may do: at once on show, and back when the server refuses. @throws its refusal */
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

/** Removes a member. @throws the server's refusal */
export const removeMemberAtom = atom(
  null,
  async (_get, set, { item_id, members }: MembersState, item_member_id: string) => {
    await api.member.delete({ item_id, item_member_id })
    await set(members)
  },
)

/** Binds a team with what its members get; for one that is bound, changes what those get who join later. @throws the server's refusal */
export const bindTeamAtom = atom(null, async (_get, set, book: MembersState, team_id: string, role: Role) => {
  await inTurn(() => api.teamItem.save({ team_id, item_id: book.item_id, member_group_id: role }))
  await set(book.teams)
})

/** Unbinds a team from the item. @throws the server's refusal */
export const unbindTeamAtom = atom(null, async (_get, set, { item_id, teams }: MembersState, id: string) => {
  await api.teamItem.delete({ id, item_id })
  await set(teams)
})

/** What the people of a team have in an item. */
export interface TeamPeopleState {
  people: QueryAtom<TeamPerson[]>
  catalogs: QueryAtom<LimitCatalog[]>
}

/** The answers about what the people of a team have in an item. */
export const createTeamPeopleState = (team_id: string, item_id: string): TeamPeopleState => ({
  people: queryAtom(() => api.teamItemMember.getList({ team_id, item_id })),
  catalogs: queryAtom(() => readLimitCatalogs(item_id)),
})

/** Changes what somebody has through a team: at once on show, and back when the server refuses. @throws its refusal */
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

/** Lets everybody of a team read, and no more; the limits stay. What was done before a refusal stays too. @throws the refusal */
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
