import { setImmediate as nextTurn } from 'node:timers/promises'
import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { SingleLine } from '#shared/contract/fields.ts'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { linkFiles, listFilesInText } from '#src/features/attachment/index.ts'
import {
  type CatalogRow,
  catalogsMost,
  insertCatalog,
  listCatalogs,
  logCatalog,
  topLevel,
  touchTree,
} from '#src/features/catalog/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import {
  countPages,
  insertPage,
  logChange,
  requirePageSize,
  updatePage,
  writeVersion,
} from '#src/features/page/index.ts'
import { indexPages } from '#src/features/search/index.ts'
import { findPageAt } from './queries.ts'
import { toTargetPage } from './target-page.ts'

/** A page as a script names it. */
export interface PageToWrite {
  /** A path of catalogs; empty for the root. */
  path: string
  page_title: string
  /** Undefined leaves an existing page where it is, and puts a new one last. */
  s_number: number | undefined
  /** Returns the new text, given the existing one, if any. */
  content(former: string | undefined): string
}

/** What writing did to a page. */
export interface WrittenPage {
  page_id: number
  change: 'created' | 'updated' | 'unchanged'
}

/** The position of pages for which a script names none. Source: reference, api-facts 20. */
export const lastPlace = 99

/** Takes back the transaction of a trial. */
class Trial extends Error {
  readonly written: WrittenPage[]

  constructor(written: WrittenPage[]) {
    super('a trial')
    this.written = written
  }
}

/** Maximum number of pages in an item when it is written by key. Source: reference, api-facts 3. */
const pagesMost = 5000

/** How long writing may occupy the event loop before others get a turn, in ms. */
const sliceMs = 5

/**
 * Writes pages by their catalogs and titles, all or none. An existing page gets a new version, even while someone is
 * editing it: their own save will notice (`base_version`). An existing page with the very same text stays as it is.
 *
 * @param isTrial does all of it and takes it back, to find out what would happen
 * @returns what happened to the pages, in the same order; with `isTrial`, new ones have the id 0
 * @throws {AppError} itemArchived, textTooLong, badParameter for a title that no page may have, pageTooLarge,
 *   pageTooMany, catalogTooMany, itemOnePage; noRight for a position outside the catalogs that the author is limited to
 */
export async function writePages(
  app: App,
  item: ItemAccess<'edit'>,
  author: User,
  pages: readonly PageToWrite[],
  isTrial = false,
): Promise<WrittenPage[]> {
  const now = nowSeconds(app)
  const { history_version_count } = await readOptions(app.db)
  const files: number[][] = []
  for (const page of pages) files.push(await listFilesInText(app, item, author, page.content(undefined)))
  const work = transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const writer = new Writer(tx, item, author, { now, versionLimit: history_version_count })
    const written: WrittenPage[] = []
    let turnAt = performance.now()
    for (const [at, page] of pages.entries()) {
      written.push(await writer.write(page, files[at] ?? []))
      if (performance.now() - turnAt < sliceMs) continue
      await nextTurn()
      turnAt = performance.now()
    }
    if (isTrial) throw new Trial(written)
    if (writer.hasWritten) await touchTree(tx, item.item_id, now)
    return written
  })
  return work.catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error
    return error.written.map((page) => (page.change === 'created' ? { ...page, page_id: 0 } : page))
  })
}

class Writer {
  hasWritten = false
  readonly #tx: Tx
  readonly #item: ItemAccess<'edit'>
  readonly #author: User
  readonly #at: { now: number; versionLimit: number }
  #catalogs: Map<string, CatalogRow> | undefined
  #pages: number | undefined

  constructor(tx: Tx, item: ItemAccess<'edit'>, author: User, at: { now: number; versionLimit: number }) {
    this.#tx = tx
    this.#item = item
    this.#author = author
    this.#at = at
  }

