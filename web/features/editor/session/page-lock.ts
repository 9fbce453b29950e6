import { api, isApiError } from '#web/lib/api.ts'

/** A page that can be locked, and its item. */
export interface LockTarget {
  page_id: number
  item_id: number
}

/** The `lock_to` that releases a lock. Source: specification 9. */
const releaseAt = 1000

const markKey = 'docstead.page-lock'

/** The pages whose lock this window wants. */
const wanted = new Set<number>()

/** The running requests about the lock of a page: settled when all of them are answered. */
const underWay = new Map<number, Promise<unknown>>()

function noted<T>(page_id: number, call: Promise<T>): Promise<T> {
  const all = Promise.allSettled([underWay.get(page_id), call]).then(() => {
    if (underWay.get(page_id) === all) underWay.delete(page_id)
  })
  underWay.set(page_id, all)
  return call
}

const mark = (page_id: number) => {
  try {
    sessionStorage.setItem(markKey, String(page_id))
  } catch {
    // only the dialog after a reload depends on it
  }
}

/** Reports whether this same tab held the lock of the page before a reload. */
export function wasHeldHere(page_id: number): boolean {
  try {
    return sessionStorage.getItem(markKey) === String(page_id)
  } catch {
    return false
  }
}

// also the last request of a closing window
const giveBack = ({ page_id, item_id }: LockTarget) =>
  api.page.setLock({ page_id, item_id, lock_to: releaseAt }, { keepalive: true, isBackground: true })

async function take(place: LockTarget, over: boolean): Promise<void> {
  const { page_id, item_id } = place
  let isRejected = false
  try {
    await api.page.setLock({ page_id, item_id, ...(over && { take_over: true }) }, { isBackground: !over })
  } catch (error) {
    isRejected = isApiError(error, 'pageLocked')
    if (isRejected) wanted.delete(page_id)
    throw error
  } finally {
    // a request without a response may have succeeded
    if (!isRejected) mark(page_id)
    if (!isRejected && !wanted.has(page_id)) await giveBack(place).catch(() => undefined)
  }
}

/**
 * Takes the lock of a page, or renews it. When it is released before the response arrives, it is released once more
 * afterwards: nobody is left to hold it.
 *
 * @param over takes it from its holder
 * @throws {ApiError} pageLocked when another user holds it
 */
export function takeLock(place: LockTarget, over = false): Promise<void> {
  wanted.add(place.page_id)
  return noted(place.page_id, take(place, over))
}

/** Releases the lock of a page, at once. */
export async function releaseLock(place: LockTarget): Promise<void> {
  wanted.delete(place.page_id)
  await noted(place.page_id, giveBack(place))
}

/** Reports whether this window has taken the lock of a page, or is about to, and has not released it since. */
export const wantsLock = (page_id: number): boolean => wanted.has(page_id)

/**
 * Returns who holds the lock of a page, after this window's own requests about it are answered: otherwise its own lock
 * could be taken for another window's.
 */
export async function fetchLock(place: LockTarget): ReturnType<typeof api.page.isLock> {
  await underWay.get(place.page_id)
  return api.page.isLock({ page_id: place.page_id, item_id: place.item_id }, { isBackground: true })
}
