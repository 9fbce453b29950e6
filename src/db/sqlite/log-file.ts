// SQLite's write-ahead log as a file. Source: SQLite, Database File Format, section 4, "The Write-Ahead Log".

const headerBytes = 32
const frameHeaderBytes = 24
const formatVersion = 3_007_000
// The lowest bit says that checksums are over big-endian numbers.
const magic = 0x37_7f_06_82

/** The sums of a log up to some frame: each frame continues those of the frame before it. */
type Sums = readonly [number, number]

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

/** Returns the sums after further bytes, a multiple of eight. */
function continueSums([first, second]: Sums, bytes: Buffer, isBigEndian: boolean): Sums {
  const isSwapped = isBigEndian === isLittleEndian
  // a copy where the numbers are in the other order, or not at an address that a number may have
  const isCopied = isSwapped || bytes.byteOffset % 4 !== 0
  const numbers = isCopied ? Buffer.from(bytes) : bytes
  const aligned = numbers.byteOffset % 4 === 0 ? numbers : Buffer.from(new Uint8Array(numbers).buffer)
  if (isSwapped) aligned.swap32()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
  let s0 = first | 0
  let s1 = second | 0
  for (let at = 0; at < words.length; at += 2) {
    s0 = (s0 + (words[at] as number) + s1) | 0
    s1 = (s1 + (words[at + 1] as number) + s0) | 0
  }
  return [s0 >>> 0, s1 >>> 0]
}

/** Returns the bytes of a frame in a log: its header and one page. */
export const frameBytes = (pageBytes: number): number => frameHeaderBytes + pageBytes

/** Returns where a frame begins in the file; frames count from 0. */
export const frameOffset = (frame: number, pageBytes: number): number => headerBytes + frame * frameBytes(pageBytes)

/** How far a log has been read: up to and with a committed transaction. */
export interface LogPosition {
  /** Identifies this run of the log: each time it begins again it gets others. Empty before anything was read. */
  salts: string
  /** How many frames were read. */
  frames: number
  sums: Sums
}

/** The position before everything. */
export const logStart: LogPosition = { salts: '', frames: 0, sums: [0, 0] }

interface LogHeader {
  salts: string
  isBigEndian: boolean
  sums: Sums
}

/** Parses the header of a log; undefined for a log that is empty or has not been begun. */
function parseHeader(bytes: Buffer, pageBytes: number): LogHeader | undefined {
  if (bytes.length < headerBytes) return undefined
  const kind = bytes.readUInt32BE(0)
  if ((kind & ~1) >>> 0 !== magic || bytes.readUInt32BE(4) !== formatVersion) return undefined
  if (bytes.readUInt32BE(8) !== pageBytes) return undefined
  const isBigEndian = (kind & 1) === 1
  const sums = continueSums([0, 0], bytes.subarray(0, 24), isBigEndian)
  if (sums[0] !== bytes.readUInt32BE(24) || sums[1] !== bytes.readUInt32BE(28)) return undefined
  return { salts: bytes.toString('hex', 16, 24), isBigEndian, sums }
}

/** Returns which run of the log a header belongs to; '' for none. */
export const saltsIn = (header: Buffer, pageBytes: number): string => parseHeader(header, pageBytes)?.salts ?? ''

/** Bytes to read from the start of a log for its header. */
export const logHeaderBytes = headerBytes

/** Whether the frame before a position, given by its header, is still the one that was read. */
export const endsWith = ({ sums }: LogPosition, frameHeader: Buffer): boolean =>
  frameHeader.length >= frameHeaderBytes &&
  sums[0] === frameHeader.readUInt32BE(16) &&
  sums[1] === frameHeader.readUInt32BE(20)

