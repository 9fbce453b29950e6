export { team, teamItem, teamItemMember, teamMember } from './handlers.ts'
export { applyTeamMembership } from './service.ts'
