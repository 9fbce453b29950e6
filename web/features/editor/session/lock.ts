import { atom } from 'jotai'
import { isApiError } from '#web/lib/api.ts'
import { fetchLock, releaseLock, takeLock, wantsLock, wasHeldHere } from './page-lock.ts'
import type { Lock, Session, SessionAtoms } from './session.ts'

const channelName = 'docstead.editor'

interface Went {
  page_id: number
}

let opened: BroadcastChannel | undefined

const channel = (): BroadcastChannel | undefined => {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return undefined
  opened ??= new BroadcastChannel(channelName)
  return opened
}

/** Notifies this user's other windows that the page is edited in this one from now on. */
const notifyOtherWindows = (page_id: number): void => channel()?.postMessage({ page_id } satisfies Went)

/** Calls `moved` when another window of this user takes over a page. @returns a function that unsubscribes */
export function onOtherWindow(moved: (page_id: number) => void): () => void {
  const hear = ({ data }: MessageEvent<Went>) => moved(data.page_id)
  channel()?.addEventListener('message', hear)
  return () => channel()?.removeEventListener('message', hear)
}

/**
 * Returns the lock of a page as it was found on opening. It is free to take when the state is `none`; it also is when
 * this tab held it before a reload.
 */
export function toLock(found: Awaited<ReturnType<typeof fetchLock>>, page_id: number): Lock {
  if (!found.lock || (found.is_cur_user && wasHeldHere(page_id))) return { state: 'none' }
  if (found.is_cur_user) return { state: 'elsewhere' }
  return { state: 'taken', name: found.lock_username, since: found.lock_since }
}

/** Creates the operations on the lock of the open page. */
export function createLock<Open extends Session<unknown>, Conflict>({
  sessionAtom,
  lockAtom,
  saveErrorAtom,
}: SessionAtoms<Open, Conflict>) {
  /** Checks who has the lock now. @returns whether it is another user */
  const checkLockLostAtom = atom(null, async (get, set): Promise<boolean> => {
    const session = get(sessionAtom)
    if (!session || session.page_id === 0) return false
    const found = await fetchLock(session)
    if (get(sessionAtom)?.page_id !== session.page_id || !found.lock || found.is_cur_user) return false
    set(lockAtom, { state: 'lost', name: found.lock_username })
    return true
  })

  /**
   * Takes the lock of the open page, or renews it. `over` takes it from its holder.
   *
   * @returns the error when the server rejected it for another reason than another user's lock
   */
  const takeLockAtom = atom(null, async (get, set, how: { over?: boolean } = {}): Promise<unknown> => {
    const session = get(sessionAtom)
    if (!session || session.page_id === 0) return undefined
    const { page_id, item_id } = session
    try {
      await takeLock({ page_id, item_id }, how.over)
      if (get(sessionAtom)?.page_id !== page_id) return undefined
      if (get(lockAtom).state !== 'held') notifyOtherWindows(page_id)
      set(lockAtom, { state: 'held' })
      if (get(saveErrorAtom)?.kind === 'locked') set(saveErrorAtom, undefined)
      return undefined
    } catch (error) {
      if (get(sessionAtom)?.page_id !== page_id) return undefined
      if (isApiError(error, 'pageLocked')) {
        const isLost = await set(checkLockLostAtom).catch(() => false)
        if (!isLost) set(lockAtom, { state: 'unsure' })
        return undefined
      }
      if (get(lockAtom).state !== 'lost') set(lockAtom, { state: 'unsure' })
      return error
    }
  })

  /** Releases the lock; also the last request of a closing window. */
  const releaseLockAtom = atom(null, (get, set): void => {
    const session = get(sessionAtom)
    // when editing continued in another window, that window has the lock
    if (!session || !wantsLock(session.page_id) || get(lockAtom).state === 'moved') return
    set(lockAtom, { state: 'none' })
    releaseLock(session).catch(() => undefined) // nothing can be done here: the lock expires by itself
  })

  return { checkLockLostAtom, takeLockAtom, releaseLockAtom }
}
