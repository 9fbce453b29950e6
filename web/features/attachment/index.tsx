export { AttachmentDrawer, type AttachmentDrawerProps } from './attachment-drawer.tsx'
export { Attachments } from './attachments.tsx'
export { FileHub, type FileHubProps } from './file-hub.tsx'
export { PreviewDialog } from './preview-dialog.tsx'
