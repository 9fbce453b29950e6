import { atom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { contentOf, deskAtom } from './desk.ts'

/** Puts what is written onto the clipboard. */
export const copyMineAtom = atom(null, async (get): Promise<void> => {
  const desk = get(deskAtom)
  if (desk) await copyText(contentOf(get, desk).text)
})
