import { LRUCache } from 'lru-cache'
import { eachReference, setField } from '#shared/api-doc/openapi/fields.ts'
import { escapedName, findTarget, partName } from '#shared/api-doc/openapi/pointer.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { ConcurrencyLimiter } from '#src/core/concurrency-limiter.ts'
import {
  type ApiPageState,
  listApiPageStates,
  readHead,
  readImportedOperations,
  readOperations,
} from '#src/features/api-operations/index.ts'
import { listDescriptions } from './queries.ts'
import { titleOf } from './service.ts'

/** A model in the list of an item: a schema of an imported description, which has a name there. */
export interface ListedModel {
  /** The description that it comes from: its title. */
  of: string
  name: string
  /** The first line of its description. */
  text: string
  /** How many operations that the caller may see lead to it. */
  operations: number
}

/** A model, and what leads to it. */
export interface ItemModel {
  of: string
  /** JSON of a description with this model and those that it leads to; empty when there is no such model. */
  schema: string
  /** The models that name it. */
  models: string[]
  /** The operations that lead to it; at most 500. */
  operations: ModelUse[]
  total: number
}

/** An operation that leads to a model. */
interface ModelUse extends Pick<ApiPageState, 'page_id' | 'page_title'>, Pick<PageRefs, 'method' | 'path'> {
  /** Whether the operation names it itself. */
  is_direct: boolean
}

const listedMost = 500
const textLength = 200
const schemas = '#/components/schemas/'

/** Returns the pointer of the part that a reference leads into: `#/components/schemas/Pet`; undefined for any other. */
function partOf(ref: string): string | undefined {
  // a mapping of a discriminator may have the bare name
  const [root, kinds, kind, name] = (ref.includes('/') ? ref : schemas + escapedName(ref)).split('/')
  if (root !== '#' || kinds !== 'components' || kind === undefined || name === undefined) return undefined
  return `#/components/${kind}/${escapedName(partName(name))}`
}

/** Returns the parts of a description that a value names, as pointers such as `#/components/schemas/Pet`. */
function refsIn(value: unknown): string[] {
  const found = new Set<string>()
  eachReference(value, (ref) => {
    const part = partOf(ref)
    if (part !== undefined) found.add(part)
  })
  return [...found]
}

/** Which models each part of a description leads to: one bit for each model. */
type Reach = ReadonlyMap<string, Uint32Array>

/** Which parts of a description name which others. Each part is read once, when something leads to it. */
class PartGraph {
  readonly root: UnknownObject
  readonly #next = new Map<string, readonly string[]>()
  #models: [name: string, schema: unknown][] | undefined
  #reach: Reach | undefined

  constructor(root: UnknownObject) {
    this.root = root
  }

  get models(): [name: string, schema: unknown][] {
    this.#models ??= Object.entries(toObject(toObject(this.root['components'])?.['schemas']) ?? {})
    return this.#models
  }

  next(pointer: string): readonly string[] {
    const known = this.#next.get(pointer)
    if (known) return known
    const found = refsIn(findTarget(this.root, pointer))
    this.#next.set(pointer, found)
    return found
  }

  /** Returns everything that some parts lead to, with themselves. */
  reach(from: Iterable<string>): Set<string> {
    const reached = new Set(from)
    for (const one of reached) for (const next of this.next(one)) reached.add(next)
    return reached
  }

