import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { User } from '#src/access/caller.ts'
import { canOpenFile } from '#src/access/file-access.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requirePage, type Visitor } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { localStorage } from '#src/core/file-store.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { findFileSigns, imageSize, listFilesBySign } from '#src/features/attachment/index.ts'
import { actorOf, insertAudit } from '#src/features/audit/index.ts'
import { listCatalogs } from '#src/features/catalog/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { contentStore, type FileLocation, withStorage } from '#src/features/storage/index.ts'
import { findItemFacts, listPageSummaries, type PageSummary, readTexts } from './queries.ts'
import {
  allCatalogs,
  allPages,
  buildTree,
  findCatalogIn,
  pruneTree,
  restrictTree,
  type Tree,
  type TreeChoice,
} from './scope.ts'
import type { ExportFile } from './worker-message.ts'

/** Who reads, and the item that they are permitted to read. */
export interface Reader {
  app: App
  /** Undefined for a visitor without an account. */
  user: User | undefined
  visitor: Visitor
  item: ItemAccess
}

/** The user who exports an item as a file. */
export interface Exporter extends Reader {
  user: User
  item: ItemAccess<'edit'>
  /** The network address of the request. */
  ip: string
  /** Format and part of the item, as the audit log describes the export. */
  detail: string
}

/**
 * Reserves a slot for a user's export. Source of the limit per user: security rules 3, Captcha, limits. The global limit
 * is ours: each export takes a thread.
 *
 * @throws {AppError} tooManyRequests
 */
const acquireExportSlot = createConcurrencyGuard({ ofPerson: 2, inAll: 4 })

/** A slot for an export as a job, which may take half an hour: direct downloads have slots of their own. */
export const acquireJobSlot = createConcurrencyGuard({ ofPerson: 2, inAll: 4 })

/** The part of an item that is exported: a page of it, a catalog, any chosen catalogs and pages, or the whole. */
export interface ExportScope {
  /** 0 for none. */
  cat_id: number
  /** A single page, which takes precedence; 0 for none. */
  page_id: number
  /** Chosen catalogs, each with everything in it; together with `page_ids` they count when neither of the above is set. */
  cat_ids?: readonly number[] | undefined
  /** Chosen pages. The catalogs above them are headings. */
  page_ids?: readonly number[] | undefined
  /** Where a site will be served, with http or https; empty or left out for a folder on a disk. */
  base_address?: string
}

/** What is exported: the chosen part of the item, as far as the user can see it. */
export interface ExportSource {
  /** The name of the item, the catalog or the page. */
  title: string
  /** The description of a whole item, else empty. */
  description: string
  /**
   * Whether the whole item, one catalog with everything in it, one page, or a choice of catalogs and pages is exported.
   * A choice has the title of the item.
   */
  part: 'item' | 'catalog' | 'page' | 'choice'
  /** The pages and catalogs; an exported catalog is the only one at the top. */
  tree: Tree
  item_type: number
  /** The item's parameters for API pages. */
  globals: unknown
  /** Where a site will be served; empty for a folder on a disk. */
  base_address: string
}

/** Returns the content of an exported item, catalog or page, without the exported catalog itself. */
export const contentOf = ({ part, tree }: ExportSource): Tree => (part === 'catalog' && tree.catalogs[0]) || tree

/**
 * Reads what is exported, without the texts of pages.
 *
 * @throws {AppError} catalogGone, pageGone
 */
export async function readExportSource(by: Reader, scope: ExportScope): Promise<ExportSource> {
  const { item_name, item_description, item_type, global_param } = await findItemFacts(by.app.db, by.item.item_id)
  const { base_address = '' } = scope
  const facts = { description: '', item_type, globals: parseGlobals(global_param), base_address }
  if (scope.page_id !== 0) {
    const page = await findExportedPage(by, scope.page_id)
    return { ...facts, title: page.page_title, part: 'page', tree: { pages: [page], catalogs: [] } }
  }
  const tree = await readExportTree(by, scope.cat_id)
  const choice = { catalogs: new Set(scope.cat_ids), pages: new Set(scope.page_ids) }
  if (scope.cat_id === 0 && choice.catalogs.size + choice.pages.size > 0)
    return { ...facts, title: item_name, part: 'choice', tree: requireChoice(tree, choice) }
  if (scope.cat_id === 0) return { ...facts, title: item_name, description: item_description, part: 'item', tree }
  return { ...facts, title: tree.catalogs[0]?.cat_name ?? item_name, part: 'catalog', tree }
}

