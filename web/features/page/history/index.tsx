export { DiffScreen } from './diff-screen.tsx'
export { HistoryDrawer } from './history-drawer.tsx'
