import { getSheetName, isFormula, iterateCells, readBook, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { isSheetText } from '#shared/spreadsheet/is-sheet-text.ts'
import { withResults } from '#shared/spreadsheet/results.ts'
import { WorkbookWriter } from '#shared/spreadsheet/xlsx/xlsx-write.ts'
import { NothingToExport } from '../api/nothing.ts'
import type { ExportNote, SheetFrame, SheetPart } from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { ZipWriter } from '../zip-writer.ts'

/** Writes spreadsheets as an Excel file, a page at a time. */
export class ExcelFile implements ExportWriter<SheetPart> {
  readonly notes: ExportNote[] = []
  readonly #zip: ZipWriter
  readonly #book: WorkbookWriter

  constructor(path: string, _frame: SheetFrame) {
    this.#zip = new ZipWriter(path)
    this.#book = new WorkbookWriter((name, xml) => this.#zip.add(name, xml))
  }

  get sizeBytes(): number {
    return this.#zip.sizeBytes
  }

  add({ title, text, isOnly }: SheetPart): void {
    const book = isSheetText(text) ? readBook(text) : undefined
    if (book?.kind !== 'book') {
      if (text.trim() !== '') this.notes.push({ page_title: title, reason: 'notSheet', detail: '' })
      return
    }
    const before = { ...this.#book.notes }
    const names = book.sheets.map((sheet, at) => {
      const own = getSheetName(sheet, at)
      return { own, name: this.#book.takeName(isOnly ? own : book.sheets.length === 1 ? title : `${title} ${own}`) }
    })
    const renamed = new Map(names.filter(({ own, name }) => own !== name).map(({ own, name }) => [own, name]))
    for (const [at, sheet] of book.sheets.entries())
      this.#book.addSheet(withSheetNames(withResults(sheet), renamed), names[at]?.name ?? '')
    this.#note(title, before)
  }

  finish(): void {
    if (this.#book.count === 0) throw new NothingToExport()
    this.#book.finish()
    this.#zip.finish()
  }

  #note(page_title: string, before: { cut: number; neutralised: number }): void {
    const { cut, neutralised } = this.#book.notes
    if (cut > before.cut) this.notes.push({ page_title, reason: 'cut', detail: String(cut - before.cut) })
    if (neutralised > before.neutralised)
      this.notes.push({ page_title, reason: 'formula', detail: String(neutralised - before.neutralised) })
  }
}

/** Returns a sheet whose formulas name other sheets as the file does. */
function withSheetNames(sheet: StoredSheet, renamed: ReadonlyMap<string, string>): StoredSheet {
  if (renamed.size === 0) return sheet
  const copy = structuredClone(sheet)
  for (const [, , cell] of iterateCells(copy))
    if (isFormula(cell) && typeof cell.text === 'string') cell.text = renameSheets(cell.text, renamed)
  return copy
}

/** Replaces the names of sheets in a formula: `Sales!A1` and `'Sales 2'!A1`, but not in texts. */
export const renameSheets = (formula: string, renamed: ReadonlyMap<string, string>): string =>
  formula.replaceAll(
    /"(?:[^"]|"")*"|'((?:[^']|'')*)'!|([\p{L}_\\][\p{L}\p{N}_.\\]*)!/gu,
    (whole, quoted: string | undefined, plain: string | undefined) => {
      const own = quoted?.replaceAll("''", "'") ?? plain
      const name =
        own === undefined ? undefined : [...renamed].find(([from]) => from.toLowerCase() === own.toLowerCase())
      return name ? `'${name[1].replaceAll("'", "''")}'!` : whole
    },
  )
