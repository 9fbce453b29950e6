import type { Team, TeamMember } from './atoms.ts'

/** A person in a team, with their role. */
export interface PersonRow {
  member: TeamMember
  role: 'owner' | 'manager' | 'member'
}

const rank = { owner: 0, manager: 1, member: 2 }

/**
 * Returns the people of a team with their roles: the owner if they are a member, then administrators, then the others.
 */
export function personRows(members: readonly TeamMember[], team: Pick<Team, 'uid'> | undefined): PersonRow[] {
  const rows = members.map((member): PersonRow => {
    const { member_uid, team_member_group_id } = member
    const role = member_uid === team?.uid ? 'owner' : team_member_group_id === '2' ? 'manager' : 'member'
    return { member, role }
  })
  return rows.sort((a, b) => rank[a.role] - rank[b.role])
}
