import { atom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { currentContent, editingSessionAtom } from './session.ts'

/** Copies the text of the editor to the clipboard. */
export const copyDraftAtom = atom(null, async (get): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk) await copyText(currentContent(get, desk).text)
})
