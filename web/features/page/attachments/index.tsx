export { AttachmentDrawer, type AttachmentDrawerProps } from './attachment-drawer.tsx'
export { Attachments } from './attachments.tsx'
export { MyFiles, type MyFilesProps } from './my-files.tsx'
export { PreviewDialog } from './preview-dialog.tsx'
