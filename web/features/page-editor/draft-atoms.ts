import { atom } from 'jotai'
import { trimName } from '#contract/name.ts'
import { editorHandleAtom } from '#web/features/writing/index.tsx'
import { runWhenIdle } from '#web/lib/idle.ts'
import { type Draft, type DraftKey, drafts, type StoredDraft } from './drafts.ts'
import {
  deleteServerDraftAtom,
  lastServerDraftTimeAtom,
  scheduleSendDraftAtom,
  serverDraftTimeAtom,
  serverKey,
} from './server-draft.ts'
import {
  type Content,
  catalogAtom,
  catalogFor,
  changesAtom,
  compareWithSavedAtom,
  currentContent,
  type EditingSession,
  editingSessionAtom,
  isSameContent,
  isUnsavedAtom,
  orderAtom,
  titleAtom,
  titleMissingAtom,
} from './session.ts'

// Every keystroke is in the draft within a second. Source: interface guide 1.
const restMs = 400
const latestMs = 850
// reading a long text takes some of the time between two keys
const idleMs = 100

/** Only a draft longer than this is offered. Source: specification 9. */
const shortestOffer = 10

/** Whether what is written now is kept in this browser: not asked yet, being written, kept, or refused. */
export const draftStateAtom = atom<'none' | 'waiting' | 'kept' | 'refused'>('none')

/** The drafts found on entry that are worth offering, the newest first, until it is decided what becomes of them. */
export const offeredDraftsAtom = atom<readonly StoredDraft[]>([])

/** The draft that is offered. */
export const offeredDraftAtom = atom((get) => get(offeredDraftsAtom)[0])

interface Timer {
  stop: () => void
  /** Since when a change waits, ms since 1970. */
  since: number
}

const atRest: Timer = { stop: () => undefined, since: 0 }
const timerAtom = atom(atRest)

/** Where the draft of the open page lies. */
export const toDraftKey = ({ uid, item_id, page_id }: EditingSession): DraftKey => ({ uid, item_id, page_id })

/** Keeps what is written as a draft now, or takes the draft away when nothing differs. */
export const saveDraftAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  get(timerAtom).stop()
  set(timerAtom, atRest)
  if (!desk) return
  const changes = get(changesAtom)
  const isOffered = get(offeredDraftsAtom).some(({ key }) => key === serverKey)
  if (!set(compareWithSavedAtom)) {
    set(draftStateAtom, 'none')
    if (!isOffered) set(deleteServerDraftAtom, toDraftKey(desk))
    await drafts.remove(toDraftKey(desk))
    return
  }
  const content = currentContent(get, desk)
  const draftOf = (): Draft => ({
    ...content,
    base_version: desk.base_version,
    at: Date.now(),
    copied: get(lastServerDraftTimeAtom),
  })
  // the copy on the server is known by it, when both are found again
  const noteCopy = () => {
    if (get(changesAtom) === changes && get(isUnsavedAtom)) void drafts.keep(toDraftKey(desk), draftOf())
  }
  const kept = drafts.keep(toDraftKey(desk), draftOf())
  // what the server keeps is not written over while it is not decided what becomes of it
  if (!isOffered && get(serverDraftTimeAtom) === '') set(scheduleSendDraftAtom, content.text.length, noteCopy)
  const isKept = await kept
  if (get(changesAtom) === changes && get(isUnsavedAtom)) set(draftStateAtom, isKept ? 'kept' : 'refused')
})

/** To be called at each change: notes it and keeps a draft soon. Cheap, for it stands on the way of a keystroke. */
export const changedAtom = atom(null, (get, set): void => {
  set(changesAtom, (count) => count + 1)
  set(isUnsavedAtom, true)
  set(draftStateAtom, 'waiting')
  set(serverDraftTimeAtom, '')
  const now = Date.now()
  const timer = get(timerAtom)
  const since = timer.since || now
  timer.stop()
  const wait = Math.max(0, Math.min(restMs, since + latestMs - now))
  set(timerAtom, { since, stop: runWhenIdle(() => void set(saveDraftAtom), wait, idleMs) })
})

/** Changes the title. */
export const setTitleAtom = atom(null, (_get, set, title: string): void => {
  set(titleAtom, title)
  if (trimName(title) !== '') set(titleMissingAtom, false)
  set(changedAtom)
})

