import { persistedAtom } from './persisted-atom.ts'

/** How the editor shows a page: its source alone, with the preview beside it, or as it will look. */
export type EditorMode = 'source' | 'split' | 'visual'

const isMode = (value: unknown): value is EditorMode => value === 'source' || value === 'split' || value === 'visual'

/** How the editor shows a page. */
export const editorModeAtom = persistedAtom<EditorMode>('docstead.editor.mode', 'split', isMode)

/** Whether the text of a page takes more of the window's width. */
export const wideTextAtom = persistedAtom<boolean>('docstead.wide-text', false)
