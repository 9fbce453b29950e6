/** The limits of a file for import. */
export const limits = {
  /** Of the file, in bytes. */
  file: 30_000_000,
  /** Of all its parts, unpacked, in bytes. */
  unpacked: 400_000_000,
  /** Of one part, unpacked, in bytes; browsers cannot hold a longer string. */
  part: 300_000_000,
  parts: 5000,
  rows: 100_000,
  columns: 2000,
  cells: 1_000_000,
  sheets: 200,
  /**
   * Of a book in its stored form, in UTF-8 bytes: `sheetMaxBytes` of the contract; a test checks that they are equal.
   */
  book: 20_000_000,
}

/** Why a file cannot be imported. */
export type FileErrorReason =
  | 'empty'
  | 'notXlsx'
  | 'password'
  | 'oldXls'
  | 'tooLarge'
  | 'bomb'
  | 'hostile'
  | 'tooManyCells'
  | 'tooManySheets'
  | 'broken'
  /** The code that reads files could not be loaded. */
  | 'noReader'
  /** Others have saved the book since: their changes come first. */
  | 'changed'
  /** The resulting book would be too large, or its cells too far apart. */
  | 'bookTooLarge'
  | 'bookTooWide'

/** The error of a file that cannot be imported. */
export class FileError extends Error {
  readonly reason: FileErrorReason

  constructor(reason: FileErrorReason) {
    super(reason)
    this.reason = reason
  }
}
