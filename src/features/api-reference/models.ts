import { LRUCache } from 'lru-cache'
import { findTarget } from '#shared/api-doc/openapi/pointer.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { ConcurrencyLimiter } from '#src/core/concurrency-limiter.ts'
import {
  type ApiPageState,
  listApiPageStates,
  listDescriptions,
  readHead,
  readImportedOperations,
  readOperations,
} from '#src/features/api-operations/index.ts'
import { hasBit, PartGraph, partsFrom, pointerOf, refsIn } from './part-graph.ts'
import { titleOf } from './service.ts'

/** A model in the list of an item: a schema of an imported description, which has a name there. */
interface ListedModel {
  /** The description that it comes from: its title. */
  of: string
  name: string
  /** The first line of its description. */
  text: string
  /** How many operations that the caller may see lead to it. */
  operations: number
}

/** A model, and what leads to it. */
interface ItemModel {
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
    const graph = graphOf(root)
    const before = found.map((one) => one.graph.root)
    const isOwn = (ref: string) =>
      findTarget(root, ref) !== undefined && before.every((other) => findTarget(other, ref) === undefined)
    const uses = pages.flatMap((page) => {
      const own = refs.get(page.page_id)
      if (own?.description === description) return [{ page, own, refs: own.refs }]
      // a page that people wrote names models of any description
      const named = own && !own.description.startsWith('openapi:') ? own.refs.filter(isOwn) : []
      return own && named.length > 0 ? [{ page, own, refs: named }] : []
    })
    found.push({ of: titleOf(description), graph, uses })
  }
  return found
}

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
      schema: JSON.stringify({ openapi: graph.root['openapi'], components: partsFrom(graph.root, [pointer], graph) }),
      models: visible.flatMap(([own]) => (own !== name && graph.next(pointerOf(own)).includes(pointer) ? [own] : [])),
      operations: operations.slice(0, listedMost),
      total: operations.length,
    }
  }
  return { of: '', schema: '', models: [], operations: [], total: 0 }
}
