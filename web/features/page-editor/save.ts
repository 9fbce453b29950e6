import { atom } from 'jotai'
import { trimName } from '#contract/name.ts'
import { notifyTreeChanged } from '#web/features/tree/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { addPending } from '#web/lib/pending-saves.ts'
import { conflictAtom } from './conflict.ts'
import { deleteAllDraftsAtom, draftStateAtom, saveDraftAtom, setContentAtom, toDraftKey } from './draft-atoms.ts'
import { drafts } from './drafts.ts'
import { checkLockLostAtom, lockAtom, takeLockAtom } from './lock.ts'
import { saveErrorAtom, toSaveError } from './save-error.ts'
import { sendDraftAtom } from './server-draft.ts'
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
  savingSinceAtom,
  sessionIdAtom,
  titleAtom,
  titleMissingAtom,
} from './session.ts'

/** How long one save keeps another from starting, in ms. Source: specification 9. */
const saveGuardMs = 10_000

/** Whether a save is running. */
export const isSavingAtom = atom((get) => get(savingSinceAtom) > 0)

/** What is told with a save. */
export interface SaveNote {
  remark: string
  /** Whether those who hear of changes are told. */
  notifies: boolean
}

const send = (desk: EditingSession, { page_title, cat_id, s_number, text }: Content, notice?: SaveNote) =>
  api.page.save({
    item_id: desk.item_id,
    page_id: desk.page_id,
    page_title,
    page_content: text,
    ...(desk.page_id === 0 || cat_id !== desk.saved.cat_id ? { cat_id } : {}),
    ...(s_number !== desk.saved.s_number ? { s_number } : {}),
    ...(desk.base_version > 0 ? { base_version: desk.base_version } : {}),
    ...(notice && { page_comments: notice.remark, notify_content: notice.remark, is_notify: notice.notifies }),
  })

/** The desk over the page as the server has it now, with the answer to a failed save. */
const readAgain = async (desk: EditingSession) => {
  const page = await api.page.info({ page_id: desk.page_id })
  const saved = {
    page_title: page.page_title,
    cat_id: Number(page.cat_id),
    s_number: Number(page.s_number),
    text: page.page_content,
  }
  return { page, desk: { ...desk, saved, base_version: Number(page.page_version), base_text: saved.text } }
}

/** How long ago a page may have been made to be taken for one whose answer never came, in seconds. */
const answerLostSeconds = 3600

/**
 * The desk over the page that a first save has made although no answer came; undefined when it made none. Another try must not
 * make a second one.
 */
async function findMade(desk: EditingSession): Promise<EditingSession | undefined> {
  const since = Date.now() / 1000 - answerLostSeconds
  for (const sent of desk.sent) {
    const pages = await api.catalog.getPagesBycat({ item_id: desk.item_id, cat_id: sent.cat_id })
    for (const { page_id, page_title } of pages) {
      if (page_title !== sent.page_title) continue
      const { page, desk: made } = await readAgain({ ...desk, page_id: Number(page_id) })
      if (page.author_uid === desk.uid && page.page_content === sent.text && Number(page.save_time) > since) return made
    }
  }
  return undefined
}

/** Throws away the drafts of a page that one has left, but for what was typed after `content` was sent. */
async function dropSaved(desk: EditingSession, content: Content): Promise<void> {
  const kept = await drafts.list(toDraftKey(desk))
  await drafts.drop(kept.filter((draft) => isSameContent(draft, content)).map(({ key }) => key))
}

