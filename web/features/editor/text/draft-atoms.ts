import { atom } from 'jotai'
import { trimName } from '#shared/contract/name.ts'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { createChangeTimer } from '#web/lib/idle.ts'
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
  draftStateAtom,
  type EditingSession,
  editingSessionAtom,
  isSameContent,
  isUnsavedAtom,
  orderAtom,
  titleAtom,
  titleMissingAtom,
} from './session.ts'

// Every keystroke reaches the draft within a second. Source: interface guide 1.
const restMs = 400
const latestMs = 850
// reading a long text can take part of the time between two keystrokes
const idleMs = 100

/** Only drafts longer than this are offered, in characters. Source: specification 9. */
const shortestOffer = 10

/** The drafts found on opening that are worth offering, newest first, until the user decides about them. */
export const offeredDraftsAtom = atom<readonly StoredDraft[]>([])

/** The draft that is offered now. */
export const offeredDraftAtom = atom((get) => get(offeredDraftsAtom)[0])

const timer = createChangeTimer()

/** Returns the key of the draft of the open page. */
export const toDraftKey = ({ uid, item_id, page_id }: EditingSession): DraftKey => ({ uid, item_id, page_id })

/** Saves the current content as a draft now, or deletes the draft when nothing differs. */
export const saveDraftAtom = atom(null, async (get, set): Promise<void> => {
  const session = get(editingSessionAtom)
  set(timer.stopAtom)
  if (!session) return
  const changes = get(changesAtom)
  const isOffered = get(offeredDraftsAtom).some(({ key }) => key === serverKey)
  if (!set(compareWithSavedAtom)) {
    set(draftStateAtom, 'none')
    if (!isOffered) set(deleteServerDraftAtom, toDraftKey(session))
    await drafts.remove(toDraftKey(session))
    return
  }
  const content = currentContent(get, session)
  const draftOf = (): Draft => ({
    ...content,
    base_version: session.base_version,
    at: Date.now(),
    copied: get(lastServerDraftTimeAtom),
  })
  // identifies the copy on the server when both are found again
  const noteCopy = () => {
    if (get(changesAtom) === changes && get(isUnsavedAtom)) void drafts.keep(toDraftKey(session), draftOf())
  }
  const stored = drafts.keep(toDraftKey(session), draftOf())
  // the server's draft is not overwritten while the user has not decided about it
  if (!isOffered && get(serverDraftTimeAtom) === '') set(scheduleSendDraftAtom, content.text.length, noteCopy)
  const isStored = await stored
  if (get(changesAtom) === changes && get(isUnsavedAtom)) set(draftStateAtom, isStored ? 'kept' : 'refused')
})

/**
 * Called at each change: records it and schedules saving a draft. Must stay cheap, because it runs on every keystroke.
 */
export const changedAtom = atom(null, (_get, set): void => {
  set(changesAtom, (count) => count + 1)
  set(isUnsavedAtom, true)
  set(draftStateAtom, 'waiting')
  set(serverDraftTimeAtom, '')
  set(timer.changeAtom, () => void set(saveDraftAtom), restMs, latestMs, idleMs)
})

/** Sets the title. */
export const setTitleAtom = atom(null, (_get, set, title: string): void => {
  set(titleAtom, title)
  if (trimName(title) !== '') set(titleMissingAtom, false)
  set(changedAtom)
})

/** Sets the catalog. */
export const setCatalogAtom = atom(null, (_get, set, cat_id: number): void => {
  set(catalogAtom, cat_id)
  set(changedAtom)
})

/** Sets the sort number. */
export const setOrderAtom = atom(null, (_get, set, s_number: number): void => {
  set(orderAtom, s_number)
  set(changedAtom)
})

/** Returns the drafts worth offering: each differs from the page and from the others, and is not empty. */
export function draftsToOffer(found: readonly StoredDraft[], editing: EditingSession): StoredDraft[] {
  const own = found.filter(({ key }) => key !== serverKey)
  const isCopy = (draft: StoredDraft) => draft.key === serverKey && own.some((one) => one.copied === draft.copied)
  const worth = found
    .filter((draft) => draft.text.length > shortestOffer && !isSameContent(draft, editing.saved) && !isCopy(draft))
    .sort((a, b) => b.at - a.at)
  return worth.filter((draft, at) => !worth.slice(0, at).some((newer) => isSameContent(newer, draft)))
}

/** Deletes drafts, wherever they are stored. */
const dropAtom = atom(null, async (get, set, gone: readonly StoredDraft[]): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk && gone.some(({ key }) => key === serverKey)) set(deleteServerDraftAtom, toDraftKey(desk))
  await drafts.drop(gone.map(({ key }) => key).filter((key) => key !== serverKey))
})

/** The drafts found on opening that are not worth offering; the next successful save deletes them. */
export const foundDraftsAtom = atom<readonly StoredDraft[]>([])

/** Deletes every draft of the open page, after it was saved. */
export const deleteAllDraftsAtom = atom(null, async (get, set, place: DraftKey): Promise<void> => {
  const found = get(foundDraftsAtom)
  set(offeredDraftsAtom, [])
  set(foundDraftsAtom, [])
  set(deleteServerDraftAtom, place)
  await drafts.remove(place)
  await drafts.drop(found.map(({ key }) => key).filter((key) => key !== serverKey))
})

/**
 * Replaces the content with the offered draft. The content is then based on the draft's own version, which the next
 * save reports.
 *
 * @param text the text of the draft if it was edited first
 */
export const restoreDraftAtom = atom(null, async (get, set, text?: string): Promise<void> => {
  const editingSession = get(editingSessionAtom)
  const [offer, ...others] = get(offeredDraftsAtom)
  if (!editingSession || !offer) return
  set(offeredDraftsAtom, others)
  const isSameBase = offer.base_version === editingSession.base_version
  if (!isSameBase)
    set(editingSessionAtom, { ...editingSession, base_version: offer.base_version, base_text: undefined })
  set(setContentAtom, { ...offer, text: text ?? offer.text })
  await set(saveDraftAtom)
  // this draft soon overwrites the one on the server
  if (get(draftStateAtom) === 'kept' && offer.key !== serverKey) await set(dropAtom, [offer])
})

/** Deletes the offered draft. */
export const discardOfferedDraftAtom = atom(null, async (get, set): Promise<void> => {
  const [offer, ...others] = get(offeredDraftsAtom)
  if (!offer) return
  set(offeredDraftsAtom, others)
  await set(dropAtom, [offer])
  if (get(isUnsavedAtom)) await set(saveDraftAtom)
})

/** Discards the content on leaving, without storing a draft of it. */
export const discardChangesAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk) return
  set(timer.stopAtom)
  set(isUnsavedAtom, false)
  set(draftStateAtom, 'none')
  if (!get(offeredDraftsAtom).some(({ key }) => key === serverKey)) set(deleteServerDraftAtom, toDraftKey(desk))
  await drafts.remove(toDraftKey(desk))
})

/** Replaces the whole content. */
export const setContentAtom = atom(null, (get, set, content: Content): void => {
  set(titleAtom, content.page_title)
  const desk = get(editingSessionAtom)
  // a draft may date from when its writer could still use the root or another catalog
  set(catalogAtom, desk?.is_limited ? catalogFor(desk, content.cat_id) : content.cat_id)
  set(orderAtom, content.s_number)
  get(editorHandleAtom)?.write(content.text)
  set(changedAtom)
})
