import { atom } from 'jotai'
import { trimName } from '#contract/name.ts'
import { tellTreeChanged } from '#web/features/tree/index.tsx'
import { api, isRefusal } from '#web/lib/api.ts'
import { authorOf } from '#web/lib/person.ts'
import { withSent } from '#web/lib/unanswered.ts'
import { conflictAtom } from './conflict.ts'
import {
  type Content,
  catalogAtom,
  catalogFor,
  changesAtom,
  compareAtom,
  contentOf,
  type Desk,
  deskAtom,
  isSameContent,
  isUnsavedAtom,
  savingSinceAtom,
  titleAtom,
  titleMissingAtom,
  visitAtom,
} from './desk.ts'
import { draftPlaceOf, draftStateAtom, dropAllDraftsAtom, keepDraftAtom, writeAtom } from './draft-atoms.ts'
import { drafts } from './drafts.ts'
import { lockAtom, noteLostAtom, takeLockAtom } from './lock.ts'
import { problemAtom, problemOf } from './problem.ts'
import { sendDraftAtom } from './server-draft.ts'

/** How long one save keeps another from starting, in ms. Source: specification 9. */
const saveGuardMs = 10_000

/** Whether a save is running. */
export const isSavingAtom = atom((get) => get(savingSinceAtom) > 0)

/** What is told with a save. */
export interface Notice {
  remark: string
  /** Whether those who hear of changes are told. */
  tells: boolean
}

const send = (desk: Desk, { page_title, cat_id, s_number, text }: Content, notice?: Notice) =>
  api.page.save({
    item_id: desk.item_id,
    page_id: desk.page_id,
    page_title,
    page_content: text,
    ...(desk.page_id === 0 || cat_id !== desk.saved.cat_id ? { cat_id } : {}),
    ...(s_number !== desk.saved.s_number ? { s_number } : {}),
    ...(desk.base_version > 0 ? { base_version: desk.base_version } : {}),
    ...(notice && { page_comments: notice.remark, notify_content: notice.remark, is_notify: notice.tells }),
  })

/** The desk over the page as the server has it now, with the answer to a failed save. */
const readAgain = async (desk: Desk) => {
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
async function findMade(desk: Desk): Promise<Desk | undefined> {
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
async function dropSaved(desk: Desk, content: Content): Promise<void> {
  const kept = await drafts.list(draftPlaceOf(desk))
  await drafts.drop(kept.filter((draft) => isSameContent(draft, content)).map(({ key }) => key))
}

/** Notes that `content`, sent at `visit`, is what the server has now. */
const settleAtom = atom(
  null,
  async (
    get,
    set,
    visit: number,
    desk: Desk,
    content: Content,
    stored: { page_id: number; page_version: number },
  ): Promise<void> => {
    const { page_title, cat_id, s_number } = desk.saved
    const isInTree =
      desk.page_id !== 0 &&
      content.page_title === page_title &&
      content.cat_id === cat_id &&
      content.s_number === s_number
    if (!isInTree) tellTreeChanged(String(desk.item_id))
    const now = get(deskAtom)
    if (get(visitAtom) !== visit || now?.page_id !== desk.page_id) return dropSaved(desk, content)
    const dropped = set(dropAllDraftsAtom, draftPlaceOf(desk))
    set(deskAtom, {
      ...now,
      page_id: stored.page_id,
      saved: content,
      base_version: stored.page_version,
      base_text: content.text,
      saved_at: Date.now(),
      sent: [],
    })
    set(conflictAtom, undefined)
    set(compareAtom)
    set(savingSinceAtom, 0) // it is saved: what follows is tidying
    const { state } = get(lockAtom)
    if (state !== 'held' && state !== 'free') void set(takeLockAtom)
    await dropped
    await set(keepDraftAtom) // typed while the save was running
  },
)

/**
 * Saves what is written against the version it was made from. One save at a time: a call while one runs does nothing.
 * A failure keeps the text as a draft and tells `problemAtom`; a page saved by others meanwhile, `conflictAtom`.
 *
 * @returns whether the server has it
 */
export const saveAtom = atom(null, async (get, set, notice?: Notice): Promise<boolean> => {
  const desk = get(deskAtom)
  const startedAt = Date.now()
  if (!desk || startedAt - get(savingSinceAtom) < saveGuardMs) return false
  const content = { ...contentOf(get, desk), page_title: trimName(get(titleAtom)) }
  if (content.page_title === '') {
    set(titleMissingAtom, true)
    return false
  }
  set(savingSinceAtom, startedAt)
  set(deskAtom, { ...desk, sent: withSent(desk.sent, content, JSON.stringify) })
  const changes = get(changesAtom)
  const visit = get(visitAtom)
  const isHere = () => get(visitAtom) === visit
  try {
    const made = desk.page_id === 0 ? await findMade(desk) : undefined
    const answer = await send(made ?? desk, content, notice).catch(async (error: unknown) => {
      if (!isRefusal(error, 'pageChanged') || desk.sent.length === 0) throw error
      // perhaps it was our own save, whose answer never came
      const again = await readAgain(desk)
      if (!desk.sent.some((one) => isSameContent(one, again.desk.saved))) throw error
      return send(again.desk, content, notice)
    })
    if (isHere()) {
      set(problemAtom, undefined)
      if (get(changesAtom) === changes) set(titleAtom, content.page_title)
    }
    const stored = { page_id: Number(answer.page_id), page_version: Number(answer.page_version) }
    await set(settleAtom, visit, desk, content, stored)
    return true
  } catch (error) {
    if (!isHere()) return false // it was kept as a draft on leaving
    await set(keepDraftAtom)
    const problem = await problemOf(error)
    if (!isHere()) return false
    set(problemAtom, problem)
    void set(sendDraftAtom)
    if (isRefusal(error, 'pageLocked')) await set(noteLostAtom).catch(() => undefined)
    if (isRefusal(error, 'pageChanged')) await set(openConflictAtom)
    if (isRefusal(error, 'pageLocked')) await set(openConflictAtom, { isQuiet: true })
    return false
  } finally {
    if (get(savingSinceAtom) === startedAt) set(savingSinceAtom, 0)
  }
})

const baseTextOf = async ({ page_id, base_version, base_text }: Desk) => {
  if (base_text !== undefined) return base_text
  const versions = await api.page.history({ page_id }).catch(() => [])
  return versions.find((version) => Number(version.page_version) === base_version)?.page_content
}

/** Lays what others saved beside what is written here. `isQuiet` leaves the problem that is shown where this fails. */
export const openConflictAtom = atom(null, async (get, set, { isQuiet = false } = {}): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || desk.page_id === 0) return
  const visit = get(visitAtom)
  try {
    const [{ page, desk: theirs }, base_text] = await Promise.all([readAgain(desk), baseTextOf(desk)])
    if (get(visitAtom) !== visit) return
    const mine = contentOf(get, desk)
    set(conflictAtom, {
      theirs,
      name: authorOf(page),
      username: page.author_username,
      at: page.addtime,
      base_text,
      mine,
    })
  } catch (error) {
    const problem = await problemOf(error)
    if (get(visitAtom) === visit && !isQuiet) set(problemAtom, problem)
  }
})

