import { persistedAtom } from '#web/features/preferences/index.tsx'

export { type EditorMode, editorModeAtom } from '#web/features/preferences/index.tsx'

/** Whether the preview goes on with long pages too, remembered in this browser. */
export const alwaysPreviewAtom = persistedAtom<boolean>('docstead.editor.preview-on', false)

/** Whether the source has its preview beside it, remembered in this browser while another mode is on. */
export const splitAtom = persistedAtom<boolean>('docstead.editor.split', true)
