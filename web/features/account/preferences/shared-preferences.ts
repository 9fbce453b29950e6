import { persistedAtom } from './persisted-atom.ts'

/** The editor mode: source only, source with preview, or visual. */
export type EditorMode = 'source' | 'split' | 'visual'

const isMode = (value: unknown): value is EditorMode => value === 'source' || value === 'split' || value === 'visual'

/** The editor mode, remembered in this browser. */
export const editorModeAtom = persistedAtom<EditorMode>('docstead.editor.mode', 'split', isMode)

/** Whether the text of a page uses more of the window's width. */
export const wideTextAtom = persistedAtom<boolean>('docstead.wide-text', false)
