import { rejectImport } from '../import-error.ts'
import { importLimits } from '../limits.ts'
import { decodeText, type TextEncodingName } from '../text.ts'
import { openZip, type ZipArchive, type ZipEntry } from '../zip.ts'

/** A Word document, converted to HTML: the library that does it has only an asynchronous interface. */
export interface WordText {
  html: string
}

/** The files of an export, whatever they are packed in. */
export interface DocumentSource {
  /** The sender's file name. */
  name: string
  /** The paths of all files, in the archive's order. */
  paths: readonly string[]
  has(path: string): boolean
  /**
   * Unpacks a file.
   *
   * @throws {ImportError} entryTooLarge, tooLarge, ratio, damaged
   */
  bytes(path: string): Uint8Array
  /** Returns the text of a file; undefined when its bytes are not text. @throws {ImportError} as `bytes` */
  text(path: string): { text: string; encoding: TextEncodingName } | undefined
  /** The Word documents among the files that have been converted; undefined for one that is none in spite of its name. */
  words: ReadonlyMap<string, WordText | undefined>
}

function sourceOf(
  name: string,
  readers: ReadonlyMap<string, () => Uint8Array>,
  words: DocumentSource['words'] = new Map(),
): DocumentSource {
  const bytes = (path: string) => readers.get(path)?.() ?? rejectImport('damaged', path)
  // a text is read more than once: for its title, for its links, for its page
  const texts = new Map<string, ReturnType<typeof decodeText>>()
  const text = (path: string) => {
    if (!texts.has(path)) texts.set(path, decodeText(bytes(path)))
    return texts.get(path)
  }
  return {
    name,
    paths: [...readers.keys()],
    has: (path) => readers.has(path),
    bytes,
    text,
    words,
  }
}

const readersOf = (archive: ZipArchive): Map<string, () => Uint8Array> =>
  new Map([
    ...archive.entries.map((entry: ZipEntry) => [entry.name, () => archive.read(entry)] as const),
    ...archive.others.map((name) => [name, () => archive.readOther(name) ?? rejectImport('damaged', name)] as const),
  ])

const isArchive = (path: string) => /\.zip$/i.test(path)

/**
 * Returns the files of an archive. An archive that contains only archives, as large exports of Notion do, has the files
 * of all of them; archives inside those stay packed.
 *
 * @throws {ImportError} as `openZip`
 */
export function openSource(archive: ZipArchive, name: string, words: DocumentSource['words']): DocumentSource {
  const isOnlyArchives = archive.entries.length === 0 && archive.others.length > 0 && archive.others.every(isArchive)
  if (!isOnlyArchives) return sourceOf(name, readersOf(archive), words)
  const readers = new Map<string, () => Uint8Array>()
  for (const inner of archive.others) {
    const bytes = archive.readOther(inner) ?? rejectImport('damaged', inner)
    for (const [path, read] of readersOf(openZip(bytes, archive))) {
      if (readers.has(path)) rejectImport('duplicateName', path)
      readers.set(path, read)
    }
    if (readers.size > importLimits.entries) rejectImport('tooManyEntries', String(readers.size))
  }
  return sourceOf(name, readers, words)
}

/** Returns an export without files of its own: its reader has read all of it. */
export const emptySource = (name: string): DocumentSource => sourceOf(name, new Map())

/** Returns a single file as the only file of an export. */
export const singleSource = (name: string, bytes: Uint8Array): DocumentSource =>
  sourceOf(name, new Map([[name.split(/[\\/]/).at(-1) || 'document', () => bytes]]))
