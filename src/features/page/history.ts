import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { readOptions } from '#src/features/options/index.ts'
import { listVersionCounts, removeOldHistory, updateHistoryComments } from './history-queries.ts'

/** Sets the comment of a history version of a page. @throws {AppError} historyGone, itemArchived */
export const saveHistoryComments = (
  app: App,
  item: ItemAccess<'edit'>,
  page_id: number,
  { page_history_id, page_comments }: { page_history_id: number; page_comments: string },
): Promise<void> =>
  transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (!(await updateHistoryComments(tx, page_id, page_history_id, page_comments))) fail('historyGone')
  })

// The number of pages that are processed before the event loop gets a turn.
const pagesAtOnce = 100

// The limit that each app's histories have been trimmed to; they are only trimmed again when the limit is lowered.
const cutTo = new WeakMap<App, number>()

/**
 * Deletes history versions beyond the number that the site stores, after an administrator has lowered that number.
 *
 * @param isWanted whether to continue; called between slices of work
 */
export async function trimHistories(app: App, isWanted: () => boolean): Promise<void> {
  const { history_version_count: limit } = await readOptions(app.db)
  if (limit >= (cutTo.get(app) ?? Number.POSITIVE_INFINITY)) return
  let page_id = 0
  while (isWanted()) {
    const pages = await listVersionCounts(app.db, page_id, pagesAtOnce)
    const last = pages.at(-1)
    if (!last) {
      cutTo.set(app, limit)
      return
    }
    const over = pages.filter((page) => page.count > limit)
    if (over.length > 0) {
      await transact(app.db, async (tx) => {
        for (const page of over) await removeOldHistory(tx, page.page_id, limit)
      })
    }
    page_id = last.page_id
    await nextTurn()
  }
}