/** Notes that `content`, sent at `visit`, is what the server has now. */
const settleAtom = atom(
  null,
  async (
    get,
    set,
    visit: number,
    desk: EditingSession,
    content: Content,
    stored: { page_id: number; page_version: number },
  ): Promise<void> => {
    const { page_title, cat_id, s_number } = desk.saved
    const isInTree =
      desk.page_id !== 0 &&
      content.page_title === page_title &&
      content.cat_id === cat_id &&
      content.s_number === s_number
    if (!isInTree) notifyTreeChanged(String(desk.item_id))
    const now = get(editingSessionAtom)
    if (get(sessionIdAtom) !== visit || now?.page_id !== desk.page_id) return dropSaved(desk, content)
    const dropped = set(deleteAllDraftsAtom, toDraftKey(desk))
    set(editingSessionAtom, {
      ...now,
      page_id: stored.page_id,
      saved: content,
      base_version: stored.page_version,
      base_text: content.text,
      saved_at: Date.now(),
      sent: [],
    })
    set(conflictAtom, undefined)
    set(compareWithSavedAtom)
    set(savingSinceAtom, 0) // it is saved: what follows is tidying
    const { state } = get(lockAtom)
    if (state !== 'held' && state !== 'free') void set(takeLockAtom)
    await dropped
    await set(saveDraftAtom) // typed while the save was running
  },
)

/**
 * Saves what is written against the version it was made from. One save at a time: a call while one runs does nothing.
 * A failure keeps the text as a draft and tells `problemAtom`; a page saved by others meanwhile, `conflictAtom`.
 *
 * @returns whether the server has it
 */
export const saveAtom = atom(null, async (get, set, notice?: SaveNote): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  const startedAt = Date.now()
  if (!desk || startedAt - get(savingSinceAtom) < saveGuardMs) return false
  const content = { ...currentContent(get, desk), page_title: trimName(get(titleAtom)) }
  if (content.page_title === '') {
    set(titleMissingAtom, true)
    return false
  }
  set(savingSinceAtom, startedAt)
  set(editingSessionAtom, { ...desk, sent: addPending(desk.sent, content, JSON.stringify) })
  const changes = get(changesAtom)
  const visit = get(sessionIdAtom)
  const isHere = () => get(sessionIdAtom) === visit
  try {
    const made = desk.page_id === 0 ? await findMade(desk) : undefined
    const answer = await send(made ?? desk, content, notice).catch(async (error: unknown) => {
      if (!isApiError(error, 'pageChanged') || desk.sent.length === 0) throw error
      // perhaps it was our own save, whose answer never came
      const again = await readAgain(desk)
      if (!desk.sent.some((one) => isSameContent(one, again.desk.saved))) throw error
      return send(again.desk, content, notice)
    })
    if (isHere()) {
      set(saveErrorAtom, undefined)
      if (get(changesAtom) === changes) set(titleAtom, content.page_title)
    }
    const stored = { page_id: Number(answer.page_id), page_version: Number(answer.page_version) }
    await set(settleAtom, visit, desk, content, stored)
    return true
  } catch (error) {
    if (!isHere()) return false // it was kept as a draft on leaving
    await set(saveDraftAtom)
    const problem = await toSaveError(error)
    if (!isHere()) return false
    set(saveErrorAtom, problem)
    void set(sendDraftAtom)
    if (isApiError(error, 'pageLocked')) await set(checkLockLostAtom).catch(() => undefined)
    if (isApiError(error, 'pageChanged')) await set(openConflictAtom)
    if (isApiError(error, 'pageLocked')) await set(openConflictAtom, { isQuiet: true })
    return false
  } finally {
    if (get(savingSinceAtom) === startedAt) set(savingSinceAtom, 0)
  }
})

const baseTextOf = async ({ page_id, base_version, base_text }: EditingSession) => {
  if (base_text !== undefined) return base_text
  const versions = await api.page.history({ page_id }).catch(() => [])
  return versions.find((version) => Number(version.page_version) === base_version)?.page_content
}

/** Lays what others saved beside what is written here. `isQuiet` leaves the problem that is shown where this fails. */
export const openConflictAtom = atom(null, async (get, set, { isQuiet = false } = {}): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return
  const visit = get(sessionIdAtom)
  try {
    const [{ page, desk: theirs }, base_text] = await Promise.all([readAgain(desk), baseTextOf(desk)])
    if (get(sessionIdAtom) !== visit) return
    const mine = currentContent(get, desk)
    set(conflictAtom, {
      theirs,
      name: getAuthorName(page),
      username: page.author_username,
      at: page.addtime,
      base_text,
      mine,
    })
  } catch (error) {
    const problem = await toSaveError(error)
    if (get(sessionIdAtom) === visit && !isQuiet) set(saveErrorAtom, problem)
  }
})

