import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { FileError, limits } from './xlsx-limits.ts'

const starts = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign)

/** «EncryptedPackage» as such files contain it: two bytes per character. */
const encrypted = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])

function holds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((sign, more) => bytes[at + more] === sign)) return true
  return false
}

/** The parts of a file that are read: no macros, no links to other files, no images, nothing embedded. */
const wanted =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|theme\/theme1\.xml|metadata\.xml|worksheets\/[\w.-]+\.xml))$/i

/**
 * Returns the parts of a file that are read, by name.
 *
 * @throws {FileError} for a file that is not a spreadsheet, or is hostile
 */
export function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  if (bytes.length === 0) throw new FileError('empty')
  if (bytes.length > limits.file) throw new FileError('tooLarge')
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new FileError(holds(bytes, encrypted) ? 'password' : 'oldXls')
  if (!starts(bytes, 0x50, 0x4b)) throw new FileError('notXlsx')
  let unpacked = 0
  let count = 0
  let parts: Record<string, Uint8Array>
  try {
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        count += 1
        if (count > limits.parts) throw new FileError('bomb')
        if (!wanted.test(name)) return false
        unpacked += originalSize
        const isThin = originalSize > 20_000_000 && originalSize > size * 400
        if (originalSize > limits.part || unpacked > limits.unpacked || isThin) throw new FileError('bomb')
        return true
      },
    })
  } catch (error) {
    throw error instanceof FileError ? error : new FileError('broken')
  }
  if (!Object.keys(parts).some((name) => /^xl\/workbook\.xml$/i.test(name))) throw new FileError('notXlsx')
  for (const part of Object.values(parts)) {
    // entities are declared before the first element; a spreadsheet declares none
    if (/<!(?:DOCTYPE|ENTITY)/i.test(strFromU8(part.subarray(0, 4000)))) throw new FileError('hostile')
  }
  return parts
}

const contents = '[Content_Types].xml'

/**
 * Returns the content list of a file without the parts that are not read: the reader fails when a listed part is
 * missing.
 */
function contentsOf(parts: Record<string, Uint8Array>, list: Uint8Array): Uint8Array {
  const names = new Set(Object.keys(parts).map((name) => name.toLowerCase()))
  const entry = /<(?:\w+:)?Override\s[^>]*?\bPartName="\/?([^"]*)"[^>]*>/gi
  const xml = strFromU8(list).replace(entry, (whole, name: string) => (names.has(name.toLowerCase()) ? whole : ''))
  return strToU8(xml)
}

/** Returns the parts as one uncompressed file again: the input of the reader. */
export function packed(parts: Record<string, Uint8Array>): Uint8Array {
  const list = parts[contents]
  return zipSync(list ? { ...parts, [contents]: contentsOf(parts, list) } : parts, { level: 0 })
}
