import { atom } from 'jotai'
import { fetchLock, type LockTarget, releaseLock, takeLock, wasHeldHere } from '#web/features/editor/session/index.ts'
import { isApiError } from '#web/lib/api.ts'
import { sheetSessionAtom } from './sheet-session.ts'

/** How often the lock is renewed, in ms. Source: specification 9. */
export const renewMs = 180_000

/** How often a read-only window checks whether the spreadsheet is free, in ms. */
export const lockPollMs = 4000

/** Whether this window may write. */
export type Lock =
  | { state: 'none' }
  | { state: 'held' }
  /** Another user is editing. */
  | { state: 'taken'; name: string }
  /** The same user is editing in another window. */
  | { state: 'elsewhere' }

/** The lock of the open spreadsheet. */
export const lockAtom = atom<Lock>({ state: 'none' })

/** Whether the grid accepts input. */
export const canWriteAtom = atom((get) => get(lockAtom).state === 'held')

/**
 * Acquires the lock, or returns who holds it. An unreachable server does not block writing: saving reports the error.
 *
 * @param isWanted checked before acquiring: a user who has left in the meantime acquires nothing
 */
export async function acquireSheetLock(place: LockTarget, isForced: boolean, isWanted: () => boolean): Promise<Lock> {
  try {
    const found = await fetchLock(place)
    if (!isWanted()) return { state: 'none' }
    if (found.lock && !found.is_cur_user) return { state: 'taken', name: found.lock_username }
    if (found.lock && !isForced && !wasHeldHere(place.page_id)) return { state: 'elsewhere' }
    await takeLock(place)
  } catch (error) {
    if (isApiError(error, 'pageLocked')) return { state: 'taken', name: '' }
  }
  return { state: 'held' }
}

/** Returns who holds a lost lock of a spreadsheet, as far as the server says. */
export const fetchTakenLock = async (place: LockTarget): Promise<Lock> => {
  const found = await fetchLock(place).catch(() => undefined)
  return { state: 'taken', name: found?.lock_username ?? '' }
}

/** Renews the lock that this window holds. */
export const renewLockAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(sheetSessionAtom)
  if (!desk || get(lockAtom).state !== 'held') return
  try {
    await takeLock(desk)
  } catch (error) {
    if (isApiError(error, 'pageLocked') && get(sheetSessionAtom)?.page_id === desk.page_id)
      set(lockAtom, await fetchTakenLock(desk))
  }
})

/** Releases the lock; also as the last request of a closing window. */
export const releaseLockAtom = atom(null, (get, set): void => {
  const desk = get(sheetSessionAtom)
  if (!desk || get(lockAtom).state !== 'held') return
  set(lockAtom, { state: 'none' })
  releaseLock(desk).catch(() => undefined) // nothing can be done here: the lock expires by itself
})
