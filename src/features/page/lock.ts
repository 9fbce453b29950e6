import type { User } from '#src/access/caller.ts'
import { hasPermission, type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { notifyOfLockRequest } from '#src/features/message/index.ts'
import { findLock, findPage, isForeignDraft, removeLock, upsertLock } from './queries.ts'

// Source: reference, api-facts 9.6; security 3 for the maximum.
const lockSeconds = 1800
const longestSeconds = 24 * 3600

/** Throws when another user is editing the page. @throws {AppError} pageLocked */
export async function requireUnlocked(tx: Tx, page_id: number, user: User, now: number): Promise<void> {
  const lock = await findLock(tx, page_id, now)
  if (lock && lock.lock_uid !== user.uid) fail('pageLocked', { name: lock.lock_username })
}

/** Returns the page if the caller may edit it in this item. @throws {AppError} pageGone */
async function requireHere(tx: Tx, item: ItemAccess<'edit'>, user: User, page_id: number) {
  const page = (await findPage(tx, item, page_id)) ?? fail('pageGone')
  if (!isInScope(item, page.cat_id) || isForeignDraft(page, user)) fail('pageGone')
  return page
}

/**
 * Acquires the lock of a page, or renews the caller's own. A `lock_to` in the past releases it.
 *
 * @param ask.lock_to Unix seconds; defaults to half an hour from now
 * @param ask.take_over takes the lock from its holder; requires the right to manage the item
 * @throws {AppError} pageGone, pageLocked, itemArchived, noRight
 */
export async function setLock(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  page_id: number,
  ask: { lock_to?: number | undefined; take_over: boolean },
): Promise<void> {
  const now = nowSeconds(app)
  if (ask.take_over && !hasPermission(item, 'manage')) fail('noRight')
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireHere(tx, item, user, page_id)
    if (!ask.take_over) await requireUnlocked(tx, page_id, user, now)
    const until = Math.min(ask.lock_to ?? now + lockSeconds, now + longestSeconds)
    if (until <= now) {
      await removeLock(tx, page_id)
      return
    }
    const former = await findLock(tx, page_id, now)
    // a renewed lock keeps the time at which it was first acquired
    const addtime = former?.lock_uid === user.uid ? former.addtime : now
    const lock_username = user.name || user.username
    await upsertLock(tx, { page_id, lock_uid: user.uid, lock_username, lock_to: until, addtime })
  })
}

/**
 * Sends a message that asks the lock's holder to hand the page over. A further request is not sent until the first one
 * has been read.
 *
 * @throws {AppError} pageFree when no other user holds the lock; pageGone, itemArchived
 */
export async function requestLock(app: App, item: ItemAccess<'edit'>, user: User, page_id: number): Promise<void> {
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireHere(tx, item, user, page_id)
    const lock = await findLock(tx, page_id, now)
    if (!lock || lock.lock_uid === user.uid) return fail('pageFree')
    await notifyOfLockRequest(tx, app, { item_id: item.item_id, page_id, from: user, to_uid: lock.lock_uid, now })
  })
}