  /** Returns the models that some parts lead to, as bits in the order of `models`. */
  modelsFrom(from: Iterable<string>): Uint32Array {
    this.#reach ??= this.#measure()
    const bits = new Uint32Array(Math.ceil(this.models.length / 32))
    for (const one of from) merge(bits, this.#reach.get(one))
    return bits
  }

  /**
   * Finds for every part the models that it leads to, in one pass: parts that lead to each other have the same ones
   * (Tarjan's components, without recursion, because a description may be a chain of thousands).
   */
  #measure(): Reach {
    const places = new Map(this.models.map(([name], at) => [pointerOf(name), at]))
    const reach = new Map<string, Uint32Array>()
    const numbers = new Map<string, number>()
    const lows = new Map<string, number>()
    const open: string[] = []
    const isOpen = new Set<string>()
    const enter = (pointer: string) => {
      numbers.set(pointer, numbers.size)
      lows.set(pointer, numbers.size - 1)
      open.push(pointer)
      isOpen.add(pointer)
      return { pointer, next: this.next(pointer), at: 0 }
    }
    const lower = (pointer: string, to: number) => lows.set(pointer, Math.min(lows.get(pointer) ?? to, to))
    const close = (pointer: string) => {
      const bits = new Uint32Array(Math.ceil(this.models.length / 32))
      const members = open.splice(open.lastIndexOf(pointer))
      for (const one of members) {
        isOpen.delete(one)
        const at = places.get(one)
        if (at !== undefined) bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31))
        for (const next of this.next(one)) merge(bits, reach.get(next))
      }
      for (const one of members) reach.set(one, bits)
    }
    const parts = Object.entries(toObject(this.root['components']) ?? {}).flatMap(([kind, all]) =>
      Object.keys(toObject(all) ?? {}).map((name) => `#/components/${kind}/${escapedName(name)}`),
    )
    for (const start of parts) {
      if (numbers.has(start)) continue
      const way = [enter(start)]
      for (let here = way.at(-1); here; here = way.at(-1)) {
        const next = here.next[here.at]
        here.at += 1
        if (next !== undefined) {
          if (!numbers.has(next)) way.push(enter(next))
          else if (isOpen.has(next)) lower(here.pointer, numbers.get(next) ?? 0)
          continue
        }
        way.pop()
        const above = way.at(-1)
        if (above) lower(above.pointer, lows.get(here.pointer) ?? 0)
        if (lows.get(here.pointer) === numbers.get(here.pointer)) close(here.pointer)
      }
    }
    return reach
  }
}

function merge(into: Uint32Array, bits: Uint32Array | undefined): void {
  if (bits) for (const [at, word] of bits.entries()) into[at] = (into[at] ?? 0) | word
}

const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0

/** What the operation of a page names. */
interface PageRefs {
  version: string
  description: string
  /** Lower case. */
  method: string
  path: string
  refs: readonly string[]
}

const pagesOf = new WeakMap<App, LRUCache<number, Map<number, PageRefs>>>()
const graphs = new WeakMap<UnknownObject, PartGraph>()

const graphOf = (root: UnknownObject): PartGraph => {
  const known = graphs.get(root) ?? new PartGraph(root)
  graphs.set(root, known)
  return known
}

const itemsMost = 100
// Reading thousands of operations takes a second of a processor, once: two at a time, for all callers.
const lane = new ConcurrencyLimiter(2, 20)
const slicePages = 50

