import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseItemParameters, readApiDoc } from '#shared/api-doc/api-doc.ts'
import { duplicatesKey, operationsKey, pagesKey } from '#shared/api-doc/openapi/extensions.ts'
import { pathMethods, setField, textsOf } from '#shared/api-doc/openapi/fields.ts'
import type { OperationSource, PageSource } from '#shared/api-doc/openapi/page-source.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { NothingToExport } from '../api/nothing.ts'
import { TextFile } from '../api/text-file.ts'
import { JsonTree, type TreeWriter, YamlTree } from '../api/tree-writer.ts'
import type { ApiFrame, ApiPage, ApiPart, ExportNote } from '../worker-message.ts'
import type { ExportWriter } from '../writer.ts'
import { applyEdits, otherParameters } from './edits.ts'
import { Heads, unpacked, withField } from './heads.ts'
import { operationOf, parameterOfRow } from './operation.ts'

/** An operation that waits for the end: a path is written with all its methods together. */
interface Held {
  kind: 'paths' | 'webhooks'
  path: string
  method: string
  packed: Buffer
  around: UnknownObject
  description: string
  /** The server of a page without a description; empty for none. */
  base: string
  hasAllParameters: boolean
  /** The title of its page. */
  title: string
  /** The text of the source that it has unchanged; empty after an edit. */
  unchanged: string
}

/** The tags of an operation that stands on several pages: those with a page, and their present names. */
interface TagChanges {
  present: Map<string, string>
}

const pack = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value), { level: 1 })
const unpack = (packed: Buffer): UnknownObject => JSON.parse(inflateRawSync(packed).toString()) as UnknownObject

const isSamePath = (one: readonly string[], other: readonly string[]): boolean => isDeepStrictEqual(one, other)

/**
 * Writes the API pages of an item as an OpenAPI 3.1 description. Operations are held compressed until their paths are
 * complete; everything else is written piece by piece.
 */
export class OpenApiDescription implements ExportWriter<ApiPart> {
  readonly notes: ExportNote[] = []
  readonly #file: TextFile
  readonly #frame: ApiFrame
  readonly #heads: Heads
  readonly #held: Held[] = []
  readonly #bySource = new Map<string, { held: Held; tags: TagChanges }>()
  readonly #tagsOf = new Map<Held, TagChanges>()
  readonly #pages: Buffer[] = []
  readonly #newTags = new Set<string>()
  /** What pages of each imported tag are filed under now. */
  readonly #renamedTags = new Map<string, Set<string>>()
  readonly #globals: { $ref: string; in: unknown; name: unknown }[] = []

  constructor(path: string, frame: ApiFrame) {
    this.#file = new TextFile(path)
    this.#frame = frame
    this.#heads = new Heads(frame.heads)
    const { header, query, cookies } = parseItemParameters(frame.globals)
    const rows = [
      ...header.map((row) => parameterOfRow(row, 'header')),
      ...query.map((row) => parameterOfRow(row, 'query')),
      ...cookies.map((row) => parameterOfRow(row, 'cookie')),
    ]
    for (const one of rows) {
      const { $ref } = this.#heads.addComponent('parameters', toText(one['name']), one)
      this.#globals.push({ $ref, in: one['in'], name: one['name'] })
    }
  }

  get sizeBytes(): number {
    return this.#file.sizeBytes
  }

  add(part: ApiPart): void {
    if (!('page' in part)) return
    const { page } = part
    const doc = readApiDoc(page.text)
    const source =
      page.imported && page.imported.source.length > 0 ? unpacked<PageSource>(page.imported.source) : undefined
    if (!doc) this.#addText(page, source)
    else if ((source?.kind === 'paths' || source?.kind === 'webhooks') && page.imported)
      this.#addImported(page, source, page.imported)
    else this.#addWritten(page)
  }

