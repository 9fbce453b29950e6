export { type EditorMode, editorModeAtom, wideTextAtom } from './atoms.ts'
export { persistedAtom } from './persisted-atom.ts'
