import { crc32, inflateRawSync } from 'node:zlib'
import { rejectImport } from './import-error.ts'
import { ByteBudget, importLimits, isBomb } from './limits.ts'
import { chineseEncodings, decodeAs } from './text.ts'

/** A readable file of an archive. */
export interface ZipEntry {
  /** Its path: `/` between parts, none of them `..` or empty, NFC. */
  name: string
  /** Uncompressed length according to the directory; `read` enforces it. */
  sizeBytes: number
}

/** An archive whose directory has been read and validated. Nothing has been unpacked yet. */
export interface ZipArchive {
  /** The files that an import may read (.md, .markdown, .json), in the archive's order. */
  entries: ZipEntry[]
  /** The names of the other files; they stay packed, except those that an item file lists. */
  others: string[]
  /**
   * Unpacks one entry.
   *
   * @throws {ImportError} damaged when the bytes differ from what the directory declares; tooLarge
   */
  read(entry: ZipEntry): Uint8Array
  /**
   * Unpacks one of the other files, with a budget of its own; undefined when there is none of that name.
   *
   * @throws {ImportError} entryTooLarge, tooLarge, ratio, damaged
   */
  readOther(name: string): Uint8Array | undefined
  /**
   * Unpacks a file of records, with a budget of its own, whatever its ratio: versions of one text are nearly the same.
   * Undefined when the budget is spent, or the file is larger than one may be.
   *
   * @throws {ImportError} damaged
   */
  readRecords(name: string): Uint8Array | undefined
  /** The CRC-32 of a file's content, according to the directory; undefined when there is none of that name. */
  checksumOf(name: string): number | undefined
  /** The bytes read from the archive so far; for texts that are compressed once more inside. */
  budget: ByteBudget
  /** The bytes read from its other files; archives inside this one are read within the same budgets. */
  filesBudget: ByteBudget
}

/** One record of the central directory. Source: APPNOTE 4.3.12. */
interface DirectoryRecord {
  name: Buffer
  extra: Buffer
  flags: number
  method: number
  crc: number
  packedBytes: number
  sizeBytes: number
  localAt: number
  /** Unix file type bits of the external attributes: 0xa000 is a symbolic link. */
  fileType: number
}

const localSign = 0x04034b50
const directorySign = 0x02014b50
const endSign = 0x06054b50
const zip64EndSign = 0x07064b50
const endBytes = 22
const directoryBytes = 46
const localBytes = 30
const flag = { encrypted: 0x0001, strong: 0x0040, utf8: 0x0800, hiddenHeader: 0x2000 }
const stored = 0
const deflated = 8

/** An entry's name as it is in the archive. */
interface RawName {
  bytes: Uint8Array
  /** General purpose bit 11: the writer declares the name as UTF-8. */
  isUtf8: boolean
  /** The central directory's extra field. */
  extra: Uint8Array
}

/**
 * Decodes the names of all entries. Each is the first valid one of: UTF-8 when flagged; the Unicode path field (0x7075)
 * when its checksum is that of the name; UTF-8 even without the flag; GB18030 or Big5, whichever suits the archive's
 * unmarked names as a whole, because one program wrote them all; the other of the two; Latin-1.
 *
 * @throws {ImportError} hostileName
 */
function decodeNames(names: RawName[]): string[] {
  const marked = names.map((name) => markedName(name))
  const unmarked = names.filter((_, index) => marked[index] === undefined).map((name) => name.bytes)
  const allUtf8 = unmarked.every((bytes) => decodeAs('utf-8', bytes) !== undefined)
  const chinese = chineseEncodings(Buffer.concat(unmarked.flatMap((bytes) => [bytes, Buffer.from('/')])))
  const order = allUtf8 ? (['utf-8'] as const) : ([...chinese, 'utf-8'] as const)
  return names.map((name, index) => {
    const text = marked[index] ?? order.map((encoding) => decodeAs(encoding, name.bytes)).find((it) => it !== undefined)
    return safeName(text ?? Buffer.from(name.bytes).toString('latin1'))
  })
}

function markedName(name: RawName): string | undefined {
  return (name.isUtf8 ? decodeAs('utf-8', name.bytes) : undefined) ?? unicodePath(name)
}

/**
 * Returns the name in the Unicode path extra field: version 1, checksum of the plain name, the name in UTF-8. Source:
 * APPNOTE 4.6.9.
 */
function unicodePath({ bytes, extra }: RawName): string | undefined {
  const view = Buffer.from(extra.buffer, extra.byteOffset, extra.byteLength)
  for (let at = 0; at + 4 <= view.length; ) {
    const size = view.readUInt16LE(at + 2)
    const field = view.subarray(at + 4, at + 4 + size)
    if (view.readUInt16LE(at) === 0x7075 && field.length === size && size > 5 && field[0] === 1) {
      return field.readUInt32LE(1) === crc32(bytes) ? decodeAs('utf-8', field.subarray(5)) : undefined
    }
    at += 4 + size
  }
  return undefined
}

