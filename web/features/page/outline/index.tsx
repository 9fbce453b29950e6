export { Outline } from './outline.tsx'
export { OutlineDrawer } from './outline-drawer.tsx'
export { visibleOutline } from './visible-outline.ts'
