import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { pageMaxBytes, sheetMaxBytes } from '#shared/contract/fields.ts'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transactGrouped } from '#src/db/database.ts'
import { linkFiles, listFilesInText } from '#src/features/attachment/index.ts'
import { findCatalog, touchTree } from '#src/features/catalog/index.ts'
import { insertChange } from '#src/features/change-log/index.ts'
import { notifyOfPage } from '#src/features/message/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { requestIndexing } from '#src/features/search/index.ts'
import { subscribe } from '#src/features/subscription/index.ts'
import { insertHistory, removeOldHistory } from './history-queries.ts'
import { requireUnlocked } from './lock.ts'
import {
  countPages,
  findPage,
  findWholePage,
  insertPage,
  isForeignDraft,
  type PageWithText,
  replacePage,
  updateItemName,
} from './queries.ts'

/** The fields that a page is saved with. Fields that are `undefined` stay unchanged. */
interface SaveInput {
  page_id: number
  page_title: string
  page_content: string
  cat_id?: number | undefined
  s_number?: number | undefined
  page_comments?: string | undefined
  ext_info?: string | undefined
  /**
   * 1 makes a page that no other user has seen yet visible to its author only, 0 publishes it, -1 leaves it as it is.
   */
  is_draft?: number | undefined
  /** Whether to notify the page's subscribers, with `notify_content` as the remark. A new page has no subscribers. */
  is_notify?: boolean | undefined
  notify_content?: string | undefined
  /** Whether the client saves automatically while the user types. */
  is_autosave?: boolean | undefined
  /** The version that the edit started from; 0 when the client does not say. */
  base_version: number
}

/** Throws when a text is too long. @throws {AppError} pageTooLarge */
export function requirePageSize(page_content: string, item_type: number): void {
  const most = getItemType(item_type).hasLargePages ? sheetMaxBytes : pageMaxBytes
  if (Buffer.byteLength(page_content) > most) fail('pageTooLarge', { mb: most / 1e6 })
}

/** Autosaves of one user within this time share one history version, in seconds. */
const autosaveWindow = 600

/** Whether an autosave continues a recent save of the same user. */
const continuesAutosave = (
  former: PageWithText,
  author: User,
  is_autosave: boolean | undefined,
  now: number,
): boolean =>
  is_autosave === true &&
  former.author_uid === author.uid &&
  Math.floor(former.addtime / autosaveWindow) === Math.floor(now / autosaveWindow)

/** Throws when a catalog is not in the item or not in the caller's scope. @throws {AppError} catalogGone, noRight */
export async function requireCatalog(tx: Tx, item: ItemAccess<'edit'>, cat_id: number): Promise<void> {
  if (!isInScope(item, cat_id)) fail('noRight')
  if (cat_id !== 0 && !(await findCatalog(tx, item, cat_id))) fail('catalogGone')
}

/** Writes a new version of a page, stores the former one in its history, and returns the page as it is now. */
export async function writeVersion(
  tx: Tx,
  former: PageWithText,
  author: User,
  next: Omit<SaveInput, 'page_id' | 'base_version' | 'is_notify' | 'notify_content' | 'is_autosave'>,
  at: { now: number; versionLimit: number; goesOn?: boolean },
): Promise<PageWithText> {
  if (!at.goesOn) await insertHistory(tx, former)
  await removeOldHistory(tx, former.page_id, at.versionLimit)
  const version = {
    page_title: next.page_title,
    cat_id: next.cat_id ?? former.cat_id,
    s_number: next.s_number ?? former.s_number,
    page_comments: next.page_comments ?? '',
    ext_info: next.ext_info ?? former.ext_info,
    is_draft: next.is_draft === 0 ? 0 : former.is_draft,
    author_uid: author.uid,
    author_username: author.username,
    addtime: at.now,
    page_version: former.page_version + 1,
  }
  const { page_content } = next
  await replacePage(tx, former.page_id, version, page_content)
  return { ...former, ...version, page_content }
}

/**
 * Creates a page, or saves a new version of one and stores the former text as a history version. The page, its history,
 * the change log, the messages and the tree's revision are written in one transaction.
 *
 * @returns the page as it is now
 * @throws {AppError} pageGone when the page is deleted or belongs to another item; pageLocked when another user is
 *   editing it; pageChanged when it was saved since `base_version`; pageTooLarge; catalogGone; itemOnePage; noRight;
 *   itemArchived
 */
