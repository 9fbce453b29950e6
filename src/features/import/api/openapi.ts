import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { pagesKey, statusKey } from '#shared/api-doc/openapi/extensions.ts'
import { textsOf } from '#shared/api-doc/openapi/fields.ts'
import { extras, formatLink, type OpenApiFile, serverText } from '#shared/api-doc/openapi/file.ts'
import { operationToApiJson, titleOf } from '#shared/api-doc/openapi/operation.ts'
import { isOpenApi, listOperations, type Operation, readOpenApiFile } from '#shared/api-doc/openapi/operations.ts'
import type { OperationSource } from '#shared/api-doc/openapi/page-source.ts'
import { escapedName } from '#shared/api-doc/openapi/pointer.ts'
import type { SchemaReader } from '#shared/api-doc/openapi/schema-reader.ts'
import { upgradeOpenApi } from '#shared/api-doc/openapi/upgrade.ts'
import { compactTable, point, points, rowTable, section } from '#shared/api-doc/remark.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import { importLimits } from '../limits.ts'
import { cutTitle } from '../text.ts'
import { type ApiLabels, columnLabels } from './api-labels.ts'
import type { ApiWriter, ValueReader } from './api-pages.ts'
import { headOf, withoutOperations } from './description-head.ts'
import { filesKey } from './references.ts'

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
  pagesKey,
  filesKey,
])
const placedInInfo = new Set(['title', 'description', 'version', 'contact', 'license', 'termsOfService', 'summary'])

/** How many fields of unused models, and how many characters of other unused parts, the page about a description shows. */
const overviewLimits = { rows: 3000, characters: 200_000 } as const

/** What is left of {@link overviewLimits}. */
interface Room {
  rows: number
  characters: number
  /** Whether anything had no room. */
  isFull: boolean
}

/**
 * Returns one page with everything in an API description outside its operations, and whether parts that no operation
 * uses are only named there: there may be thousands. Call it after all operations have been read.
 */
function buildOverview(file: OpenApiFile, labels: ApiLabels): { text: string; isCut: boolean } {
  const { root } = file
  const info = toObject(root['info']) ?? {}
  const room = { ...overviewLimits, isFull: false }
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
    heading(labels.models, models(file, labels, room)),
    ...components(file, room),
    emptyPaths(file),
    extras(info, placedInInfo),
    extras(root, placed),
  ]
  return { text: joined(...parts), isCut: room.isFull }
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
  return joined(...toObjects(root['servers']).map((server) => serverText(server, labels)))
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

/** The parts of an API description that its operations can share; schemas and security schemes are shown elsewhere. */
const sharedParts = [
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'examples',
  'links',
  'callbacks',
  'pathItems',
  'mediaTypes',
]

/** Returns the shared parts: the names of those that operations refer to, and everything about the others. */
function components({ root, reader, isSwagger }: OpenApiFile, room: Room): string[] {
  const holder = isSwagger ? root : (toObject(root['components']) ?? {})
  const from = isSwagger ? '#' : '#/components'
  const shown = sharedParts.map((kind) => {
    const entries = Object.entries(toObject(holder[kind]) ?? {})
    const isUsed = ([name]: [string, unknown]) => isFollowed(reader, `${from}/${kind}/`, name)
    const named = entries.filter(isUsed).map(([name]) => inlineCode(name))
    const others = entries
      .filter((one) => !isUsed(one))
      .flatMap(([name, value]) => {
        const text = toDisplayText(value, 2)
        room.characters -= text.length
        if (room.characters > 0) return [joined(`### ${name}`, fenced(text, 'json'))]
        room.isFull = true
        named.push(inlineCode(name))
        return []
      })
    return heading(kind, named.join(', '), ...others)
  })
  const known = new Set([...sharedParts, 'schemas', 'securitySchemes'])
  return isSwagger ? shown : [...shown, heading('components', extras(holder, known))]
}

const isFollowed = (reader: SchemaReader, from: string, name: string): boolean =>
  reader.used.has(from + escapedName(name)) || reader.used.has(from + encodeURIComponent(name))

/** Returns the paths without operations, and what else stands among the paths. */
function emptyPaths({ root, reader }: OpenApiFile): string {
  const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
  return ['paths', webhooks]
    .map((part) =>
      points(
        ...Object.entries(toObject(root[part]) ?? {})
          .filter(([, value]) => {
            const one = reader.object(value)
            return !one || !Object.keys(one).some((key) => methods.has(key) || key === 'additionalOperations')
          })
          .map(([path, value]) => point(path, toText(value) || inlineCode(toDisplayText(value)))),
      ),
    )
    .filter((text) => text !== '')
    .join('\n')
}

