export { team, teamItem, teamItemMember, teamMember } from './handlers.ts'
export { bindItemWithRights } from './items.ts'
export { addToTeam, applyTeamMembership } from './service.ts'
