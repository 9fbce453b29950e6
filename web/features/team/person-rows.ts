import type { Team, TeamMember } from './atoms.ts'

/** Somebody in a team, and what they are there. */
export interface PersonRow {
  member: TeamMember
  role: 'owner' | 'manager' | 'member'
}

const rank = { owner: 0, manager: 1, member: 2 }

/** The people of a team with their roles: the owner if they are a member, then its administrators, then the others. */
export function personRows(members: readonly TeamMember[], team: Pick<Team, 'uid'> | undefined): PersonRow[] {
  const rows = members.map((member): PersonRow => {
    const { member_uid, team_member_group_id } = member
    const role = member_uid === team?.uid ? 'owner' : team_member_group_id === '2' ? 'manager' : 'member'
    return { member, role }
  })
  return rows.sort((a, b) => rank[a.role] - rank[b.role])
}
