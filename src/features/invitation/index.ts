export { invitation } from './handlers.ts'
export { removeEndedInvitations, sendInvitation } from './service.ts'
