import { atom } from 'jotai'
import {
  createLock,
  fetchLock,
  type Lock,
  type LockTarget,
  takeLock,
  toLock,
} from '#web/features/editor/session/index.ts'
import { isApiError } from '#web/lib/api.ts'
import { sheetSession } from './sheet-session.ts'

/** How often the lock is renewed, in ms. Source: specification 9. */
export const renewMs = 180_000

/** How often a read-only window checks whether the spreadsheet is free, in ms. */
export const lockPollMs = 4000

/** The lock of the open spreadsheet, and how it is checked, renewed and released. */
export const { lockAtom, isHeldAtom: canWriteAtom } = sheetSession
export const { checkLockLostAtom, takeLockAtom, releaseLockAtom } = createLock(sheetSession)

/** The name of another user who is editing, empty when it is not known; undefined when nobody else is. */
export const otherEditorAtom = atom((get) => {
  const lock = get(lockAtom)
  return lock.state === 'taken' || lock.state === 'lost' ? lock.name : undefined
})

/**
 * Acquires the lock, or returns who holds it.
 *
 * @param isWanted checked before acquiring: a user who has left in the meantime acquires nothing
 */
export async function acquireSheetLock(place: LockTarget, isForced: boolean, isWanted: () => boolean): Promise<Lock> {
  try {
    const found = toLock(await fetchLock(place), place.page_id)
    if (!isWanted()) return { state: 'none' }
    if (found.state === 'taken' || (found.state === 'elsewhere' && !isForced)) return found
    await takeLock(place)
  } catch (error) {
    if (isApiError(error, 'pageLocked')) return { state: 'lost', name: '' }
  }
  return { state: 'held' }
}