/** Takes what others saved in place of what is written here; nothing needs saving then. */
export const acceptTheirsAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return
  const { saved, base_version } = conflict.theirs
  set(setContentAtom, saved)
  set(saveErrorAtom, undefined)
  await set(settleAtom, get(sessionIdAtom), desk, saved, { page_id: desk.page_id, page_version: base_version })
})

/** Saves `content` over the version that the conflict was shown against. @returns whether the server has it */
export const saveMergedAtom = atom(null, async (get, set, content: Content): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return false
  const { saved, base_version, base_text } = conflict.theirs
  set(setContentAtom, content)
  set(editingSessionAtom, { ...desk, saved, base_version, base_text, sent: [] })
  set(conflictAtom, undefined)
  return set(saveAtom)
})

/**
 * Puts `content` into the editor as made from the version that the conflict was shown against, for a page that cannot be saved
 * now: it is a draft until then.
 */
export const applyMergedAtom = atom(null, async (get, set, content: Content): Promise<void> => {
  const desk = get(editingSessionAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return
  const { saved, base_version, base_text } = conflict.theirs
  set(editingSessionAtom, { ...desk, saved, base_version, base_text, sent: [] })
  set(setContentAtom, content)
  set(conflictAtom, undefined)
  set(saveErrorAtom, undefined)
  await set(saveDraftAtom)
})

/** Lays the open page aside and makes a new one of what is written: the old one is gone. @returns whether it is saved */
export const saveAsNewAtom = atom(null, async (get, set): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  if (!desk) return false
  set(catalogAtom, catalogFor(desk, get(catalogAtom)))
  const old = toDraftKey(desk)
  set(editingSessionAtom, {
    ...desk,
    page_id: 0,
    is_new: true,
    saved: { ...desk.saved, text: '' },
    base_version: 0,
    base_text: undefined,
    saved_at: undefined,
    sent: [],
  })
  set(lockAtom, { state: 'none' })
  set(saveErrorAtom, undefined)
  const isSaved = await set(saveAtom)
  if (isSaved) await set(deleteAllDraftsAtom, old)
  return isSaved
})

/** Reads the page again, after a wait for its lock: what was saved meanwhile comes into the editor, unless one has written. */
export const reloadAfterWaitAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return
  const again = await readAgain(desk)
  const now = get(editingSessionAtom)
  if (now?.page_id !== desk.page_id || again.desk.base_version === now.base_version) return
  if (get(isUnsavedAtom)) return // the save will show both
  set(editingSessionAtom, { ...now, ...again.desk, saved_at: now.saved_at })
  set(setContentAtom, again.desk.saved)
  await set(saveDraftAtom)
})

/**
 * Brings a version into the editor that the server has just made the page's own, as when a former one was restored. What stood
 * in the editor comes back by Undo.
 */
export const loadSavedVersionAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return
  const { desk: again } = await readAgain(desk)
  if (get(editingSessionAtom)?.page_id !== desk.page_id) return
  set(setContentAtom, again.saved)
  set(saveErrorAtom, undefined)
  await set(settleAtom, get(sessionIdAtom), desk, again.saved, {
    page_id: desk.page_id,
    page_version: again.base_version,
  })
})

const draftStates = { none: 'clean', waiting: 'unsaved', kept: 'draft', refused: 'unsaved' } as const

/** The one word for how safe the text is. */
export const saveStatusAtom = atom((get) => {
  if (get(isSavingAtom)) return 'saving'
  if (!get(isUnsavedAtom)) return get(editingSessionAtom)?.saved_at ? 'saved' : 'clean'
  if (get(saveErrorAtom)) return 'failed'
  const state = draftStates[get(draftStateAtom)]
  return state === 'clean' ? 'unsaved' : state
})