/** Takes what others saved in place of what is written here; nothing needs saving then. */
export const takeTheirsAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return
  const { saved, base_version } = conflict.theirs
  set(writeAtom, saved)
  set(problemAtom, undefined)
  await set(settleAtom, get(visitAtom), desk, saved, { page_id: desk.page_id, page_version: base_version })
})

/** Saves `content` over the version that the conflict was shown against. @returns whether the server has it */
export const saveMergedAtom = atom(null, async (get, set, content: Content): Promise<boolean> => {
  const desk = get(deskAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return false
  const { saved, base_version, base_text } = conflict.theirs
  set(writeAtom, content)
  set(deskAtom, { ...desk, saved, base_version, base_text, sent: [] })
  set(conflictAtom, undefined)
  return set(saveAtom)
})

/**
 * Puts `content` into the editor as made from the version that the conflict was shown against, for a page that cannot be saved
 * now: it is a draft until then.
 */
export const keepMergedAtom = atom(null, async (get, set, content: Content): Promise<void> => {
  const desk = get(deskAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return
  const { saved, base_version, base_text } = conflict.theirs
  set(deskAtom, { ...desk, saved, base_version, base_text, sent: [] })
  set(writeAtom, content)
  set(conflictAtom, undefined)
  set(problemAtom, undefined)
  await set(keepDraftAtom)
})

/** Lays the open page aside and makes a new one of what is written: the old one is gone. @returns whether it is saved */
export const saveAsNewAtom = atom(null, async (get, set): Promise<boolean> => {
  const desk = get(deskAtom)
  if (!desk) return false
  set(catalogAtom, catalogFor(desk, get(catalogAtom)))
  const old = draftPlaceOf(desk)
  set(deskAtom, {
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
  set(problemAtom, undefined)
  const isSaved = await set(saveAtom)
  if (isSaved) await set(dropAllDraftsAtom, old)
  return isSaved
})

/** Reads the page again, after a wait for its lock: what was saved meanwhile comes into the editor, unless one has written. */
export const refreshAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || desk.page_id === 0) return
  const again = await readAgain(desk)
  const now = get(deskAtom)
  if (now?.page_id !== desk.page_id || again.desk.base_version === now.base_version) return
  if (get(isUnsavedAtom)) return // the save will show both
  set(deskAtom, { ...now, ...again.desk, saved_at: now.saved_at })
  set(writeAtom, again.desk.saved)
  await set(keepDraftAtom)
})

/**
 * Brings a version into the editor that the server has just made the page's own, as when a former one was restored. What stood
 * in the editor comes back by Undo.
 */
export const takeSavedAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || desk.page_id === 0) return
  const { desk: again } = await readAgain(desk)
  if (get(deskAtom)?.page_id !== desk.page_id) return
  set(writeAtom, again.saved)
  set(problemAtom, undefined)
  await set(settleAtom, get(visitAtom), desk, again.saved, { page_id: desk.page_id, page_version: again.base_version })
})

const draftStates = { none: 'clean', waiting: 'unsaved', kept: 'draft', refused: 'unsaved' } as const

/** The one word for how safe the text is. */
export const stateAtom = atom((get) => {
  if (get(isSavingAtom)) return 'saving'
  if (!get(isUnsavedAtom)) return get(deskAtom)?.saved_at ? 'saved' : 'clean'
  if (get(problemAtom)) return 'failed'
  const state = draftStates[get(draftStateAtom)]
  return state === 'clean' ? 'unsaved' : state
})
