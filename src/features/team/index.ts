export { team, teamItem, teamItemMember, teamMember } from './handlers.ts'
