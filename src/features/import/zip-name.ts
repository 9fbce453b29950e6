import { crc32 } from 'node:zlib'
import { rejectImport } from './import-error.ts'
import { importLimits } from './limits.ts'
import { chineseEncodings, decodeAs } from './text.ts'

/** An entry's name as it is in the archive. */
export interface RawName {
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
export function decodeNames(names: RawName[]): string[] {
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
  const kept = parts.filter((part) => part !== '' && part !== '.')
  if (hostile || Buffer.byteLength(name) > importLimits.nameBytes) rejectImport('hostileName', shown)
  if (kept.length === 0 && !/^(\.\/)+$/.test(name)) rejectImport('hostileName', shown)
  return (kept.join('/') + (name.endsWith('/') ? '/' : '')).normalize('NFC')
}
