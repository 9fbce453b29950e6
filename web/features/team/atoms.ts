import { atom } from 'jotai'
import type { Role } from '#web/features/member/index.tsx'
import { api } from '#web/lib/api.ts'
import { type QueryAtom, queryAtom } from '#web/lib/query-atom.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

/** One of the current user's teams, as the server tells it. */
export type Team = Awaited<ReturnType<typeof api.team.getList>>[number]

/** A person of a team. */
export type TeamMember = Awaited<ReturnType<typeof api.teamMember.getList>>[number]

/** An item bound to a team. */
export type TeamItem = Awaited<ReturnType<typeof api.teamItem.getListByTeam>>[number]

/** An item that may be bound. */
export type OwnItem = Awaited<ReturnType<typeof api.item.myList>>[number]

/** The teams that the current user made or is in. */
export const teamsAtom = (): QueryAtom<Team[]> => queryAtom(() => api.team.getList({}))

/** Everything about one team. */
export interface TeamState {
  team_id: string
  teams: QueryAtom<Team[]>
  members: QueryAtom<TeamMember[]>
  items: QueryAtom<TeamItem[]>
}

/** The answers about one team, each asked for when it is first looked at. */
export const createTeamState = (team_id: string): TeamState => ({
  team_id,
  teams: teamsAtom(),
  members: queryAtom(() => api.teamMember.getList({ team_id })),
  items: queryAtom(() => api.teamItem.getListByTeam({ team_id })),
})

/** The items of a team, to tell what a transfer moves. */
export const itemsOfTeamAtom = (team_id: string): QueryAtom<TeamItem[]> =>
  queryAtom(() => api.teamItem.getListByTeam({ team_id }))

/** The items that the current user may bind: those they manage. */
export const ownItemsAtom = (): QueryAtom<OwnItem[]> =>
  queryAtom(async () => (await api.item.myList({})).filter((item) => item.manage > 0 && item.is_archived !== '1'))

/** Creates a team, or renames one. @returns its id @throws the server's refusal */
export const saveTeamAtom = atom(
  null,
  async (_get, set, teams: QueryAtom<Team[]>, input: { id: string; team_name: string }): Promise<string> => {
    const { id } = await api.team.save(input)
    await set(teams)
    return id
  },
)

/** Deletes a team with the password of the caller's account. @throws the server's refusal */
export const deleteTeamAtom = atom(null, async (_get, set, teams: QueryAtom<Team[]>, id: string, password: string) => {
  await api.team.delete({ id, password })
  await set(teams)
})

/** Hands a team, and its items that are the caller's, to somebody. @throws the server's refusal */
export const transferTeamAtom = atom(
  null,
  async (_get, set, teams: QueryAtom<Team[]>, input: { team_id: string; username: string; password: string }) => {
    await api.team.attorn(input)
    await set(teams)
  },
)

/** Leaves a team. @throws the server's refusal */
export const leaveTeamAtom = atom(null, async (_get, set, teams: QueryAtom<Team[]>, id: string) => {
  await api.team.exitTeam({ id })
  await set(teams)
})

/** Adds people to a team. @returns the names that nobody has @throws the server's refusal */
export const addTeamMembersAtom = atom(
  null,
  async (_get, set, { team_id, members }: TeamState, usernames: readonly string[], team_member_group_id: 1 | 2) => {
    const input = { team_id, member_username: usernames.join(','), team_member_group_id }
    const { unknown } = await api.teamMember.save(input)
    await set(members)
    return unknown
  },
)

/** Takes somebody out of a team. @throws the server's refusal */
export const removeTeamMemberAtom = atom(null, async (_get, set, { members }: TeamState, id: string) => {
  await api.teamMember.delete({ id })
  await set(members)
})

const inTurn = createSerialQueue()

/** Binds items to a team, with what its people get there. @throws the server's refusal */
export const bindItemsAtom = atom(
  null,
  async (_get, set, { team_id, items }: TeamState, ids: readonly string[], role: Role) => {
    await inTurn(() => api.teamItem.save({ team_id, item_id: ids.join(','), member_group_id: role }))
    await set(items)
  },
)

/** Unbinds an item from a team. @throws the server's refusal */
export const unbindItemAtom = atom(null, async (_get, set, { items }: TeamState, id: string) => {
  await api.teamItem.delete({ id })
  await set(items)
})
