import { atom } from 'jotai'
import type { StoredSheet } from '#web/lib/sheet/form.ts'
import { textOf } from './desk.ts'
import { type ImportMode, importedBook } from './import-book.ts'
import { isUnsavedAtom, layAtom, saveAtom, sheetsIn } from './saving.ts'

/** What a book was before something was put in its place, to go back to. */
export type TakeBack = () => void

/**
 * Puts the sheets of a file into the open book, which is saved.
 *
 * @returns a deed that takes it back; undefined when nothing could be done
 */
export const importSheetsAtom = atom(
  null,
  async (
    get,
    set,
    chosen: readonly StoredSheet[],
    mode: ImportMode,
    newName: string,
  ): Promise<TakeBack | undefined> => {
    const former = textOf(get)
    if (former === undefined) return undefined
    await set(saveAtom, true) // what was changed just before is a version of its own
    set(layAtom, JSON.stringify(importedBook(sheetsIn(former), chosen, mode)), newName)
    set(isUnsavedAtom, true)
    return () => {
      set(layAtom, former, newName)
      set(isUnsavedAtom, true)
    }
  },
)
