import { atom } from 'jotai'
import { FileError, limits } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { type ImportMode, importedBook } from './import-book.ts'
import { loadBookAtom, readStoredSheets, saveAtom } from './save.ts'
import { conflictAtom, getBookText, isUnsavedAtom, visitAtom } from './sheet-session.ts'
import { fitsGrid } from './to-grid.ts'

/** Restores the book as it was before an import. */
type UndoImport = () => void

/**
 * Imports the sheets of a file into the open book, saves it, and shows the first of them.
 *
 * @returns a function that undoes the import; undefined when another book is open by then
 * @throws {FileError} changed, bookTooLarge, bookTooWide, tooManySheets
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
  ): Promise<UndoImport | undefined> => {
    const visit = get(visitAtom)
    await set(saveAtom, true) // earlier changes become a version of their own
    if (get(visitAtom) !== visit) return undefined
    const former = getBookText(get)
    if (former === undefined || get(conflictAtom)) throw new FileError('changed')
    const own = readStoredSheets(former)
    const sheets = importedBook(own, readStoredSheets(`[${texts.join(',')}]`), mode)
    if (sheets.length > limits.sheets) throw new FileError('tooManySheets')
    const text = JSON.stringify(sheets)
    if (new Blob([text]).size > limits.book) throw new FileError('bookTooLarge')
    if (!fitsGrid(sheets)) throw new FileError('bookTooWide')
    set(loadBookAtom, text, newName, { shows: mode === 'add' ? own.length : 0 })
    set(isUnsavedAtom, true)
    return () => {
      set(loadBookAtom, former, newName)
      set(isUnsavedAtom, true)
    }
  },
)
