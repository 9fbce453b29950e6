import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseItemParameters, readApiDoc } from '#shared/api-doc/api-doc.ts'
import { duplicatesKey, operationsKey, pagelessKey, pagesKey } from '#shared/api-doc/openapi/extensions.ts'
import { pathMethods, setField, textsOf } from '#shared/api-doc/openapi/fields.ts'
import type { OperationSource, PageSource } from '#shared/api-doc/openapi/page-source.ts'
import { partName } from '#shared/api-doc/openapi/pointer.ts'
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
  /** The path item as it was imported, when it was a reference. */
  reference?: UnknownObject
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
    const hasDescription = this.#frame.isWhole && this.#heads.hasAny
    if (this.#held.length === 0 && !hasDescription) throw new NothingToExport()
    const tree: TreeWriter = this.#frame.kind === 'openapi' ? new JsonTree(this.#file) : new YamlTree(this.#file)
    const { main } = this.#heads
    tree.entry('openapi', toText(main['openapi']) || '3.1.1')
    if (main['$self'] !== undefined) tree.entry('$self', main['$self'])
    tree.entry('info', this.#info())
    for (const key of ['jsonSchemaDialect', 'externalDocs']) if (main[key] !== undefined) tree.entry(key, main[key])
    const servers = this.#servers()
    if (hasDescription ? main['servers'] !== undefined : servers.length > 0)
      tree.entry('servers', hasDescription ? main['servers'] : servers)
    if (main['security'] !== undefined) tree.entry('security', main['security'])
    const tags = this.#tags()
    if (tags.length > 0 || (hasDescription && this.#heads.tags)) tree.entry('tags', tags)
    const used: unknown[] = [{ security: main['security'] }]
    for (const kind of ['paths', 'webhooks'] as const) {
      const pageless = hasDescription ? pagelessOf(main, kind) : {}
      const isThere = this.#held.some((one) => one.kind === kind) || toObject(hasDescription && main[kind])
      // a file has paths, webhooks or components
      const isNeeded = kind === 'paths' && main['webhooks'] === undefined && !this.#heads.hasComponents
      if (isThere || isNeeded) this.#writePaths(tree, kind, servers, used, pageless)
    }
    this.#writeComponents(tree, used)
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
        'paths',
        'webhooks',
        'components',
        pagelessKey,
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

  #writeComponents(tree: TreeWriter, used: readonly unknown[]): void {
    const { isWhole } = this.#frame
    const components = this.#heads.components(isWhole ? undefined : used)
    const loose = isWhole ? this.#heads.looseComponents : []
    if (components.length + loose.length === 0 && !(isWhole && this.#heads.hasComponents)) return
    tree.open('components')
    for (const [kind, parts] of components) {
      tree.open(kind)
      for (const [name, part] of Object.entries(parts)) tree.entry(name, part)
      tree.close()
    }
    for (const [key, value] of loose) tree.entry(key, value)
    tree.close()
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
      ...(source.reference && { reference: source.reference }),
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

  #tags(): unknown[] {
    const written: unknown[] = []
    const names = new Set<string>()
    for (const given of this.#heads.tags ?? []) {
      const tag = toObject(given)
      const name = toText(tag?.['name'])
      if (!this.#frame.isWhole && !this.#renamedTags.has(name)) continue
      const now = [...(this.#renamedTags.get(name) ?? [name])]
      const [only = name] = now
      const isRenamed = tag && now.length === 1 && only !== name && only !== ''
      // two tags that people have joined are one
      if (isRenamed && names.has(only)) continue
      written.push(isRenamed ? { ...tag, name: only } : given)
      names.add(isRenamed ? only : name)
    }
    for (const name of this.#newTags) if (!names.has(name)) written.push({ name })
    return written
  }

  #writePaths(
    tree: TreeWriter,
    kind: Held['kind'],
    servers: readonly UnknownObject[],
    used: unknown[],
    pageless: UnknownObject,
  ): void {
    const paths = Map.groupBy(
      this.#held.filter((one) => one.kind === kind),
      (one) => one.path,
    )
    const names = this.#operationNames
    tree.open(kind)
    for (const [path, all] of paths) {
      const item = this.#pathItem(all, servers, names)
      tree.entry(path, this.#referenceTo(item, all) ?? item)
      if (!this.#frame.isWhole) used.push(item, ...operationsIn(item))
    }
    for (const [path, item] of Object.entries(pageless)) if (!paths.has(path)) tree.entry(path, item)
    tree.close()
  }

  readonly #operationNames = new Set<string>()

  /** Returns the reference that a path was, while nobody has changed what it leads to; undefined for any other path. */
  #referenceTo(item: UnknownObject, all: readonly Held[]): UnknownObject | undefined {
    const [first] = all
    const { reference, description = '' } = first ?? {}
    if (!reference || !this.#frame.isWhole) return undefined
    const target = this.#heads.resolveIn(description)(reference)
    if (!target || !isDeepStrictEqual(this.#heads.withNewNames(description, target), item)) return undefined
    const [, kind, path = ''] = toText(reference['$ref']).split('/')
    const isPath = kind === 'paths' || kind === 'webhooks'
    const targets = isPath ? this.#held.filter((one) => one.kind === kind && one.path === partName(path)) : []
    const isAsImported = !isPath || (targets.length > 0 && targets.every(({ unchanged }) => unchanged !== ''))
    return isAsImported ? this.#heads.withNewNames(description, reference) : undefined
  }

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
    const { description, base } = held
    let operation = this.#heads.withNewNames(description, unpack(held.packed))
    for (const [key, value] of Object.entries(description === '' ? {} : this.#heads.inherited(description)))
      if (operation[key] === undefined) operation[key] = value
    const tags = this.#tagsOf.get(held)
    if (tags && tags.present.size > 0) {
      const given = textsOf(operation['tags'])
      const now = given.filter((tag) => tags.present.has(tag)).map((tag) => tags.present.get(tag) ?? tag)
      const next = [...new Set(now.filter((tag) => tag !== ''))]
      // a description may name a tag twice
      if (!isDeepStrictEqual(now, given)) operation = withField(operation, 'tags', next)
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
    return this.#named(operation, held, names)
  }

  #named(operation: UnknownObject, held: Held, names: Set<string>): UnknownObject {
    const { description, method, path, title } = held
    const given = toText(operation['operationId'])
    if (given === '' && description !== '') return operation
    // a description that names two operations alike goes out as it came
    if (this.#isAsImported(held)) {
      names.add(given)
      return operation
    }
    const wanted = given === '' ? operationName(method, path) : given
    const taken = given === '' ? this.#givenNames.all : this.#givenNames.unchanged
    let name = wanted
    for (let number = 2; names.has(name) || taken.has(name); number += 1) name = `${wanted}_${number}`
    names.add(name)
    if (name === given) return operation
    if (given !== '')
      this.notes.push({ page_title: title, reason: 'renamed', detail: `operationId: ${given} → ${name}` })
    const { summary, ...rest } = operation
    return given === ''
      ? { ...(summary !== undefined && { summary }), operationId: name, ...rest }
      : withField(operation, 'operationId', name)
  }

  /** Whether an operation is one of the description that leads, and nobody has changed its page. */
  #isAsImported({ unchanged, description }: Held): boolean {
    return unchanged !== '' && description === this.#frame.heads[0]?.description
  }

  /** The names that descriptions have given their operations, and those of them that stay as they are. */
  get #givenNames(): Record<'all' | 'unchanged', ReadonlySet<string>> {
    if (!this.#given) {
      const named = this.#held
        .filter(({ description }) => description !== '')
        .map((held) => ({ held, name: toText(unpack(held.packed)['operationId']) }))
      this.#given = {
        all: new Set(named.map(({ name }) => name)),
        unchanged: new Set(named.filter(({ held }) => this.#isAsImported(held)).map(({ name }) => name)),
      }
    }
    return this.#given
  }
  #given: Record<'all' | 'unchanged', ReadonlySet<string>> | undefined
}

/** Returns the paths or webhooks of a description that make no page, with their members. */
function pagelessOf(main: UnknownObject, kind: Held['kind']): UnknownObject {
  const paths = toObject(main[kind]) ?? {}
  const names = textsOf(toObject(main[pagelessKey])?.[kind])
  return Object.fromEntries(names.filter((name) => Object.hasOwn(paths, name)).map((name) => [name, paths[name]]))
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
