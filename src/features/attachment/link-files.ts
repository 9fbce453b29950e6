import type { User } from '#src/access/caller.ts'
import { canOpenFile } from '#src/access/file-access.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable, type Visitor } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { findFile, listFilesBySign, listInPage, showInPage } from './queries.ts'
import { findFileSigns } from './text-files.ts'

// The number of values in one statement.
const slice = 500

const slicesOf = <T>(values: T[]): T[][] =>
  Array.from({ length: Math.ceil(values.length / slice) }, (_, at) => values.slice(at * slice, (at + 1) * slice))

/** Returns a visitor for a user, without the item passwords that their browser may have entered. */
const visitorOf = (user: User): Visitor => ({
  user: user.uid === 0 ? undefined : user,
  grantOf: () => undefined,
  itemPassword: undefined,
  ip: '',
})

/**
 * Returns the files whose addresses occur in a text and that its author may open. A page opens the files it shows to
 * all its readers, so an address that someone merely knows must not give access to a file.
 */
export async function listFilesInText(
  app: App,
  item: ItemAccess | undefined,
  author: User,
  text: string,
): Promise<number[]> {
  const visitor = visitorOf(author)
  const found: number[] = []
  for (const signs of slicesOf(findFileSigns(text))) {
    for (const file of await listFilesBySign(app.db, signs))
      if (await canOpenFile(app, visitor, file, item)) found.push(file.file_id)
  }
  return found
}

/**
 * Records that a page shows these files. Earlier links stay, because readers may also read former versions. Part of
 * every operation that writes a page's text.
 */
export async function linkFiles(
  tx: Tx,
  page: { page_id: number; item_id: number },
  file_ids: number[],
  now: number,
): Promise<void> {
  for (const some of slicesOf(file_ids)) await showInPage(tx, some, page, now)
}

/** Adds a user's own file to the attachment list of a page. @throws {AppError} fileGone, pageGone, itemArchived */
export async function linkOwnFile(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  at: { file_id: number; page_id: number },
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const file = (await findFile(tx, at.file_id)) ?? fail('fileGone')
    if (file.uid !== user.uid) fail('fileGone')
    if (!(await listInPage(tx, at.file_id, { page_id: at.page_id, item_id: item.item_id }, now))) fail('pageGone')
  })
}
