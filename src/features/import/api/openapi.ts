import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { extras, formatLink, type OpenApiFile, serverUrl } from '#shared/api-doc/openapi/file.ts'
import {
  isOpenApi,
  listOperations,
  type Operation,
  operationToApiJson,
  readOpenApiFile,
  titleOf,
} from '#shared/api-doc/openapi/operation.ts'
import { compactTable, rowTable, section } from '#shared/api-doc/remark.ts'
import { objectFields, toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { trimName } from '#shared/contract/name.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { importLimits } from '../limits.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import { cutTitle } from '../text.ts'
import { type ApiLabels, columnLabels, getLabels } from './api-labels.ts'
import { apiPage, type DescriptionFormat, FreeTitles, planItem } from './api-pages.ts'

const webhooks = 'webhooks'

const placed = new Set([
  'swagger',
  'openapi',
  'info',
  'servers',
  'host',
  'basePath',
  'schemes',
  'paths',
  'webhooks',
  'components',
  'tags',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
  'security',
  'externalDocs',
  'consumes',
  'produces',
  'jsonSchemaDialect',
  '$self',
])
const placedInInfo = new Set(['title', 'description', 'version', 'contact', 'license', 'termsOfService', 'summary'])

/**
 * Returns one page with everything in an API description outside its operations. Call it after all operations have been
 * read.
 */
function buildOverview(file: OpenApiFile, labels: ApiLabels): string {
  const { root } = file
  const info = toObject(root['info']) ?? {}
  const parts = [
    toText(info['summary']),
    toText(info['description']),
    heading(labels.version, toText(info['version'])),
    heading(labels.contact, listed(info['contact'])),
    heading(labels.license, listed(info['license'])),
    heading(labels.terms, toText(info['termsOfService'])),
    moreAbout(labels, root['externalDocs']),
    heading(labels.servers, servers(file, labels)),
    heading(labels.security, schemes(file, labels)),
    heading(labels.tags, tags(file, labels)),
    heading(labels.models, models(file, labels)),
    extras(info, placedInInfo),
    extras(root, placed),
  ]
  return joined(...parts)
}

/** Returns a section with a link to external documents. */
const moreAbout = (labels: ApiLabels, value: unknown): string => section(labels.moreAbout, formatLink(value))

const heading = (name: string, ...parts: string[]): string => {
  const body = joined(...parts)
  return body === '' ? '' : `## ${name}\n\n${body}`
}

/** Returns the fields of an object as lines, or a text unchanged. */
const listed = (value: unknown): string =>
  toText(value) ||
  Object.entries(toObject(value) ?? {})
    .map(([key, field]) => `- ${key}: ${toDisplayText(field)}`)
    .join('\n')

function servers({ root, base, isSwagger }: OpenApiFile, labels: ApiLabels): string {
  if (isSwagger) {
    const schemes = Array.isArray(root['schemes']) ? root['schemes'].map(toText).join(', ') : ''
    return joined(base && `- ${inlineCode(base)}`, schemes && `- ${inlineCode(schemes)}`)
  }
  return joined(
    ...toObjects(root['servers']).map((server) => {
      const variables = objectFields(server['variables']).map(([name, one]) => [
        name,
        toText(one['default']),
        Array.isArray(one['enum']) ? one['enum'].map(toText).join(', ') : '',
        toText(one['description']),
      ])
      const given = toText(server['url'])
      return joined(
        `- ${inlineCode(serverUrl(server) || '/')} ${toText(server['description'])}`,
        variables.length === 0 ? '' : inlineCode(given),
        compactTable([labels.variables, labels.value, 'enum', labels.description], variables),
      )
    }),
  )
}

const schemes = ({ schemes: declared }: OpenApiFile, labels: ApiLabels): string =>
  compactTable(
    [labels.name, labels.type, labels.description],
    [...declared.values()].map((one) => [one.name, one.type, one.about]),
  )

function tags({ root }: OpenApiFile, labels: ApiLabels): string {
  const described = toObjects(root['tags']).filter((tag) => Object.keys(tag).some((key) => key !== 'name'))
  return joined(
    ...described.map((tag) =>
      joined(
        `### ${toText(tag['name'])}`,
        toText(tag['description']),
        moreAbout(labels, tag['externalDocs']),
        extras(tag, new Set(['name', 'description', 'externalDocs'])),
      ),
    ),
  )
}

/** Returns the schemas that no operation refers to: they would otherwise be lost. */
function models(file: OpenApiFile, labels: ApiLabels): string {
  const { root, reader } = file
  const from = root['swagger'] === undefined ? '#/components/schemas/' : '#/definitions/'
  const declared: UnknownObject = toObject(toObject(root['components'])?.['schemas'] ?? root['definitions']) ?? {}
  const refs = Object.entries(declared).map(([name, schema]) => ({
    name,
    schema,
    ref: from + name.replaceAll('~', '~0').replaceAll('/', '~1'),
  }))
  const unused = refs.filter(
    ({ ref, name }) => !reader.used.has(ref) && !reader.used.has(from + encodeURIComponent(name)),
  )
  return joined(
    ...unused.map(({ name, schema }) => {
      reader.begin()
      const [own] = reader.rowsNamed(name, schema, false)
      return joined(
        `### ${name}`,
        own?.remark,
        rowTable(reader.rows(schema), columnLabels(labels)),
        own?.value && section(labels.example, inlineCode(own.value)),
        reader.wasCut ? `*${labels.cut}*` : '',
      )
    }),
  )
}

/**
 * Returns the plan of a Swagger 2 or OpenAPI 3 description: a page for each operation in the catalogs of its tags,
 * where `/` in a tag creates a nested catalog, and a page for content that belongs to no operation. Only references
 * inside the file are followed.
 */
export const planOpenApi: DescriptionFormat = (root, choice) => {
  if (!isOpenApi(root)) return undefined
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
