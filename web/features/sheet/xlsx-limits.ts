/** What a file for import is held to. */
export const limits = {
  /** Of the file, in bytes. */
  file: 30_000_000,
  /** Of all its parts, unpacked, in bytes. */
  unpacked: 400_000_000,
  /** Of one part, unpacked; a text longer than this is no text of a browser. */
  part: 300_000_000,
  parts: 5000,
  rows: 100_000,
  columns: 2000,
  cells: 1_000_000,
  sheets: 200,
  /** Of a book as it is stored, in UTF-8 bytes: `sheetMaxBytes` of the contract, which a test holds equal. */
  book: 20_000_000,
}

/** Why a file is not taken. */
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
  /** What reads files could not be loaded. */
  | 'noReader'
  /** Others have saved the book since: what they changed comes first. */
  | 'changed'
  /** The book with it would be too large, or its cells would lie too far apart. */
  | 'bookTooLarge'
  | 'bookTooWide'

/** A file that is not taken. */
export class FileError extends Error {
  readonly reason: FileErrorReason

  constructor(reason: FileErrorReason) {
    super(reason)
    this.reason = reason
  }
}
