import { atom } from 'jotai'
import { readBook } from '#sheet/form.ts'
import { type LockedPlace, lookAtLock, releaseLock, wantsLock } from '#web/features/page-lock/index.tsx'
import { sessionAtom } from '#web/features/session/index.tsx'
import { api } from '#web/lib/api.ts'
import { causeOf } from '#web/lib/cause.ts'
import { mergeBooks } from '#web/lib/sheet/merge.ts'
import { boardAtom, deskAtom, holdAtom } from './desk.ts'
import { drafts, type SheetDraft } from './drafts.ts'
import { askForLock, lockAtom, releaseLockAtom } from './lock.ts'
import {
  conflictAtom,
  draftStateAtom,
  isRestoredAtom,
  isUnsavedAtom,
  keepDraftAtom,
  layAtom,
  problemAtom,
  saveAtom,
  setNewNameAtom,
  sheetsIn,
} from './saving.ts'
import { fitsGrid } from './to-grid.ts'

/** A page that was read a moment ago. A save by others since then is noticed when this window saves. */
export interface ReadPage {
  page_title: string
  page_content: string
  page_version: string
}

/** How far opening is. */
export type Entry =
  | { state: 'loading' }
  | { state: 'open' }
  | { state: 'failed'; error: unknown }
  /** The text is no spreadsheet, one of a newer program, or one that no grid can hold: it is left as it is. */
  | { state: 'unreadable'; why: 'unreadable' | 'newer' | 'tooWide' }

/** How far opening is. */
export const entryAtom = atom<Entry>({ state: 'loading' })

/** The draft found on entry, until it is decided what becomes of it. */
export const offerAtom = atom<SheetDraft>()

/** Counts what came and went: an answer to a former one no longer matters. */
const turnAtom = atom(0)

/** The spreadsheet that is being opened, until it lies open. */
const comingAtom = atom<LockedPlace>()

const clearingAtom = atom<Promise<void>>()
const nameAtom = atom('Sheet1')

/** Only a draft longer than this is offered. Source: specification 9. */
const shortestOffer = 10

/** A draft left by a window that is gone, kept apart so that a new one does not write over it. */
async function findOffer(uid: string, page_id: number, saved: string): Promise<SheetDraft | undefined> {
  const place = { uid, page_id }
  const left = await drafts.find(place)
  const offered = { ...place, offered: true }
  const draft = left ?? (await drafts.find(offered))
  const isWorth = draft && draft.text.length > shortestOffer && draft.text !== saved
  if (left && isWorth) await drafts.keep(offered, left)
  await drafts.remove(place)
  if (!isWorth) await drafts.remove(offered)
  return isWorth ? draft : undefined
}

/** Takes what lies open off the desk: what is unsaved is saved, and kept as a draft until it is; the lock is given back. */
const clearAtom = atom(null, (get, set): Promise<void> => {
  const running = get(clearingAtom)
  if (running) return running // the next one waits for its save
  const clear = async () => {
    if (get(isUnsavedAtom) && get(deskAtom)) {
      void set(keepDraftAtom)
      await set(saveAtom)
    }
    const coming = get(comingAtom)
    if (coming && wantsLock(coming.page_id)) releaseLock(coming).catch(() => undefined)
    set(comingAtom, undefined)
    set(releaseLockAtom)
    set(deskAtom, undefined)
    set(boardAtom, undefined)
    get(holdAtom).sheets = undefined
    set(offerAtom, undefined)
    set(entryAtom, { state: 'loading' })
  }
  const cleared = clear().finally(() => set(clearingAtom, undefined))
  set(clearingAtom, cleared)
  return cleared
})

