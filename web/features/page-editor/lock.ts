import { atom } from 'jotai'
import { api, isRefusal } from '#web/lib/api.ts'
import { deskAtom } from './desk.ts'

/** How often the editor renews its lock, in ms. Source: specification 9. */
export const renewMs = 20 * 60_000

/** The `lock_to` that releases a lock. Source: specification 9. */
const releaseAt = 1000

const markKey = 'docstead.editor.lock'

/** Whether this window may write. */
export type Lock =
  /** A new page, which nobody else knows of. */
  | { state: 'none' }
  | { state: 'held' }
  /** Not known: the server did not answer. */
  | { state: 'unsure' }
  /** Somebody else was here first; asked on entry. */
  | { state: 'taken'; name: string }
  /** Oneself, in another window; asked on entry. */
  | { state: 'elsewhere' }
  /** Somebody else has it now; `message` says who. */
  | { state: 'lost'; message: string }

/** The lock of the open page. */
export const lockAtom = atom<Lock>({ state: 'none' })

const mark = (page_id: number) => {
  try {
    sessionStorage.setItem(markKey, String(page_id))
  } catch {
    // only the question after a reload depends on it
  }
}

/** Whether this very tab held the lock of the page before it was loaded anew. */
export function wasHeldHere(page_id: number): boolean {
  try {
    return sessionStorage.getItem(markKey) === String(page_id)
  } catch {
    return false
  }
}

/** Takes the lock of the open page, or renews it. */
export const takeLockAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || desk.page_id === 0) return
  const { page_id, item_id } = desk
  try {
    await api.page.setLock({ page_id, item_id })
    if (get(deskAtom)?.page_id !== page_id) return
    mark(page_id)
    set(lockAtom, { state: 'held' })
  } catch (error) {
    if (get(deskAtom)?.page_id !== page_id) return
    if (isRefusal(error, 'pageLocked')) set(lockAtom, { state: 'lost', message: error.message })
    else if (get(lockAtom).state !== 'lost') set(lockAtom, { state: 'unsure' })
  }
})

/** Gives the lock back; also as the last word of a closing window. */
export const releaseLockAtom = atom(null, (get, set): void => {
  const desk = get(deskAtom)
  const { state } = get(lockAtom)
  if (!desk || desk.page_id === 0 || (state !== 'held' && state !== 'unsure')) return
  set(lockAtom, { state: 'none' })
  const { page_id, item_id } = desk
  // nothing can be done here when it fails: the lock ends by itself
  api.page.setLock({ page_id, item_id, lock_to: releaseAt }, { keepalive: true }).catch(() => undefined)
})
