import type { User } from '#src/access/caller.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { touchTree } from '#src/features/catalog/index.ts'
import { listOrder, updateOrder } from './queries.ts'

// The number of pages that one statement updates.
const atOnce = 500

/**
 * Sets the positions of pages of an item, all or none.
 *
 * @param positions s_number by page_id
 * @throws {AppError} pageGone when the caller cannot see one of the pages; itemArchived
 */
export async function sortPages(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  positions: Record<string, number>,
): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const known = new Map((await listOrder(tx, item.item_id, user.uid)).map((page) => [page.page_id, page]))
    const changed = Object.entries(positions).flatMap(([id, s_number]) => {
      const page = known.get(Number(id)) ?? fail('pageGone')
      if (!isInScope(item, page.cat_id)) fail('pageGone')
      return page.s_number === s_number ? [] : [{ page_id: page.page_id, s_number }]
    })
    if (changed.length === 0) return
    for (let at = 0; at < changed.length; at += atOnce) await updateOrder(tx, changed.slice(at, at + atOnce))
    await touchTree(tx, item.item_id, now)
  })
}
