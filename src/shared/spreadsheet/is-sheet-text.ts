import { readBook } from './form.ts'

/** Whether the content of a page is a spreadsheet that is not empty. */
export function isSheetText(content: string): boolean {
  if (!/^\s*[[{]/.test(content) || !/"(?:rows|cols)"/.test(content)) return false
  const book = readBook(content)
  return book.kind === 'book' && book.sheets.length > 0
}
