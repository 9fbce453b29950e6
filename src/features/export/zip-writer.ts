import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { constants, crc32, deflateRawSync } from 'node:zlib'

const localSign = 0x04034b50
const directorySign = 0x02014b50
const endSign = 0x06054b50
const utf8Names = 0x0800
// Debian's unzip takes names for those of DOS, whatever the flag above says, unless the file is made by Unix.
const madeByUnix = 0x0314
// an ordinary file that its owner may write and everyone may read
const fileMode = 0o100644 * 0x10000
const deflated = 8
const stored = 0
// 1980-01-01, the first day of the format: exports do not depend on when they were made.
const dosDate = 0x0021
// Content is compressed in pieces of this size: large enough to compress well, small enough to hold in memory.
const pieceBytes = 256 * 1024

// Output a third larger than at the best level, in half the time.
const level = 4

/** The largest archive that can be written without Zip64, in bytes and entries. */
export const zipLimits = { bytes: 4_000_000_000, entries: 65_000 } as const

interface Entry {
  /** As a string: a small buffer would hold the block of memory that it is a part of, with the texts of pages. */
  name: string
  at: number
  method: number
  crc: number
  packedBytes: number
  sizeBytes: number
}

/** An entry that is being written. */
export interface ZipEntryWriter {
  /** Adds a piece; a buffer must not change until the entry is closed. */
  write(piece: string | Buffer): void
  close(): void
}

/**
 * Writes a zip file piece by piece, one entry after the other. Only one piece and the held entries are in memory; sizes
 * and checksums are written into the headers afterwards, so that every reader finds them there. For worker threads
 * only: its disk access is synchronous.
 */
export class ZipWriter {
  readonly #file: number
  readonly #entries: Entry[] = []
  #at = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600)
  }

  /** The length of the file so far. */
  get sizeBytes(): number {
    return this.#at
  }

  /** Begins an entry; it must be closed before the next one is opened. */
  open(name: string, packs = true): ZipEntryWriter {
    const entry = newEntry(name, packs)
    this.#begin(entry)
    const packer = packerOf(entry, packs, (packed) => this.#put(packed))
    return {
      write: packer.write,
      close: () => {
        packer.close()
        this.#end(entry)
      },
    }
  }

  /**
   * Begins an entry next to the open one. Its content is kept in memory, compressed, until it is closed; no other entry
   * may be open then.
   */
  hold(name: string): ZipEntryWriter {
    const entry = newEntry(name, true)
    const pieces: Buffer[] = []
    // a copy of its own size: what was packed is a part of a larger buffer
    const packer = packerOf(
      entry,
      true,
      (packed) => void pieces.push(Buffer.from(Uint8Array.prototype.slice.call(packed).buffer)),
    )
    return {
      write: packer.write,
      close: () => {
        packer.close()
        this.#begin(entry)
        for (const piece of pieces) this.#put(piece)
        this.#end(entry)
      },
    }
  }

  /** Adds a whole entry and returns the CRC-32 of its content. */
  add(name: string, content: string | Buffer): number {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const entry = this.open(name)
    entry.write(bytes)
    entry.close()
    return crc32(bytes)
  }

  /** Adds a file from disk. Returns false when it cannot be read. */
  addFile(name: string, path: string, packs: boolean): boolean {
    let source: number
    try {
      source = openSync(path, 'r')
    } catch {
      return false // the file has been deleted in the meantime or is lost: the archive is complete without it
    }
    try {
      const entry = this.open(name, packs)
      const piece = Buffer.allocUnsafe(pieceBytes)
      for (let length = readSync(source, piece); length > 0; length = readSync(source, piece))
        entry.write(Buffer.from(piece.subarray(0, length)))
      entry.close()
      return true
    } finally {
      closeSync(source)
    }
  }

  /** Writes the directory and closes the file. */
  finish(): void {
    const first = this.#at
    for (const entry of this.#entries) this.#put(directoryRecord(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(endSign, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#at - first, 12)
    end.writeUInt32LE(first, 16)
    this.#put(end)
    closeSync(this.#file)
  }

  #begin(entry: Entry): void {
    entry.at = this.#at
    this.#put(localHeader(entry))
  }

  #end(entry: Entry): void {
    writeSync(this.#file, localHeader(entry), 0, undefined, entry.at)
    this.#entries.push(entry)
  }

  #put(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#at + done)
    this.#at += bytes.length
  }
}

const newEntry = (name: string, packs: boolean): Entry => ({
  name,
  at: 0,
  method: packs ? deflated : stored,
  crc: 0,
  packedBytes: 0,
  sizeBytes: 0,
})

/** Compresses what is written to an entry piece by piece, and counts it in the entry. */
function packerOf(entry: Entry, packs: boolean, put: (packed: Buffer) => void): ZipEntryWriter {
  let held: Buffer[] = []
  let heldBytes = 0
  const flush = (isLast: boolean) => {
    const [only] = held
    const bytes = held.length === 1 && only ? only : Buffer.concat(held)
    held = []
    heldBytes = 0
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    const packed = packs ? deflateRawSync(bytes, { level, finishFlush }) : bytes
    entry.crc = crc32(bytes, entry.crc)
    entry.sizeBytes += bytes.length
    entry.packedBytes += packed.length
    put(packed)
  }
  return {
    write: (piece) => {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      held.push(bytes)
      heldBytes += bytes.length
      if (heldBytes >= pieceBytes) flush(false)
    },
    close: () => flush(true),
  }
}

/** The fields that both headers share. Source: APPNOTE 4.3.7, 4.3.12. */
function writeFacts(header: Buffer, at: number, entry: Entry, nameBytes: number): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(utf8Names, at + 2)
  header.writeUInt16LE(entry.method, at + 4)
  header.writeUInt16LE(dosDate, at + 8)
  header.writeUInt32LE(entry.crc, at + 10)
  header.writeUInt32LE(entry.packedBytes, at + 14)
  header.writeUInt32LE(entry.sizeBytes, at + 18)
  header.writeUInt16LE(nameBytes, at + 22)
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30)
  const name = Buffer.from(entry.name)
  header.writeUInt32LE(localSign, 0)
  writeFacts(header, 4, entry, name.length)
  return Buffer.concat([header, name])
}

function directoryRecord(entry: Entry): Buffer {
  const record = Buffer.alloc(46)
  const name = Buffer.from(entry.name)
  record.writeUInt32LE(directorySign, 0)
  record.writeUInt16LE(madeByUnix, 4)
  writeFacts(record, 6, entry, name.length)
  record.writeUInt32LE(fileMode, 38)
  record.writeUInt32LE(entry.at, 42)
  return Buffer.concat([record, name])
}
