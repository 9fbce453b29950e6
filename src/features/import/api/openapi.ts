import type { OpenApiFile } from '#shared/api-doc/openapi/file.ts'
import {
  listOperations,
  type Operation,
  operationToApiJson,
  readOpenApiFile,
  titleOf,
} from '#shared/api-doc/openapi/operation.ts'
import { toDisplayText, toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { trimName } from '#shared/contract/name.ts'
import { importLimits } from '../limits.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import type { FilePlan } from '../plan-types.ts'
import { cutTitle } from '../text.ts'
import { getLabels } from './api-labels.ts'
import { type ApiChoice, apiPage, FreeTitles } from './api-pages.ts'
import { buildOverview } from './openapi-overview.ts'
import { planItem } from './plan-item.ts'

const webhooks = 'webhooks'

/**
 * Returns the plan of a Swagger 2 or OpenAPI 3 description: a page for each operation in the catalogs of its tags,
 * where `/` in a tag creates a nested catalog, and a page for content that belongs to no operation. Only references
 * inside the file are followed.
 */
export function planOpenApi(root: UnknownObject, choice: ApiChoice): FilePlan {
  const tree = new PlanTree(choice.lang)
  const file = readOpenApiFile(root)
  const labels = getLabels(choice.lang)
  const info = toObject(root['info']) ?? {}
  const title = trimName(toText(info['title'])) || 'API'
  addTags(tree, root)
  const writer = new OperationWriter(tree, file, labels.nameless)
  for (const one of listOperations(file, root['paths'])) writer.add(one, [])
  for (const one of listOperations(file, root['webhooks'])) writer.add(one, [webhooks])
  const overview = buildOverview(file, labels)
  if (overview !== '')
    tree.addPage([], { page_title: cutTitle(title, importLimits.titleLength), page_content: overview, s_number: 0 })
  return {
    source: 'openapi',
    item: planItem(tree, title, toDisplayText(info['description'] ?? ''), choice),
    catalogs: tree.catalogs,
    pages: tree.pages,
    skipped: tree.skipped,
    notes: tree.notes,
    files: [],
  }
}

/** Returns the catalogs of a tag: `Pets/Birds` is in `Pets`. */
const pathOfTag = (tree: PlanTree, tag: string): string[] =>
  tag
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => tree.catalogName(part))

/** Adds the catalogs in the order of the description's tags. Those of unused tags stay empty. */
function addTags(tree: PlanTree, root: UnknownObject): void {
  const seen = new Set<string>()
  for (const tag of toObjects(root['tags'])) {
    const path = pathOfTag(tree, toText(tag['name']))
    path.forEach((_, index) => {
      const below = path.slice(0, index + 1)
      const key = JSON.stringify(below)
      if (!seen.has(key) && below.length <= importLimits.catalogLevels) tree.addCatalog(below, seen.size + 1)
      seen.add(key)
    })
  }
}

/** Adds operations to the tree. */
class OperationWriter {
  readonly #tree: PlanTree
  readonly #file: OpenApiFile
  readonly #nameless: string
  readonly #titles = new FreeTitles()

  /** @param nameless the catalog of operations without a tag */
  constructor(tree: PlanTree, file: OpenApiFile, nameless: string) {
    this.#nameless = nameless
    this.#tree = tree
    this.#file = file
  }

  /** Adds an operation. `under` is set for webhooks, which the server itself calls. */
  add(given: Operation, under: string[]): void {
    const { path, method, operation } = given
    const call = `${method.toUpperCase()} ${path}`
    const whole = titleOf(operation) || call
    const isLong = whole.length > importLimits.titleLength
    const title = isLong ? cutTitle(whole, importLimits.titleLength) : whole
    const doc = operationToApiJson(this.#file, given, title)
    if (under.length > 0) doc.info.url = path
    const tags = Array.isArray(operation['tags'])
      ? operation['tags'].map(toText).filter((tag) => tag.trim() !== '')
      : []
    const paths = [
      ...tags.map((tag) => pathOfTag(this.#tree, tag)),
      ...(tags.length === 0 && under.length === 0 ? [[this.#nameless]] : []),
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
