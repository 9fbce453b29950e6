export { team, teamItem, teamItemMember, teamMember } from './handlers.ts'
export { bindItemWithRights } from './items.ts'
export { findTeamByName, updateTeam } from './queries.ts'
export { addDecidedTeam, addToTeam, applyTeamMembership, type DecidedTeam, findMembers } from './service.ts'
