import { atom } from 'jotai'
import type { Role } from '#web/features/member/index.tsx'
import { api } from '#web/lib/api.ts'
import { turns } from '#web/lib/in-turn.ts'
import { type ToldAtom, toldAtom } from '#web/lib/told.ts'

/** One of the current user's teams, as the server tells it. */
export type Team = Awaited<ReturnType<typeof api.team.getList>>[number]

/** A person of a team. */
export type TeamMember = Awaited<ReturnType<typeof api.teamMember.getList>>[number]

/** An item bound to a team. */
export type TeamItem = Awaited<ReturnType<typeof api.teamItem.getListByTeam>>[number]

/** An item that may be bound. */
export type OwnItem = Awaited<ReturnType<typeof api.item.myList>>[number]

/** The teams that the current user made or is in. */
export const teamsAtom = (): ToldAtom<Team[]> => toldAtom(() => api.team.getList({}))

/** Everything about one team. */
export interface TeamBook {
  team_id: string
  teams: ToldAtom<Team[]>
  members: ToldAtom<TeamMember[]>
  items: ToldAtom<TeamItem[]>
}

/** The answers about one team, each asked for when it is first looked at. */
export const teamBook = (team_id: string): TeamBook => ({
  team_id,
  teams: teamsAtom(),
  members: toldAtom(() => api.teamMember.getList({ team_id })),
  items: toldAtom(() => api.teamItem.getListByTeam({ team_id })),
})

/** The items of a team, to tell what a transfer moves. */
export const itemsOfTeamAtom = (team_id: string): ToldAtom<TeamItem[]> =>
  toldAtom(() => api.teamItem.getListByTeam({ team_id }))

/** The items that the current user may bind: those they manage. */
export const ownItemsAtom = (): ToldAtom<OwnItem[]> =>
  toldAtom(async () => (await api.item.myList({})).filter((item) => item.manage > 0 && item.is_archived !== '1'))

/** Creates a team, or renames one. @returns its id @throws the server's refusal */
export const saveTeamAtom = atom(
  null,
  async (_get, set, teams: ToldAtom<Team[]>, input: { id: string; team_name: string }): Promise<string> => {
    const { id } = await api.team.save(input)
    await set(teams)
    return id
  },
)

/** Deletes a team with the password of the caller's account. @throws the server's refusal */
export const deleteTeamAtom = atom(null, async (_get, set, teams: ToldAtom<Team[]>, id: string, password: string) => {
  await api.team.delete({ id, password })
  await set(teams)
})

/** Hands a team, and its items that are the caller's, to somebody. @throws the server's refusal */
export const transferTeamAtom = atom(
  null,
  async (_get, set, teams: ToldAtom<Team[]>, input: { team_id: string; username: string; password: string }) => {
    await api.team.attorn(input)
    await set(teams)
  },
)

/** Leaves a team. @throws the server's refusal */
export const leaveTeamAtom = atom(null, async (_get, set, teams: ToldAtom<Team[]>, id: string) => {
  await api.team.exitTeam({ id })
  await set(teams)
})

/** Adds people to a team. @returns the names that nobody has @throws the server's refusal */
export const addTeamMembersAtom = atom(
  null,
  async (_get, set, { team_id, members }: TeamBook, usernames: readonly string[], team_member_group_id: 1 | 2) => {
    const input = { team_id, member_username: usernames.join(','), team_member_group_id }
    const { unknown } = await api.teamMember.save(input)
    await set(members)
    return unknown
  },
)

/** Takes somebody out of a team. @throws the server's refusal */
export const removeTeamMemberAtom = atom(null, async (_get, set, { members }: TeamBook, id: string) => {
  await api.teamMember.delete({ id })
  await set(members)
})

const inTurn = turns()

/** Binds items to a team, with what its people get there. @throws the server's refusal */
export const bindItemsAtom = atom(
  null,
  async (_get, set, { team_id, items }: TeamBook, ids: readonly string[], role: Role) => {
    await inTurn(() => api.teamItem.save({ team_id, item_id: ids.join(','), member_group_id: role }))
    await set(items)
  },
)

/** Unbinds an item from a team. @throws the server's refusal */
export const unbindItemAtom = atom(null, async (_get, set, { items }: TeamBook, id: string) => {
  await api.teamItem.delete({ id })
  await set(items)
})
