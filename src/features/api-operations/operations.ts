import { LRUCache } from 'lru-cache'
import type { PageSource } from '#shared/api-doc/openapi/page-source.ts'
import type { SchemaFile } from '#shared/api-doc/schema/resolve.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { App } from '#src/core/app.ts'
import { addressOfPage, operationOfPage, type PageOperation, unpacked } from '#src/features/export/index.ts'
import { noRoot, readHead } from './heads.ts'
import { findModels } from './models.ts'
import { type ApiPageRow, listApiPages, readPagesWithSource, readPageTexts, readSources } from './queries.ts'

/** An API page as an operation, and the description whose parts it refers to. */
export interface ItemOperation extends PageOperation {
  page_id: number
  page_title: string
  page_version: number
  text: string
  /** What the import knows its description by; empty for a page that people wrote. */
  description: string
  /** What the description says beside its operations; of a page that people wrote, the models that it names. */
  root: UnknownObject
  file: SchemaFile
}

/** A page that answers requests. */
export interface AddressedPage {
  page_id: number
  page_title: string
  cat_id: number
  method: string
  path: string
  /** Changes with everything that its operation is made of, but for the head of its description. */
  version: string
}

/** The addresses of items' pages, and the rows from which they were read. */
type Addresses = LRUCache<number, { rows: readonly ApiPageRow[]; pages: AddressedPage[] }>

const caches = new WeakMap<App, Addresses>()
const itemsMost = 300

function addressesOf(app: App): Addresses {
  const known = caches.get(app) ?? new LRUCache({ max: itemsMost })
  caches.set(app, known)
  return known
}

const versionOf = (row: ApiPageRow): string =>
  [row.page_version, row.import_version ?? '', row.import_hash ?? ''].join(' ')

/** A live API page, and whether its operation is the one that an import has left. */
export interface ApiPageState extends Pick<ApiPageRow, 'page_id' | 'page_title' | 'cat_id'> {
  /** Changes with everything that its operation is made of, but for the head of its description. */
  version: string
  /** Whether nobody has written it since its first import: its text need not be read. */
  isAsImported: boolean
}

/** Lists the API pages of an item, the oldest first, without reading them. */
export async function listApiPageStates(app: App, item_id: number): Promise<ApiPageState[]> {
  const rows = await listApiPages(app.db, item_id)
  return rows.map((row) => ({
    page_id: row.page_id,
    page_title: row.page_title,
    cat_id: row.cat_id,
    version: versionOf(row),
    // a later import may have joined its text with the edits of people
    isAsImported: row.page_version === 1 && row.import_version === 1,
  }))
}

/** Returns the operations that imports have left of pages, as their descriptions have them; of other formats, none. */
export async function readImportedOperations(
  app: App,
  item_id: number,
  page_ids: readonly number[],
): Promise<
  (Pick<PageOperation, 'method' | 'path' | 'around' | 'operation'> & { page_id: number; description: string })[]
> {
  const rows = page_ids.length === 0 ? [] : await readSources(app.db, item_id, page_ids)
  return rows.flatMap(({ page_id, description, source }) => {
    const found = source.length > 0 ? unpacked<PageSource>(source) : undefined
    if (found?.kind !== 'paths' && found?.kind !== 'webhooks') return []
    const { method, path, around, operation } = found
    return [{ page_id, description, method, path, around, operation }]
  })
}

const slicePages = 100

/**
 * Returns the API pages of an item with method and path, the oldest first. They are remembered: a page is read again once
 * it was saved. Another server on the same database has its own memory, and sees the same rows.
 */
export async function listAddressedPages(app: App, item_id: number): Promise<readonly AddressedPage[]> {
  const rows = await listApiPages(app.db, item_id)
  const addresses = addressesOf(app)
  const known = addresses.get(item_id)
  if (known?.rows === rows) return known.pages
  const before = new Map(known?.pages.map((page) => [page.page_id, page]))
  const isSame = (row: ApiPageRow) => before.get(row.page_id)?.version === versionOf(row)
  const changed = rows.filter((row) => !isSame(row))
  const read = new Map<number, ReturnType<typeof addressOfPage>>()
  for (let from = 0; from < changed.length; from += slicePages) {
    const ids = changed.slice(from, from + slicePages).map(({ page_id }) => page_id)
    for (const one of await readPageTexts(app.db, ids)) read.set(one.page_id, addressOfPage(one.page_content))
    // others have their turn
    await new Promise((resolve) => setImmediate(resolve))
  }
  const pages = rows.flatMap((row): AddressedPage[] => {
    const { page_id, page_title, cat_id } = row
    const address = isSame(row) ? before.get(page_id) : read.get(page_id)
    if (!address) return []
    const { method, path } = address
    return [{ page_id, page_title, cat_id, method, path, version: versionOf(row) }]
  })
  addresses.set(item_id, { rows, pages })
  return pages
}

/** Whether a page has an operation of OpenAPI that an import has left; all others are written from their rows. */
const isDescribed = (description: string | null): boolean => description?.startsWith('openapi:') ?? false

/** Returns API pages of an item as operations; those that describe no request are left out. */
export async function readOperations(app: App, item_id: number, page_ids: readonly number[]): Promise<ItemOperation[]> {
  const rows = page_ids.length === 0 ? [] : await readPagesWithSource(app.db, item_id, page_ids)
  const operations: ItemOperation[] = []
  for (const row of rows) {
    const { page_id, page_title, page_version, page_content: text, import_title, description, packed, source } = row
    const { root, file } = description ? await readHead(app, item_id, description) : noRoot
    const imported =
      packed && source ? { title: import_title ?? '', description: description ?? '', packed, source } : undefined
    const page = { title: page_title, text, ...(imported && { imported }) }
    const operation = operationOfPage(page, (value) => file.follow(value)?.value)
    if (!operation) continue
    const models = isDescribed(description) ? undefined : await findModels(app, item_id, operation.operation)
    operations.push({
      ...operation,
      page_id,
      page_title,
      page_version,
      text,
      root: models?.root ?? root,
      file: models?.file ?? file,
      description: description ?? '',
    })
  }
  return operations
}
