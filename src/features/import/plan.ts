import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { toObject } from '#shared/api-doc/unknown-json.ts'
import { bundleFormat } from '#shared/bundle-format.ts'
import { type ImportFormat, importFormats, isDescriptionName } from '#shared/import-formats.ts'
import { namelessNames } from './api/api-labels.ts'
import type { ApiChoice } from './api/api-pages.ts'
import { isDescriptionText, planDescription, planDescriptions } from './api/descriptions.ts'
import { type SourceFile, sourceFile } from './api/source-file.ts'
import { planBundle } from './bundle/read-bundle.ts'
import { folderOf } from './documents/paths.ts'
import {
  type DocumentChoice,
  isExcel,
  planExcel,
  planExport,
  planFiles,
  planLoneFile,
  planSingleDocument,
  planWord,
} from './documents/readers.ts'
import { type DocumentSource, openSource, type WordText } from './documents/source.ts'
import { isWord, readWord, readWords, WordsNeeded } from './documents/word.ts'
import { rejectImport } from './import-error.ts'
import { countInsecureImages } from './insecure-images.ts'
import { ByteBudget, packLevel } from './limits.ts'
import type { FilePlan, ImportPlan } from './plan-types.ts'
import { jsonLimits } from './safe-json.ts'
import { planItemFile, type UnpackFile } from './showdoc.ts'
import { openZip, type ZipArchive, type ZipEntry } from './zip.ts'

/** A file to import. */
interface ImportFile {
  /** The sender's file name; a new item from plain Markdown is named after it. */
  name: string
  bytes: Uint8Array
}

/** The options of reading a file. */
interface ReadChoice extends ApiChoice, DocumentChoice {
  /** The hosts of the site itself, as `countInsecureImages` takes them. */
  ownHosts?: readonly string[] | undefined
}

/** The Word documents of a file, which are converted asynchronously. */
interface ConvertedWords {
  /** The file itself. */
  word?: WordText
  /** Those in an archive, by their paths. */
  words?: DocumentSource['words']
}

/**
 * Returns the plan of importing a file. Reads and checks everything, writes nothing but unpacked attachments, and
 * may be slow: the server runs it in a worker (`readImportInWorker`).
 *
 * A file is an archive, a document or an API description. An archive contains an item file with readable copies of its
 * pages (`info.json`, else `prefix_info.json`, in the root or in the only folder, as repacking creates it), or else an
 * export of a product, API descriptions, or other documents. Word documents need `readAnyImport`.
 *
 * @throws {ImportError} for every file that is rejected as a whole
 */
export function readImport(
  file: ImportFile,
  choice: ReadChoice = { forApiClient: false, lang: 'en' },
  { word, words = new Map() }: ConvertedWords = {},
): ImportPlan {
  const plan = word
    ? planWord(word, file.name, choice)
    : isZip(file.bytes)
      ? readArchive(file, choice, words)
      : (planSingleDocument(file.name, file.bytes, choice) ?? readDescription(file, choice))
  if (choice.format !== undefined && plan.source !== choice.format) rejectImport('otherFormat', file.name)
  hashPages(plan)
  return { ...plan, http_pictures: httpImagesOf(plan, choice.ownHosts) }
}

/** Returns the plan of importing a file of any format. @throws {ImportError} as `readImport` */
export async function readAnyImport(file: ImportFile, choice: ReadChoice): Promise<ImportPlan> {
  if (isZip(file.bytes) && isWord(openZip(file.bytes)))
    return readImport(file, choice, { word: await readWord(file.bytes, file.name) })
  try {
    return readImport(file, choice)
  } catch (error) {
    if (!(error instanceof WordsNeeded)) throw error
    return readImport(file, choice, { words: await readWords(error.files) })
  }
}

/**
 * Adds to the pages of API descriptions what a later import compares them with: a hash of text and place, and the packed
 * text. The catalog without a name of its own counts as the same in every language.
 */
function hashPages(branch: Pick<FilePlan, 'pages' | 'catalogs'>, path: readonly string[] = []): void {
  for (const page of branch.pages.filter(({ origin }) => origin)) {
    page.hash = createHash('sha256')
      .update(JSON.stringify([path, page.page_content]))
      .digest('base64url')
    page.packed = deflateRawSync(page.page_content, { level: packLevel })
  }
  for (const catalog of branch.catalogs) {
    const name = namelessNames.includes(catalog.cat_name) ? '' : catalog.cat_name
    hashPages(catalog, [...path, name])
  }
}