export async function savePage(
  app: App,
  item: ItemAccess<'edit'>,
  author: User,
  input: SaveInput,
): Promise<PageWithText> {
  requirePageSize(input.page_content, item.item_type)
  const now = nowSeconds(app)
  const { history_version_count } = await readOptions(app.db)
  const files = await listFilesInText(app, item, author, input.page_content)
  const saved = await transactGrouped(app.db, async (tx) => {
    await requireWritable(tx, item)
    const page =
      input.page_id === 0
        ? await create(tx, item, author, input, now)
        : await update(tx, item, author, input, { now, versionLimit: history_version_count })
    const { page_id } = page
    await linkFiles(tx, { page_id, item_id: item.item_id }, files, now)
    if (input.is_notify && input.page_id !== 0) {
      const notify_content = input.notify_content ?? ''
      await notifyOfPage(tx, app, { item_id: item.item_id, page_id, from: author, notify_content, now })
    }
    await touchTree(tx, item.item_id, now)
    // Source: reference, api-facts 6.
    if (getItemType(item.item_type).isNamedAfterPage) await updateItemName(tx, item.item_id, input.page_title)
    return page
  })
  requestIndexing()
  return saved
}

/**
 * Returns the menu information of an API document for clients that do not send it. Source: reference, api-facts 9.4.
 */
const extInfoOf = (input: SaveInput, former = ''): string | undefined =>
  input.ext_info ||
  apiDocExtInfo(input.page_content) ||
  // the page no longer holds an API document
  (former.includes('"page_type"') ? '' : input.ext_info)

async function create(
  tx: Tx,
  item: ItemAccess<'edit'>,
  author: User,
  input: SaveInput,
  now: number,
): Promise<PageWithText> {
  const cat_id = input.cat_id ?? 0
  await requireCatalog(tx, item, cat_id)
  if (getItemType(item.item_type).isOnePage && (await countPages(tx, item.item_id)) > 0) fail('itemOnePage')
  const row = {
    item_id: item.item_id,
    cat_id,
    page_title: input.page_title,
    s_number: input.s_number ?? 99,
    author_uid: author.uid,
    author_username: author.username,
    addtime: now,
    page_addtime: now,
    page_comments: input.page_comments ?? '',
    ext_info: extInfoOf(input) ?? '',
    is_draft: input.is_draft === 1 ? 1 : 0,
  }
  const page_id = await insertPage(tx, row, input.page_content)
  // The creator of a page is subscribed to it. Source: reference, api-facts 13.1.
  await subscribe(tx, author.uid, page_id, now)
  await logChange(tx, item, author, 'create', { page_id, page_title: input.page_title }, now)
  return (await findPage(tx, item, page_id)) ?? fail('pageGone')
}

async function update(
  tx: Tx,
  item: ItemAccess<'edit'>,
  author: User,
  input: SaveInput,
  at: { now: number; versionLimit: number },
): Promise<PageWithText> {
  const former = (await findPage(tx, item, input.page_id)) ?? fail('pageGone')
  if (!isInScope(item, former.cat_id)) fail('pageGone')
  if (isForeignDraft(former, author)) fail('pageGone')
  await requireUnlocked(tx, former.page_id, author, at.now)
  if (input.base_version !== 0 && input.base_version !== former.page_version) {
    const name = (await findWholePage(tx, former.page_id))?.author_name
    fail('pageChanged', { name: name || former.author_username })
  }
  // A published page cannot become a draft again: other users could already read it.
  if (input.is_draft === 1 && former.is_draft === 0) fail('badParameter', { field: 'is_draft' })
  if (input.cat_id !== undefined && input.cat_id !== former.cat_id) await requireCatalog(tx, item, input.cat_id)
  const isMore = continuesAutosave(former, author, input.is_autosave, at.now)
  const page = await writeVersion(
    tx,
    former,
    author,
    { ...input, ext_info: extInfoOf(input, former.ext_info) },
    { ...at, goesOn: isMore },
  )
  const { page_id } = former
  if (!isMore) await logChange(tx, item, author, 'update', { page_id, page_title: input.page_title }, at.now)
  return page
}

/** Records an operation on a page in the change log. */
export const logChange = (
  tx: Tx,
  item: ItemAccess<'edit'>,
  author: User,
  op_action_type: 'create' | 'update' | 'delete' | 'recover',
  page: { page_id: number; page_title: string },
  now: number,
) => {
  const object = { op_object_type: 'page', op_object_id: page.page_id, op_object_name: page.page_title } as const
  return insertChange(tx, { item_id: item.item_id, uid: author.uid, op_action_type, ...object }, now)
}
