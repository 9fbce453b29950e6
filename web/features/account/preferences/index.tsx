export { persistedAtom } from './persisted-atom.ts'
export { type EditorMode, editorModeAtom, wideTextAtom } from './shared-preferences.ts'
