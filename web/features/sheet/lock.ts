import { atom } from 'jotai'
import { api, isRefusal } from '#web/lib/api.ts'
import { deskAtom } from './desk.ts'

/** How often the lock is renewed, in ms. Source: specification 9. */
export const renewMs = 180_000

/** How often a window that may only read asks whether the spreadsheet is free, in ms. */
export const askMs = 4000

/** The `lock_to` that releases a lock. Source: specification 9. */
const releaseAt = 1000

const markKey = 'docstead.sheet.lock'

/** Whether this window may write. */
export type Lock =
  | { state: 'none' }
  | { state: 'held' }
  /** Somebody else is editing. */
  | { state: 'taken'; name: string }
  /** Oneself, in another window. */
  | { state: 'elsewhere' }

/** The lock of the open spreadsheet. */
export const lockAtom = atom<Lock>({ state: 'none' })

/** Whether the grid takes what is typed. */
export const canWriteAtom = atom((get) => get(lockAtom).state === 'held')

const mark = (page_id: number) => {
  try {
    sessionStorage.setItem(markKey, String(page_id))
  } catch {
    // only the question after a reload depends on it
  }
}

function wasHeldHere(page_id: number): boolean {
  try {
    return sessionStorage.getItem(markKey) === String(page_id)
  } catch {
    return false
  }
}

interface Place {
  page_id: number
  item_id: number
}

/** Takes the lock, or says who has it. A server that does not answer stops nobody from writing: saving tells. */
export async function takeLock({ page_id, item_id }: Place, isForced: boolean): Promise<Lock> {
  try {
    const found = await api.page.isLock({ page_id, item_id })
    if (found.lock && !found.is_cur_user) return { state: 'taken', name: found.lock_username }
    if (found.lock && !isForced && !wasHeldHere(page_id)) return { state: 'elsewhere' }
    await api.page.setLock({ page_id, item_id })
  } catch (error) {
    if (isRefusal(error, 'pageLocked')) return { state: 'taken', name: '' }
  }
  mark(page_id)
  return { state: 'held' }
}

/** Renews the lock that this window holds. */
export const renewLockAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || get(lockAtom).state !== 'held') return
  try {
    await api.page.setLock({ page_id: desk.page_id, item_id: desk.item_id })
  } catch (error) {
    if (!isRefusal(error, 'pageLocked') || get(deskAtom)?.page_id !== desk.page_id) return
    const found = await api.page.isLock({ page_id: desk.page_id, item_id: desk.item_id }).catch(() => undefined)
    set(lockAtom, { state: 'taken', name: found?.lock_username ?? '' })
  }
})

/** Gives the lock back; also as the last word of a closing window. */
export const releaseLockAtom = atom(null, (get, set): void => {
  const desk = get(deskAtom)
  if (!desk || get(lockAtom).state !== 'held') return
  set(lockAtom, { state: 'none' })
  const { page_id, item_id } = desk
  // nothing can be done here when it fails: the lock ends by itself
  api.page.setLock({ page_id, item_id, lock_to: releaseAt }, { keepalive: true }).catch(() => undefined)
})
