import { setImmediate as nextTurn } from 'node:timers/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { transact } from '#src/db/database.ts'
import {
  findItemToPurge,
  listPagesOfItem,
  listPagesToPurge,
  listStillDeleted,
  removeEntries,
  removeItemRow,
  removeOldCatalogs,
  removePages,
} from './queries.ts'

// A page is removed with its history, which may be a hundred texts: so only a few at once, so that others hardly wait.
const pagesAtOnce = 20

const daySeconds = 86_400

/** How long deleted things can be restored, in seconds from their deletion. Source: specification 9. */
const retentionSeconds = 30 * daySeconds

/**
 * Returns the days, rounded up, until what was deleted at `del_time` is removed for good. Both times are Unix seconds.
 */
export const daysLeft = (del_time: number, now: number): number =>
  Math.max(0, Math.ceil((del_time + retentionSeconds - now) / daySeconds))

/**
 * Removes for good what was deleted more than 30 days ago: pages, catalogs and whole items, a few rows at a time.
 *
 * @param isWanted whether to continue: called between slices of work
 */
export async function purgeDeleted(app: App, isWanted: () => boolean): Promise<void> {
  const time = nowSeconds(app) - retentionSeconds
  while (isWanted() && (await purgeSomePages(app, time))) await nextTurn()
  if (isWanted()) await removeOldCatalogs(app.db, time)
  for (;;) {
    const item = isWanted() ? await findItemToPurge(app.db, time) : undefined
    if (!item) return
    while (isWanted() && (await purgeSomeOfItem(app, item.item_id, time))) await nextTurn()
  }
}

/** Removes some pages; returns false when there were none left. */
async function purgeSomePages(app: App, time: number): Promise<boolean> {
  const page_ids = (await listPagesToPurge(app.db, time, pagesAtOnce)).map((page) => page.page_id)
  if (page_ids.length === 0) return false
  await transact(app.db, async (tx) => {
    // A page that has been restored in the meantime only leaves the list.
    const deleted = (await listStillDeleted(tx, page_ids)).map((page) => page.page_id)
    if (deleted.length > 0) await removePages(tx, deleted)
    await removeEntries(tx, page_ids)
  })
  return true
}

/**
 * Removes some pages of a deleted item, or with the last of them the item; returns false when there is nothing left to
 * do.
 */
const purgeSomeOfItem = (app: App, item_id: number, time: number): Promise<boolean> =>
  transact(app.db, async (tx) => {
    // It may have been restored in the meantime.
    if (!(await findItemToPurge(tx, time, item_id))) return false
    const pages = await listPagesOfItem(tx, item_id, pagesAtOnce)
    if (pages.length > 0) {
      const page_ids = pages.map((page) => page.page_id)
      await removePages(tx, page_ids)
      return true
    }
    await removeItemRow(tx, item_id)
    return false
  })

/** Removes a deleted item for good at once, a few pages at a time; does nothing to one that is not deleted. */
export async function purgeItem(app: App, item_id: number): Promise<void> {
  while (await purgeSomeOfItem(app, item_id, nowSeconds(app) + 1)) await nextTurn()
}
