export { VisualPane } from './visual-pane.tsx'
export { whyNotVisual } from './why-not.ts'