/** Returns the schemas that no operation refers to: they would otherwise be lost. */
function models(file: OpenApiFile, labels: ApiLabels, room: Room): string {
  const { root, reader } = file
  const from = root['swagger'] === undefined ? '#/components/schemas/' : '#/definitions/'
  const declared: UnknownObject = toObject(toObject(root['components'])?.['schemas'] ?? root['definitions']) ?? {}
  const refs = Object.entries(declared).map(([name, schema]) => ({
    name,
    schema,
    ref: from + escapedName(name).replaceAll('%', '%25'),
  }))
  const unused = refs.filter(({ name }) => !isFollowed(reader, from, name))
  const shortRow = (name: string, schema: unknown): string[] => {
    reader.begin()
    const row = reader.row(name, schema, false)
    return [name, row.type, row.remark]
  }
  // what operations refer to stands in their rows, without its name
  const listed = refs
    .filter(({ name }) => isFollowed(reader, from, name))
    .map(({ name, ref }) => shortRow(name, { $ref: ref }))
  const shown = unused.flatMap(({ name, schema }) => {
    const rows = room.rows > 0 ? reader.readTree(() => reader.rows(schema)) : []
    const { wasCut } = reader
    room.rows -= rows.length + 1
    if (room.rows <= 0) {
      room.isFull = true
      listed.push(shortRow(name, schema))
      return []
    }
    const own = reader.row(name, schema, false)
    return joined(
      `### ${name}`,
      own.remark,
      rowTable(rows, columnLabels(labels)),
      own.value && section(labels.example, inlineCode(own.value)),
      wasCut ? `*${labels.cut}*` : '',
    )
  })
  return joined(compactTable([labels.name, labels.type, labels.description], listed), ...shown)
}

/** References, which are followed, and words of the format. */
const without = new Set(['$ref', 'in', 'type', 'style', 'swagger', 'openapi', 'schemes', 'consumes', 'produces'])

/** What a description has too much of to list it on a page. */
const withoutParts = new Set([...without, 'components', 'definitions'])

/** The catalogs of an operation are its tags. */
const withoutInOperation = new Set([...without, 'tags'])

/** The statuses of operations in the exports of API clients, as ShowDoc numbers them. */
const clientStatus: Readonly<Record<string, ApiJson['info']['apiStatus']>> = {
  designing: '1',
  pending: '1',
  developing: '1',
  integrating: '2',
  testing: '2',
  tested: '3',
  released: '3',
  completed: '3',
  exception: '4',
  deprecated: '5',
  obsolete: '5',
}

/**
 * Writes the pages of a Swagger 2 or OpenAPI 3 description: a page for each operation in the catalogs of its tags,
 * where `/` in a tag creates a nested catalog, and a page for content that belongs to no operation. Apifox and Apipost
 * export OpenAPI with a folder and a status for each operation.
 */
export const readOpenApi: ValueReader = (value, out) => {
  const root = toObject(value)
  if (!root || !isOpenApi(root)) return false
  const file = readOpenApiFile(root)
  const info = toObject(root['info']) ?? {}
  const name = out.begin('openapi', toText(info['title']), toDisplayText(info['description'] ?? ''))
  const operations = listOperations(file, root['paths'])
  const hasFolders = operations.some(({ operation }) => folderOf(operation) !== '')
  const pathOf = tagPaths(root)
  if (!hasFolders) addTags(out, root, pathOf)
  const sourceOf = sourcesOf(root, out)
  operations.forEach((one, at) => {
    addOperation(out, file, one, { source: sourceOf('paths', at), pathOf })
  })
  listOperations(file, root['webhooks']).forEach((one, at) => {
    addOperation(out, file, one, { source: sourceOf('webhooks', at), pathOf, under: [webhooks] })
  })
  for (const page of toObjects(root[pagesKey]))
    out.addText(textsOf(page['path']), toText(page['title']) || out.labels.nameless, toText(page['text']))
  const { text, isCut } = buildOverview(file, out.labels)
  if (isCut) out.note(name, 'schemaCut')
  out.addOverview(name, text, { value: root, without: isCut ? withoutParts : without })
  return true
}

/**
 * Stores what belongs to no operation of a description, as OpenAPI 3.1, and returns the source of each operation by its
 * number: what an export writes again.
 */
