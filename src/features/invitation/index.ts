export { invitation } from './handlers.ts'
export { removeEndedInvitations } from './service.ts'
