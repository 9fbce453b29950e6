import { atom } from 'jotai'
import { fetchLock, releaseLock, takeLock, wantsLock } from '#web/features/page-lock/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { notifyOtherWindows } from './lock-windows.ts'
import { saveErrorAtom } from './save-error.ts'
import { editingSessionAtom } from './session.ts'

/** How often the editor renews its lock, in ms. Source: specification 9. */
export const renewMs = 20 * 60_000

/** Whether this window may write. */
export type Lock =
  /** A new page, which nobody else knows of. */
  | { state: 'none' }
  | { state: 'held' }
  /** Given up by hand: others may edit the page as well. */
  | { state: 'free' }
  /** Not known: the server did not answer. */
  | { state: 'unsure' }
  /** Somebody else was here first; asked on entry. `since` in Unix seconds. */
  | { state: 'taken'; name: string; since: string }
  /** Oneself, in another window; asked on entry. */
  | { state: 'elsewhere' }
  /** One went on in another window. */
  | { state: 'moved' }
  /** Somebody else has it now. */
  | { state: 'lost'; name: string }

/** The lock of the open page. */
export const lockAtom = atom<Lock>({ state: 'none' })

/** Who asks to be given the page, and the message that asks. */
export interface LockRequest {
  name: string
  message: { message_content_id: string; from_uid: string }
}

/** Who asks to be given the page; undefined while nobody does. */
export const lockRequestAtom = atom<LockRequest>()

/** Notes who has the lock now. @returns whether it is somebody else */
export const checkLockLostAtom = atom(null, async (get, set): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return false
  const found = await fetchLock(desk)
  if (get(editingSessionAtom)?.page_id !== desk.page_id || !found.lock || found.is_cur_user) return false
  set(lockAtom, { state: 'lost', name: found.lock_username })
  return true
})

/**
 * Takes the lock of the open page, or renews it. `over` takes it from whoever holds it.
 *
 * @returns why not, when the server refused it for another reason than a lock of somebody else
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

/** Gives the lock back; also as the last word of a closing window. */
export const releaseLockAtom = atom(null, (get, set): void => {
  const desk = get(editingSessionAtom)
  // where one went on in another window, that one has it
  if (!desk || !wantsLock(desk.page_id) || get(lockAtom).state === 'moved') return
  set(lockAtom, { state: 'none' })
  releaseLock(desk).catch(() => undefined) // nothing can be done here: the lock ends by itself
})

/** Gives the lock back by hand and writes on: others may edit the page as well. */
export const unlockAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0 || get(lockAtom).state !== 'held') return
  await releaseLock(desk)
  if (get(editingSessionAtom)?.page_id === desk.page_id) set(lockAtom, { state: 'free' })
})

/** Asks the server who has the lock, and who wants it. @returns why it could not be told, if so */
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
    // it ended by itself, or somebody who had it is done
    if (!found.lock && (state === 'held' || state === 'unsure' || state === 'lost')) return await set(takeLockAtom)
    return undefined
  } catch (error) {
    return error
  }
})

/** Whether nobody else edits the open page any more. */
export const isUnlockedAtom = atom(null, async (get): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  if (!desk) return false
  const { lock, is_cur_user } = await fetchLock(desk)
  return lock === 0 || is_cur_user === 1
})

/** Answers who asks for the page that they do not get it now. */
export const declineLockRequestAtom = atom(null, async (get, set): Promise<void> => {
  const asked = get(lockRequestAtom)
  set(lockRequestAtom, undefined)
  if (asked) await api.message.setRead(asked.message)
})

/** Asks whoever edits the page to hand it over. */
export const requestLockAtom = atom(null, async (get): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk) await api.page.askLock({ page_id: desk.page_id, item_id: desk.item_id })
})
