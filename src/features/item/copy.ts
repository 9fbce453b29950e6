import { setImmediate as nextTurn } from 'node:timers/promises'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireItem, type Visitor } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { copyEnvironments } from '#src/features/api-call/index.ts'
import { type CatalogBranch, catalogTree, insertCatalog, listCatalogs, topLevel } from '#src/features/catalog/index.ts'
import { copySite } from '#src/features/docs-site/index.ts'
import { setGroupsOfItem } from '#src/features/item-group/index.ts'
import { copyPage, insertFilePages, listFilesOfPages, listPagesToCopy, updatePageTitles } from './copy-queries.ts'
import { findItemDetail } from './queries.ts'
import { parseDomain } from './rules.ts'
import { groupsIn, type ItemInput, insertNewItem } from './service.ts'
import { storedPassword, typedHash } from './visibility.ts'

// A copy occupies the database's only writer until it is done.
const copiesPerMinute = 20

// The longest time a copy may run before the event loop gets a turn, in ms.
const sliceMs = 5

// The number of rows that one statement inserts: SQLite takes 32,766 values.
const rowsAtOnce = 1000

/** The target item of a copy and the user who makes it. */
interface CopyTo {
  item_id: number
  author: User
  now: number
}

/** Yields to the event loop when a slice of work is over. */
type Turn = () => Promise<void>

function turns(): Turn {
  let turnAt = performance.now()
  return async () => {
    if (performance.now() - turnAt < sliceMs) return
    await nextTurn()
    turnAt = performance.now()
  }
}

/**
 * Copies the catalogs that the caller can see, including empty ones. Returns the new id of each catalog; the root maps
 * to the root.
 */
async function copyCatalogs(tx: Tx, source: ItemAccess, to: CopyTo, turn: Turn): Promise<Map<number, number>> {
  const newOf = new Map([[0, 0]])
  const rows = (await listCatalogs(tx, source.item_id)).filter((row) => isInScope(source, row.cat_id))
  const copyBranch = async (branch: CatalogBranch, parent_cat_id: number, level: number) => {
    const { cat_name, s_number } = branch
    const row = { item_id: to.item_id, parent_cat_id, cat_name, s_number, level, addtime: to.now }
    const cat_id = await insertCatalog(tx, row)
    newOf.set(branch.cat_id, cat_id)
    await turn()
    for (const below of branch.sub) await copyBranch(below, cat_id, level + 1)
  }
  for (const branch of catalogTree(rows)) await copyBranch(branch, 0, topLevel)
  return newOf
}

/** Copies the pages that the caller can see into the new catalogs. Returns the new id of each page. */
async function copyPages(
  tx: Tx,
  source: ItemAccess,
  to: CopyTo,
  catalogs: Map<number, number>,
  turn: Turn,
): Promise<Map<number, number>> {
  const { uid: author_uid, username: author_username } = to.author
  const newOf = new Map<number, number>()
  for (const page of await listPagesToCopy(tx, source, author_uid)) {
    const cat_id = catalogs.get(page.cat_id)
    if (cat_id === undefined || !isInScope(source, page.cat_id)) continue
    const place = { item_id: to.item_id, cat_id, author_uid, author_username, now: to.now }
    newOf.set(page.page_id, await copyPage(tx, { page_id: page.page_id, ...place }))
    await turn()
  }
  return newOf
}

/** Links the copied pages to the files of their sources. */
async function bindFiles(tx: Tx, source: ItemAccess, to: CopyTo, pages: Map<number, number>): Promise<void> {
  const rows = (await listFilesOfPages(tx, source)).flatMap(({ file_id, page_id }) => {
    const copied = pages.get(page_id)
    return copied === undefined ? [] : [{ file_id, page_id: copied, item_id: to.item_id, addtime: to.now }]
  })
  for (let at = 0; at < rows.length; at += rowsAtOnce) await insertFilePages(tx, rows.slice(at, at + rowsAtOnce))
}

/**
 * Copies an item with all content that the caller can see: catalogs, ordered pages, the files they show, and the
 * environments of their API requests, the settings of its docs site. Unless another visibility is chosen, the copy keeps the source's visibility and
 * password. Members, history, templates, mocks, keys and users' values of secret variables are not copied. The copy is
 * one transaction and yields to the event loop between slices of work.
 *
 * @returns the new item's id
 * @throws {AppError} those of `requireItem`; privateNeedsPassword, domainBad, domainTaken, itemGroupGone,
 *   tooManyRequests
 */
export async function copyItem(
  app: App,
  by: { user: User; visitor: Visitor },
  permitted: ItemAccess<'edit'>,
  input: ItemInput,
): Promise<number> {
  const { user } = by
  if (!app.limiter.take(`copy:${user.uid}`, copiesPerMinute, 60_000)) fail('tooManyRequests')
  const item_domain = parseDomain(input.item_domain)
  const hash = await typedHash(input)
  return transact(app.db, async (tx) => {
    // checked again: the permission may have ended while the copy waited, and an access password does not give it
    const visitor = { ...by.visitor, itemPassword: undefined }
    const source = await requireItem({ ...app, db: tx }, visitor, permitted.item_id, 'edit')
    const row = (await findItemDetail(tx, source.item_id)) ?? fail('itemPasswordNeeded')
    const { item_type, allow_comment, allow_feedback, global_param } = row
    const password = storedPassword(input, hash, row.password)
    const item_name = input.item_name || row.item_name
    const item_description = input.item_description || row.item_description
    const now = nowSeconds(app)
    const item_id = await insertNewItem(
      tx,
      user,
      {
        item_name,
        item_description,
        item_domain,
        item_type,
        password,
        allow_comment,
        allow_feedback,
        global_param,
      },
      now,
    )
    const to = { item_id, author: user, now }
    const turn = turns()
    const catalogs = await copyCatalogs(tx, source, to, turn)
    const pages = await copyPages(tx, source, to, catalogs, turn)
    // A one-page item and its page share one title. Source: reference, api-facts 6.
    if (getItemType(item_type).isOnePage && pages.size === 1) await updatePageTitles(tx, item_id, item_name)
    await bindFiles(tx, source, to, pages)
    await copyEnvironments(tx, source.item_id, item_id, now)
    await copySite(tx, source.item_id, item_id, pages)
    await setGroupsOfItem(tx, user.uid, item_id, groupsIn(input), now)
    return item_id
  })
}
