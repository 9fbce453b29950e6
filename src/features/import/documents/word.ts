import { zipSync } from 'fflate'
import { ImportError, rejectImport } from '../import-error.ts'
import { ByteBudget, importLimits } from '../limits.ts'
import { decodeText } from '../text.ts'
import { openZip, type ZipArchive } from '../zip.ts'
import type { DocumentNode, FoundDocument, FoundDocuments } from './document-plan.ts'
import { findAll, markdownOf, parseHtml } from './html.ts'
import { baseName, withoutExtension } from './paths.ts'
import type { WordText } from './source.ts'

/** What all documents of one archive may inflate to together. */
type Budgets = Pick<ZipArchive, 'budget' | 'filesBudget'>

/** Whether an archive is a Word document. */
export const isWord = (archive: ZipArchive): boolean => archive.others.includes('word/document.xml')

// The parts that the conversion reads: texts, their styles, and the images in them.
const wanted =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:document|styles|numbering|footnotes|endnotes|comments\w*)\.xml|word\/_rels\/[\w.-]+\.rels|word\/media\/[^/]+\.(?:png|jpe?g|gif|webp|bmp))$/i

// Word in Chinese names its styles in Chinese in some versions. Code is as our own exports have it.
const styles = [
  ...[1, 2, 3, 4, 5, 6].map((level) => `p[style-name='标题 ${level}'] => h${level}:fresh`),
  "p[style-name='Title'] => p > strong:fresh",
  "p[style-name='Subtitle'] => p > em:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "r[style-name='Inline Code'] => code",
  "r[style-name='HTML Code'] => code",
]

/**
 * Returns the parts of a Word document as an archive without compression. They are unpacked within the limits of this
 * import, because the library would inflate whatever it is given.
 *
 * @throws {ImportError} ratio, tooLarge, entryTooLarge, damaged, xmlEntities, and those of `openZip`
 */
function safeParts(bytes: Uint8Array, name: string, outer: Budgets | undefined): Uint8Array {
  const archive = openZip(bytes, outer)
  const parts: Record<string, Uint8Array> = {}
  for (const path of archive.others) {
    if (!wanted.test(path)) continue
    const part = archive.readOther(path) ?? rejectImport('damaged', path)
    // entities are declared before the first element; a Word document declares none
    if (
      /\.(?:xml|rels)$/i.test(path) &&
      /<!(?:DOCTYPE|ENTITY)/i.test(Buffer.from(part.subarray(0, 4000)).toString('latin1'))
    )
      rejectImport('xmlEntities', name)
    parts[path] = part
  }
  return zipSync(parts, { level: 0 })
}

// what may precede the first element: a byte order mark, an XML declaration, comments
const beginsAsHtml =
  /^(?:\uFEFF|\s)*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html)[\s>]/i

/**
 * Returns the text of a Word document that is an HTML file, as ShowDoc and many other programs export to Word; undefined for
 * any other file.
 */
export function wordInHtml(name: string, bytes: Uint8Array): WordText | undefined {
  if (!/\.docx?$/i.test(name)) return undefined
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return undefined // an archive, as most are
  const text = decodeText(bytes)?.text
  if (text === undefined || !beginsAsHtml.test(text.slice(0, 2000))) return undefined
  const begin = /<body\b[^>]{0,2000}>/i.exec(text)
  const html = begin ? text.slice(begin.index + begin[0].length) : text
  const end = html.toLowerCase().lastIndexOf('</body>')
  return { html: end === -1 ? html : html.slice(0, end) }
}

/**
 * Converts a Word document to HTML.
 *
 * @throws {ImportError} badWord when the library cannot read it; ratio, tooLarge, damaged, xmlEntities
 */
export async function readWord(bytes: Uint8Array, name: string, outer?: Budgets): Promise<WordText> {
  const parts = safeParts(bytes, name, outer)
  // only an import of a Word document loads the library
  const { default: mammoth } = await import('mammoth')
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(parts) }, { styleMap: styles })
    return { html: value }
  } catch {
    return rejectImport('badWord', name)
  }
}