const httpImagesOf = (
  { pages, catalogs }: Pick<FilePlan, 'pages' | 'catalogs'>,
  ownHosts: readonly string[] | undefined,
): number =>
  pages.reduce((sum, { page_content }) => sum + countInsecureImages(page_content, ownHosts), 0) +
  catalogs.reduce((sum, catalog) => sum + httpImagesOf(catalog, ownHosts), 0)

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Where a text is wrong that is not JSON at all. */
const textStart = { line: 1, column: 1 }

/** Source of the order in which the kinds are detected: reference, formats 2. */
function readDescription({ name, bytes }: ImportFile, choice: ReadChoice): FilePlan {
  const isNamed = isDescriptionName(name)
  if (bytes.length > jsonLimits.bytes) rejectImport(isNamed ? 'descriptionTooLarge' : 'notZip', name)
  const file = sourceFile(name, () => bytes)
  const text = file.text()
  if (!isDescriptionText(text, name) && /\.txt$/i.test(name)) return planLoneFile(name, bytes, choice)
  if (!isDescriptionText(text, name)) rejectImport(/\.json$/i.test(name) ? 'badJson' : 'notZip', name, textStart)
  return readLoneItem(file, choice) ?? planDescription(file, choice)
}

/** Reads the item file of a ShowDoc export that was taken out of its archive; undefined for any other file. */
function readLoneItem(file: SourceFile, { lang }: ReadChoice): FilePlan | undefined {
  if (!/^\s*\{/.test(file.text()) || !/"pages"\s*:/.test(file.text())) return undefined
  const root = toObject(file.value())
  if (!root || !toObject(root['pages']) || root['item_type'] === undefined) return undefined
  const bytes = Buffer.from(file.text())
  return planItemFile(bytes, file.name, new ByteBudget(), { unpack: () => undefined, lang })
}

function readArchive(file: ImportFile, choice: ReadChoice, words: DocumentSource['words']): FilePlan {
  const { keep, lang } = choice
  const archive = openZip(file.bytes)
  if (isExcel(archive)) return planExcel(file.bytes, file.name, choice)
  const bundleFile =
    choice.format === undefined || choice.format === 'docstead' ? findAtTop(archive, [bundleFormat.file]) : undefined
  const bundle =
    bundleFile && planBundle(archive, archive.read(bundleFile), { keep, lang, folder: folderOf(bundleFile.name) })
  if (bundle) return bundle
  const itemFile = findAtTop(archive, ['info.json', 'prefix_info.json'])
  const folder = folderOf(itemFile?.name ?? '')
  const taken = new Set<string>()
  const unpack: UnpackFile = (path) => {
    const bytes = archive.readOther(folder + path)
    if (!bytes) return undefined
    taken.add(folder + path)
    return { path: keep?.(bytes) ?? '', sizeBytes: bytes.length }
  }
  const plan = itemFile && planItemFile(archive.read(itemFile), itemFile.name, archive.budget, { unpack, lang })
  if (plan)
    return withOthers(
      plan,
      archive.others.filter((name) => !taken.has(name)),
    )

  const hasMarkdown = archive.entries.some((entry) => !/\.json$/i.test(entry.name))
  if (itemFile && !hasMarkdown) rejectImport('badJson', itemFile.name, textStart)
  const from = openSource(archive, file.name, words)
  // exports of products are recognised by their own files, API descriptions by their content, other documents by neither
  return planExport(from, choice) ?? planDescribed(from, choice) ?? planFiles(from, choice)
}

/** Returns the plan of an archive of API descriptions; undefined when it is none, or documents are wanted. */
function planDescribed(from: DocumentSource, choice: ReadChoice): FilePlan | undefined {
  const wanted = importFormats[choice.format as ImportFormat]
  if (wanted && !wanted.isDescription) return undefined
  return planDescriptions(
    from.paths.map((path) => sourceFile(path, () => from.bytes(path))),
    from.name,
    choice,
  )
}

/** Returns the first file of these names in the root or in the only folder. */
function findAtTop({ entries, others }: ZipArchive, names: readonly string[]): ZipEntry | undefined {
  const tops = new Set([...entries.map((entry) => entry.name), ...others].map((name) => name.split('/')[0] ?? ''))
  const [top] = tops
  const folders = tops.size === 1 ? ['', `${top}/`] : ['']
  return folders
    .flatMap((folder) => names.map((name) => folder + name))
    .map((name) => entries.find((entry) => entry.name === name))
    .find((entry) => entry !== undefined)
}

function withOthers(plan: FilePlan, others: string[]): FilePlan {
  const skipped = others.map((name) => ({ name, reason: 'notMarkdown' as const }))
  return { ...plan, skipped: [...plan.skipped, ...skipped] }
}
