import { atom } from 'jotai'
import { createLock, fetchLock, releaseLock } from '#web/features/editor/session/index.ts'
import { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { editingSessionAtom, pageSession } from './session.ts'

/** How often the editor renews its lock, in ms. Source: specification 9. */
export const renewMs = 20 * 60_000

/** The lock of the open page, and how it is checked, taken, renewed and released. */
export const { lockAtom } = pageSession
export const { checkLockLostAtom, takeLockAtom, releaseLockAtom } = createLock(pageSession)

/** The user who requests the page, and the message of the request. */
interface LockRequest {
  name: string
  message: { message_content_id: string; from_uid: string }
}

/** The open request for the page; undefined while there is none. */
export const lockRequestAtom = atom<LockRequest>()

/** Releases the lock by hand and goes on editing: others may edit the page as well. */
export const unlockAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(editingSessionAtom)
  if (!session || session.page_id === 0 || get(lockAtom).state !== 'held') return
  await releaseLock(session)
  if (get(editingSessionAtom)?.page_id === session.page_id) set(lockAtom, { state: 'free' })
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
  const editing = get(editingSessionAtom)
  if (!editing) return false
  const { lock, is_cur_user } = await fetchLock(editing)
  return lock === 0 || is_cur_user === 1
})

/** Declines the request for the page. */
export const declineLockRequestAtom = atom(null, async (get, set): Promise<void> => {
  const lockRequest = get(lockRequestAtom)
  set(lockRequestAtom, undefined)
  if (lockRequest) await api.message.setRead(lockRequest.message)
})

/** Asks the user who edits the page to hand it over. */
export const requestLockAtom = atom(null, async (get): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk) await api.page.askLock({ page_id: desk.page_id, item_id: desk.item_id })
})
