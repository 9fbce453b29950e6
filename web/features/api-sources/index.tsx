export { SourcePanel } from './source-panel.tsx'
