export { type EditorMode, editorModeAtom, persistedAtom, wideTextAtom } from './preferences.ts'
