export { getVisualModeBlocker } from './can-open.ts'
export { VisualPane } from './visual-pane.tsx'
