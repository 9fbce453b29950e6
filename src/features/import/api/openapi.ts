import { trimName } from '#contract/name.ts'
import { importLimits } from '../limits.ts'
import { fieldsOf, type Loose, listOf, looseOf, shownOf, textOf } from '../loose.ts'
import type { FilePlan } from '../plan-shape.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import { cutTitle } from '../text.ts'
import { labelsOf } from './api-labels.ts'
import { type ApiChoice, apiPage, FreeTitles } from './api-pages.ts'
import { type OpenApiFile, serverUrl } from './openapi-file.ts'
import { apiJsonOf } from './openapi-operation.ts'
import { overviewOf } from './openapi-overview.ts'
import { schemesOf } from './openapi-security.ts'
import { planItem } from './plan-item.ts'
import { SchemaReader } from './schema-reader.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

const webhooks = 'webhooks'

/** Whether a JSON value is a description in Swagger 2 or OpenAPI 3. Source: reference, formats 2. */
export const isOpenApi = (value: Loose): boolean =>
  value['swagger'] !== undefined || (value['openapi'] !== undefined && value['info'] !== undefined)

/**
 * The plan of an API description in Swagger 2 or OpenAPI 3: a page for each operation in the catalogs of its tags, where
 * `/` in a tag makes a catalog inside another, and a page that tells what belongs to no operation. References inside the
 * file are followed, others are not.
 */
export function planOfOpenApi(root: Loose, choice: ApiChoice): FilePlan {
  const tree = new PlanTree(choice.lang)
  const file = fileOf(root, choice)
  const info = looseOf(root['info']) ?? {}
  const title = trimName(textOf(info['title'])) || 'API'
  addTags(tree, root)
  const writer = new OperationWriter(tree, file)
  for (const [path, given] of Object.entries(looseOf(root['paths']) ?? {})) writer.addPath(path, given, [])
  for (const [name, given] of Object.entries(looseOf(root['webhooks']) ?? {})) writer.addPath(name, given, [webhooks])
  const overview = overviewOf(file)
  if (overview !== '')
    tree.addPage([], { page_title: cutTitle(title, importLimits.titleLength), page_content: overview, s_number: 0 })
  return {
    source: 'openapi',
    item: planItem(tree, title, shownOf(info['description'] ?? ''), choice),
    catalogs: tree.catalogs,
    pages: tree.pages,
    skipped: tree.skipped,
    notes: tree.notes,
    files: [],
  }
}

function fileOf(root: Loose, choice: ApiChoice): OpenApiFile {
  const reader = new SchemaReader(root)
  const isSwagger = root['swagger'] !== undefined
  const [server] = listOf(root['servers'])
  return {
    root,
    reader,
    labels: labelsOf(choice.lang),
    isSwagger,
    schemes: schemesOf(root, (value) => reader.object(value)),
    base: isSwagger ? swaggerBase(root) : server ? serverUrl(server) : '',
  }
}

function swaggerBase(root: Loose): string {
  const host = textOf(root['host'])
  const path = textOf(root['basePath']).replace(/\/+$/, '')
  const [scheme] = Array.isArray(root['schemes']) ? root['schemes'] : []
  return host === '' ? path : `${textOf(scheme) || 'http'}://${host}${path}`
}

/** The catalogs of a tag: `Pets/Birds` lies in `Pets`. */
const pathOfTag = (tree: PlanTree, tag: string): string[] =>
  tag
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => tree.catalogName(part))

/** Makes the catalogs in the order in which the description lists its tags. Those of unused tags stay empty. */
function addTags(tree: PlanTree, root: Loose): void {
  const seen = new Set<string>()
  for (const tag of listOf(root['tags'])) {
    const path = pathOfTag(tree, textOf(tag['name']))
    path.forEach((_, index) => {
      const below = path.slice(0, index + 1)
      const key = JSON.stringify(below)
      if (!seen.has(key) && below.length <= importLimits.catalogLevels) tree.addCatalog(below, seen.size + 1)
      seen.add(key)
    })
  }
}

/** Writes operations into the tree. */
class OperationWriter {
  readonly #tree: PlanTree
  readonly #file: OpenApiFile
  readonly #titles = new FreeTitles()

  constructor(tree: PlanTree, file: OpenApiFile) {
    this.#tree = tree
    this.#file = file
  }

  /** Adds the operations of a path. `under` is set for what the server itself calls. */
  addPath(path: string, given: unknown, under: string[]): void {
    const around = this.#file.reader.object(given)
    if (!around) return
    for (const method of methods) {
      const operation = looseOf(around[method])
      if (operation) this.#add(path, method, around, operation, under)
    }
    for (const [method, operation] of fieldsOf(around['additionalOperations']))
      this.#add(path, method.toLowerCase(), around, operation, under)
  }

  #add(path: string, method: string, around: Loose, operation: Loose, under: string[]): void {
    const call = `${method.toUpperCase()} ${path}`
    const whole = titleOf(operation) || call
    const isLong = whole.length > importLimits.titleLength
    const title = isLong ? cutTitle(whole, importLimits.titleLength) : whole
    const doc = apiJsonOf(this.#file, { path, method, around, operation, title })
    if (under.length > 0) doc.info.url = path
    const tags = Array.isArray(operation['tags'])
      ? operation['tags'].map(textOf).filter((tag) => tag.trim() !== '')
      : []
    const paths = [
      ...tags.map((tag) => pathOfTag(this.#tree, tag)),
      ...(tags.length === 0 && under.length === 0 ? [[this.#file.labels.nameless]] : []),
    ]
    for (const place of under.length > 0 ? [under] : paths) {
      const free = this.#titles.take(place, title, call)
      if (this.#file.reader.wasCut) this.#tree.note(pathName([...place, free]), 'schemaCut')
      if (free !== whole) this.#tree.note(pathName([...place, free]), isLong ? 'nameCut' : 'renamed')
      this.#tree.addPage(place, {
        page_title: free,
        ...apiPage({ ...doc, info: { ...doc.info, title: free } }),
      })
    }
  }
}

/** What an operation is called. Source: reference, formats 2.4. */
function titleOf(operation: Loose): string {
  const description = textOf(operation['description'])
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s*/, '')
  return (
    [textOf(operation['summary']).trim(), description ?? '', textOf(operation['operationId']).trim()].find(
      (text) => text !== '',
    ) ?? ''
  )
}
