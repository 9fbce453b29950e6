export { SaveTemplateDialog } from './save-template-dialog.tsx'
export { TemplateDialog } from './template-dialog.tsx'