/**
 * Normalizes a name: NFC, without empty and `.` parts. A directory keeps its slash at the end.
 *
 * @throws {ImportError} hostileName for an absolute name, a drive letter, a backslash, `..`, NUL, an empty name, or a
 *   path longer than any system allows
 */
function safeName(name: string): string {
  const shown = name.replaceAll('\0', '\u2400').slice(0, 300)
  const parts = name.split('/')
  const hostile =
    name.startsWith('/') || /^[a-z]:/i.test(name) || /[\\\0]/.test(name) || parts.some((part) => part.trim() === '..')
  const saved = parts.filter((part) => part !== '' && part !== '.')
  if (hostile || Buffer.byteLength(name) > importLimits.nameBytes) rejectImport('hostileName', shown)
  if (saved.length === 0 && !/^(\.\/)+$/.test(name)) rejectImport('hostileName', shown)
  return (saved.join('/') + (name.endsWith('/') ? '/' : '')).normalize('NFC')
}

/**
 * Reads an archive's directory and checks everything that can be known before unpacking: counts, sizes and ratio of
 * what may be read, names, kinds of entries, methods, and that no two entries share bytes. Files that an import does
 * not read may be of any size, because they stay packed.
 *
 * @throws {ImportError} notZip, damaged, encrypted, unsupported, tooManyEntries, entryTooLarge, tooLarge, ratio,
 *   hostileName, duplicateName, symlink, empty
 *
 * @param outer the archive that contains this one
 */
export function openZip(bytes: Uint8Array, outer?: Pick<ZipArchive, 'budget' | 'filesBudget'>): ZipArchive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const records = readDirectory(file)
  const names = decodeNames(
    records.map((it) => ({ bytes: it.name, isUtf8: (it.flags & flag.utf8) !== 0, extra: it.extra })),
  )
  const files = records.map((record, index) => ({ record, name: names[index] ?? '' }))
  checkLayout(file, files)

  const budget = outer?.budget ?? new ByteBudget()
  const filesBudget = outer?.filesBudget ?? new ByteBudget(importLimits.filesBytes)
  const recordOf = new Map<ZipEntry, DirectoryRecord>()
  const others = new Map<string, DirectoryRecord>()
  const hasItemFile = names.some(isItemFile)
  const hasBundle = names.some((name) => /(^|\/)docstead\.json$/.test(name))
  const seen = new Set<string>()
  const byName = new Map(files.map(({ record, name }) => [name, record]))
  let recordsLeft: number = importLimits.recordsBytes
  let total = 0
  for (const { record, name } of files) {
    if (isJunk(name)) continue
    if (seen.has(name)) rejectImport('duplicateName', name)
    seen.add(name)
    checkKind(record, name)
    if (name.endsWith('/') || name === '') continue
    if (!/\.(md|markdown|json)$/i.test(name) || (hasBundle && isAttachment(name))) {
      others.set(name, record)
      continue
    }
    checkCost(record, name, isItemFile(name) ? importLimits.totalBytes : importLimits.entryBytes)
    // Next to an item file the pages are copies for people, which an import does not read.
    if (!hasItemFile || /json$/i.test(name)) total += record.sizeBytes
    if (total > importLimits.totalBytes) rejectImport('tooLarge')
    recordOf.set({ name, sizeBytes: record.sizeBytes }, record)
  }
  return {
    entries: [...recordOf.keys()],
    others: [...others.keys()],
    budget,
    filesBudget,
    readOther: (name) => {
      const record = others.get(name)
      if (!record) return undefined
      checkCost(record, name, importLimits.filesBytes)
      return unpack(file, record, name, filesBudget)
    },
    readRecords: (name) => {
      const record = others.get(name)
      const size = record?.sizeBytes ?? 0
      if (!record || size > importLimits.recordFileBytes || size > recordsLeft) return undefined
      recordsLeft -= size
      return unpack(file, record, name, new ByteBudget(size))
    },
    checksumOf: (name) => byName.get(name)?.crc,
    read: (entry) => {
      const record = recordOf.get(entry) ?? rejectImport('damaged', entry.name)
      return unpack(file, record, entry.name, budget)
    },
  }
}

/** Whether a file contains a whole item. */
const isItemFile = (name: string): boolean => /(^|\/)(?:(?:prefix_)?info|docstead)\.json$/.test(name)

/** Whether a file of a Docstead archive is an attachment, whatever its name: pages are elsewhere. */
const isAttachment = (name: string): boolean => /(^|\/)_files\//.test(name)

/** Whether an entry is one that Finder adds to every archive: resource forks and folder settings. */
function isJunk(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|\._[^/]*)$/.test(name)
}

