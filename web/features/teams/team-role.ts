/** A user's role in a team: owner, administrator or ordinary member; `outside` manages the team without being in it. */
type TeamRole = 'owner' | 'manager' | 'member' | 'outside'

interface TeamFacts {
  /** The owner's id. */
  uid: string
  team_manage: number
}

/** Returns the user's role in a team; without a team the user is a site administrator outside of it. */
export function getTeamRole(team: TeamFacts | undefined, uid: string | undefined): TeamRole {
  if (!team) return 'outside'
  if (team.uid === uid) return 'owner'
  return team.team_manage > 0 ? 'manager' : 'member'
}

/**
 * Returns the permissions of a role in a team. Source: specification 6, team roles; the server's rule in access/teams.
 */
export function getTeamPermissions(role: TeamRole): { manage: boolean; own: boolean; leave: boolean } {
  return {
    manage: role !== 'member',
    own: role === 'owner',
    leave: role === 'member' || role === 'manager',
  }
}
