import { randomBytes } from 'node:crypto'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { normalizePath } from './path.ts'
import { findLivePage, upsertMock } from './queries.ts'
import { readTemplate } from './template/read.ts'

/** @throws {AppError} mockTemplateBad, mockTemplateTooLarge, mockPathBad, mockPathTooLarge, mockPathTooLong */
function newMock(
  { item_id }: Pick<ItemAccess, 'item_id'>,
  { uid }: Pick<User, 'uid'>,
  { page_id, template, path = '/' }: { page_id: number; template: string; path?: string | undefined },
  now: number,
) {
  readTemplate(template)
  const unique_key = randomBytes(16).toString('hex')
  const times = { addtime: now, last_update_time: now }
  return { unique_key, page_id, item_id, uid, template, path: normalizePath(path), ...times }
}

/** Adds the mock of an import to a page that was inserted in this transaction; one that nobody could save is left out. */
export async function insertImportedMock(
  tx: Tx,
  item: Pick<ItemAccess, 'item_id'>,
  user: Pick<User, 'uid'>,
  input: { page_id: number; template: string; path: string },
  now: number,
): Promise<void> {
  try {
    await upsertMock(tx, newMock(item, user, input, now))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/**
 * Adds a mock to a page, or changes the one that it has; its key stays.
 *
 * @throws {AppError} mockTemplateBad, mockTemplateTooLarge, mockPathBad, mockPathTooLarge, mockPathTooLong; pageGone;
 *   itemArchived
 */
export async function saveMock(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  input: { page_id: number; template: string; path?: string | undefined },
): Promise<{ page_id: number; path: string; unique_key: string }> {
  const row = newMock(item, user, input, nowSeconds(app))
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (!(await findLivePage(tx, item.item_id, input.page_id))) fail('pageGone')
    return upsertMock(tx, row)
  })
}