/**
 * The documents of an archive that are needed and have not been converted: the conversion is asynchronous, and most
 * archives with Word documents, exports of wikis, have them as attachments.
 */
export class WordsNeeded extends Error {
  readonly files: ReadonlyMap<string, Uint8Array>

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    super('Word documents are needed')
    this.files = files
  }
}

/**
 * Converts the Word documents of an archive; undefined for each that is none in spite of its name.
 *
 * @throws {ImportError} ratio, tooLarge, xmlEntities
 */
export async function readWords(files: WordsNeeded['files']): Promise<Map<string, WordText | undefined>> {
  const budgets = { budget: new ByteBudget(), filesBudget: new ByteBudget(importLimits.filesBytes) }
  const words = new Map<string, WordText | undefined>()
  for (const [path, bytes] of files) {
    try {
      words.set(path, wordInHtml(path, bytes) ?? (await readWord(bytes, path, budgets)))
    } catch (error) {
      if (!(error instanceof ImportError) || !isUnreadable(error)) throw error
      words.set(path, undefined)
    }
  }
  return words
}

/** Whether a file of an archive is only of another kind than its name says, or damaged: the others can be imported. */
export const isUnreadable = ({ reason }: ImportError): boolean =>
  ['badWord', 'badSheet', 'oldOffice', 'notZip', 'damaged', 'encrypted', 'empty'].includes(reason)

/**
 * Returns a Word document as a page, or, when it has two or more headings of the first level, as a page for each of
 * them in a folder with the document's name: a manual of a hundred sheets in one page could be neither found nor edited
 * by several people. What is before the first heading is the first page.
 */
export function wordDocuments({ html }: WordText, fileName: string): FoundDocuments {
  const title = withoutExtension(baseName(fileName))
  const { body } = parseHtml(`<body>${html}</body>`, fileName)
  const headings = findAll(body, 'h1').filter(
    (heading) => heading.parentNode === body && (heading.textContent ?? '').trim() !== '',
  )
  if (headings.length < 2)
    return { source: 'word', nodes: [{ title, document: partOf(html, fileName, undefined), children: [] }] }
  const before = hasText(html, fileName)
  const chapters = headings.map(
    (heading, at): DocumentNode => ({
      title: (heading.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 200),
      document: partOf(html, fileName, at),
      children: [],
    }),
  )
  const first = before ? partOf(html, fileName, -1) : undefined
  return { source: 'word', nodes: [{ title, document: first, children: chapters }] }
}

const isHeading = (node: { nodeName: string; textContent: string | null }): boolean =>
  node.nodeName === 'H1' && (node.textContent ?? '').trim() !== ''

/** Whether something is before the first heading. */
function hasText(html: string, name: string): boolean {
  const { body } = parseHtml(`<body>${html}</body>`, name)
  for (const node of Array.from(body.childNodes)) {
    if (isHeading(node)) return false
    if (
      (node.textContent ?? '').trim() !== '' ||
      node.nodeName === 'IMG' ||
      (node.nodeType === 1 && findAll(node as never, 'img').length > 0)
    )
      return true
  }
  return false
}

/** Returns a part of the text: all of it, the one before the first heading (-1), or below a heading, from 0. */
function partOf(html: string, name: string, part: number | undefined): FoundDocument {
  return {
    path: part === undefined || part === -1 ? name : `${name}#${part + 1}`,
    // links lead to the whole document, which begins with this chapter when nothing is before it
    aliases: part === 0 ? [name] : [],
    read(reading) {
      const page = parseHtml(`<body>${html}</body>`, name)
      if (part !== undefined) {
        let at = -1
        for (const node of Array.from(page.body.childNodes)) {
          const begins = isHeading(node)
          if (begins) at += 1
          if (at !== part || begins) page.body.removeChild(node)
        }
      }
      return markdownOf(page.body, page, {
        ...reading,
        address: (href) => (href.startsWith('#') ? href : reading.address(href)),
      })
    },
  }
}