  async write(page: PageToWrite, files: number[]): Promise<WrittenPage> {
    const place = toTargetPage(page.path, page.page_title)
    const page_title = SingleLine().safeParse(place.page_title).data ?? fail('badParameter', { field: 'page_title' })
    const cat_id = await this.#catalog(place.names)
    const former = await findPageAt(this.#tx, { item_id: this.#item.item_id, cat_id, page_title })
    const page_content = page.content(former?.page_content)
    requirePageSize(page_content, this.#item.item_type)
    const s_number = page.s_number ?? former?.s_number ?? lastPlace
    if (!former) return this.#create({ cat_id, page_title, page_content, s_number }, files)
    const { page_id } = former
    if (former.page_content === page_content) {
      if (former.s_number === s_number) return { page_id, change: 'unchanged' }
      await updatePage(this.#tx, page_id, { s_number })
      this.hasWritten = true
      return { page_id, change: 'updated' }
    }
    const ext_info = this.#extInfo(page_content)
    await writeVersion(this.#tx, former, this.#author, { page_title, page_content, s_number, ext_info }, this.#at)
    await this.#written('update', { page_id, page_title }, files)
    return { page_id, change: 'updated' }
  }

  async #create(
    page: { cat_id: number; page_title: string; page_content: string; s_number: number },
    files: number[],
  ): Promise<WrittenPage> {
    this.#pages ??= await countPages(this.#tx, this.#item.item_id)
    if (getItemType(this.#item.item_type).isOnePage && this.#pages > 0) fail('itemOnePage')
    if (this.#pages >= pagesMost) fail('pageTooMany', { most: pagesMost })
    this.#pages++
    const { page_content, ...row } = page
    const { now } = this.#at
    const page_id = await insertPage(
      this.#tx,
      {
        ...row,
        item_id: this.#item.item_id,
        author_uid: this.#author.uid,
        author_username: this.#author.username,
        addtime: now,
        page_addtime: now,
        ext_info: this.#extInfo(page_content) ?? '',
      },
      page_content,
    )
    await this.#written('create', { page_id, page_title: page.page_title }, files)
    return { page_id, change: 'created' }
  }

  async #written(operation: 'create' | 'update', page: { page_id: number; page_title: string }, files: number[]) {
    const { item_id } = this.#item
    await logChange(this.#tx, this.#item, this.#author, operation, page, this.#at.now)
    await linkFiles(this.#tx, { page_id: page.page_id, item_id }, files, this.#at.now)
    await indexPages(this.#tx, [page.page_id])
    this.hasWritten = true
  }

  /** Returns what menus show of a page; undefined if it stays as it is. */
  #extInfo(page_content: string): string | undefined {
    return apiDocExtInfo(page_content) ?? (getItemType(this.#item.item_type).editor === 'apiClient' ? '' : undefined)
  }

  /** Returns the catalog at the end of a path, creating what is missing; 0 for an empty path. */
  async #catalog(names: string[]): Promise<number> {
    if (names.length === 0) return isInScope(this.#item, 0) ? 0 : fail('noRight')
    if (getItemType(this.#item.item_type).isOnePage) fail('itemOnePage')
    const { item_id } = this.#item
    const rows = this.#catalogs ?? (await listCatalogs(this.#tx, item_id)).map((row) => [keyOf(row), row] as const)
    // Of two catalogs with the same name and parent, the first counts.
    this.#catalogs = rows instanceof Map ? rows : new Map([...rows].reverse())
    let parent_cat_id = 0
    for (const [depth, name] of names.entries()) {
      const cat_name = SingleLine().safeParse(name).data ?? fail('badParameter', { field: 'cat_name' })
      const known = this.#catalogs.get(keyOf({ parent_cat_id, cat_name }))
      parent_cat_id = known?.cat_id ?? (await this.#newCatalog(parent_cat_id, cat_name, topLevel + depth))
      // Everything below a catalog that the author is limited to is theirs too.
      if (depth === 0 && !isInScope(this.#item, parent_cat_id)) fail('noRight')
    }
    return parent_cat_id
  }

  async #newCatalog(parent_cat_id: number, cat_name: string, level: number): Promise<number> {
    const { item_id } = this.#item
    if ((this.#catalogs?.size ?? 0) >= catalogsMost) fail('catalogTooMany', { most: catalogsMost })
    const row = { item_id, parent_cat_id, cat_name, level, s_number: 99, addtime: this.#at.now }
    const cat_id = await insertCatalog(this.#tx, row)
    this.#catalogs?.set(keyOf(row), { ...row, cat_id })
    await logCatalog(this.#tx, this.#item, this.#author, 'create', { cat_id, cat_name }, this.#at.now)
    this.hasWritten = true
    return cat_id
  }
}

const keyOf = (catalog: Pick<CatalogRow, 'parent_cat_id' | 'cat_name'>): string =>
  `${catalog.parent_cat_id}/${catalog.cat_name}`
