import { randomBytes } from 'node:crypto'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { normalizePath } from './path.ts'
import { findLivePage, upsertMock } from './queries.ts'
import { readTemplate } from './template/read.ts'

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
  readTemplate(input.template)
  const now = nowSeconds(app)
  const row = {
    unique_key: randomBytes(16).toString('hex'),
    page_id: input.page_id,
    item_id: item.item_id,
    uid: user.uid,
    template: input.template,
    path: normalizePath(input.path ?? '/'),
    addtime: now,
    last_update_time: now,
  }
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (!(await findLivePage(tx, item.item_id, input.page_id))) fail('pageGone')
    return upsertMock(tx, row)
  })
}
