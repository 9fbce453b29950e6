import { trimName } from '#shared/contract/name.ts'
import { importLimits } from '../limits.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import type { FilePlan } from '../plan-types.ts'
import { cutTitle } from '../text.ts'
import { objectFields, toDisplayText, toObject, toObjects, toText, type UnknownObject } from '../unknown-json.ts'
import { type ApiJson, newApiJson } from './api-json.ts'
import { getLabels } from './api-labels.ts'
import { type ApiChoice, apiPage, FreeTitles, point, points, section } from './api-pages.ts'
import { inlineCode, joined } from './markdown-text.ts'
import { addBody, readBody, swaggerBody } from './openapi-body.ts'
import { extras, formatLink, type OpenApiFile, type Operation, serverUrl } from './openapi-file.ts'
import { mediaText } from './openapi-media.ts'
import { buildOverview } from './openapi-overview.ts'
import { addParameters, mergeParameters } from './openapi-parameters.ts'
import { addResponses, readResponses, responsesTable } from './openapi-responses.ts'
import { applySecurity, readSchemes } from './openapi-security.ts'
import { planItem } from './plan-item.ts'
import { SchemaReader } from './schema-reader.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

const webhooks = 'webhooks'

/** Whether a JSON value is a Swagger 2 or OpenAPI 3 description. Source: reference, formats 2. */
export const isOpenApi = (value: UnknownObject): boolean =>
  value['swagger'] !== undefined || (value['openapi'] !== undefined && value['info'] !== undefined)

/**
 * Returns the plan of a Swagger 2 or OpenAPI 3 description: a page for each operation in the catalogs of its tags,
 * where `/` in a tag creates a nested catalog, and a page for content that belongs to no operation. Only references
 * inside the file are followed.
 */