/** Opens the spreadsheet of a page, and takes its lock where it is free. */
export const enterAtom = atom(
  null,
  async (get, set, place: LockedPlace, newName: string, isForced?: boolean, known?: ReadPage) => {
    set(turnAtom, (count) => count + 1)
    const turn = get(turnAtom)
    const isNow = () => get(turnAtom) === turn
    await set(clearAtom)
    if (!isNow()) return
    set(comingAtom, place)
    set(nameAtom, newName)
    set(setNewNameAtom, newName)
    try {
      const user = await get(sessionAtom)
      const lock = await askForLock(place, isForced === true, isNow)
      const page = known ?? (await api.page.info({ page_id: place.page_id }))
      const uid = user?.uid ?? ''
      const offer = lock.state === 'held' ? await findOffer(uid, place.page_id, page.page_content) : undefined
      if (!isNow()) return
      const book = readBook(page.page_content)
      if (book.kind !== 'book') return set(entryAtom, { state: 'unreadable', why: book.kind })
      if (!fitsGrid(book.sheets)) return set(entryAtom, { state: 'unreadable', why: 'tooWide' })
      set(deskAtom, {
        ...place,
        page_title: page.page_title,
        uid,
        saved: page.page_content,
        base_version: Number(page.page_version),
        saved_at: undefined,
        sent: [],
      })
      set(comingAtom, undefined)
      set(isUnsavedAtom, false)
      set(draftStateAtom, 'none')
      set(problemAtom, undefined)
      set(conflictAtom, undefined)
      set(offerAtom, offer)
      set(lockAtom, lock)
      set(layAtom, page.page_content, newName, { known: book })
      set(entryAtom, { state: 'open' })
    } catch (error) {
      const cause = await causeOf(error)
      if (isNow()) set(entryAtom, { state: 'failed', error: cause })
    }
  },
)

/** Leaves the spreadsheet, also one that is just being opened. */
export const leaveAtom = atom(null, async (_get, set): Promise<void> => {
  set(turnAtom, (count) => count + 1)
  await set(clearAtom)
})

/** Takes the lock when it has become free, and what was written meanwhile with it. */
export const tryAgainAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || get(lockAtom).state !== 'taken') return
  const { page_id } = desk
  const found = await lookAtLock(desk).catch(() => undefined)
  if (!found || get(deskAtom)?.page_id !== page_id || get(lockAtom).state !== 'taken') return
  if (found.lock && !found.is_cur_user) {
    const lock = get(lockAtom)
    if (lock.state === 'taken' && lock.name !== found.lock_username)
      set(lockAtom, { state: 'taken', name: found.lock_username })
    return
  }
  const lock = await askForLock(desk, true, () => get(deskAtom)?.page_id === page_id)
  if (lock.state !== 'held' || get(deskAtom)?.page_id !== page_id) return
  if (get(isUnsavedAtom)) {
    // what stands here is not saved: saving merges it
    set(lockAtom, lock)
    set(problemAtom, undefined)
    await set(saveAtom)
    return
  }
  const page = await api.page.info({ page_id }).catch(() => undefined)
  if (!page || get(deskAtom)?.page_id !== page_id) return
  const isNew = page.page_content !== desk.saved
  set(deskAtom, { ...desk, saved: page.page_content, base_version: Number(page.page_version), sent: [] })
  set(lockAtom, lock)
  if (isNew) set(layAtom, page.page_content, get(nameAtom))
})

/** Puts the offered draft in place: its cells over those saved since; asks where both changed one. */
export const restoreOfferAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  const offer = get(offerAtom)
  if (!desk || !offer) return
  set(offerAtom, undefined)
  const name = get(nameAtom)
  if (offer.base_version === desk.base_version) set(layAtom, offer.text, name)
  else {
    const [base, mine, theirs] = [offer.base_text, offer.text, desk.saved].map(sheetsIn)
    const merge = mergeBooks(base, mine ?? [], theirs ?? [])
    if (merge.conflicts.length > 0) {
      set(isRestoredAtom, true)
      const saved = { text: desk.saved, version: desk.base_version, name: '' }
      const putOff = () => {
        set(isRestoredAtom, false)
        set(offerAtom, offer)
      }
      return set(conflictAtom, { merge, theirs: saved, putOff })
    }
    set(layAtom, JSON.stringify(merge.build(new Map())), name)
  }
  set(isRestoredAtom, true)
  set(isUnsavedAtom, true)
})

/** Throws the offered draft away. */
export const discardOfferAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  set(offerAtom, undefined)
  if (desk) await drafts.remove({ uid: desk.uid, page_id: desk.page_id, offered: true })
})
