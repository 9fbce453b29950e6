import type { User } from '#src/access/caller.ts'
import { canRemoveFile } from '#src/access/file-access.ts'
import { hasPermission, type ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { removeContent } from '#src/features/storage/index.ts'
import {
  type FileRow,
  findFile,
  findFileBySign,
  listPagesWithFile,
  listStoredNames,
  removeFile,
  unlistInPage,
} from './queries.ts'

// Younger files may be about to get their row, or belong to a job, which keeps its files for a day.
const leftAloneSeconds = 2 * 86_400

async function removeLeftoversOf(app: App, names: string[]): Promise<number> {
  const known = new Set((await listStoredNames(app.db, names)).map((row) => row.stored_name))
  const before = nowSeconds(app) - leftAloneSeconds
  let removed = 0
  for (const name of names) {
    if (known.has(name)) continue
    const received = await app.files.receivedTime(name)
    if (received === undefined || received > before) continue
    await app.files.remove(name)
    removed++
  }
  return removed
}

async function removeLeftovers(app: App): Promise<void> {
  let removed = 0
  for await (const names of app.files.names()) {
    for (let at = 0; at < names.length; at += 500) removed += await removeLeftoversOf(app, names.slice(at, at + 500))
  }
  if (removed > 0) app.log.info({ removed }, 'files without an entry in the database were removed')
}

/**
 * Starts removing, in the background, stored files without a database row: files left behind by a crash between storing
 * a file and inserting its row, or between deleting a row and its file.
 */
export function startRemovingOrphans(app: App): void {
  const removing: Promise<void> = removeLeftovers(app)
    .catch((error: unknown) => app.log.error({ err: error }, 'leftovers of uploads could not be removed'))
    .finally(() => app.background.delete(removing))
  app.background.add(removing)
}

type Place = Awaited<ReturnType<typeof listPagesWithFile>>[number]

// Pages of an archived item are read-only, and so are their attachments.
const requireNoneArchived = (places: Place[]): void => {
  if (places.some((place) => place.is_archived === 1 && place.is_del === 0)) fail('itemArchived')
}

/** Runs an operation that may delete files, and deletes their bytes once its transaction has been committed. */
async function removing(app: App, operation: (tx: Tx) => Promise<FileRow[]>): Promise<number> {
  const gone = await transact(app.db, operation)
  for (const file of gone) await removeContent(app, file)
  return gone.length
}

/** Deletes one of a user's own files from all pages. @throws {AppError} fileGone, itemArchived */
export async function removeOwnFile(app: App, user: User, file_id: number): Promise<void> {
  await removing(app, async (tx) => {
    const file = (await findFile(tx, file_id)) ?? fail('fileGone')
    if (file.uid !== user.uid) fail('fileGone')
    requireNoneArchived(await listPagesWithFile(tx, file_id))
    await removeFile(tx, file)
    return [file]
  })
}

/**
 * Deletes files of any user, including those that an archived item shows. For administrators. Returns the number of
 * deleted files.
 */
export const removeAnyFiles = (app: App, file_ids: readonly number[]): Promise<number> =>
  removing(app, async (tx) => {
    const gone: FileRow[] = []
    for (const file_id of new Set(file_ids)) {
      const file = await findFile(tx, file_id)
      if (!file) continue
      await removeFile(tx, file)
      gone.push(file)
    }
    return gone
  })

/**
 * Deletes a file of an item, named by its id or (0) its sign, from all pages. For callers with the item's API key.
 *
 * @returns its id
 * @throws {AppError} fileGone, also for a file of another item; itemArchived
 */
export async function removeFileOfItem(
  app: App,
  item: ItemAccess<'edit'>,
  by: { file_id: number; sign: string },
): Promise<number> {
  let file_id = by.file_id
  await removing(app, async (tx) => {
    await requireWritable(tx, item)
    const found = by.file_id === 0 ? await findFileBySign(tx, by.sign) : await findFile(tx, by.file_id)
    const file = found?.item_id === item.item_id ? found : fail('fileGone')
    file_id = file.file_id
    requireNoneArchived(await listPagesWithFile(tx, file_id))
    await removeFile(tx, file)
    return [file]
  })
  return file_id
}

/**
 * Removes an attachment from the list of a page; deletes the file itself when no other page uses it.
 *
 * @throws {AppError} fileGone when it is not in the list; noRight: removing it from the list requires the right to
 *   edit, deleting the file requires owning it or the right to manage the item; itemArchived
 */
export async function removeFromPage(
  app: App,
  item: ItemAccess,
  user: User,
  at: { file_id: number; page_id: number },
): Promise<void> {
  await removing(app, async (tx) => {
    const file = (await findFile(tx, at.file_id)) ?? fail('fileGone')
    const places = await listPagesWithFile(tx, at.file_id)
    const here = places.find((place) => place.page_id === at.page_id && place.is_listed === 1)
    // A file that is on no page yet can be deleted by its owner from any page that offers it.
    if (!here && (places.length > 0 || file.uid !== user.uid)) fail('fileGone')
    if (places.some((place) => place.page_id !== at.page_id)) {
      if (!hasPermission(item, 'edit')) fail('noRight')
      requireNoneArchived(places.filter((place) => place.page_id === at.page_id))
      await unlistInPage(tx, file, at.page_id)
      return []
    }
    if (!canRemoveFile(item, user, file)) fail('noRight')
    requireNoneArchived(places)
    await removeFile(tx, file)
    return [file]
  })
}
