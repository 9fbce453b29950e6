import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { apiDocMarkdown } from '#shared/api-doc/export-markdown.ts'
import type { InfoPage, MarkdownFrame, MarkdownPage, MarkdownPart } from '../worker-message.ts'
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

/** Writes a Markdown archive from its parts. */
export class MarkdownArchive implements ExportWriter<MarkdownPart> {
  readonly #zip: ZipWriter
  readonly #frame: MarkdownFrame
  #info: ZipEntryWriter | undefined

  constructor(path: string, frame: MarkdownFrame) {
    this.#zip = new ZipWriter(path)
    this.#frame = frame
  }

  get sizeBytes(): number {
    return this.#zip.sizeBytes
  }

  add(part: MarkdownPart): void {
    if ('page' in part) this.#zip.add(part.page.path, withLocalAddresses(this.#textOf(part.page), part.page.addresses))
    else if ('file' in part) this.#zip.addFile(part.file.path, part.file.from, part.file.packs)
    else if ('info' in part) this.#write(part.info)
    else this.#write(infoPageText(part.infoPage, part.text))
  }

  finish(): void {
    this.#info?.close()
    this.#zip.finish()
  }

  /** Returns the readable text of a page: an API page as Markdown, since its JSON is in the item file. */
  #textOf({ text }: MarkdownPage): string {
    const doc = readApiDoc(text)
    return doc ? apiDocMarkdown(doc, this.#frame.lang, this.#frame.globals).trimStart() : text
  }

  #write(piece: string): void {
    this.#info ??= this.#zip.open('info.json')
    this.#info.write(piece)
  }
}

const infoPageText = (page: InfoPage, text: string): string =>
  JSON.stringify({ ...page, page_content: escapedOnce(text) })
