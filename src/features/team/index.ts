export { team, teamItem, teamItemMember, teamMember } from './handlers.ts'
export { bindItemWithRights } from './items.ts'
export { applyTeamMembership } from './service.ts'
