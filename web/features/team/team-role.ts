/** What somebody is in a team: its owner, one of its administrators, an ordinary member; `outside` manages it without being in it. */
export type TeamRole = 'owner' | 'manager' | 'member' | 'outside'

interface TeamFacts {
  /** The owner. */
  uid: string
  team_manage: number
}

/** What somebody is in a team of their list; without the team they came by the right of a site administrator. */
export function getTeamRole(team: TeamFacts | undefined, uid: string | undefined): TeamRole {
  if (!team) return 'outside'
  if (team.uid === uid) return 'owner'
  return team.team_manage > 0 ? 'manager' : 'member'
}

/** What somebody may do with a team. Source: specification 6, team roles; the server's rule in access/teams. */
export function getTeamPermissions(role: TeamRole): { manage: boolean; own: boolean; leave: boolean } {
  return {
    manage: role !== 'member',
    own: role === 'owner',
    leave: role === 'member' || role === 'manager',
  }
}