export function planOpenApi(root: UnknownObject, choice: ApiChoice): FilePlan {
  const tree = new PlanTree(choice.lang)
  const file = fileOf(root, choice)
  const info = toObject(root['info']) ?? {}
  const title = trimName(toText(info['title'])) || 'API'
  addTags(tree, root)
  const writer = new OperationWriter(tree, file)
  for (const [path, given] of Object.entries(toObject(root['paths']) ?? {})) writer.addPath(path, given, [])
  for (const [name, given] of Object.entries(toObject(root['webhooks']) ?? {})) writer.addPath(name, given, [webhooks])
  const overview = buildOverview(file)
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

function fileOf(root: UnknownObject, choice: ApiChoice): OpenApiFile {
  const reader = new SchemaReader(root)
  const isSwagger = root['swagger'] !== undefined
  const [server] = toObjects(root['servers'])
  return {
    root,
    reader,
    labels: getLabels(choice.lang),
    isSwagger,
    schemes: readSchemes(root, (value) => reader.object(value)),
    base: isSwagger ? swaggerBase(root) : server ? serverUrl(server) : '',
  }
}

function swaggerBase(root: UnknownObject): string {
  const host = toText(root['host'])
  const path = toText(root['basePath']).replace(/\/+$/, '')
  const [scheme] = Array.isArray(root['schemes']) ? root['schemes'] : []
  return host === '' ? path : `${toText(scheme) || 'http'}://${host}${path}`
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

/** The keywords of an operation that have a field of their own; the others go into the remark. */
const placed = new Set([
  'tags',
  'summary',
  'description',
  'externalDocs',
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'deprecated',
  'security',
  'servers',
  'consumes',
  'produces',
  'schemes',
])

/** Returns the API document of one operation, with everything in its description. */
function operationToApiJson(file: OpenApiFile, given: Operation): ApiJson {
  const { operation, around } = given
  file.reader.begin()
  const doc = newApiJson(given.title, given.method, baseOf(file, given) + given.path)
  doc.info.description = descriptionOf(given)
  if (operation['deprecated'] === true) doc.info.apiStatus = '5'
  const parameters = mergeParameters(file, around, operation)
  addParameters(file, doc, parameters)
  const body = file.isSwagger ? swaggerBody(file, operation, parameters) : readBody(file, operation)
  const bodyRemark = body && addBody(file, doc, body)
  const security = applySecurity(doc, operation['security'] ?? file.root['security'], file.schemes)
  addResponses(file, doc, operation)
  const operationId = toText(operation['operationId'])
  doc.info.remark = joined(
    points(
      point('operationId', operationId && inlineCode(operationId)),
      point('externalDocs', formatLink(operation['externalDocs']).replaceAll(/\s+/g, ' ')),
      point('security', security),
      otherServers(given),
      extras(operation, placed),
      file.reader.wasCut ? point('$ref', '…') : '',
    ),
    bodyRemark,
    callbacks(file, operation),
  )
  return doc
}

function descriptionOf({ operation, around, title }: Operation): string {
  const summary = toText(operation['summary']).trim()
  const texts = [summary === title ? '' : summary, toText(operation['description'])]
  return joined(...texts, toText(around['summary']), toText(around['description']))
}

function baseOf(file: OpenApiFile, { operation, around }: Operation): string {
  if (file.isSwagger) {
    const [scheme] = Array.isArray(operation['schemes']) ? operation['schemes'] : []
    return toText(scheme) === '' ? file.base : file.base.replace(/^[a-z]+(?=:\/\/)/, toText(scheme))
  }
  const [server] = [...toObjects(operation['servers']), ...toObjects(around['servers'])]
  return server ? serverUrl(server) : file.base
}

function otherServers({ operation, around }: Operation): string {
  const servers = [...toObjects(operation['servers']), ...toObjects(around['servers'])]
  const schemes = Array.isArray(operation['schemes']) ? operation['schemes'].map(toText).join(', ') : ''
  if (servers.length < 2 && schemes === '') return ''
  const lines = servers.map((one) => `- ${inlineCode(serverUrl(one))} ${toText(one['description'])}`)
  return points(point('schemes', schemes), point('servers', lines.length > 0 ? `\n${lines.join('\n')}` : ''))
}

/** Returns the operation's callbacks: address, method and body of each. */
function callbacks(file: OpenApiFile, operation: UnknownObject): string {
  const lines = objectFields(operation['callbacks']).flatMap(([name, given]) =>
    objectFields(file.reader.object(given)).flatMap(([address, path]) =>
      objectFields(path).map(([method, called]) => {
        const body = readBody(file, called)
        return joined(
          `- ${inlineCode(name)}: ${inlineCode(`${method.toUpperCase()} ${address}`)} ${toText(called['summary'])}`,
          toText(called['description']),
          ...(body?.media ?? []).map((media) => mediaText(file, media)),
          responsesTable(readResponses(file, called)),
        )
      }),
    ),
  )
  return section(inlineCode('callbacks'), ...lines)
}

/** Adds operations to the tree. */
class OperationWriter {
  readonly #tree: PlanTree
  readonly #file: OpenApiFile
  readonly #titles = new FreeTitles()

  constructor(tree: PlanTree, file: OpenApiFile) {
    this.#tree = tree
    this.#file = file
  }

  /** Adds the operations of a path. `under` is set for webhooks, which the server itself calls. */
  addPath(path: string, given: unknown, under: string[]): void {
    const around = this.#file.reader.object(given)
    if (!around) return
    for (const method of methods) {
      const operation = toObject(around[method])
      if (operation) this.#add(path, method, around, operation, under)
    }
    for (const [method, operation] of objectFields(around['additionalOperations']))
      this.#add(path, method.toLowerCase(), around, operation, under)
  }

  #add(path: string, method: string, around: UnknownObject, operation: UnknownObject, under: string[]): void {
    const call = `${method.toUpperCase()} ${path}`
    const whole = titleOf(operation) || call
    const isLong = whole.length > importLimits.titleLength
    const title = isLong ? cutTitle(whole, importLimits.titleLength) : whole
    const doc = operationToApiJson(this.#file, { path, method, around, operation, title })
    if (under.length > 0) doc.info.url = path
    const tags = Array.isArray(operation['tags'])
      ? operation['tags'].map(toText).filter((tag) => tag.trim() !== '')
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

/** Returns the title of an operation. Source: reference, formats 2.4. */
function titleOf(operation: UnknownObject): string {
  const description = toText(operation['description'])
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s*/, '')
  return (
    [toText(operation['summary']).trim(), description ?? '', toText(operation['operationId']).trim()].find(
      (text) => text !== '',
    ) ?? ''
  )
}