/** Returns what the operations of pages name. They are remembered: a page is read again once it was saved. */
async function readRefs(app: App, item_id: number, pages: readonly ApiPageState[]): Promise<Map<number, PageRefs>> {
  const cache = pagesOf.get(app) ?? new LRUCache<number, Map<number, PageRefs>>({ max: itemsMost })
  pagesOf.set(app, cache)
  const before = cache.get(item_id)
  const known = new Map<number, PageRefs>()
  const changed: ApiPageState[] = []
  for (const page of pages) {
    const one = before?.get(page.page_id)
    if (one?.version === page.version) known.set(page.page_id, one)
    else changed.push(page)
  }
  const read = async (all: readonly ApiPageState[], readAll: typeof readImportedOperations) => {
    for (let from = 0; from < all.length; from += slicePages) {
      const slice = all.slice(from, from + slicePages)
      const versions = new Map(slice.map(({ page_id, version }) => [page_id, version]))
      // a page that describes no operation is not read again either
      for (const [page_id, version] of versions)
        known.set(page_id, { version, description: '', method: '', path: '', refs: [] })
      for (const one of await readAll(app, item_id, [...versions.keys()])) {
        const { page_id, description, method, path, operation, around } = one
        const version = versions.get(page_id) ?? ''
        known.set(page_id, { version, description, method, path, refs: refsIn([operation, around]) })
      }
      // others have their turn
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await read(
    changed.filter((one) => one.isAsImported),
    readImportedOperations,
  )
  await read(
    changed.filter((one) => !one.isAsImported),
    readOperations,
  )
  cache.set(item_id, known)
  return known
}

/** The models of one description, and the operations of its pages that a caller may see. */
interface DescribedModels {
  of: string
  graph: PartGraph
  uses: { page: ApiPageState; own: PageRefs; refs: readonly string[] }[]
}

async function readDescriptions(app: App, item: ItemAccess<'view'>): Promise<DescribedModels[]> {
  const { item_id } = item
  const described = await listDescriptions(app.db, item_id)
  if (described.length === 0) return []
  const all = await listApiPageStates(app, item_id)
  // what is remembered is the same for all callers
  const refs = await lane.run(() => readRefs(app, item_id, all))
  const pages = all.filter(({ cat_id }) => isInScope(item, cat_id))
  const found: DescribedModels[] = []
  for (const { description } of described) {
    const { root } = await readHead(app, item_id, description)
    const uses = pages.flatMap((page) => {
      const own = refs.get(page.page_id)
      return own?.description === description ? [{ page, own, refs: own.refs }] : []
    })
    found.push({ of: titleOf(description), graph: graphOf(root), uses })
  }
  return found
}

const pointerOf = (name: string): string => schemas + escapedName(name)

/** Returns the models of a description that a caller may see: a member of some catalogs, those that pages there lead to. */
function visibleModels({ graph, uses }: DescribedModels, item: ItemAccess<'view'>): [name: string, schema: unknown][] {
  if (!item.catalogs) return graph.models
  const reached = graph.reach(uses.flatMap(({ refs }) => refs))
  return graph.models.filter(([name]) => reached.has(pointerOf(name)))
}

const firstLine = (schema: unknown): string =>
  (toText(toObject(schema)?.['description']).trim().split('\n', 1)[0] ?? '').slice(0, textLength)

/** Returns how many operations lead to each model of a description. */
function usesOf({ graph, uses }: DescribedModels): Map<string, number> {
  const counts = new Uint32Array(graph.models.length)
  for (const { refs } of uses)
    for (const [word, bits] of graph.modelsFrom(refs).entries())
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const at = word * 32 + 31 - Math.clz32(rest & -rest)
        counts[at] = (counts[at] ?? 0) + 1
      }
  return new Map(graph.models.map(([name], at) => [name, counts[at] ?? 0]))
}

/** Returns the models of an item that a caller may see, by description and name. @throws {AppError} tooManyRequests */
export async function listModels(app: App, item: ItemAccess<'view'>): Promise<ListedModel[]> {
  const listed: ListedModel[] = []
  for (const one of await readDescriptions(app, item)) {
    const counts = usesOf(one)
    for (const [name, schema] of visibleModels(one, item))
      listed.push({ of: one.of, name, text: firstLine(schema), operations: counts.get(name) ?? 0 })
  }
  return listed.sort((a, b) => a.of.localeCompare(b.of) || a.name.localeCompare(b.name))
}

/** Returns how many models of an item a caller may see, without reading its operations where possible. */
export async function countModels(app: App, item: ItemAccess<'view'>): Promise<number> {
  if (item.catalogs) return (await listModels(app, item)).length
  let count = 0
  for (const { description } of await listDescriptions(app.db, item.item_id))
    count += graphOf((await readHead(app, item.item_id, description)).root).models.length
  return count
}

/**
 * Returns a model with what it leads to, and where it is used.
 *
 * @param of the title of its description; empty for the first one that has it
 * @throws {AppError} tooManyRequests
 */
export async function readModel(app: App, item: ItemAccess<'view'>, name: string, of: string): Promise<ItemModel> {
  const pointer = pointerOf(name)
  for (const one of await readDescriptions(app, item)) {
    if (of !== '' && one.of !== of) continue
    const visible = visibleModels(one, item)
    if (!visible.some(([own]) => own === name)) continue
    const { graph, uses } = one
    const at = graph.models.findIndex(([own]) => own === name)
    const operations = uses
      .filter(({ refs }) => hasBit(graph.modelsFrom(refs), at))
      .map(({ page: { page_id, page_title }, own: { method, path }, refs }) => ({
        page_id,
        page_title,
        method,
        path,
        is_direct: refs.includes(pointer),
      }))
      .sort((a, b) => Number(b.is_direct) - Number(a.is_direct))
    return {
      of: one.of,
      schema: JSON.stringify({ openapi: graph.root['openapi'], components: partsOf(graph, pointer) }),
      models: visible.flatMap(([own]) => (own !== name && graph.next(pointerOf(own)).includes(pointer) ? [own] : [])),
      operations: operations.slice(0, listedMost),
      total: operations.length,
    }
  }
  return { of: '', schema: '', models: [], operations: [], total: 0 }
}

/** Returns the parts that one part leads to, with itself, as `components` of a description. */
function partsOf(graph: PartGraph, pointer: string): UnknownObject {
  const parts: UnknownObject = {}
  for (const one of graph.reach([pointer])) {
    const [, , kind = '', name = ''] = one.split('/')
    const value = findTarget(graph.root, one)
    if (value === undefined) continue
    const own = toObject(parts[kind]) ?? {}
    setField(own, partName(name), value)
    setField(parts, kind, own)
  }
  return parts
}
