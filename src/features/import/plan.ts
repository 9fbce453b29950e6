import { isProbablyYaml } from '#shared/markdown/yaml-text.ts'
import type { ApiChoice } from './api/api-pages.ts'
import { isOpenApi, planOpenApi } from './api/openapi.ts'
import { findCollection, planPostman } from './api/postman.ts'
import { rejectImport } from './import-error.ts'
import { countInsecureImages } from './insecure-images.ts'
import { planMarkdown } from './markdown-archive.ts'
import type { FilePlan, ImportPlan } from './plan-types.ts'
import { isJsonDocument, jsonLimits, parseJson } from './safe-json.ts'
import { parseYaml } from './safe-yaml.ts'
import { planItemFile, type UnpackFile } from './showdoc.ts'
import { decodeText } from './text.ts'
import { toObject } from './unknown-json.ts'
import { openZip, type ZipArchive, type ZipEntry } from './zip.ts'

/** A file to import. */
export interface ImportFile {
  /** The sender's file name; a new item from plain Markdown is named after it. */
  name: string
  bytes: Uint8Array
}

/** The options of reading a file. */
export interface ReadChoice extends ApiChoice {
  /** Stores the bytes of a file in the archive and returns its path. Without it the files are not stored. */
  keep?: ((bytes: Uint8Array) => string) | undefined
  /** The hosts of the site itself, as `countInsecureImages` takes them. */
  ownHosts?: readonly string[] | undefined
}

/**
 * Returns the plan of importing a file. Reads and checks everything, writes nothing but unpacked attachments, and
 * may be slow: the server runs it in a worker (`readImportInWorker`).
 *
 * A file is an archive, or an API description in JSON or YAML. An archive contains an item file with readable copies of
 * its pages (`info.json`, else `prefix_info.json`, in the root or in the only folder, as repacking creates it), or else
 * a tree of Markdown files, whose folders all become catalogs.
 *
 * @throws {ImportError} for every file that is rejected as a whole
 */
export function readImport(file: ImportFile, choice: ReadChoice = { forApiClient: false, lang: 'en' }): ImportPlan {
  const plan = isZip(file.bytes) ? readArchive(file, choice) : readDescription(file, choice)
  return { ...plan, http_pictures: httpPicturesOf(plan, choice.ownHosts) }
}

const httpPicturesOf = (
  { pages, catalogs }: Pick<FilePlan, 'pages' | 'catalogs'>,
  ownHosts: readonly string[] | undefined,
): number =>
  pages.reduce((sum, { page_content }) => sum + countInsecureImages(page_content, ownHosts), 0) +
  catalogs.reduce((sum, catalog) => sum + httpPicturesOf(catalog, ownHosts), 0)

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Source of the order in which the kinds are detected: reference, formats 2. */
function readDescription({ name, bytes }: ImportFile, choice: ApiChoice): FilePlan {
  const isNamedJson = /\.json$/i.test(name)
  const isNamedYaml = /\.ya?ml$/i.test(name)
  if (bytes.length > jsonLimits.bytes) rejectImport(isNamedJson || isNamedYaml ? 'descriptionTooLarge' : 'notZip', name)
  const text = decodeText(bytes)?.text ?? rejectImport(isNamedJson ? 'badJson' : 'notZip', name)
  const isYaml = /^\s*[{[]/.test(text) ? isNamedYaml && !isJsonDocument(text) : isNamedYaml || isProbablyYaml(text)
  if (!isYaml && !/^\s*[{[]/.test(text)) rejectImport(isNamedJson ? 'badJson' : 'notZip', name)
  const root = toObject(isYaml ? parseYaml(text, name) : parseJson(text, name)) ?? rejectImport('unknownJson', name)
  if (isOpenApi(root)) return notEmpty(planOpenApi(root, choice), name)
  const collection = findCollection(root) ?? rejectImport('unknownJson', name)
  return notEmpty(planPostman(collection, choice), name)
}

function notEmpty(plan: FilePlan, name: string): FilePlan {
  if (plan.pages.length + plan.catalogs.length === 0) rejectImport('empty', name)
  return plan
}

function readArchive(file: ImportFile, { keep, lang }: ReadChoice): FilePlan {
  const archive = openZip(file.bytes)
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

  const hasMarkdown = archive.entries.some((entry) => !isJson(entry))
  if (itemFile && !hasMarkdown) rejectImport('badJson', itemFile.name)
  return withOthers(planMarkdown(archive, file.name, lang), [
    ...archive.entries.filter(isJson).map((entry) => entry.name),
    ...archive.others,
  ])
}

const isJson = (entry: ZipEntry) => /\.json$/i.test(entry.name)

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
