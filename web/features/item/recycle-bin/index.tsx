export { RecycleDialog, RecyclePanel } from './recycle-panel.tsx'
