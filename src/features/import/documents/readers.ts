import type { DocumentFormat } from '#shared/import-formats.ts'
import { itemTypes } from '#shared/item-types.ts'
import type { Lang } from '#src/core/i18n.ts'
import { rejectImport } from '../import-error.ts'
import { importLimits } from '../limits.ts'
import type { FilePlan } from '../plan-types.ts'
import type { ZipArchive } from '../zip.ts'
import { readBookStack } from './bookstack.ts'
import { readConfluenceHtml } from './confluence-html.ts'
import { readConfluenceXml } from './confluence-xml.ts'
import { readDocmost } from './docmost.ts'
import { type FoundDocuments, type KeepFile, planDocuments } from './document-plan.ts'
import { readNotion } from './notion.ts'
import { readOutline } from './outline.ts'
import { baseName, withoutExtension } from './paths.ts'
import { excelNode, readSheets } from './sheets.ts'
import { readSite } from './site.ts'
import { type DocumentSource, emptySource, singleSource, type WordText } from './source.ts'
import { wordDocuments, wordInHtml } from './word.ts'

/** What reading documents depends on, besides the file. */
export interface DocumentChoice {
  keep?: KeepFile
  lang: Lang
  /** The format that the person chose; undefined to detect it. */
  format?: string | undefined
  /** Whether the target is a spreadsheet item, whose page takes the sheets of a spreadsheet as they are. */
  intoSheets?: boolean | undefined
}

/** Returns what a reader found; undefined when the files are of another format. */
type Reader = (from: DocumentSource) => FoundDocuments | undefined

type Readers = readonly (readonly [Reader, ...DocumentFormat[]])[]

/** The readers of exports that their product's own files give away, in the order in which they are tried. */
const exportReaders: Readers = [
  [readConfluenceXml, 'confluence-xml'],
  [readConfluenceHtml, 'confluence'],
  [readBookStack, 'bookstack'],
  [readOutline, 'outline'],
  [readDocmost, 'docmost'],
  [readNotion, 'notion'],
]

/** The reader that takes any Markdown, HTML, Word, text and table files. */
const fileReaders: Readers = [[readSite, 'mkdocs', 'gitbook', 'docusaurus', 'markdown', 'html', 'word', 'sheets']]

/** Returns the plan of the first reader that knows the files; undefined for none. */
function planBy(readers: Readers, from: DocumentSource, choice: DocumentChoice): FilePlan | undefined {
  for (const [read, ...formats] of readers) {
    if (choice.format !== undefined && !formats.some((format) => format === choice.format)) continue
    const found = read(from)
    if (found && (choice.format === undefined || found.source === choice.format))
      return planDocuments(from, found, choice)
  }
  return undefined
}

/** Returns the plan of an export of a product that has files of its own in it; undefined when there are none. */
export const planExport = (from: DocumentSource, choice: DocumentChoice): FilePlan | undefined =>
  planBy(exportReaders, from, choice)

/** Returns the plan of any other documents. @throws {ImportError} empty when nothing becomes a page; otherFormat */
export const planFiles = (from: DocumentSource, choice: DocumentChoice): FilePlan =>
  planBy(fileReaders, from, choice) ??
  (choice.format === undefined ? rejectImport('empty') : rejectImport('otherFormat', from.name))

/** Whether an archive is an Excel file. */
export const isExcel = (archive: ZipArchive): boolean => archive.others.includes('xl/workbook.xml')

/** Returns the plan of a Word document. */
export function planWord(text: WordText, name: string, choice: DocumentChoice): FilePlan {
  requireFormat('word', name, choice)
  return planDocuments(emptySource(name), wordDocuments(text, name), choice)
}

function requireFormat(format: DocumentFormat, name: string, choice: DocumentChoice): void {
  if (choice.format !== undefined && choice.format !== format) rejectImport('otherFormat', name)
}

/**
 * Returns the plan of an Excel file: a page with a table for each sheet; for a spreadsheet item, its one page with all
 * sheets.
 *
 * @throws {ImportError} badSheet, ratio, tooLarge, xmlEntities, oldOffice
 */
export function planExcel(bytes: Uint8Array, name: string, choice: DocumentChoice): FilePlan {
  requireFormat('sheets', name, choice)
  if (choice.intoSheets)
    return planBook(withoutExtension(baseName(name)), JSON.stringify(readSheets(bytes, name)), choice)
  return planDocuments(emptySource(name), { source: 'sheets', nodes: [excelNode(bytes, name)] }, choice)
}

function planBook(title: string, page_content: string, { lang }: DocumentChoice): FilePlan {
  const size = Buffer.byteLength(page_content)
  if (size > importLimits.sheetBytes) rejectImport('tooLarge')
  const from = emptySource(title)
  const document = { path: title, read: () => '' }
  const plan = planDocuments(from, { source: 'sheets', nodes: [{ title, document, children: [] }] }, { lang })
  const pages = plan.pages.map((page) => ({ ...page, page_content }))
  return { ...plan, item: { ...plan.item, item_type: itemTypes.sheet.numbers[0] }, pages }
}

/** Returns the plan of a single file that is a document; undefined when its name says that it is none. */
export function planSingleDocument(name: string, bytes: Uint8Array, choice: DocumentChoice): FilePlan | undefined {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0) rejectImport('oldOffice', name)
  const word = wordInHtml(name, bytes)
  if (word) return planWord(word, name, choice)
  if (!/\.(?:md|markdown|mdx|html?|xhtml|csv|tsv)$/i.test(name)) return undefined
  return planLoneFile(name, bytes, choice)
}

/** Returns the plan of a single file, which is read as a document whatever it is. */
export function planLoneFile(name: string, bytes: Uint8Array, choice: DocumentChoice): FilePlan {
  const from = singleSource(name, bytes)
  return planExport(from, choice) ?? planFiles(from, choice)
}
