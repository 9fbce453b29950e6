import { atom } from 'jotai'
import { readBook } from '#shared/spreadsheet/form.ts'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { fetchLock, type LockTarget, releaseLock, toLock, wantsLock } from '#web/features/editor/session/index.ts'
import { api } from '#web/lib/api.ts'
import { resolveSessionError } from '#web/lib/session-check.ts'
import { mergeBooks } from '#web/lib/spreadsheet/merge.ts'
import { loadStyles } from '#web/lib/styles.ts'
import { drafts, type SheetDraft } from './drafts.ts'
import { acquireSheetLock, lockAtom, otherEditorAtom, releaseLockAtom } from './lock.ts'
import {
  isRestoredAtom,
  loadBookAtom,
  readStoredSheets,
  runningSaveAtom,
  saveAtom,
  saveDraftAtom,
  setNewNameAtom,
} from './save.ts'
import {
  bufferAtom,
  conflictAtom,
  isUnsavedAtom,
  loadedBookAtom,
  saveErrorAtom,
  sheetSession,
  sheetSessionAtom,
  visitAtom,
} from './sheet-session.ts'
import { fitsGrid } from './to-grid.ts'

/** A page that was just read. A save by others since then is detected when this window saves. */
export interface ReadPage {
  page_title: string
  page_content: string
  page_version: string
}

/** The state of opening a spreadsheet. */
type OpenState =
  | { state: 'loading' }
  | { state: 'open' }
  | { state: 'failed'; error: unknown }
  /** The text is not a spreadsheet, is from a newer version, or is too large for the grid: it is left unchanged. */
  | { state: 'unreadable'; why: 'unreadable' | 'newer' | 'tooWide' }

/** The state of opening a spreadsheet. */
export const openStateAtom = atom<OpenState>({ state: 'loading' })

/** The draft found on entry, until the user decides what to do with it. */
export const draftOfferAtom = atom<SheetDraft>()

/** Counts openings and closings: a response to an earlier one is ignored. */
const turnAtom = atom(0)

/** The spreadsheet that is being opened, until it is open. */
const comingAtom = atom<LockTarget>()

const clearingAtom = atom<Promise<void>>()
const nameAtom = atom('Sheet1')

/** Only a draft longer than this is offered. Source: specification 9. */
const shortestOffer = 10

/** Returns the draft left by a closed window, stored separately so that a new draft does not overwrite it. */
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

/** Ends the editing session: saves unsaved changes, keeps them as a draft until saved, and releases the lock. */
const clearAtom = atom(null, (get, set): Promise<void> => {
  const running = get(clearingAtom)
  if (running) return running // the next one waits for its save
  const clear = async () => {
    if (get(isUnsavedAtom) && get(sheetSessionAtom)) {
      void set(saveDraftAtom)
      await get(runningSaveAtom) // what was written after it began is saved as well
      await set(saveAtom)
    }
    const coming = get(comingAtom)
    if (coming && wantsLock(coming.page_id)) releaseLock(coming).catch(() => undefined)
    set(comingAtom, undefined)
    set(releaseLockAtom) // also one that is being taken
    set(sheetSession.endAtom)
    set(loadedBookAtom, undefined)
    get(bufferAtom).sheets = undefined
    set(draftOfferAtom, undefined)
    set(openStateAtom, { state: 'loading' })
  }
  const cleared = clear().finally(() => set(clearingAtom, undefined))
  set(clearingAtom, cleared)
  return cleared
})