/** Returns the chosen part of a tree. @throws {AppError} catalogGone, pageGone when something chosen is not in it */
function requireChoice(tree: Tree, choice: TreeChoice): Tree {
  const catalogs = new Set(allCatalogs(tree).map((one) => one.cat_id))
  if (![...choice.catalogs].every((cat_id) => catalogs.has(cat_id))) fail('catalogGone')
  const pages = new Set(allPages(tree).map((one) => one.page_id))
  if (![...choice.pages].every((page_id) => pages.has(page_id))) fail('pageGone')
  return pruneTree(tree, choice)
}

/** @throws {AppError} pageGone */
async function findExportedPage({ app, visitor, item, user }: Reader, page_id: number): Promise<PageSummary> {
  const { item: own } = await requirePage(app, visitor, page_id, 'view')
  if (own.item_id !== item.item_id) fail('pageGone')
  const pages = await listPageSummaries(app.db, item.item_id, user?.uid ?? 0)
  return pages.find((one) => one.page_id === page_id) ?? fail('pageGone')
}

/** @throws {AppError} catalogGone */
async function readExportTree({ app, user, item }: Reader, cat_id: number): Promise<Tree> {
  const [catalogs, pages] = await Promise.all([
    listCatalogs(app.db, item.item_id),
    listPageSummaries(app.db, item.item_id, user?.uid ?? 0),
  ])
  const whole = buildTree(catalogs, pages)
  if (cat_id === 0) return restrictTree(whole, item.catalogs)
  // Every catalog below one that a member may see is in the set too.
  if (item.catalogs && !item.catalogs.has(cat_id)) fail('catalogGone')
  const catalog = findCatalogIn(whole, cat_id) ?? fail('catalogGone')
  return { pages: [], catalogs: [{ ...catalog, parent_cat_id: 0 }] }
}

/** Parses the parameters that are added to every API request of an item. */
function parseGlobals(global_param: string): unknown {
  try {
    return JSON.parse(global_param || '{}')
  } catch {
    return {}
  }
}

/** The maximum size of the texts in one file, in bytes. */
const textMost = 50_000_000

/** Throws when the texts are too large for one file. @throws {AppError} exportTooLarge */
export function requireSize(tree: Tree): void {
  const bytes = allPages(tree).reduce((sum, page) => sum + page.bytes, 0)
  if (bytes > textMost) fail('exportTooLarge', { mb: textMost / 1e6 })
}

// The size of the texts that are read from the database and passed on at once.
const sliceBytes = 500_000
const slicePages = 50

/** Yields pages with their texts in slices, in order. Pages that have been deleted or moved in the meantime are left out. */
export async function* readInSlices<T extends { page: PageSummary }>(
  app: App,
  places: readonly T[],
): AsyncGenerator<(T & { text: string })[]> {
  for (let from = 0; from < places.length; ) {
    let to = from
    for (let bytes = 0; to < places.length && to - from < slicePages && bytes < sliceBytes; to += 1)
      bytes += places[to]?.page.bytes ?? 0
    const some = places.slice(from, to)
    const texts = await readTexts(
      app.db,
      some.map((one) => one.page),
    )
    yield some.flatMap((one) => {
      const text = texts.get(one.page.page_id)
      return text === undefined ? [] : [{ ...one, text }]
    })
    from = to
  }
}

/** The uploaded files that pages show, as far as the user may open them. Each is looked up once. */
export class ShownFiles {
  readonly #by: Exporter
  readonly #known = new Map<string, ExportFile | undefined>()
  /** Files of buckets that were fetched for this export. */
  readonly #fetched: string[] = []

  constructor(by: Exporter) {
    this.#by = by
  }

