import { atom } from 'jotai'
import { ApiError, api, isRefusal, messageOf, requestIdOf } from '#web/lib/api.ts'
import { conflictAtom } from './conflict.ts'
import {
  type Content,
  catalogAtom,
  changesAtom,
  contentOf,
  type Desk,
  deskAtom,
  isSameContent,
  isUnsavedAtom,
  titleAtom,
  titleMissingAtom,
} from './desk.ts'
import { draftPlaceOf, draftStateAtom, keepDraftAtom, offerAtom, writeAtom } from './draft-atoms.ts'
import { drafts } from './drafts.ts'
import { lockAtom, takeLockAtom } from './lock.ts'
import { loadMergeTools } from './merge-tools.ts'

/** How long one save keeps another from starting, in ms. Source: specification 9. */
const saveGuardMs = 10_000

const notLoggedIn = 10102

/** Why the last save stored nothing. */
export interface Problem {
  kind: 'offline' | 'session' | 'locked' | 'changed' | 'archived' | 'other'
  /** In the person's language. */
  message: string
  requestId: string | undefined
}

/** What the last save was refused with; undefined after a good one. */
export const problemAtom = atom<Problem>()

/** Since when a save runs, ms since 1970; 0 while none does. */
const savingSinceAtom = atom(0)

/** Whether a save is running. */
export const isSavingAtom = atom((get) => get(savingSinceAtom) > 0)

/** What the last save sent, whatever became of it. */
const lastSentAtom = atom<Content>()

/** A visitor is told that a private item does not exist: asks whether the session has ended, which the frame then says. */
async function problemOf(error: unknown): Promise<Problem> {
  const cause = isRefusal(error, 'itemPasswordNeeded')
    ? await api.user.info({}).then(
        () => error,
        (ended: unknown) => ended,
      )
    : error
  return { kind: kindOf(cause), message: messageOf(cause), requestId: requestIdOf(cause) }
}

const kindOf = (error: unknown): Problem['kind'] => {
  if (!(error instanceof ApiError)) return 'other'
  if (error.errorName === 'offline') return 'offline'
  if (error.code === notLoggedIn) return 'session'
  if (error.errorName === 'pageLocked') return 'locked'
  if (error.errorName === 'pageChanged') return 'changed'
  return error.errorName === 'itemArchived' ? 'archived' : 'other'
}

const send = (desk: Desk, { page_title, cat_id, text }: Content) =>
  api.page.save({
    item_id: desk.item_id,
    page_id: desk.page_id,
    page_title,
    page_content: text,
    ...(desk.page_id === 0 || cat_id !== desk.saved.cat_id ? { cat_id } : {}),
    ...(desk.base_version > 0 ? { base_version: desk.base_version } : {}),
  })

/** The desk over the page as the server has it now, with the answer to a failed save. */
const readAgain = async (desk: Desk) => {
  const page = await api.page.info({ page_id: desk.page_id })
  const saved = { page_title: page.page_title, cat_id: Number(page.cat_id), text: page.page_content }
  return { page, desk: { ...desk, saved, base_version: Number(page.page_version), base_text: saved.text } }
}

/** Notes that `content` is what the server has now. */
const settleAtom = atom(
  null,
  async (get, set, desk: Desk, content: Content, stored: { page_id: number; page_version: number }) => {
    await drafts.remove(draftPlaceOf(desk))
    const now = get(deskAtom)
    if (now?.item_id !== desk.item_id || now.page_id !== desk.page_id) return // left meanwhile
    set(deskAtom, {
      ...now,
      page_id: stored.page_id,
      saved: content,
      base_version: stored.page_version,
      base_text: content.text,
      saved_at: Date.now(),
    })
    set(offerAtom, undefined)
    set(conflictAtom, undefined)
    await set(keepDraftAtom) // typed while the save was running
    if (get(lockAtom).state !== 'held') void set(takeLockAtom)
  },
)

/**
 * Saves what is written against the version it was made from. One save at a time: a call while one runs does nothing.
 * A failure keeps the text as a draft and tells `problemAtom`; a page saved by others meanwhile, `conflictAtom`.
 *
 * @returns whether the server has it
 */
export const saveAtom = atom(null, async (get, set): Promise<boolean> => {
  const desk = get(deskAtom)
  const startedAt = Date.now()
  if (!desk || startedAt - get(savingSinceAtom) < saveGuardMs) return false
  const content = { ...contentOf(get, desk), page_title: get(titleAtom).trim(), cat_id: get(catalogAtom) }
  if (content.page_title === '') {
    set(titleMissingAtom, true)
    return false
  }
  set(savingSinceAtom, startedAt)
  const formerlySent = get(lastSentAtom)
  set(lastSentAtom, content)
  const changes = get(changesAtom)
  try {
    const answer = await send(desk, content).catch(async (error: unknown) => {
      if (!isRefusal(error, 'pageChanged') || !formerlySent) throw error
      // perhaps it was our own save, whose answer never came
      const again = await readAgain(desk)
      if (!isSameContent(again.desk.saved, formerlySent)) throw error
      return send(again.desk, content)
    })
    set(problemAtom, undefined)
    if (get(changesAtom) === changes) set(titleAtom, content.page_title)
    await set(settleAtom, desk, content, { page_id: Number(answer.page_id), page_version: Number(answer.page_version) })
    return true
  } catch (error) {
    await set(keepDraftAtom)
    set(problemAtom, await problemOf(error))
    if (isRefusal(error, 'pageLocked')) set(lockAtom, { state: 'lost', message: error.message })
    if (isRefusal(error, 'pageChanged')) await set(openConflictAtom)
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

/** Lays what others saved beside what is written here. */
export const openConflictAtom = atom(null, async (get, set): Promise<void> => {
  const desk = get(deskAtom)
  if (!desk || desk.page_id === 0) return
  try {
    const [{ page, desk: theirs }, base_text, tools] = await Promise.all([
      readAgain(desk),
      baseTextOf(desk),
      loadMergeTools(),
    ])
    const mine = contentOf(get, desk)
    set(conflictAtom, { theirs, name: page.author_username, at: page.addtime, base_text, mine, tools })
  } catch (error) {
    set(problemAtom, await problemOf(error))
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
  await set(settleAtom, desk, saved, { page_id: desk.page_id, page_version: base_version })
})

/** Saves `content` over the version that the conflict was shown against. @returns whether the server has it */
export const saveMergedAtom = atom(null, async (get, set, content: Content): Promise<boolean> => {
  const desk = get(deskAtom)
  const conflict = get(conflictAtom)
  if (!desk || !conflict) return false
  const { saved, base_version, base_text } = conflict.theirs
  set(writeAtom, content)
  set(deskAtom, { ...desk, saved, base_version, base_text })
  set(lastSentAtom, undefined)
  set(conflictAtom, undefined)
  return set(saveAtom)
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
