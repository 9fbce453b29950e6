import { zstdDecompressSync } from 'node:zlib'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocMarkdown } from '#shared/api-doc/export-markdown.ts'
import { bundleFormat } from '#shared/bundle-format.ts'
import { rewriteAddresses } from '#shared/markdown/addresses.ts'
import { parsePageAddress } from '#shared/markdown/page-address.ts'
import type {
  ArchivedComment,
  ArchivedVersion,
  ExportNote,
  InfoPage,
  MarkdownFrame,
  MarkdownPage,
  MarkdownPart,
} from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { type ZipEntryWriter, ZipWriter } from '../zip-writer.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }

/** Escapes a text as ShowDoc stores it. Source: reference, formats 0.3. */
const escapedOnce = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/**
 * Returns a name or title for the item file: unchanged, because ShowDoc shows some of them unescaped, but escaped when
 * it contains what readers would unescape.
 */
export const escapeName = (name: string): string => (/&(?:amp|lt|gt|quot|#0?39);/.test(name) ? escapedOnce(name) : name)

// Characters that end an address, on either side of the sign in it.
const endsAddress = /[\s"'<>()[\]{}|`]/
// The text before the sign in every address form that a file ever had. Source: reference, formats 8.6.
const beforeSign = /visitfile[^\s"'<>()]{0,40}?sign[=/\\]{1,2}$/i
const longestBefore = 64
// The maximum length of an address on either side of the sign.
const longestSide = 300

/** Replaces the address of each uploaded file in a text by its path in the archive. */
export function withLocalAddresses(text: string, addresses: MarkdownPage['addresses']): string {
  if (addresses.length === 0) return text
  const target = new Map(addresses)
  let out = ''
  let done = 0
  for (const match of text.matchAll(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi)) {
    const to = target.get(match[0].toLowerCase())
    if (to === undefined || match.index < done) continue
    if (!beforeSign.test(text.slice(Math.max(done, match.index - longestBefore), match.index))) continue
    let start = match.index
    const lowest = Math.max(done, start - longestSide)
    while (start > lowest && !endsAddress.test(text.charAt(start - 1))) start -= 1
    let end = match.index + match[0].length
    const highest = Math.min(text.length, end + longestSide)
    while (end < highest && !endsAddress.test(text.charAt(end))) end += 1
    out += text.slice(done, start) + to
    done = end
  }
  return out + text.slice(done)
}

/** Encodes a path as an address in Markdown. */
const addressOf = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[()'*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`))
    .join('/')

/** Returns the address that leads from one file of the archive to another one. */
export function relativeAddress(from: string, to: string): string {
  const [folders, target] = [from.split('/').slice(0, -1), to.split('/')]
  let shared = 0
  while (shared < folders.length && shared < target.length - 1 && folders[shared] === target[shared]) shared += 1
  return '../'.repeat(folders.length - shared) + addressOf(target.slice(shared).join('/'))
}

// The size of one file of records: an import unpacks one at a time.
const recordsBytes = 4_000_000

/** Writes records as JSON lines into numbered files of a folder. */
class RecordFiles {
  readonly #zip: ZipWriter
  readonly #folder: string
  #entry: ZipEntryWriter | undefined
  #bytes = 0
  #number = 0

  constructor(zip: ZipWriter, folder: string) {
    this.#zip = zip
    this.#folder = folder
  }

  add(record: unknown): void {
    const line = Buffer.from(`${JSON.stringify(record)}\n`)
    if (this.#bytes + line.length > recordsBytes) this.close()
    if (!this.#entry) {
      this.#number += 1
      this.#entry = this.#zip.open(`${this.#folder}/${this.#number}.jsonl`)
    }
    this.#entry.write(line)
    this.#bytes += line.length
  }

  close(): void {
    this.#entry?.close()
    this.#entry = undefined
    this.#bytes = 0
  }
}

/** Returns a former version as the archive has it. */
function recordOf({ author_username: author, addtime: saved_at, packed, ...version }: ArchivedVersion) {
  return { ...version, author, saved_at, page_content: zstdDecompressSync(packed).toString() }
}

const notesMost = 200

/** Writes a Markdown archive from its parts. */
export class MarkdownArchive implements ExportWriter<MarkdownPart> {
  readonly notes: ExportNote[] = []
  readonly #zip: ZipWriter
  readonly #frame: MarkdownFrame
  readonly #paths: ReadonlyMap<number, string>
  readonly #items: ReadonlySet<string>
  readonly #checksums = new Map<number, number>()
  readonly #history: RecordFiles
  readonly #comments: RecordFiles
  #bundle: ZipEntryWriter | undefined
  #info: ZipEntryWriter | undefined

  constructor(path: string, frame: MarkdownFrame) {
    this.#zip = new ZipWriter(path)
    this.#frame = frame
    this.#paths = new Map(frame.paths)
    this.#items = new Set(frame.items)
    this.#history = new RecordFiles(this.#zip, bundleFormat.historyFolder)
    this.#comments = new RecordFiles(this.#zip, bundleFormat.commentsFolder)
  }

  get sizeBytes(): number {
    return this.#zip.sizeBytes
  }

  add(part: MarkdownPart): void {
    if ('page' in part) this.#addPage(part.page)
    else if ('file' in part) this.#addFile(part.file)
    else if ('version' in part) this.#history.add(recordOf(part.version))
    else if ('comment' in part) this.#addComment(part.comment)
    else if ('bundle' in part) this.#addToBundle(part.bundle)
    else if ('bundlePage' in part) {
      const { page_id } = part.bundlePage
      this.#addToBundle(JSON.stringify({ ...part.bundlePage, crc32: this.#checksums.get(page_id) }))
    } else if ('bundleEnd' in part) {
      this.#addToBundle('\n}\n')
      this.#bundle?.close()
    } else this.#addToInfo('info' in part ? part.info : infoPageText(part.infoPage, part.text))
  }

  finish(): void {
    this.#info?.close()
    this.#zip.finish()
  }

  #addFile({ path, from, packs }: { path: string; from: string; packs: boolean }): void {
    if (!this.#zip.addFile(path, from, packs) && this.notes.length < notesMost)
      this.notes.push({ page_title: '', reason: 'missing', detail: path })
  }

  #addPage(page: MarkdownPage): void {
    const text = withLocalAddresses(this.#textOf(page), page.addresses)
    const linked = rewriteAddresses(text, (address) => this.#relative(page.path, address))
    this.#checksums.set(page.page_id, this.#zip.add(page.path, linked))
  }

  /** Returns an address inside the archive for that of a page in it; others stay. */
  #relative(from: string, address: string): string {
    const found = parsePageAddress(address)
    if (!found || !this.#items.has(found.item) || (found.origin !== '' && found.origin !== this.#frame.origin))
      return address
    const path = this.#paths.get(found.page_id)
    if (path === undefined) return address
    const [heading = ''] = /#.*$/.exec(found.after) ?? []
    return relativeAddress(from, path) + heading
  }

  #addComment(comment: ArchivedComment): void {
    this.#history.close()
    this.#comments.add(comment)
  }

  /** Returns the readable text of a page: an API page as Markdown, since its JSON is in the item file. */
  #textOf({ text }: MarkdownPage): string {
    const doc = readApiDoc(text)
    return doc ? apiDocMarkdown(doc, this.#frame.lang, this.#frame.globals).trimStart() : text
  }

  #addToBundle(piece: string): void {
    this.#history.close()
    this.#comments.close()
    this.#bundle ??= this.#zip.open(bundleFormat.file)
    this.#bundle.write(piece)
  }

  #addToInfo(piece: string): void {
    this.#info ??= this.#zip.open('info.json')
    this.#info.write(piece)
  }
}

const infoPageText = (page: InfoPage, text: string): string =>
  JSON.stringify({ ...page, page_content: escapedOnce(text) })