  finish(): void {
    if (this.#held.length === 0) throw new NothingToExport()
    const tree: TreeWriter = this.#frame.kind === 'openapi' ? new JsonTree(this.#file) : new YamlTree(this.#file)
    const { main } = this.#heads
    tree.entry('openapi', toText(main['openapi']) || '3.1.1')
    if (main['$self'] !== undefined) tree.entry('$self', main['$self'])
    tree.entry('info', this.#info())
    for (const key of ['jsonSchemaDialect', 'externalDocs']) if (main[key] !== undefined) tree.entry(key, main[key])
    const servers = this.#servers()
    if (servers.length > 0) tree.entry('servers', servers)
    if (main['security'] !== undefined) tree.entry('security', main['security'])
    const tags = this.#tags()
    if (tags.length > 0) tree.entry('tags', tags)
    const used: unknown[] = [{ security: main['security'] }]
    this.#writePaths(tree, 'paths', servers, used)
    if (this.#held.some(({ kind }) => kind === 'webhooks')) this.#writePaths(tree, 'webhooks', servers, used)
    const components = this.#heads.components(this.#frame.isWhole ? undefined : used)
    if (components.length > 0) {
      tree.open('components')
      for (const [kind, parts] of components) {
        tree.open(kind)
        for (const [name, part] of Object.entries(parts)) tree.entry(name, part)
        tree.close()
      }
      tree.close()
    }
    if (this.#frame.isWhole) {
      const placed = [
        'openapi',
        '$self',
        'info',
        'jsonSchemaDialect',
        'externalDocs',
        'servers',
        'security',
        'tags',
        'components',
      ]
      for (const [key, value] of Object.entries(main)) if (!placed.includes(key)) tree.entry(key, value)
      for (const [key, value] of Object.entries(this.#heads.further)) tree.entry(key, value)
    }
    if (this.#pages.length > 0) {
      tree.openList(pagesKey)
      for (const page of this.#pages) tree.entry('', unpack(page))
      tree.close()
    }
    tree.end()
    this.#file.close()
  }

  /** Keeps a page that describes no request. The overview that an import has made is in the head already. */
  #addText({ title, folders, text, imported }: ApiPage, source: PageSource | undefined): void {
    const isOverview = source?.kind === 'overview' && this.#frame.isWhole
    if (
      isOverview &&
      imported &&
      this.#heads.has(imported.description) &&
      inflateRawSync(imported.packed).toString() === text
    )
      return
    if (text.trim() === '') return
    this.#pages.push(pack({ title, path: folders, text }))
    this.notes.push({ page_title: title, reason: 'notApi', detail: '' })
  }

  #addWritten({ title, folders, text }: ApiPage): void {
    const doc = readApiDoc(text)
    if (!doc) return
    const { path, method, base, operation, schemes } = operationOf(doc, title)
    const tag = this.#tagOf(folders)
    if (tag !== undefined) this.#newTags.add(tag)
    const tagged = { ...(tag !== undefined && { tags: [tag] }), ...this.#withSchemes(operation, schemes) }
    this.#hold({
      kind: 'paths',
      path,
      method,
      packed: pack(tagged),
      around: {},
      description: '',
      base,
      hasAllParameters: false,
      title,
      unchanged: '',
    })
  }

  #addImported(page: ApiPage, source: OperationSource, imported: NonNullable<ApiPage['imported']>): void {
    const { description } = imported
    const key = createHash('sha256')
      .update(JSON.stringify([description, source.kind, source.method, source.path, source.operation]))
      .digest('base64')
    const known = this.#bySource.get(key)
    const tags = known?.tags ?? { present: new Map<string, string>() }
    const isMoved = this.#frame.isLimited || !isSamePath(source.place, page.folders)
    const operation = { ...source.operation }
    if (source.tag !== undefined) {
      const now = isMoved ? (this.#tagOf(page.folders) ?? '') : source.tag
      tags.present.set(source.tag, now)
      this.#renamedTags.set(source.tag, (this.#renamedTags.get(source.tag) ?? new Set()).add(now))
      if (now !== source.tag && now !== '') this.#newTags.add(now)
    } else if (isMoved && source.kind === 'paths') this.#moveUntagged(operation, page.folders)
    const base = inflateRawSync(imported.packed).toString()
    const isRenamed = page.title !== imported.title
    const [before, after] = [readApiDoc(base), readApiDoc(page.text)]
    const isUnchanged = !isRenamed && base === page.text
    if (known && isUnchanged) return
    const held: Held = {
      kind: source.kind,
      path: source.path,
      method: source.method,
      packed: pack(operation),
      around: source.around,
      description,
      base: '',
      hasAllParameters: false,
      title: page.title,
      unchanged: isUnchanged ? key : '',
    }
    if (!isUnchanged && before && after) {
      const edited = applyEdits(
        { ...source, operation, before, after },
        this.#heads.resolveIn(description),
        isRenamed ? page.title : undefined,
      )
      Object.assign(held, {
        path: edited.path,
        method: edited.method,
        base: edited.base,
        packed: pack(this.#withSchemes(edited.operation, edited.schemes)),
        hasAllParameters: edited.hasAllParameters,
      })
    }
    if (known && known.held.unchanged !== '') {
      // one page of several for the same operation was edited: it speaks for all
      this.#tagsOf.set(held, tags)
      this.#held[this.#held.indexOf(known.held)] = held
      this.#bySource.set(key, { held, tags })
      return
    }
    if (known && known.held.packed.equals(held.packed)) return
    if (!known) this.#bySource.set(key, { held, tags })
    this.#tagsOf.set(held, tags)
    this.#hold(held)
  }

  /** Files an operation that its description has put nowhere, or into the folder of an API client. */
  #moveUntagged(operation: UnknownObject, folders: readonly string[]): void {
    const folderKey = ['x-apifox-folder', 'x-apipost-folder', 'x-folder'].find((key) => toText(operation[key]) !== '')
    const tag = this.#tagOf(folders)
    if (folderKey) operation[folderKey] = folders.join('/')
    else if (tag !== undefined) {
      operation['tags'] = [tag]
      this.#newTags.add(tag)
    }
  }

  /** Returns the tag of a folder; undefined for pages outside of folders and of operations without a group. */
  #tagOf(folders: readonly string[]): string | undefined {
    const [first] = folders
    return first === undefined || (folders.length === 1 && this.#frame.nameless.includes(first))
      ? undefined
      : folders.join('/')
  }

  #withSchemes(operation: UnknownObject, schemes: Record<string, UnknownObject>): UnknownObject {
    let named = operation
    for (const [name, scheme] of Object.entries(schemes)) {
      const known = this.#heads.addScheme(name, scheme)
      if (known !== name) named = { ...named, security: [{ [known]: [] }] }
    }
    return named
  }

  #hold(held: Held): void {
    this.#held.push(held)
  }

  #info(): UnknownObject {
    const { title, description, isWhole, heads } = this.#frame
    const [head] = heads
    const own = toObject(this.#heads.main['info']) ?? {}
    if (!head) return { title, version: '1.0.0', ...(description !== '' && { description }) }
    if (!isWhole) return { title, version: toText(own['version']) || '1.0.0' }
    // a name that somebody has given the item since the import
    const named = title === head.item_name ? own : withField(own, 'title', title)
    const whole = description === head.item_description ? named : withField(named, 'description', description)
    return {
      ...(whole['title'] === undefined && { title }),
      ...(whole['version'] === undefined && { version: '1.0.0' }),
      ...whole,
    }
  }

  /** Returns the servers: those of the description, or the address that most pages have, then those of environments. */
  #servers(): UnknownObject[] {
    const own = this.#heads.main['servers']
    if (this.#heads.hasAny) return Array.isArray(own) ? toObjects(own) : []
    const counts = new Map<string, number>()
    for (const { base } of this.#held) if (base !== '') counts.set(base, (counts.get(base) ?? 0) + 1)
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
    const [first] = most ?? ['']
    const environments = this.#frame.environments
      .filter((one) => one.base_url !== '' && one.base_url !== first)
      .map((one) => ({ url: one.base_url, description: one.env_name }))
    return first === '' ? environments : [this.#server(first), ...environments]
  }

  /** Returns a server; `{{name}}` in its address becomes a variable with the value of the first environment. */
  #server(base: string): UnknownObject {
    const names = [...new Set([...base.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name))]
    const url = base.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, '{$1}')
    const valuesOf = (name: string) =>
      this.#frame.environments.flatMap(({ variables }) =>
        variables.filter((one) => one.name === name && one.value !== '').map((one) => one.value),
      )
    if (names.length === 0) return { url }
    const variables = names.map((name) => {
      const values = [...new Set(valuesOf(name))]
      return [name, { default: values[0] ?? name, ...(values.length > 1 && { enum: values }) }]
    })
    return { url, variables: Object.fromEntries(variables) }
  }

