export { type EditorMode, editorModeAtom, wideTextAtom } from './atoms.ts'
export { remembered } from './remembered.ts'
