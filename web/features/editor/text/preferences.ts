import { persistedAtom } from '#web/features/account/preferences/index.tsx'

export { type EditorMode, editorModeAtom } from '#web/features/account/preferences/index.tsx'

/** Whether the preview stays on for long pages too; stored in this browser. */
export const alwaysPreviewAtom = persistedAtom<boolean>('docstead.editor.preview-on', false)

/** Whether the source is shown with its preview; stored in this browser while another mode is on. */
export const splitAtom = persistedAtom<boolean>('docstead.editor.split', true)