function sourcesOf(root: UnknownObject, out: ApiWriter) {
  const present = upgradeOpenApi(root)
  const file = readOpenApiFile(present)
  const sources = {
    paths: listOperations(file, present['paths']),
    webhooks: listOperations(file, present['webhooks']),
  }
  out.addHead(headOf(present, sources))
  return (kind: keyof typeof sources, at: number): Omit<OperationSource, 'place'> | undefined => {
    const one = sources[kind][at]
    if (!one) return undefined
    const { path, method, around, operation } = one
    const given = toObject(toObject(present[kind])?.[path])
    const reference = given?.['$ref'] === undefined ? undefined : given
    return { kind, path, method, around: withoutOperations(around), operation, ...(reference && { reference }) }
  }
}

const folderKeys = ['x-apifox-folder', 'x-apipost-folder', 'x-folder'] as const
const statusKeys = ['x-apifox-status', 'x-apipost-status', statusKey] as const

const scriptKeys = {
  pre: ['x-apipost-pre-script', 'x-apipost-prescript'],
  post: ['x-apipost-post-script', 'x-apipost-postscript'],
} as const

const firstText = (operation: UnknownObject, keys: readonly string[]): string =>
  keys.map((key) => toText(operation[key])).find((text) => text !== '') ?? ''

/** Returns the folder that an API client exported with an operation; empty for none. */
const folderOf = (operation: UnknownObject): string => firstText(operation, folderKeys)

/**
 * Returns the catalogs of each tag. OpenAPI 3.2 names a tag's parent; elsewhere a `/` in its name does. A tag that is its
 * own ancestor stands where it was met first.
 */
function tagPaths(root: UnknownObject): (tag: string) => string[] {
  const parents = new Map(toObjects(root['tags']).map((tag) => [toText(tag['name']), toText(tag['parent'])]))
  const pathOf = (tag: string, below: readonly string[]): string[] => {
    const parent = parents.get(tag) ?? ''
    const own = pathOfTag(tag)
    return parent === '' || below.includes(parent) ? own : [...pathOf(parent, [...below, tag]), ...own]
  }
  return (tag) => pathOf(tag, [tag])
}

/** Splits a tag or folder into catalogs: `Pets/Birds` is in `Pets`. */
const pathOfTag = (tag: string): string[] =>
  tag
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Adds the catalogs in the order of the description's tags. Those of unused tags stay empty. */
function addTags(out: ApiWriter, root: UnknownObject, pathOf: (tag: string) => string[]): void {
  const seen = new Set<string>()
  for (const tag of toObjects(root['tags'])) {
    const path = pathOf(toText(tag['name']))
    path.forEach((_, index) => {
      const below = path.slice(0, index + 1)
      const key = JSON.stringify(below)
      if (!seen.has(key) && below.length <= importLimits.catalogLevels) out.addCatalog(below, seen.size + 1)
      seen.add(key)
    })
  }
}

/**
 * Adds an operation.
 *
 * @param pathOf the catalogs of a tag
 * @param under the catalog of webhooks, which the server itself calls
 */
function addOperation(
  out: ApiWriter,
  file: OpenApiFile,
  given: Operation,
  {
    source,
    pathOf,
    under,
  }: {
    source: Omit<OperationSource, 'place'> | undefined
    pathOf: (tag: string) => string[]
    under?: string[]
  },
): void {
  const { path, method, operation } = given
  const call = `${method.toUpperCase()} ${path}`
  const title = titleOf(operation)
  const doc = operationToApiJson(file, given, cutTitle(title || call, importLimits.titleLength))
  if (under) doc.info.url = path
  const status = firstText(operation, statusKeys)
  if (Object.hasOwn(clientStatus, status) && doc.info.apiStatus === '0')
    doc.info.apiStatus = clientStatus[status] ?? '0'
  doc.scripts = { pre: firstText(operation, scriptKeys.pre), post: firstText(operation, scriptKeys.post) }
  const tags = textsOf(operation['tags'])
  const folder = folderOf(operation)
  const places: { place: string[]; tag?: string }[] =
    folder !== ''
      ? [{ place: pathOfTag(folder) }]
      : tags.length > 0
        ? tags.map((tag) => ({ place: pathOf(tag), tag }))
        : [{ place: [out.labels.nameless] }]
  const found = {
    title,
    call,
    doc,
    operation: toText(operation['operationId']),
    isCut: file.reader.wasCut,
    input: { value: operation, without: folder === '' ? withoutInOperation : without },
  }
  for (const { place, tag } of under ? [{ place: under, tag: undefined }] : places)
    out.addPage(place, { ...found, source: source && { ...source, ...(tag !== undefined && { tag }) } })
}
