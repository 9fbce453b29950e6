import { atom } from 'jotai'
import type { Role } from '#web/features/item/members/index.tsx'
import { api } from '#web/lib/api.ts'
import { type QueryAtom, queryAtom } from '#web/lib/query.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'

/** A team of the current user, as the server returns it. */
export type Team = Awaited<ReturnType<typeof api.team.getList>>[number]

/** A member of a team. */
export type TeamMember = Awaited<ReturnType<typeof api.teamMember.getList>>[number]

/** An item bound to a team. */
export type TeamItem = Awaited<ReturnType<typeof api.teamItem.getListByTeam>>[number]

/** An item that can be bound. */
export type OwnItem = Awaited<ReturnType<typeof api.item.myList>>[number]

/** The teams that the current user owns or belongs to. */
export const teamsAtom = (): QueryAtom<Team[]> => queryAtom(() => api.team.getList({}))

/** The state of one team. */
export interface TeamState {
  team_id: string
  teams: QueryAtom<Team[]>
  members: QueryAtom<TeamMember[]>
  items: QueryAtom<TeamItem[]>
}

/** Creates the state of a team; each query is loaded when it is first shown. */
export const createTeamState = (team_id: string): TeamState => ({
  team_id,
  teams: teamsAtom(),
  members: queryAtom(() => api.teamMember.getList({ team_id })),
  items: queryAtom(() => api.teamItem.getListByTeam({ team_id })),
})

/** The items of a team, to show what a transfer includes. */
export const itemsOfTeamAtom = (team_id: string): QueryAtom<TeamItem[]> =>
  queryAtom(() => api.teamItem.getListByTeam({ team_id }))

/** The items that the current user can bind: those they manage. */
export const ownItemsAtom = (): QueryAtom<OwnItem[]> =>
  queryAtom(async () => (await api.item.myList({})).filter((item) => item.manage > 0 && item.is_archived !== '1'))

/** Creates a team, or renames one. @returns its id @throws the server's error */
export const saveTeamAtom = atom(
  null,
  async (_get, set, teams: QueryAtom<Team[]>, input: { id: string; team_name: string }): Promise<string> => {
    const { id } = await api.team.save(input)
    await set(teams)
    return id
  },
)

/** Deletes a team, confirmed with the caller's account password. @throws the server's error */
export const deleteTeamAtom = atom(null, async (_get, set, teams: QueryAtom<Team[]>, id: string, password: string) => {
  await api.team.delete({ id, password })
  await set(teams)
})

/** Transfers a team, and its items that belong to the caller, to another user. @throws the server's error */
export const transferTeamAtom = atom(
  null,
  async (_get, set, teams: QueryAtom<Team[]>, input: { team_id: string; username: string; password: string }) => {
    await api.team.attorn(input)
    await set(teams)
  },
)

/** Leaves a team. @throws the server's error */
export const leaveTeamAtom = atom(null, async (_get, set, teams: QueryAtom<Team[]>, id: string) => {
  await api.team.exitTeam({ id })
  await set(teams)
})

/** Adds people to a team. @returns the names without an account @throws the server's error */
export const addTeamMembersAtom = atom(
  null,
  async (_get, set, { team_id, members }: TeamState, usernames: readonly string[], team_member_group_id: 1 | 2) => {
    const input = { team_id, member_username: usernames.join(','), team_member_group_id }
    const { unknown } = await api.teamMember.save(input)
    await set(members)
    return unknown
  },
)

/** Removes a person from a team. @throws the server's error */
export const removeTeamMemberAtom = atom(null, async (_get, set, { members }: TeamState, id: string) => {
  await api.teamMember.delete({ id })
  await set(members)
})

const inTurn = createSerialQueue()

/** Binds items to a team, with a role for its people. @throws the server's error */
export const bindItemsAtom = atom(
  null,
  async (_get, set, { team_id, items }: TeamState, ids: readonly string[], role: Role) => {
    await inTurn(() => api.teamItem.save({ team_id, item_id: ids.join(','), member_group_id: role }))
    await set(items)
  },
)

/** Unbinds an item from a team. @throws the server's error */
export const unbindItemAtom = atom(null, async (_get, set, { items }: TeamState, id: string) => {
  await api.teamItem.delete({ id })
  await set(items)
})