  #tags(): UnknownObject[] {
    const known = new Map<string, UnknownObject>()
    const isUsed = (name: string) => this.#renamedTags.has(name)
    for (const tag of this.#heads.tags) {
      const name = toText(tag['name'])
      if (!this.#frame.isWhole && !isUsed(name)) continue
      const now = [...(this.#renamedTags.get(name) ?? [name])]
      const [only = name] = now
      const named = now.length === 1 && only !== name && only !== '' ? { ...tag, name: only } : tag
      known.set(toText(named['name']), named)
    }
    for (const name of this.#newTags) if (!known.has(name)) known.set(name, { name })
    return [...known.values()]
  }

  #writePaths(tree: TreeWriter, kind: Held['kind'], servers: readonly UnknownObject[], used: unknown[]): void {
    const paths = Map.groupBy(
      this.#held.filter((one) => one.kind === kind),
      (one) => one.path,
    )
    const names = this.#operationNames
    tree.open(kind)
    for (const [path, all] of paths) {
      const item = this.#pathItem(all, servers, names)
      tree.entry(path, item)
      if (!this.#frame.isWhole) used.push(item, ...operationsIn(item))
    }
    tree.close()
  }

  readonly #operationNames = new Set<string>()

  #pathItem(all: readonly Held[], servers: readonly UnknownObject[], names: Set<string>): UnknownObject {
    const [first] = all
    const resolve = this.#heads.resolveIn(first?.description ?? '')
    const around = this.#heads.withNewNames(first?.description ?? '', first?.around ?? {})
    const isSplit = all.some((one) => one.hasAllParameters)
    const { parameters, ...rest } = around
    const item: UnknownObject = { ...rest, ...(!isSplit && parameters !== undefined && { parameters }) }
    const others: UnknownObject = {}
    const duplicates = new Map<string, UnknownObject[]>()
    const knowsQuery = /^3\.[2-9]/.test(toText(this.#heads.main['openapi']))
    for (const held of all) {
      let operation = this.#operation(held, servers, names)
      const own = this.#heads.withNewNames(held.description, held.around)
      const isOther = !isDeepStrictEqual(own, around)
      const lacksShared = isOther || (isSplit && !held.hasAllParameters)
      if (lacksShared) {
        const more = otherParameters(own['parameters'], operation['parameters'], resolve)
        if (more.length > 0) operation = { ...operation, parameters: [...more, ...toObjects(operation['parameters'])] }
        if (isOther && own['servers'] !== undefined && operation['servers'] === undefined)
          operation = { ...operation, servers: own['servers'] }
      }
      const { method } = held
      const isKnown = (pathMethods as readonly string[]).includes(method) && (method !== 'query' || knowsQuery)
      const isTaken = Object.hasOwn(isKnown ? item : others, method)
      if (isTaken) {
        duplicates.set(method, [...(duplicates.get(method) ?? []), operation])
        this.notes.push({ page_title: held.title, reason: 'duplicate', detail: `${method.toUpperCase()} ${held.path}` })
      } else if (isKnown) item[method] = operation
      else setField(others, method, operation)
    }
    const otherMethods = Object.keys(others).length > 0
    return {
      ...item,
      ...(otherMethods && {
        [knowsQuery ? 'additionalOperations' : operationsKey]: knowsQuery
          ? Object.fromEntries(Object.entries(others).map(([method, one]) => [method.toUpperCase(), one]))
          : others,
      }),
      ...(duplicates.size > 0 && { [duplicatesKey]: Object.fromEntries(duplicates) }),
    }
  }

  /** Returns an operation as it is written: with its present tags, its own server, and a name that no other one has. */
  #operation(held: Held, servers: readonly UnknownObject[], names: Set<string>): UnknownObject {
    const { description, base, method, path } = held
    let operation = this.#heads.withNewNames(description, unpack(held.packed))
    for (const [key, value] of Object.entries(description === '' ? {} : this.#heads.inherited(description)))
      if (operation[key] === undefined) operation[key] = value
    const tags = this.#tagsOf.get(held)
    if (tags && tags.present.size > 0) {
      const given = textsOf(operation['tags'])
      const now = given.filter((tag) => tags.present.has(tag)).map((tag) => tags.present.get(tag) ?? tag)
      const next = [...new Set(now.filter((tag) => tag !== ''))]
      if (!isDeepStrictEqual(next, operation['tags'])) operation = withField(operation, 'tags', next)
    }
    if (base !== '') {
      const server = this.#server(base)
      const isFirst = isDeepStrictEqual(servers[0], server)
      if (!isFirst) operation = { ...operation, servers: [server] }
    }
    const missing = this.#globals.filter(
      (one) => !toObjects(operation['parameters']).some((own) => own['in'] === one.in && own['name'] === one.name),
    )
    if (missing.length > 0 && held.kind === 'paths')
      operation = {
        ...operation,
        parameters: [...toObjects(operation['parameters']), ...missing.map(({ $ref }) => ({ $ref }))],
      }
    return this.#named(operation, { description, method, path, title: held.title }, names)
  }

  #named(
    operation: UnknownObject,
    { description, method, path, title }: Pick<Held, 'description' | 'method' | 'path' | 'title'>,
    names: Set<string>,
  ): UnknownObject {
    const given = toText(operation['operationId'])
    if (given === '' && description !== '') return operation
    const wanted = given === '' ? operationName(method, path) : given
    let name = wanted
    for (let number = 2; names.has(name) || (given === '' && this.#givenNames.has(name)); number += 1)
      name = `${wanted}_${number}`
    names.add(name)
    if (name === given) return operation
    if (given !== '')
      this.notes.push({ page_title: title, reason: 'renamed', detail: `operationId: ${given} → ${name}` })
    const { summary, ...rest } = operation
    return given === ''
      ? { ...(summary !== undefined && { summary }), operationId: name, ...rest }
      : withField(operation, 'operationId', name)
  }

  /** The names that descriptions have given their operations. */
  get #givenNames(): ReadonlySet<string> {
    this.#given ??= new Set(
      this.#held.filter((one) => one.description !== '').map((one) => toText(unpack(one.packed)['operationId'])),
    )
    return this.#given
  }
  #given: Set<string> | undefined
}

/** Returns the operations of a path item, to find what they refer to. */
const operationsIn = (item: UnknownObject): unknown[] => [
  ...Object.values(item),
  ...Object.values(toObject(item[operationsKey]) ?? {}),
  ...Object.values(toObject(item[duplicatesKey]) ?? {}).flat(),
]

/** Returns a name for an operation: `GET /orders/{id}` is `getOrdersById`. */
export function operationName(method: string, path: string): string {
  const words = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `by-${part}` : part))
    .flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.replaceAll(/[^a-z0-9]/g, '_') + (words.join('') || 'Root')
}
