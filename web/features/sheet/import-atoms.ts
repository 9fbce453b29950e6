import { atom } from 'jotai'
import { deskAtom, textOf } from './desk.ts'
import { type ImportMode, importedBook } from './import-book.ts'
import { conflictAtom, isUnsavedAtom, layAtom, saveAtom, sheetsIn } from './saving.ts'
import { fitsGrid } from './to-grid.ts'
import { limits, RefusedFile } from './xlsx-limits.ts'

/** What a book was before something was put in its place, to go back to. */
export type TakeBack = () => void

/**
 * Puts the sheets of a file into the open book, which is saved, and brings the first of them in view.
 *
 * @returns a deed that takes it back; undefined when another book lies open by then
 * @throws {RefusedFile} changed, bookTooLarge, bookTooWide, tooManySheets
 */
export const importSheetsAtom = atom(
  null,
  async (
    get,
    set,
    /** Sheets in their stored form, as JSON. */
    texts: readonly string[],
    mode: ImportMode,
    newName: string,
  ): Promise<TakeBack | undefined> => {
    const page_id = get(deskAtom)?.page_id
    await set(saveAtom, true) // what was changed just before is a version of its own
    if (get(deskAtom)?.page_id !== page_id) return undefined
    const former = textOf(get)
    if (former === undefined || get(conflictAtom)) throw new RefusedFile('changed')
    const own = sheetsIn(former)
    const sheets = importedBook(own, sheetsIn(`[${texts.join(',')}]`), mode)
    if (sheets.length > limits.sheets) throw new RefusedFile('tooManySheets')
    const text = JSON.stringify(sheets)
    if (new Blob([text]).size > limits.book) throw new RefusedFile('bookTooLarge')
    if (!fitsGrid(sheets)) throw new RefusedFile('bookTooWide')
    set(layAtom, text, newName, { shows: mode === 'add' ? own.length : 0 })
    set(isUnsavedAtom, true)
    return () => {
      set(layAtom, former, newName)
      set(isUnsavedAtom, true)
    }
  },
)
