import { isOpenApi } from '#shared/api-doc/openapi/operation.ts'
import { rowTable } from '#shared/api-doc/remark.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { isProbablyYaml, readYaml, type YamlError } from '#shared/api-doc/yaml-text.ts'
import { trimName } from '#shared/contract/name.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { joined } from '#shared/markdown/write.ts'
import { type ApiLabels, columnLabels, getLabels } from './api/api-labels.ts'
import { type ApiChoice, apiPage, FreeTitles } from './api/api-pages.ts'
import { planOpenApi } from './api/openapi.ts'
import { planItem } from './api/plan-item.ts'
import { authText, requestToApiJson } from './api/postman-request.ts'
import type { PostmanFolder, PostmanRequest } from './api/postman-shape.ts'
import { readPostman1 } from './api/postman-v1.ts'
import { readPostman2 } from './api/postman-v2.ts'
import { type ImportErrorReason, rejectImport } from './import-error.ts'
import { countInsecureImages } from './insecure-images.ts'
import { importLimits } from './limits.ts'
import { planMarkdown } from './markdown-archive.ts'
import { PlanTree, pathName } from './plan-tree.ts'
import type { FilePlan, ImportPlan } from './plan-types.ts'
import { isJsonDocument, jsonLimits, parseJson } from './safe-json.ts'
import { planItemFile, type UnpackFile } from './showdoc.ts'
import { cutTitle, decodeText } from './text.ts'
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

/** Returns the collection in a JSON value, in any wrapping; undefined for anything else. */
function findCollection(value: UnknownObject): PostmanFolder | undefined {
  const root = toObject(value['collection']) ?? value
  if (toObject(root['info']) && Array.isArray(root['item'])) return readPostman2(root)
  return Array.isArray(root['requests']) ? readPostman1(root) : undefined
}

/** Returns one page with the descriptions of a collection and its folders; empty when they have none. */
function buildCollectionOverview(collection: PostmanFolder, labels: ApiLabels): string {
  const folders: string[] = []
  const visit = (folder: PostmanFolder, path: string[]) => {
    for (const below of folder.folders) {
      const inside = [...path, below.name]
      const about = aboutFolder(below, labels)
      if (about !== '') folders.push(joined(`### ${inside.join(' / ')}`, about))
      visit(below, inside)
    }
  }
  visit(collection, [])
  return joined(aboutFolder(collection, labels), folders.length > 0 ? `## ${labels.folders}` : '', ...folders)
}

function aboutFolder(folder: PostmanFolder, labels: ApiLabels): string {
  const { pre, post } = folder.scripts
  const part = (name: string, text: string) => (text === '' ? '' : joined(`**${name}**`, text))
  return joined(
    folder.description,
    part(labels.variables, rowTable(folder.variables, columnLabels(labels))),
    part(labels.security, folder.auth ? authText(folder.auth) : ''),
    part(labels.scriptBefore, pre.trim() && fenced(pre, 'js')),
    part(labels.scriptAfter, post.trim() && fenced(post, 'js')),
  )
}

/** Returns the plan of a Postman collection: folders become catalogs, requests become pages. */
function planPostman(collection: PostmanFolder, choice: ApiChoice): FilePlan {
  const tree = new PlanTree(choice.lang)
  const labels = getLabels(choice.lang)
  const titles = new FreeTitles()
  const addRequest = (request: PostmanRequest, path: string[], auth: UnknownObject | undefined) => {
    const call = `${request.method} ${request.url.split('?', 1)[0]}`
    const whole = titleOf(request.name) || call
    const title = cutTitle(whole, importLimits.titleLength)
    const free = titles.take(path, title, cutTitle(call, importLimits.titleLength))
    if (free !== whole) tree.note(pathName([...path, free]), title === whole ? 'renamed' : 'nameCut')
    const doc = requestToApiJson({ ...request, auth: request.auth ?? auth }, free)
    tree.addPage(path, { page_title: free, ...apiPage(doc) })
  }
  const addFolder = (folder: PostmanFolder, path: string[], above: UnknownObject | undefined) => {
    const auth = folder.auth ?? above
    for (const request of folder.requests) addRequest(request, path, auth)
    folder.folders.forEach((below, index) => {
      const inside = [...path, tree.catalogName(below.name)]
      tree.addCatalog(inside, folder.requests.length + index + 1)
      addFolder(below, inside, auth)
    })
  }
  addFolder(collection, [], undefined)

  const name = trimName(collection.name) || 'API'
  const overview = buildCollectionOverview(collection, labels)
  if (overview !== '')
    tree.addPage([], { page_title: cutTitle(name, importLimits.titleLength), page_content: overview, s_number: 0 })
  return {
    source: 'postman',
    item: planItem(tree, name, collection.description, choice),
    catalogs: tree.catalogs,
    pages: tree.pages,
    skipped: tree.skipped,
    notes: tree.notes,
    files: [],
  }
}

/**
 * Returns a request's title: its name, or the last part of a name that is an address, as Postman generates them.
 * Source: reference, formats 2.5.
 */
function titleOf(name: string): string {
  const given = name.trim()
  if (!/^([a-z]+:\/\/|\/|\{\{)\S*$/i.test(given)) return given
  return (
    given
      .split('?', 1)[0]
      ?.split('/')
      .filter((part) => part !== '')
      .slice(-2)
      .join('/') ?? given
  )
}

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
