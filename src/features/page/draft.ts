import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { upsertDraft } from './draft-queries.ts'
import { findPage, isForeignDraft } from './queries.ts'
import { requirePageSize } from './save.ts'

/** The unsaved text of a page. `page_id` 0 stands for a new page. */
interface DraftInput {
  page_id: number
  page_title: string
  page_content: string
  cat_id: number
  base_version: number
}

/**
 * Saves a user's unsaved text of a page, replacing their former draft. Only that user can see it. Drafts are accepted
 * while another user holds the page's lock, so that losing the lock never loses text.
 *
 * @returns the time it was saved, in Unix seconds
 * @throws {AppError} pageGone, pageTooLarge, itemArchived
 */
export async function saveDraft(app: App, item: ItemAccess<'edit'>, user: User, input: DraftInput): Promise<number> {
  requirePageSize(input.page_content, item.item_type)
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (input.page_id !== 0) {
      const page = (await findPage(tx, item, input.page_id)) ?? fail('pageGone')
      if (!isInScope(item, page.cat_id) || isForeignDraft(page, user)) fail('pageGone')
    }
    await upsertDraft(tx, { ...input, uid: user.uid, item_id: item.item_id, addtime: now })
  })
  return now
}
