import { atom } from 'jotai'
import { fetchLock, releaseLock, takeLock, wantsLock } from '#web/features/editor/session/index.ts'
import { api, isApiError } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { notifyOtherWindows } from './lock-windows.ts'
import { saveErrorAtom } from './save-error.ts'
import { editingSessionAtom } from './session.ts'

/** How often the editor renews its lock, in ms. Source: specification 9. */
export const renewMs = 20 * 60_000

/** Whether this window may edit the page. */
export type Lock =
  /** A new page, which nobody else knows about. */
  | { state: 'none' }
  | { state: 'held' }
  /** Released by hand: others may edit the page as well. */
  | { state: 'free' }
  /** Unknown: the server did not respond. */
  | { state: 'unsure' }
  /** Another user has it; found on opening. `since` in Unix seconds. */
  | { state: 'taken'; name: string; since: string }
  /** This user has it in another window; found on opening. */
  | { state: 'elsewhere' }
  /** This user continued in another window. */
  | { state: 'moved' }
  /** Another user has it now. */
  | { state: 'lost'; name: string }

/** The lock of the open page. */
export const lockAtom = atom<Lock>({ state: 'none' })

/** The user who requests the page, and the message of the request. */
export interface LockRequest {
  name: string
  message: { message_content_id: string; from_uid: string }
}

/** The open request for the page; undefined while there is none. */
export const lockRequestAtom = atom<LockRequest>()

/** Checks who has the lock now. @returns whether it is another user */
export const checkLockLostAtom = atom(null, async (get, set): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return false
  const found = await fetchLock(desk)
  if (get(editingSessionAtom)?.page_id !== desk.page_id || !found.lock || found.is_cur_user) return false
  set(lockAtom, { state: 'lost', name: found.lock_username })
  return true
})

/**
 * Takes the lock of the open page, or renews it. `over` takes it from its holder.
 *
 * @returns the error when the server rejected it for another reason than another user's lock
 */
export const takeLockAtom = atom(null, async (get, set, how: { over?: boolean } = {}): Promise<unknown> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return undefined
  const { page_id, item_id } = desk
  try {
    await takeLock({ page_id, item_id }, how.over)
    if (get(editingSessionAtom)?.page_id !== page_id) return undefined
    if (get(lockAtom).state !== 'held') notifyOtherWindows(page_id)
    set(lockAtom, { state: 'held' })
    if (get(saveErrorAtom)?.kind === 'locked') set(saveErrorAtom, undefined)
    return undefined
  } catch (error) {
    if (get(editingSessionAtom)?.page_id !== page_id) return undefined
    if (isApiError(error, 'pageLocked')) {
      const isTold = await set(checkLockLostAtom).catch(() => false)
      if (!isTold) set(lockAtom, { state: 'unsure' })
      return undefined
    }
    if (get(lockAtom).state !== 'lost') set(lockAtom, { state: 'unsure' })
    return error
  }
})

/** Releases the lock; also the last request of a closing window. */
export const releaseLockAtom = atom(null, (get, set): void => {
  const desk = get(editingSessionAtom)
  // when editing continued in another window, that window has the lock
  if (!desk || !wantsLock(desk.page_id) || get(lockAtom).state === 'moved') return
  set(lockAtom, { state: 'none' })
  releaseLock(desk).catch(() => undefined) // nothing can be done here: the lock expires by itself
})

/** Releases the lock by hand and goes on editing: others may edit the page as well. */
export const unlockAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0 || get(lockAtom).state !== 'held') return
  await releaseLock(desk)
  if (get(editingSessionAtom)?.page_id === desk.page_id) set(lockAtom, { state: 'free' })
})

/** Reads from the server who has the lock, and who requests it. @returns the error if it could not be read */
export const watchLockAtom = atom(null, async (get, set): Promise<unknown> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return undefined
  try {
    const found = await fetchLock(desk)
    const { state } = get(lockAtom)
    if (get(editingSessionAtom)?.page_id !== desk.page_id) return undefined
    if (found.lock && !found.is_cur_user) {
      set(lockRequestAtom, undefined)
      if (state !== 'taken' && state !== 'free') set(lockAtom, { state: 'lost', name: found.lock_username })
      return undefined
    }
    const message = { message_content_id: found.message_content_id, from_uid: found.asked_by_uid }
    set(
      lockRequestAtom,
      state === 'held' && found.asked_by !== ''
        ? { name: displayName({ name: found.asked_by_name, username: found.asked_by }), message }
        : undefined,
    )
    // it expired, or the user who had it is done
    if (!found.lock && (state === 'held' || state === 'unsure' || state === 'lost')) return await set(takeLockAtom)
    return undefined
  } catch (error) {
    return error
  }
})

/** Reports whether no other user edits the open page any more. */
export const isUnlockedAtom = atom(null, async (get): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  if (!desk) return false
  const { lock, is_cur_user } = await fetchLock(desk)
  return lock === 0 || is_cur_user === 1
})

/** Declines the request for the page. */
export const declineLockRequestAtom = atom(null, async (get, set): Promise<void> => {
  const asked = get(lockRequestAtom)
  set(lockRequestAtom, undefined)
  if (asked) await api.message.setRead(asked.message)
})

/** Asks the user who edits the page to hand it over. */
export const requestLockAtom = atom(null, async (get): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk) await api.page.askLock({ page_id: desk.page_id, item_id: desk.item_id })
})
