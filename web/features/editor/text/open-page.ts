import { atom } from 'jotai'
import { getItemType } from '#shared/item-types.ts'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { newApiText } from '#web/features/api-docs/form/index.tsx'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { fetchLock, toLock } from '#web/features/editor/session/index.ts'
import { ApiError, api, isApiError } from '#web/lib/api.ts'
import { draftsToOffer, foundDraftsAtom, offeredDraftsAtom, saveDraftAtom, toDraftKey } from './draft-atoms.ts'
import { drafts } from './drafts.ts'
import { lockAtom, lockRequestAtom, releaseLockAtom, takeLockAtom } from './lock.ts'
import { findServerDraftAtom, resetServerDraftAtom, sendDraftAtom } from './server-draft.ts'
import {
  catalogAtom,
  catalogFor,
  draftStateAtom,
  type EditingSession,
  editingSessionAtom,
  isUnsavedAtom,
  orderAtom,
  pageSession,
  titleAtom,
  titleMissingAtom,
  visitAtom,
} from './session.ts'

/** What the address identifies. */
export interface EditTarget {
  /** The item's id or its custom address. */
  item_ref: string
  /** 0 for a new page. */
  page_id: number
  /** The catalog of a new page. */
  cat_id: number
  /** The initial title of a new page. */
  page_title?: string
  /** Whether a new page begins as an API page. */
  isApi?: boolean
}

/** Why a page cannot be edited here. */
export type CannotEditReason = 'signIn' | 'noRight' | 'archived' | 'apiClient' | 'sheet' | 'gone' | 'tooMany'

/** The state of opening the editor. */
export type OpenState =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'refused'; why: CannotEditReason; item_ref: string; page_id: number; item_name: string }
  | { state: 'open'; id: number }

/** The state of opening the editor. */
export const openStateAtom = atom<OpenState>({ state: 'loading' })

type Item = Awaited<ReturnType<typeof api.item.info>>

function rejectionOf(item: Item): CannotEditReason | undefined {
  if (!item.is_login && !item.item_edit) return 'signIn'
  // nobody may edit such items, so these reasons come before a missing right
  if (Number(item.is_archived) > 0) return 'archived'
  const { editor } = getItemType(item.item_type)
  if (editor === 'apiClient') return editor
  if (!item.item_edit) return 'noRight'
  return editor === 'text' ? undefined : editor
}

const rejectionFrom = (error: unknown): CannotEditReason | undefined => {
  if (isApiError(error, 'itemUnknown') || isApiError(error, 'pageGone')) return 'gone'
  if (isApiError(error, 'noRight') || isApiError(error, 'itemPasswordNeeded')) return 'noRight'
  return error instanceof ApiError && error.errorName === 'notLoggedIn' ? 'signIn' : undefined
}

/** The sort number of a new page: the end. Source: specification 9. */
const lastPlace = '99'

const emptyPage = { page_title: '', page_content: '', page_version: '0', item_id: '', s_number: lastPlace }

async function loadEditingSession(place: EditTarget, item: Item, uid: string): Promise<EditingSession | undefined> {
  const { page_id } = place
  const item_id = Number(item.item_id)
  const { is_limited } = item
  const [page, catalogs] = await Promise.all([
    page_id === 0
      ? { ...emptyPage, cat_id: String(place.cat_id), page_content: place.isApi ? newApiText() : '' }
      : api.page.info({ page_id }),
    api.catalog.catListGroup({ item_id }),
  ])
  if (page_id !== 0 && page.item_id !== item.item_id) return undefined
  const saved = {
    page_title: page.page_title,
    cat_id: page_id === 0 ? catalogFor({ catalogs, is_limited }, place.cat_id) : Number(page.cat_id),
    s_number: Number(page.s_number),
    text: page.page_content,
  }
  return {
    item_ref: place.item_ref,
    item_id,
    item_name: item.item_name,
    page_id,
    is_new: page_id === 0,
    uid,
    can_manage: item.item_manage,
    is_limited,
    catalogs,
    saved,
    base_version: Number(page.page_version),
    base_text: saved.text,
    saved_at: undefined,
    sent: [],
  }
}

const isAt = (session: EditingSession | undefined, place: EditTarget) =>
  session !== undefined && session.item_ref === place.item_ref && session.page_id === place.page_id

const reject = (why: CannotEditReason, place: EditTarget, item_name: string): OpenState => ({
  state: 'refused',
  why,
  item_ref: place.item_ref,
  page_id: place.page_id,
  item_name,
})

/**
 * Closes the page: unsaved content stays as a draft, the lock is released.
 *
 * @returns whether unsaved content stayed as a draft
 */
export const closePageAtom = atom(null, async (get, set): Promise<boolean> => {
  const stored = get(editingSessionAtom) && get(isUnsavedAtom) ? set(saveDraftAtom) : undefined
  void set(sendDraftAtom)
  set(releaseLockAtom)
  set(pageSession.endAtom)
  set(editorHandleAtom, undefined)
  set(openStateAtom, { state: 'loading' })
  await stored
  return stored !== undefined && get(draftStateAtom) === 'kept'
})

/** Opens the page at an address. An address that the open page got by its first save is open already. */
export const openPageAtom = atom(null, async (get, set, place: EditTarget): Promise<void> => {
  if (isAt(get(editingSessionAtom), place)) return
  await set(closePageAtom)
  const entry = get(visitAtom)
  const settle = (next: OpenState) => {
    if (get(visitAtom) === entry) set(openStateAtom, next)
  }
  let item_name = ''
  try {
    const user = await get(sessionAtom)
    if (!user) return settle(reject('signIn', place, ''))
    const item = await api.item.info({ item_id: place.item_ref, ...(place.page_id > 0 && { page_id: place.page_id }) })
    item_name = item.item_name
    const rejection = rejectionOf(item)
    if (rejection) return settle(reject(rejection, place, item_name))
    const [editing, lock] = await Promise.all([
      loadEditingSession(place, item, user.uid),
      fetchLock({ item_id: Number(item.item_id), page_id: place.page_id }),
    ])
    if (!editing) return settle(reject('gone', place, item_name))
    if (place.page_id === 0 && lock.exceed) return settle(reject('tooMany', place, item_name))
    const at = toDraftKey(editing)
    const [existing, copy] = await Promise.all([drafts.list(at), set(findServerDraftAtom, at, editing.saved.s_number)])
    const found = copy ? [...existing, copy] : existing
    if (get(visitAtom) !== entry) return
    set(pageSession.beginAtom, editing)
    set(titleAtom, editing.saved.page_title || (place.page_title ?? ''))
    set(catalogAtom, editing.saved.cat_id)
    set(orderAtom, editing.saved.s_number)
    set(titleMissingAtom, false)
    set(foundDraftsAtom, found)
    set(offeredDraftsAtom, draftsToOffer(found, editing))
    set(resetServerDraftAtom, copy !== undefined)
    set(lockRequestAtom, undefined)
    set(openStateAtom, { state: 'open', id: entry })
    if (place.page_id === 0) return
    const opened = toLock(lock, place.page_id)
    if (opened.state === 'none') await set(takeLockAtom)
    else set(lockAtom, opened)
  } catch (error) {
    const refused = rejectionFrom(error)
    settle(refused ? reject(refused, place, item_name) : { state: 'failed', error })
  }
})
