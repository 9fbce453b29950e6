export { RecycleDialog } from './recycle-dialog.tsx'
export { RecyclePanel } from './recycle-panel.tsx'
