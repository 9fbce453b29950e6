export type { SharedItem } from './links.ts'
export { ShareDialog } from './share-dialog.tsx'
