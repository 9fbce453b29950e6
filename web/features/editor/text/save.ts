import { atom } from 'jotai'
import { trimName } from '#shared/contract/name.ts'
import { createSave, type StoredPage, toSaveError } from '#web/features/editor/session/index.ts'
import { notifyTreeChanged } from '#web/features/item/tree/index.ts'
import { api } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { deleteAllDraftsAtom, saveDraftAtom, setContentAtom, toDraftKey } from './draft-atoms.ts'
import { drafts } from './drafts.ts'
import { checkLockLostAtom, lockAtom, takeLockAtom } from './lock.ts'
import { sendDraftAtom } from './server-draft.ts'
import {
  type Content,
  catalogAtom,
  catalogFor,
  changesAtom,
  compareWithSavedAtom,
  conflictAtom,
  currentContent,
  draftStateAtom,
  type EditingSession,
  editingSessionAtom,
  isSameContent,
  isSavingAtom,
  isUnsavedAtom,
  pageSession,
  saveErrorAtom,
  titleAtom,
  titleMissingAtom,
  visitAtom,
} from './session.ts'

/** How long one save blocks the next from starting, in ms. Source: specification 9. */
const saveGuardMs = 10_000

/** The notification that is sent with a save. */
interface SaveNote {
  remark: string
  /** Whether the users who follow the page are notified. */
  notifies: boolean
}

interface SaveRequest {
  notice: SaveNote | undefined
  /** The number of changes at the start of the save. */
  changes: number
}

/** Returns the editing session on another version of its page. */
const toSession = (editing: EditingSession, page: StoredPage): EditingSession => ({
  ...editing,
  saved: {
    page_title: page.page_title,
    cat_id: Number(page.cat_id),
    s_number: Number(page.s_number),
    text: page.page_content,
  },
  base_version: Number(page.page_version),
  base_text: page.page_content,
})

/** Reads the page again. Returns the editing session on the server's current version. */
const readAgain = async (desk: EditingSession) => {
  const page = await api.page.info({ page_id: desk.page_id })
  return { page, desk: toSession(desk, page) }
}

/** How old a page may be, in seconds, to be taken for one whose save response was lost. */
const answerLostSeconds = 3600

/**
 * Finds the page that a first save created although no response arrived. Returns its editing session; undefined when
 * none was created. A retry must not create a second page.
 */
async function findMade(editingSession: EditingSession): Promise<EditingSession | undefined> {
  const since = Date.now() / 1000 - answerLostSeconds
  for (const sent of editingSession.sent) {
    const pages = await api.catalog.getPagesBycat({ item_id: editingSession.item_id, cat_id: sent.cat_id })
    for (const { page_id, page_title } of pages) {
      if (page_title !== sent.page_title) continue
      const { page, desk: made } = await readAgain({ ...editingSession, page_id: Number(page_id) })
      if (page.author_uid === editingSession.uid && page.page_content === sent.text && Number(page.save_time) > since)
        return made
    }
  }
  return undefined
}

/** Sends a content; a new page is not created again when a former save did. */
async function send(session: EditingSession, content: Content, { notice }: SaveRequest) {
  const desk = session.page_id === 0 ? ((await findMade(session)) ?? session) : session
  const { page_title, cat_id, s_number, text } = content
  return api.page.save({
    item_id: desk.item_id,
    page_id: desk.page_id,
    page_title,
    page_content: text,
    ...(desk.page_id === 0 || cat_id !== desk.saved.cat_id ? { cat_id } : {}),
    ...(s_number !== desk.saved.s_number ? { s_number } : {}),
    ...(desk.base_version > 0 ? { base_version: desk.base_version } : {}),
    ...(notice && { page_comments: notice.remark, notify_content: notice.remark, is_notify: notice.notifies }),
  })
}

/** Deletes the drafts of a page that was closed, except for what was typed after `content` was sent. */
async function dropSaved(desk: EditingSession, content: Content): Promise<void> {
  const existing = await drafts.list(toDraftKey(desk))
  await drafts.drop(existing.filter((draft) => isSameContent(draft, content)).map(({ key }) => key))
}

/** Records that the server now has `content`; `isHere` tells whether the page it belongs to is still open. */
const settleAtom = atom(
  null,
  async (
    get,
    set,
    desk: EditingSession,
    content: Content,
    stored: { page_id: number; page_version: number },
    isHere: boolean,
  ): Promise<void> => {
    const { page_title, cat_id, s_number } = desk.saved
    const isInTree =
      desk.page_id !== 0 &&
      content.page_title === page_title &&
      content.cat_id === cat_id &&
      content.s_number === s_number
    if (!isInTree) notifyTreeChanged(String(desk.item_id))
    const now = get(editingSessionAtom)
    if (!isHere || now?.page_id !== desk.page_id) return dropSaved(desk, content)
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
    set(pageSession.savingSinceAtom, 0) // it is saved: the rest is cleanup
    const { state } = get(lockAtom)
    if (state !== 'held' && state !== 'free') void set(takeLockAtom)
    await dropped
    await set(saveDraftAtom) // typed while the save was in progress
  },
)