/** @throws {ImportError} notZip, damaged, unsupported, tooManyEntries, empty */
function readDirectory(file: Buffer): DirectoryRecord[] {
  const start = file.length >= 4 ? file.readUInt32LE(0) : 0
  if (start !== localSign && start !== endSign) rejectImport('notZip')
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  const size = file.readUInt32LE(end + 12)
  const first = file.readUInt32LE(end + 16)
  const isZip64 =
    count === 0xffff ||
    size === 0xffffffff ||
    first === 0xffffffff ||
    (end >= 20 && file.readUInt32LE(end - 20) === zip64EndSign)
  if (isZip64) rejectImport('unsupported', 'zip64')
  if (file.readUInt16LE(end + 4) !== 0 || file.readUInt16LE(end + 6) !== 0) rejectImport('unsupported', 'multi-volume')
  if (count > importLimits.entries) rejectImport('tooManyEntries', String(count))
  if (file.readUInt16LE(end + 8) !== count || first + size !== end) rejectImport('damaged')
  if (count === 0) rejectImport('empty')

  const records: DirectoryRecord[] = []
  let at = first
  for (let index = 0; index < count; index += 1) {
    if (at + directoryBytes > end || file.readUInt32LE(at) !== directorySign) rejectImport('damaged')
    const nameEnd = at + directoryBytes + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const next = extraEnd + file.readUInt16LE(at + 32)
    if (next > end) rejectImport('damaged')
    records.push({
      name: file.subarray(at + directoryBytes, nameEnd),
      extra: file.subarray(nameEnd, extraEnd),
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      sizeBytes: file.readUInt32LE(at + 24),
      localAt: file.readUInt32LE(at + 42),
      fileType: (file.readUInt32LE(at + 38) >>> 16) & 0xf000,
    })
    at = next
  }
  if (at !== end) rejectImport('damaged')
  return records
}

/** Returns the position of the end record: the last one whose comment reaches exactly to the end of the file. */
function findEnd(file: Buffer): number {
  const lowest = Math.max(0, file.length - endBytes - 0xffff)
  for (let at = file.length - endBytes; at >= lowest; at -= 1) {
    if (file.readUInt32LE(at) === endSign && at + endBytes + file.readUInt16LE(at + 20) === file.length) return at
  }
  return rejectImport('damaged')
}

/**
 * Checks that every entry is where the directory says, under the same name, before the directory, and that no two share
 * a byte: overlapping entries are how a small archive expands to terabytes.
 */
function checkLayout(file: Buffer, files: { record: DirectoryRecord; name: string }[]): void {
  const directoryAt = file.readUInt32LE(findEnd(file) + 16)
  let free = 0
  for (const { record, name } of files.toSorted((a, b) => a.record.localAt - b.record.localAt)) {
    const at = record.localAt
    if (at < free || at + localBytes > directoryAt || file.readUInt32LE(at) !== localSign) rejectImport('damaged', name)
    const nameEnd = at + localBytes + file.readUInt16LE(at + 26)
    const sameName = file.subarray(at + localBytes, nameEnd).equals(record.name)
    const sameMethod = file.readUInt16LE(at + 8) === record.method
    free = dataAt(file, record) + record.packedBytes
    if (!sameName || !sameMethod || free > directoryAt) rejectImport('damaged', name)
  }
}

function dataAt(file: Buffer, { localAt }: DirectoryRecord): number {
  return localAt + localBytes + file.readUInt16LE(localAt + 26) + file.readUInt16LE(localAt + 28)
}

/** @throws {ImportError} encrypted, symlink, unsupported */
function checkKind(record: DirectoryRecord, name: string): void {
  if ((record.flags & (flag.encrypted | flag.strong | flag.hiddenHeader)) !== 0) rejectImport('encrypted', name)
  if (record.fileType === 0xa000) rejectImport('symlink', name)
  if (![0, 0x4000, 0x8000].includes(record.fileType)) rejectImport('unsupported', name)
  if (record.method !== stored && record.method !== deflated) rejectImport('unsupported', name)
}

/** @throws {ImportError} entryTooLarge, ratio, damaged */
function checkCost(record: DirectoryRecord, name: string, mostBytes: number): void {
  if (record.sizeBytes > mostBytes) rejectImport('entryTooLarge', name)
  if (isBomb(record.packedBytes, record.sizeBytes)) rejectImport('ratio', name)
  if (record.method === stored && record.packedBytes !== record.sizeBytes) rejectImport('damaged', name)
}

function unpack(file: Buffer, record: DirectoryRecord, name: string, budget: ByteBudget): Uint8Array {
  const at = dataAt(file, record)
  const packed = file.subarray(at, at + record.packedBytes)
  const bytes = record.method === stored ? packed : inflate(packed, record.sizeBytes, name)
  budget.spend(bytes.length)
  if (bytes.length !== record.sizeBytes || crc32(bytes) !== record.crc) rejectImport('damaged', name)
  return bytes
}

/** Inflates to at most the declared size: one more byte, or data left over, means that the archive is invalid. */
function inflate(packed: Buffer, sizeBytes: number, name: string): Buffer {
  try {
    const { buffer, engine } = inflated(packed, sizeBytes)
    return engine.bytesWritten === packed.length ? buffer : rejectImport('damaged', name)
  } catch {
    return rejectImport('damaged', name)
  }
}

/** With `info`, zlib also returns how much of its input it consumed; Node's types do not include that. */
function inflated(packed: Buffer, sizeBytes: number): { buffer: Buffer; engine: { bytesWritten: number } } {
  const options = { maxOutputLength: Math.max(1, sizeBytes), info: true }
  return inflateRawSync(packed, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
}
