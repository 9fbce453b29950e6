export { InvitationsDialog } from './invitations-dialog.tsx'
