import { atom } from 'jotai'
import {
  type Content,
  catalogAtom,
  changesAtom,
  compareAtom,
  contentOf,
  type Desk,
  deskAtom,
  isSameContent,
  isUnsavedAtom,
  sourceAtom,
  titleAtom,
  titleMissingAtom,
} from './desk.ts'
import { type Draft, type DraftPlace, drafts } from './drafts.ts'

// Every keystroke is in the draft within a second. Source: interface guide 1.
const restMs = 400
const latestMs = 900

/** Only a draft longer than this is offered. Source: specification 9. */
const shortestOffer = 10

/** Whether what is written now is kept in this browser: not asked yet, being written, kept, or refused. */
export const draftStateAtom = atom<'none' | 'waiting' | 'kept' | 'refused'>('none')

/** The draft found on entry, until it is decided what becomes of it. */
export const offerAtom = atom<Draft>()

interface Timer {
  handle: ReturnType<typeof setTimeout> | undefined
  /** Since when a change waits, ms since 1970. */
  since: number
}

const timerAtom = atom<Timer>({ handle: undefined, since: 0 })

/** Where the draft of the open page lies. */
export const draftPlaceOf = ({ uid, item_id, page_id }: Desk): DraftPlace => ({ uid, item_id, page_id })

/** Keeps what is written as a draft now, or takes the draft away when nothing differs. */
export const keepDraftAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  const timer = get(timerAtom)
  clearTimeout(timer.handle)
  set(timerAtom, { handle: undefined, since: 0 })
  if (!desk) return
  const changes = get(changesAtom)
  const older = get(offerAtom)
  if (!set(compareAtom)) {
    set(draftStateAtom, 'none')
    if (!older) await drafts.remove(draftPlaceOf(desk))
    return
  }
  const draft: Draft = {
    ...contentOf(get, desk),
    base_version: desk.base_version,
    at: Date.now(),
    ...(older && { older }),
  }
  const isKept = await drafts.keep(draftPlaceOf(desk), draft)
  if (get(changesAtom) === changes && get(isUnsavedAtom)) set(draftStateAtom, isKept ? 'kept' : 'refused')
})

/** To be called at each change: notes it and keeps a draft soon. Cheap, for it stands on the way of a keystroke. */
export const changedAtom = atom(null, (get, set): void => {
  set(changesAtom, (count) => count + 1)
  set(isUnsavedAtom, true)
  set(draftStateAtom, 'waiting')
  const now = Date.now()
  const timer = get(timerAtom)
  const since = timer.since || now
  clearTimeout(timer.handle)
  const wait = Math.max(0, Math.min(restMs, since + latestMs - now))
  set(timerAtom, { since, handle: setTimeout(() => void set(keepDraftAtom), wait) })
})

/** Changes the title. */
export const setTitleAtom = atom(null, (_get, set, title: string): void => {
  set(titleAtom, title)
  if (title.trim() !== '') set(titleMissingAtom, false)
  set(changedAtom)
})

/** Chooses the catalog. */
export const setCatalogAtom = atom(null, (_get, set, cat_id: number): void => {
  set(catalogAtom, cat_id)
  set(changedAtom)
})

/** The draft worth offering: it differs from the page, and there is something in it. */
export function draftToOffer(draft: Draft | undefined, desk: Desk): Draft | undefined {
  if (!draft) return undefined
  const isWorth = draft.text.length > shortestOffer && !isSameContent(draft, desk.saved)
  return isWorth ? draft : draftToOffer(draft.older, desk)
}

const nextOffer = (offer: Draft | undefined, desk: Desk) => draftToOffer(offer?.older, desk)

/**
 * Puts the offered draft in place of what is written. Its text is made from its own version, which saving then tells.
 *
 * @param text what the draft became when it was edited first
 */
export const restoreDraftAtom = atom(null, async (get, set, text?: string): Promise<void> => {
  const desk = get(deskAtom)
  const offer = get(offerAtom)
  if (!desk || !offer) return
  set(offerAtom, nextOffer(offer, desk))
  const isSameBase = offer.base_version === desk.base_version
  if (!isSameBase) set(deskAtom, { ...desk, base_version: offer.base_version, base_text: undefined })
  set(writeAtom, { ...offer, text: text ?? offer.text })
  await set(keepDraftAtom)
})

/** Throws the offered draft away. */
export const discardOfferAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk) return
  const next = nextOffer(get(offerAtom), desk)
  set(offerAtom, next)
  await drafts.remove(draftPlaceOf(desk))
  if (next) await drafts.keep(draftPlaceOf(desk), next)
  if (get(isUnsavedAtom)) await set(keepDraftAtom)
})

/** Throws away what is written, on the way out: no draft is kept of it. */
export const discardAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk) return
  clearTimeout(get(timerAtom).handle)
  set(isUnsavedAtom, false)
  set(draftStateAtom, 'none')
  const offer = get(offerAtom)
  await drafts.remove(draftPlaceOf(desk))
  if (offer) await drafts.keep(draftPlaceOf(desk), offer)
})

/** Replaces all that is written. */
export const writeAtom = atom(null, (get, set, content: Content): void => {
  set(titleAtom, content.page_title)
  set(catalogAtom, content.cat_id)
  get(sourceAtom)?.write(content.text)
  set(changedAtom)
})