  /** All files found so far, in the order in which they were found. */
  get all(): ExportFile[] {
    return [...this.#known.values()].filter((file) => file !== undefined)
  }

  /** Returns the files whose addresses occur in a text. */
  inText(text: string): Promise<ExportFile[]> {
    return this.bySigns(findFileSigns(text))
  }

  /** Returns the files with these signs, without those that are missing or not accessible to the user. */
  async bySigns(signs: readonly string[]): Promise<ExportFile[]> {
    const fresh = signs.filter((sign) => !this.#known.has(sign))
    for (const sign of fresh) this.#known.set(sign, undefined)
    const { app, visitor, item } = this.#by
    const rows = fresh.length === 0 ? [] : await listFilesBySign(app.db, fresh)
    for (const row of rows) {
      if (!(await canOpenFile(app, visitor, row, item))) continue
      const path = await this.#pathOf(row)
      const size = row.file_type.startsWith('image/') ? await sizeOf(path, row.file_type) : undefined
      this.#known.set(row.sign, {
        sign: row.sign,
        path,
        type: row.file_type,
        display_name: row.display_name,
        width: size?.width ?? 0,
        height: size?.height ?? 0,
      })
    }
    return signs.flatMap((sign) => this.#known.get(sign) ?? [])
  }

  /** Returns a path of a file on this machine: one in a bucket is fetched, and removed once the export has ended. */
  async #pathOf(row: FileLocation): Promise<string> {
    const { app } = this.#by
    if (row.storage === localStorage) return app.files.pathOf(row.stored_name)
    const path = app.files.incomingPath()
    this.#fetched.push(path)
    await withStorage(app, async () => (await contentStore(app, row.storage)).copyTo(row.stored_name, path))
    return path
  }

  /** Removes what was fetched. */
  async close(): Promise<void> {
    for (const path of this.#fetched.splice(0)) await rm(path, { force: true })
  }
}

/** Yields the parts that `read` yields; then, or when they are not wanted any more, what was fetched for them is removed. */
export async function* withShownFiles<P>(
  by: Exporter,
  read: (shown: ShownFiles) => AsyncIterable<P>,
): AsyncGenerator<P> {
  const shown = new ShownFiles(by)
  try {
    yield* read(shown)
  } finally {
    await shown.close()
  }
}

// Some cameras write megabytes before the header; no image is larger.
const headBytes = 4 * 1024 * 1024

async function sizeOf(path: string, type: string): Promise<{ width: number; height: number } | undefined> {
  try {
    const handle = await open(path)
    try {
      const { size } = await handle.stat()
      const head = Buffer.alloc(Math.min(size, type === 'image/jpeg' ? headBytes : 64))
      await handle.read(head, 0, head.length, 0)
      return imageSize(head, type)
    } finally {
      await handle.close()
    }
  } catch {
    return undefined // the file is missing on disk: the page is exported without it
  }
}

/** Records an export in the change log and the audit log. */
export async function recordExport(tx: Tx, { app, user, item, ip, detail }: Exporter): Promise<void> {
  const { item_id, item_name } = item
  const object = { op_object_type: 'item', op_object_id: item_id, op_object_name: item_name } as const
  const audited = { object_type: 'item', object_id: item_id, detail: `${item_name}: ${detail}` } as const
  await insertChange(tx, { item_id, uid: user.uid, op_action_type: 'export', ...object }, nowSeconds(app))
  await insertAudit(tx, { ...actorOf(user, { ip }), action: 'itemExported', ...audited }, nowSeconds(app))
}

/**
 * Creates an export file when a slot is free, records the export in the change log and the audit log, and returns the file.
 *
 * @throws {AppError} tooManyRequests
 */
export async function createExportFile(
  by: Exporter,
  given: { type: string; downloadAs: string },
  make: (path: string) => Promise<void>,
): Promise<FileResponse> {
  const { app, user, item } = by
  return createFile(by, given, async (path) => {
    await make(path)
    await transact(app.db, (tx) => recordExport(tx, by))
    app.log.info({ uid: user.uid, item_id: item.item_id, type: given.type }, 'an item was exported')
  })
}

/**
 * Creates a file for one response when a slot is free. Visitors without an account share their slots.
 *
 * @throws {AppError} tooManyRequests
 */
export async function createFile<File extends Pick<FileResponse, 'type'>>(
  { app, user }: Pick<Reader, 'app' | 'user'>,
  given: File,
  make: (path: string) => Promise<void>,
): Promise<FileResponse & File> {
  const leave = acquireExportSlot(user?.uid ?? 0)
  const path = app.files.incomingPath()
  const done = () => rm(path, { force: true })
  try {
    await make(path)
    const { size } = await stat(path)
    return { ...given, sizeBytes: size, maxAge: 0, read: (range) => createReadStream(path, range), done }
  } catch (error) {
    await done()
    throw error
  } finally {
    leave()
  }
}