/** Opens the spreadsheet of a page, and acquires its lock when it is free. */
export const openBookAtom = atom(
  null,
  async (get, set, place: LockTarget, newName: string, isForced?: boolean, known?: ReadPage) => {
    set(turnAtom, (count) => count + 1)
    const turn = get(turnAtom)
    const isNow = () => get(turnAtom) === turn
    await set(clearAtom)
    if (!isNow()) return
    set(comingAtom, place)
    set(nameAtom, newName)
    set(setNewNameAtom, newName)
    try {
      await loadStyles('sheet')
      if (!isNow()) return
      const user = await get(sessionAtom)
      const lock = await acquireSheetLock(place, isForced === true, isNow)
      const page = known ?? (await api.page.info({ page_id: place.page_id }))
      const uid = user?.uid ?? ''
      const offer = lock.state === 'held' ? await findOffer(uid, place.page_id, page.page_content) : undefined
      if (!isNow()) return
      const book = readBook(page.page_content)
      if (book.kind !== 'book') return set(openStateAtom, { state: 'unreadable', why: book.kind })
      if (!fitsGrid(book.sheets)) return set(openStateAtom, { state: 'unreadable', why: 'tooWide' })
      set(sheetSession.beginAtom, {
        ...place,
        page_title: page.page_title,
        uid,
        saved: page.page_content,
        base_version: Number(page.page_version),
        saved_at: undefined,
        sent: [],
      })
      set(comingAtom, undefined)
      set(draftOfferAtom, offer)
      set(lockAtom, lock)
      set(loadBookAtom, page.page_content, newName, { known: book })
      set(openStateAtom, { state: 'open' })
    } catch (error) {
      const cause = await resolveSessionError(error)
      if (isNow()) set(openStateAtom, { state: 'failed', error: cause })
    }
  },
)

/** Closes the spreadsheet, also one that is still being opened. */
export const closeBookAtom = atom(null, async (_get, set): Promise<void> => {
  set(turnAtom, (count) => count + 1)
  await set(clearAtom)
})

/** Acquires the lock once it is free, and loads what was written in the meantime. */
export const retryLockAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(sheetSessionAtom)
  if (!session || get(otherEditorAtom) === undefined) return
  const { page_id } = session
  const visit = get(visitAtom)
  const isHere = () => get(visitAtom) === visit
  const answer = await fetchLock(session).catch(() => undefined)
  const known = get(otherEditorAtom)
  if (!answer || !isHere() || known === undefined) return
  const found = toLock(answer, page_id)
  if (found.state === 'taken') return found.name === known ? undefined : set(lockAtom, found)
  const lock = await acquireSheetLock(session, true, isHere)
  if (lock.state !== 'held' || !isHere()) return
  if (get(isUnsavedAtom)) {
    // the local changes are not saved: saving merges them
    set(lockAtom, lock)
    set(saveErrorAtom, undefined)
    await set(saveAtom)
    return
  }
  const page = await api.page.info({ page_id }).catch(() => undefined)
  if (!page || !isHere()) return
  const isNew = page.page_content !== session.saved
  set(sheetSessionAtom, { ...session, saved: page.page_content, base_version: Number(page.page_version), sent: [] })
  set(lockAtom, lock)
  if (isNew) set(loadBookAtom, page.page_content, get(nameAtom))
})

/** Restores the offered draft: applies its cells over those saved since, and asks where both changed one. */
export const restoreDraftAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(sheetSessionAtom)
  const offer = get(draftOfferAtom)
  if (!desk || !offer) return
  set(draftOfferAtom, undefined)
  const name = get(nameAtom)
  if (offer.base_version === desk.base_version) set(loadBookAtom, offer.text, name)
  else {
    const [base, mine, theirs] = [offer.base_text, offer.text, desk.saved].map(readStoredSheets)
    const merge = mergeBooks(base, mine ?? [], theirs ?? [])
    if (merge.conflicts.length > 0) {
      set(isRestoredAtom, true)
      const saved = { text: desk.saved, version: desk.base_version, name: '' }
      const putOff = () => {
        set(isRestoredAtom, false)
        set(draftOfferAtom, offer)
      }
      return set(conflictAtom, { merge, theirs: saved, defer: putOff })
    }
    set(loadBookAtom, JSON.stringify(merge.build(new Map())), name)
  }
  set(isRestoredAtom, true)
  set(isUnsavedAtom, true)
})

/** Discards the offered draft. */
export const discardDraftAtom = atom(null, async (get, set): Promise<void> => {
  const editing = get(sheetSessionAtom)
  set(draftOfferAtom, undefined)
  if (editing) await drafts.remove({ uid: editing.uid, page_id: editing.page_id, offered: true })
})
