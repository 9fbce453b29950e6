import { refuse } from './refused.ts'

const mb = 1024 * 1024

/**
 * What a file may cost. Sizes in bytes.
 * Source: security rules 3, import and export. `ratioFloorBytes` is ours: a ratio says nothing about a tiny entry, and
 * a page of one repeated line is no attack. `nameBytes` is the longest path that Linux takes.
 */
export const importLimits = {
  entries: 5000,
  entryBytes: 5 * mb,
  totalBytes: 50 * mb,
  ratio: 100,
  ratioFloorBytes: 64 * 1024,
  nameBytes: 4096,
  titleLength: 200,
  catalogLevels: 3,
  /** The same number as `pageMaxBytes` of the contract, which a test holds equal. */
  pageBytes: 5_000_000,
} as const

/** Counts the bytes that really come out of one file, whatever they were packed in. */
export class ByteBudget {
  #left: number = importLimits.totalBytes

  /** The most that the next piece may give, in bytes. */
  get pieceBytes(): number {
    return Math.min(importLimits.entryBytes, this.#left)
  }

  /** @throws {ImportRefused} tooLarge when all pieces together are over the limit */
  spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) refuse('tooLarge')
  }
}

/** Whether `packed` bytes that give `size` bytes are a bomb rather than a document. */
export function isBomb(packed: number, size: number): boolean {
  return size > importLimits.ratioFloorBytes && size > packed * importLimits.ratio
}
