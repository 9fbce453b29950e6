import { remembered } from './remembered.ts'

/** How the editor shows a page: its source alone, with the preview beside it, or as it will look. */
export type EditorMode = 'source' | 'split' | 'visual'

const isMode = (value: unknown): value is EditorMode => value === 'source' || value === 'split' || value === 'visual'

/** How the editor shows a page. */
export const editorModeAtom = remembered<EditorMode>('docstead.editor.mode', 'split', isMode)

/** Whether the text of a page takes more of the window's width. */
export const wideTextAtom = remembered<boolean>('docstead.wide-text', false)
