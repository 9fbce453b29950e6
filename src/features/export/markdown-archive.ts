import { apiDocMarkdown, readApiDoc } from '#markdown/api-doc.ts'
import type { InfoPage, MarkdownFrame, MarkdownPage, MarkdownPart } from './worker-message.ts'
import type { ZipEntryWriter, ZipWriter } from './zip-writer.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }

/** A text as ShowDoc keeps it. Source: reference, formats 0.3. */
const escapedOnce = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/**
 * A name or title as the item file has it: as it is, for ShowDoc shows some of them as they stand; but escaped when it holds
 * what readers would unescape.
 */
export const escapeName = (name: string): string => (/&(?:amp|lt|gt|quot|#0?39);/.test(name) ? escapedOnce(name) : name)

// What an address is made of, on both sides of the sign in it.
const endsAddress = /[\s"'<>()[\]{}|`]/
// What stands before the sign in every address that a file ever had. Source: reference, formats 8.6.
const beforeSign = /visitfile[^\s"'<>()]{0,40}?sign[=/\\]{1,2}$/i
const longestBefore = 64
// No address of ours is longer on either side.
const longestSide = 300

/** A text in which each address of an uploaded file leads to where the file lies in the archive. */
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
export class MarkdownArchive {
  readonly #zip: ZipWriter
  readonly #frame: MarkdownFrame
  #info: ZipEntryWriter | undefined

  constructor(zip: ZipWriter, frame: MarkdownFrame) {
    this.#zip = zip
    this.#frame = frame
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

  /** What people read of a page: an API page in words, whose JSON is in the item file. */
  #textOf({ text }: MarkdownPage): string {
    const doc = readApiDoc(text, this.#frame.globals)
    return doc ? apiDocMarkdown(doc, this.#frame.lang).trimStart() : text
  }

  #write(piece: string): void {
    this.#info ??= this.#zip.open('info.json')
    this.#info.write(piece)
  }
}

const infoPageText = (page: InfoPage, text: string): string =>
  JSON.stringify({ ...page, page_content: escapedOnce(text) })
