import { rejectImport } from './import-error.ts'

const mb = 1024 * 1024

/**
 * What a file may cost. Sizes in bytes.
 * Source: security rules 3, import and export. `ratioFloorBytes` is ours: a ratio says nothing about a tiny entry, and
 * a page of one repeated line is no attack. `nameBytes` is the longest path that Linux takes. The file of an item (`info.json`) holds
 * all its pages at once, and may be as large as they may be together.
 */
export const importLimits = {
  /** The 5,000 pages of the largest items with their files, as our own exports hold them. */
  entries: 12_000,
  entryBytes: 5 * mb,
  totalBytes: 50 * mb,
  ratio: 100,
  ratioFloorBytes: 64 * 1024,
  nameBytes: 4096,
  titleLength: 200,
  catalogLevels: 3,
  /** How long an item's description and the remark of a version may be, as in the contract. */
  remarkLength: 2000,
  /** What pictures and attachments may hold beside the texts: they come no smaller than they are, so this is an upload. */
  filesBytes: 60_000_000,
  /** The same number as `pageMaxBytes` of the contract, which a test holds equal. */
  pageBytes: 5_000_000,
  /** The same number as `sheetMaxBytes` of the contract: what the page of a spreadsheet item may hold. */
  sheetBytes: 20_000_000,
} as const

/** Counts the bytes that really come out of one file, whatever they were packed in. */
export class ByteBudget {
  #left: number
  #pieceMost: number = importLimits.entryBytes

  constructor(totalBytes: number = importLimits.totalBytes) {
    this.#left = totalBytes
  }

  /** The most that the next piece may give, in bytes. */
  get pieceBytes(): number {
    return Math.min(this.#pieceMost, this.#left)
  }

  /** Lets a piece be as large as the page of a spreadsheet item. */
  allowSheets(): void {
    this.#pieceMost = importLimits.sheetBytes
  }

  /** @throws {ImportRefused} tooLarge when all pieces together are over the limit */
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) rejectImport('tooLarge')
  }
}

/** Whether `packed` bytes that give `size` bytes are a bomb rather than a document. */
export function isBomb(packed: number, size: number): boolean {
  return size > importLimits.ratioFloorBytes && size > packed * importLimits.ratio
}