/** Reads frames of a log from a position on, and notes the newest frame of each page that a transaction committed. */
export class LogScanner {
  readonly #pageBytes: number
  readonly #header: LogHeader | undefined
  #sums: Sums
  #frame: number
  #open = new Map<number, number>()
  /** The newest committed frame of each page. */
  readonly pages = new Map<number, number>()
  /** The end of the last committed transaction. */
  position: LogPosition
  /** How many pages the database has after it; 0 when nothing was committed since. */
  size = 0

  /** @param header the first bytes of the log as they are now */
  constructor(pageBytes: number, header: Buffer, from: LogPosition) {
    this.#pageBytes = pageBytes
    this.#header = parseHeader(header, pageBytes)
    // a log that has not begun: whatever comes is a new run
    const isContinued = this.#header === undefined || this.#header.salts === from.salts
    this.position = isContinued
      ? from
      : { salts: this.#header?.salts ?? '', frames: 0, sums: this.#header?.sums ?? [0, 0] }
    this.#sums = this.position.sums
    this.#frame = this.position.frames
  }

  /** The next frame to read; undefined when the log has none. */
  get nextFrame(): number | undefined {
    return this.#header && this.#frame
  }

  /** Takes whole frames from the next one on. @returns whether all of them belong to the log */
  read(frames: Buffer): boolean {
    const header = this.#header
    if (!header) return false
    const length = frameBytes(this.#pageBytes)
    for (let at = 0; at + length <= frames.length; at += length) {
      const frame = frames.subarray(at, at + length)
      // what an earlier run left behind, or what is being written
      if (frame.toString('hex', 8, 16) !== header.salts) return false
      const first = continueSums(this.#sums, frame.subarray(0, 8), header.isBigEndian)
      const sums = continueSums(first, frame.subarray(frameHeaderBytes), header.isBigEndian)
      if (sums[0] !== frame.readUInt32BE(16) || sums[1] !== frame.readUInt32BE(20)) return false
      this.#sums = sums
      this.#open.set(frame.readUInt32BE(0), this.#frame)
      this.#frame++
      const size = frame.readUInt32BE(4)
      if (size > 0) this.#commit(size)
    }
    return true
  }

  #commit(size: number): void {
    for (const [page, frame] of this.#open) this.pages.set(page, frame)
    this.#open = new Map()
    this.size = size
    this.position = { salts: this.position.salts, frames: this.#frame, sums: this.#sums }
  }
}

/** Makes a log with one transaction. */
export class LogBuilder {
  readonly #salts: Buffer
  #sums: Sums = [0, 0]

  /** @param salts eight random bytes */
  constructor(salts: Buffer) {
    this.#salts = salts
  }

  /** Returns the header, which comes first. */
  header(pageBytes: number): Buffer {
    const bytes = Buffer.alloc(headerBytes)
    bytes.writeUInt32BE(magic, 0)
    bytes.writeUInt32BE(formatVersion, 4)
    bytes.writeUInt32BE(pageBytes, 8)
    this.#salts.copy(bytes, 16)
    this.#sums = continueSums([0, 0], bytes.subarray(0, 24), false)
    this.#writeSums(bytes, 24)
    return bytes
  }

  /**
   * Returns the next frame.
   *
   * @param size of the last frame: how many pages the database has afterwards; 0 for those before it
   */
  frame(page: number, content: Buffer, size: number): Buffer {
    const bytes = Buffer.alloc(frameHeaderBytes + content.length)
    bytes.writeUInt32BE(page, 0)
    bytes.writeUInt32BE(size, 4)
    this.#salts.copy(bytes, 8)
    content.copy(bytes, frameHeaderBytes)
    this.#sums = continueSums(this.#sums, bytes.subarray(0, 8), false)
    this.#sums = continueSums(this.#sums, bytes.subarray(frameHeaderBytes), false)
    this.#writeSums(bytes, 16)
    return bytes
  }

  #writeSums(bytes: Buffer, at: number): void {
    bytes.writeUInt32BE(this.#sums[0], at)
    bytes.writeUInt32BE(this.#sums[1], at + 4)
  }
}
