export { Outline } from './outline.tsx'
export { OutlineSheet } from './outline-sheet.tsx'
export { shownOutline } from './shown-outline.ts'
