import { rejectImport } from './import-error.ts'

const mb = 1024 * 1024

/**
 * The limits of an imported file. Sizes in bytes. Source: security rules 3, import and export. `ratioFloorBytes` is
 * ours: a ratio says nothing about a tiny entry, and a page of one repeated line is no attack. `nameBytes` is the
 * longest path in Linux. An item's file (`info.json`) contains all its pages, and may be as large as all of them
 * together.
 */
export const importLimits = {
  /** Enough for the 5,000 pages of the largest items with their files, as our own exports contain them. */
  entries: 12_000,
  entryBytes: 5 * mb,
  totalBytes: 50 * mb,
  ratio: 100,
  ratioFloorBytes: 64 * 1024,
  nameBytes: 4096,
  titleLength: 200,
  catalogLevels: 3,
  /** The maximum length of an item's description and a version's remark, as in the contract. */
  remarkLength: 2000,
  /**
   * The maximum size of images and attachments besides the texts: they hardly compress, so this is an upload of that
   * size.
   */
  filesBytes: 60_000_000,
  /**
   * The maximum size of the former versions and comments of a Docstead archive, unpacked: in one of their files, which
   * may hold the page of a spreadsheet item as JSON, and in all of them. They are read one after the other.
   */
  recordFileBytes: 41 * mb,
  recordsBytes: 300 * mb,
  /** The same as `pageMaxBytes` of the contract; a test checks that they are equal. */
  pageBytes: 5_000_000,
  /** The same as `sheetMaxBytes` of the contract: the maximum page size of a spreadsheet item. */
  sheetBytes: 20_000_000,
} as const

/** Counts the bytes that are actually read from one file, after any decompression. */
export class ByteBudget {
  #left: number
  #pieceMost: number = importLimits.entryBytes

  constructor(totalBytes: number = importLimits.totalBytes) {
    this.#left = totalBytes
  }

  /** The maximum size of the next piece, in bytes. */
  get pieceBytes(): number {
    return Math.min(this.#pieceMost, this.#left)
  }

  /** Allows a piece to be as large as the page of a spreadsheet item. */
  allowSheets(): void {
    this.#pieceMost = importLimits.sheetBytes
  }

  /** @throws {ImportError} tooLarge when all pieces together exceed the limit */
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) rejectImport('tooLarge')
  }
}

/** Whether `packed` bytes that decompress to `size` bytes are a decompression bomb. */
export function isBomb(packed: number, size: number): boolean {
  return size > importLimits.ratioFloorBytes && size > packed * importLimits.ratio
}

/** How hard the texts of an import are packed: the default takes three times as long and saves a tenth. */
export const packLevel = 3
