import { atom } from 'jotai'

/** Whether a narrow window shows the preview in place of the text. */
export const isPreviewAloneAtom = atom(false)
