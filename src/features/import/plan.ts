import { toObject } from '#shared/api-doc/unknown-json.ts'
import { isProbablyYaml, readYaml, type YamlError } from '#shared/api-doc/yaml-text.ts'
import type { ApiChoice, DescriptionFormat } from './api/api-pages.ts'
import { planOpenApi } from './api/openapi.ts'
import { planPostman } from './api/postman.ts'
import {
  type DocumentChoice,
  isExcel,
  planDocumentArchive,
  planExcel,
  planSingleDocument,
  planWord,
} from './documents/readers.ts'
import { isWord, readWord, type WordText } from './documents/word.ts'
import { type ImportErrorReason, rejectImport } from './import-error.ts'
import { countInsecureImages } from './insecure-images.ts'
import type { FilePlan, ImportPlan } from './plan-types.ts'
import { isJsonDocument, jsonLimits, parseJson } from './safe-json.ts'
import { planItemFile, type UnpackFile } from './showdoc.ts'
import { decodeText } from './text.ts'
import { openZip, type ZipArchive, type ZipEntry } from './zip.ts'

/** A file to import. */
export interface ImportFile {
  /** The sender's file name; a new item from plain Markdown is named after it. */
  name: string
  bytes: Uint8Array
}

/** The options of reading a file. */
export interface ReadChoice extends ApiChoice, DocumentChoice {
  /** The hosts of the site itself, as `countInsecureImages` takes them. */
  ownHosts?: readonly string[] | undefined
}

/**
 * Returns the plan of importing a file. Reads and checks everything, writes nothing but unpacked attachments, and
 * may be slow: the server runs it in a worker (`readImportInWorker`).
 *
 * A file is an archive, or an API description in JSON or YAML. An archive contains an item file with readable copies of
 * its pages (`info.json`, else `prefix_info.json`, in the root or in the only folder, as repacking creates it), or else
 * documents of one of the formats in `documents/`. A Word document needs `readAnyImport`.
 *
 * @throws {ImportError} for every file that is rejected as a whole
 */
export function readImport(
  file: ImportFile,
  choice: ReadChoice = { forApiClient: false, lang: 'en' },
  word?: WordText,
): ImportPlan {
  const plan = word
    ? planWord(word, file.name, choice)
    : isZip(file.bytes)
      ? readArchive(file, choice)
      : (planSingleDocument(file.name, file.bytes, choice) ?? readDescription(file, choice))
  if (choice.format !== undefined && plan.source !== choice.format) rejectImport('otherFormat', file.name)
  return { ...plan, http_pictures: httpImagesOf(plan, choice.ownHosts) }
}

/** Returns the plan of importing a file of any format. @throws {ImportError} as `readImport` */
export async function readAnyImport(file: ImportFile, choice: ReadChoice): Promise<ImportPlan> {
  const isWordFile = isZip(file.bytes) && isWord(openZip(file.bytes))
  return readImport(file, choice, isWordFile ? await readWord(file.bytes, file.name) : undefined)
}

const httpImagesOf = (
  { pages, catalogs }: Pick<FilePlan, 'pages' | 'catalogs'>,
  ownHosts: readonly string[] | undefined,
): number =>
  pages.reduce((sum, { page_content }) => sum + countInsecureImages(page_content, ownHosts), 0) +
  catalogs.reduce((sum, catalog) => sum + httpImagesOf(catalog, ownHosts), 0)

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const reasons: Record<YamlError['kind'], ImportErrorReason> = {
  syntax: 'badYaml',
  tab: 'yamlTab',
  indent: 'yamlIndent',
  duplicateKey: 'yamlDuplicateKey',
  manyDocuments: 'yamlManyDocuments',
  alias: 'yamlAlias',
  tooDeep: 'jsonTooDeep',
  tooMany: 'jsonTooMany',
}

/**
 * Parses a YAML text from outside, within the limits of JSON.
 *
 * @param name the location of the text, for the message
 * @throws {ImportError} badYaml, yamlTab, yamlIndent, yamlDuplicateKey, yamlManyDocuments, yamlAlias, jsonTooDeep,
 *   jsonTooMany; with the line and column
 */
function parseYaml(text: string, name: string): unknown {
  const read = readYaml(text, jsonLimits)
  if ('value' in read) return read.value
  const { kind, line, column, key } = read.fault
  return rejectImport(reasons[kind], name, { line, column, key })
}

/** The readers of API descriptions, in the order in which they are tried. */
const descriptionFormats: readonly DescriptionFormat[] = [planOpenApi, planPostman]

/** Source of the order in which the kinds are detected: reference, formats 2. */
function readDescription({ name, bytes }: ImportFile, choice: ApiChoice): FilePlan {
  const isNamedJson = /\.json$/i.test(name)
  const isNamedYaml = /\.ya?ml$/i.test(name)
  if (bytes.length > jsonLimits.bytes) rejectImport(isNamedJson || isNamedYaml ? 'descriptionTooLarge' : 'notZip', name)
  const text = decodeText(bytes)?.text ?? rejectImport(isNamedJson ? 'badJson' : 'notZip', name)
  const isYaml = /^\s*[{[]/.test(text) ? isNamedYaml && !isJsonDocument(text) : isNamedYaml || isProbablyYaml(text)
  if (!isYaml && !/^\s*[{[]/.test(text)) rejectImport(isNamedJson ? 'badJson' : 'notZip', name)
  const root = toObject(isYaml ? parseYaml(text, name) : parseJson(text, name)) ?? rejectImport('unknownJson', name)
  for (const readFormat of descriptionFormats) {
    const plan = readFormat(root, choice)
    if (plan) return notEmpty(plan, name)
  }
  return rejectImport('unknownJson', name)
}

function notEmpty(plan: FilePlan, name: string): FilePlan {
  if (plan.pages.length + plan.catalogs.length === 0) rejectImport('empty', name)
  return plan
}

function readArchive(file: ImportFile, choice: ReadChoice): FilePlan {
  const { keep, lang } = choice
  const archive = openZip(file.bytes)
  if (isExcel(archive)) return planExcel(file.bytes, file.name, choice)
  const itemFile = findItemFile(archive)
  const folder = itemFile?.name.slice(0, itemFile.name.lastIndexOf('/') + 1) ?? ''
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
  if (itemFile && !hasMarkdown) rejectImport('badJson', itemFile.name)
  return planDocumentArchive(archive, file.name, choice)
}

function findItemFile({ entries, others }: ZipArchive): ZipEntry | undefined {
  const tops = new Set([...entries.map((entry) => entry.name), ...others].map((name) => name.split('/')[0] ?? ''))
  const [top] = tops
  const folders = tops.size === 1 ? ['', `${top}/`] : ['']
  return folders
    .flatMap((folder) => [`${folder}info.json`, `${folder}prefix_info.json`])
    .map((name) => entries.find((entry) => entry.name === name))
    .find((entry) => entry !== undefined)
}

function withOthers(plan: FilePlan, others: string[]): FilePlan {
  const skipped = others.map((name) => ({ name, reason: 'notMarkdown' as const }))
  return { ...plan, skipped: [...plan.skipped, ...skipped] }
}
