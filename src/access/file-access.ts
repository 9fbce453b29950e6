import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import { hasPermission, type ItemAccess, isInScope } from './item-access.ts'
import { requireItem, type Visitor } from './permissions.ts'
import { listPagesOfFile } from './queries.ts'

/** An uploaded file, as permission checks need it. */
interface FileFacts {
  file_id: number
  /** The uploader. */
  uid: number
  /** The item that it was uploaded to; 0 for none. */
  item_id: number
}

const viewOf = (app: App, visitor: Visitor, item_id: number): Promise<ItemAccess | undefined> =>
  requireItem(app, visitor, item_id, 'view').catch((error: unknown) =>
    error instanceof AppError ? undefined : Promise.reject(error),
  )

/**
 * Whether a visitor may open an uploaded file: its uploader, administrators, and anyone who may read one of the pages
 * that list or show it, including by that page's public link. While no page uses the file, anyone who may read the
 * whole item that it was uploaded to; a file that was uploaded to no item is open to anyone who has its address.
 *
 * @param held an item for which the visitor has already proved a permission
 */
export async function canOpenFile(app: App, visitor: Visitor, file: FileFacts, held?: ItemAccess): Promise<boolean> {
  const { user } = visitor
  if (user && (user.uid === file.uid || user.groupid === 1)) return true
  const itemOf = (item_id: number) => (held?.item_id === item_id ? held : viewOf(app, visitor, item_id))
  const places = await listPagesOfFile(app.db, file)
  if (places.length === 0) {
    if (file.item_id === 0) return true
    const item = await itemOf(file.item_id)
    return item !== undefined && item.catalogs === undefined
  }
  const pages = places.filter((page) => page.is_del === 0 && page.item_is_del === 0)
  const now = nowSeconds(app)
  const isShared = ({ is_draft, unique_key, expire_time }: (typeof pages)[number]) =>
    is_draft === 0 && unique_key !== null && (expire_time === 0 || (expire_time ?? 0) > now)
  if (pages.some(isShared)) return true
  for (const item_id of new Set(pages.map((page) => page.item_id))) {
    const item = await itemOf(item_id)
    const isReadable = (page: (typeof pages)[number]) =>
      page.item_id === item_id && (page.is_draft === 0 || page.author_uid === user?.uid)
    if (item && pages.some((page) => isReadable(page) && isInScope(item, page.cat_id))) return true
  }
  return false
}

/**
 * Whether a user may permanently remove a file that only a page of `item` uses: their own, or as a manager of the item.
 */
export const canRemoveFile = (item: ItemAccess, user: { uid: number }, file: FileFacts): boolean =>
  file.uid === user.uid || hasPermission(item, 'manage')
