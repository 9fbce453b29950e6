export { DocsSitePanel } from './docs-site-panel.tsx'