/** Chooses the catalog. */
export const setCatalogAtom = atom(null, (_get, set, cat_id: number): void => {
  set(catalogAtom, cat_id)
  set(changedAtom)
})

/** Chooses the sort number. */
export const setOrderAtom = atom(null, (_get, set, s_number: number): void => {
  set(orderAtom, s_number)
  set(changedAtom)
})

/** The drafts worth offering: each differs from the page and from the others, and there is something in it. */
export function draftsToOffer(found: readonly StoredDraft[], desk: EditingSession): StoredDraft[] {
  const own = found.filter(({ key }) => key !== serverKey)
  const isCopy = (draft: StoredDraft) => draft.key === serverKey && own.some((one) => one.copied === draft.copied)
  const worth = found
    .filter((draft) => draft.text.length > shortestOffer && !isSameContent(draft, desk.saved) && !isCopy(draft))
    .sort((a, b) => b.at - a.at)
  return worth.filter((draft, at) => !worth.slice(0, at).some((newer) => isSameContent(newer, draft)))
}

/** Throws drafts away, wherever they are kept. */
const dropAtom = atom(null, async (get, set, gone: readonly StoredDraft[]): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk && gone.some(({ key }) => key === serverKey)) set(deleteServerDraftAtom, toDraftKey(desk))
  await drafts.drop(gone.map(({ key }) => key).filter((key) => key !== serverKey))
})

/** The drafts found on entry that need not be offered: they go with the next good save. */
export const foundDraftsAtom = atom<readonly StoredDraft[]>([])

/** Throws away every draft of the open page: it is saved. */
export const deleteAllDraftsAtom = atom(null, async (get, set, place: DraftKey): Promise<void> => {
  const found = get(foundDraftsAtom)
  set(offeredDraftsAtom, [])
  set(foundDraftsAtom, [])
  set(deleteServerDraftAtom, place)
  await drafts.remove(place)
  await drafts.drop(found.map(({ key }) => key).filter((key) => key !== serverKey))
})

/**
 * Puts the offered draft in place of what is written. Its text is made from its own version, which saving then tells.
 *
 * @param text what the draft became when it was edited first
 */
export const restoreDraftAtom = atom(null, async (get, set, text?: string): Promise<void> => {
  const desk = get(editingSessionAtom)
  const [offer, ...others] = get(offeredDraftsAtom)
  if (!desk || !offer) return
  set(offeredDraftsAtom, others)
  const isSameBase = offer.base_version === desk.base_version
  if (!isSameBase) set(editingSessionAtom, { ...desk, base_version: offer.base_version, base_text: undefined })
  set(setContentAtom, { ...offer, text: text ?? offer.text })
  await set(saveDraftAtom)
  // the one on the server is written over by this one soon
  if (get(draftStateAtom) === 'kept' && offer.key !== serverKey) await set(dropAtom, [offer])
})

/** Throws the offered draft away. */
export const discardOfferedDraftAtom = atom(null, async (get, set): Promise<void> => {
  const [offer, ...others] = get(offeredDraftsAtom)
  if (!offer) return
  set(offeredDraftsAtom, others)
  await set(dropAtom, [offer])
  if (get(isUnsavedAtom)) await set(saveDraftAtom)
})

/** Throws away what is written, on the way out: no draft is kept of it. */
export const discardChangesAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk) return
  get(timerAtom).stop()
  set(isUnsavedAtom, false)
  set(draftStateAtom, 'none')
  if (!get(offeredDraftsAtom).some(({ key }) => key === serverKey)) set(deleteServerDraftAtom, toDraftKey(desk))
  await drafts.remove(toDraftKey(desk))
})

/** Replaces all that is written. */
export const setContentAtom = atom(null, (get, set, content: Content): void => {
  set(titleAtom, content.page_title)
  const desk = get(editingSessionAtom)
  // a draft may be from when the root, or another catalog, was open to its writer
  set(catalogAtom, desk?.is_limited ? catalogFor(desk, content.cat_id) : content.cat_id)
  set(orderAtom, content.s_number)
  get(editorHandleAtom)?.write(content.text)
  set(changedAtom)
})