const sendAtom = createSave(pageSession, {
  guardMs: saveGuardMs,
  toText: (content: Content) => JSON.stringify(content),
  send,
  toSession,
  keepDraft: (set) => set(saveDraftAtom),
  onSaved: async (get, set, { session, content, how }, answer, isHere) => {
    if (isHere) {
      set(saveErrorAtom, undefined)
      if (get(changesAtom) === how.changes) set(titleAtom, content.page_title)
    }
    const stored = { page_id: Number(answer.page_id), page_version: Number(answer.page_version) }
    await set(settleAtom, session, content, stored, isHere)
  },
  onFailed: async (_get, set, _sent, problem, theirs) => {
    set(saveErrorAtom, problem)
    void set(sendDraftAtom)
    if (problem.kind === 'locked') await set(checkLockLostAtom).catch(() => undefined)
    if (problem.kind === 'changed') await set(openConflictAtom, { theirs })
    if (problem.kind === 'locked') await set(openConflictAtom, { isQuiet: true })
  },
})

/**
 * Saves the current content on top of the version it is based on. Only one save runs at a time: a call during another
 * does nothing. A failure keeps the text as a draft and sets `saveErrorAtom`; a page that others saved in the meantime
 * sets `conflictAtom`.
 *
 * @returns whether the server has it
 */
export const saveAtom = atom(null, async (get, set, notice?: SaveNote): Promise<boolean> => {
  const desk = get(editingSessionAtom)
  if (!desk) return false
  const content = { ...currentContent(get, desk), page_title: trimName(get(titleAtom)) }
  if (content.page_title === '') {
    set(titleMissingAtom, true)
    return false
  }
  return set(sendAtom, content, { notice, changes: get(changesAtom) })
})

const baseTextOf = async ({ page_id, base_version, base_text }: EditingSession) => {
  if (base_text !== undefined) return base_text
  const versions = await api.page.history({ page_id }).catch(() => [])
  return versions.find((version) => Number(version.page_version) === base_version)?.page_content
}

interface ConflictOptions {
  /** Whether the current error stays on screen if this fails. */
  isQuiet?: boolean
  /** What others saved, when it has just been read. */
  theirs?: StoredPage | undefined
}

/** Opens the comparison with what others saved. */
export const openConflictAtom = atom(null, async (get, set, options: ConflictOptions = {}): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return
  const visit = get(visitAtom)
  try {
    const [page, base_text] = await Promise.all([
      options.theirs ?? api.page.info({ page_id: desk.page_id }),
      baseTextOf(desk),
    ])
    if (get(visitAtom) !== visit) return
    const mine = currentContent(get, desk)
    set(conflictAtom, {
      theirs: toSession(desk, page),
      name: getAuthorName(page),
      username: page.author_username,
      at: page.addtime,
      base_text,
      mine,
    })
  } catch (error) {
    const problem = await toSaveError(error)
    if (get(visitAtom) === visit && !options.isQuiet) set(saveErrorAtom, problem)
  }
})

/** Replaces the content with what others saved; nothing needs saving then. */
export const acceptTheirsAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return
  const { saved, base_version } = conflict.theirs
  set(setContentAtom, saved)
  set(saveErrorAtom, undefined)
  await set(settleAtom, desk, saved, { page_id: desk.page_id, page_version: base_version }, true)
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
 * Puts `content` into the editor, based on the version that the conflict was shown against, for a page that cannot be
 * saved now: it is a draft until then.
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

/** Saves the content as a new page, because the old page is gone. @returns whether it is saved */
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

/**
 * Reads the page again after waiting for its lock: what was saved in the meantime is loaded into the editor, unless the
 * user has typed.
 */
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
 * Loads a version that the server has just made current, for example a restored one. Undo brings back the former
 * content of the editor.
 */
export const loadSavedVersionAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (!desk || desk.page_id === 0) return
  const { desk: again } = await readAgain(desk)
  if (get(editingSessionAtom)?.page_id !== desk.page_id) return
  set(setContentAtom, again.saved)
  set(saveErrorAtom, undefined)
  await set(settleAtom, desk, again.saved, { page_id: desk.page_id, page_version: again.base_version }, true)
})

const draftStates = { none: 'clean', waiting: 'unsaved', kept: 'draft', refused: 'unsaved' } as const

/** How safe the text is, as one status. */
export const saveStatusAtom = atom((get) => {
  if (get(isSavingAtom)) return 'saving'
  if (!get(isUnsavedAtom)) return get(editingSessionAtom)?.saved_at ? 'saved' : 'clean'
  if (get(saveErrorAtom)) return 'failed'
  const state = draftStates[get(draftStateAtom)]
  return state === 'clean' ? 'unsaved' : state
})
