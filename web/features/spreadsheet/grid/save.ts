import { atom } from 'jotai'
import { type ReadBook, readBook, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { createSave, type SaveError, type StoredPage } from '#web/features/editor/session/index.ts'
import { api } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { createChangeTimer } from '#web/lib/idle.ts'
import { type Choice, mergeBooks } from '#web/lib/spreadsheet/merge.ts'
import { BookSerializer } from './book-serializer.ts'
import { drafts } from './drafts.ts'
import { differOnlyIn } from './formula-evaluator.ts'
import type { GridSheet } from './grid-types.ts'
import { canWriteAtom, checkLockLostAtom, lockAtom } from './lock.ts'
import {
  bufferAtom,
  conflictAtom,
  draftStateAtom,
  getBookText,
  isSavingAtom,
  isUnsavedAtom,
  loadedBookAtom,
  type SheetSession,
  saveErrorAtom,
  sheetSession,
  sheetSessionAtom,
  visitAtom,
} from './sheet-session.ts'

// A change is on the server within a second. Source: specification 4, interface guide 4.7.
const restMs = 350
const latestMs = 900
const againMs = 5000
// Writing a draft of a large book takes as long as drawing it, so only saves longer than this write one.
const draftAfterMs = 1000

/** What was merged automatically with the cells of others; shown once. */
export const mergeNoticeAtom = atom<{ name: string; count: number }>()

/** Whether a restored draft of an earlier visit is in the grid and not saved yet: until then the draft is kept. */
export const isRestoredAtom = atom(false)

const timer = createChangeTimer()
const boardCountAtom = atom(0)

/** Optional details for loading a text into the grid. */
interface Laid {
  /** The parsed text, if available. */
  known?: ReadBook
  /** The index of the sheet to show, from 0; the first when not set. */
  shows?: number
}

/** The running save; resolved while none runs. */
export const runningSaveAtom = atom<Promise<unknown>>(Promise.resolve())

/** Loads a text into the grid, which is created again with it. */
export const loadBookAtom = atom(
  null,
  (get, set, text: string, newName: string, { known, shows }: Laid = {}): boolean => {
    const book = known ?? readBook(text)
    if (book.kind !== 'book') return false
    const id = get(boardCountAtom) + 1
    set(boardCountAtom, id)
    const hold = get(bufferAtom)
    hold.sheets = undefined
    hold.edits = 0
    set(loadedBookAtom, {
      id,
      serializer: new BookSerializer(text, book.sheets, newName),
      initialSheet: shows,
      isReady: false,
    })
    return true
  },
)

/** Makes the grid's state the opened state when only results of formulas have been added to it. */
const acceptEvaluatedAtom = atom(null, (get): void => {
  const hold = get(bufferAtom)
  const { evaluated: evaluatedBook, sheets } = hold
  const board = get(loadedBookAtom)
  if (!evaluatedBook || !sheets || !board) return
  hold.evaluated = undefined
  board.serializer.setBaseline(sheets, (before) => differOnlyIn(evaluatedBook, before, sheets))
})

/** Stores the grid's state; call it also with the initial state. */
export const updateBufferAtom = atom(null, (get, set, id: number, sheets: readonly GridSheet[]): void => {
  const board = get(loadedBookAtom)
  if (board?.id !== id) return
  get(bufferAtom).sheets = sheets
  if (board.isReady) return set(acceptEvaluatedAtom)
  board.serializer.text(sheets) // serializes the state before any change
  set(loadedBookAtom, { ...board, isReady: true })
  if (get(isUnsavedAtom)) set(markEditedAtom)
})

/** Schedules a save. An atom of its own: within `saveAtom`, `set(saveAtom)` would not run it again. */
const scheduleAtom = atom(null, (_get, set, rest: number, latest: number): void =>
  set(timer.changeAtom, () => void set(saveAtom), rest, latest),
)

/** Marks the book as changed and schedules a save; call it at each change. */
export const markEditedAtom = atom(null, (get, set): void => {
  const hold = get(bufferAtom)
  hold.edits += 1
  set(isUnsavedAtom, true)
  set(scheduleAtom, restMs, latestMs)
})

const placeOf = ({ uid, page_id }: SheetSession) => ({ uid, page_id })

/** Stores unsaved changes in this browser. */
export const saveDraftAtom = atom(null, async (get, set): Promise<void> => {
  const editing = get(sheetSessionAtom)
  const text = getBookText(get)
  if (!editing || text === undefined || text === editing.saved) return
  const draft = { text, base_text: editing.saved, base_version: editing.base_version, at: Date.now() }
  const isStored = await drafts.keep(placeOf(editing), draft)
  set(draftStateAtom, isStored ? 'kept' : 'refused')
})

/** The maximum body in bytes of a request that outlives its window. Source: Fetch, keepalive: 64 KB. */
const mostOutliving = 60_000

const outlives = (text: string) =>
  text.length < mostOutliving && new URLSearchParams([['', text]]).toString().length < mostOutliving

const send = (editingSession: SheetSession, text: string, isAuto: boolean) =>
  api.page.save(
    {
      item_id: editingSession.item_id,
      page_id: editingSession.page_id,
      page_title: editingSession.page_title,
      page_content: text,
      base_version: editingSession.base_version,
      ...(isAuto && { is_autosave: 1 }),
    },
    { keepalive: outlives(text), isBackground: isAuto },
  )

/** Returns the sheets of a text that is known to be a book. */
export const readStoredSheets = (text: string): StoredSheet[] => {
  const book = readBook(text)
  return book.kind === 'book' ? book.sheets : []
}

const newNameAtom = atom('Sheet1')

/** Sets the name of the sheet in an empty book. */
export const setNewNameAtom = atom(null, (_get, set, name: string) => set(newNameAtom, name))

/** Merges what others saved with the local changes; asks where both changed a cell. `sent` is what was sent last. */
const mergeAtom = atom(null, async (get, set, sent: string, page: StoredPage, problem: SaveError): Promise<void> => {
  const theirs = { text: page.page_content, version: Number(page.page_version), name: getAuthorName(page) }
  // includes what was written while the save was in progress
  const merge = mergeBooks(
    readStoredSheets(get(sheetSessionAtom)?.saved ?? ''),
    readStoredSheets(getBookText(get) ?? sent),
    readStoredSheets(theirs.text),
  )
  set(conflictAtom, { merge, theirs, defer: () => set(saveErrorAtom, problem) })
  if (merge.conflicts.length === 0) await set(resolveConflictAtom, new Map(), get(newNameAtom))
})

/** Leaves the conflict unresolved. */
export const deferSaveAtom = atom(null, (get, set): void => {
  const conflict = get(conflictAtom)
  set(conflictAtom, undefined)
  conflict?.defer()
})

/** Applies the merged book, with a choice for each cell that both changed, and saves it. */
export const resolveConflictAtom = atom(
  null,
  async (get, set, choices: ReadonlyMap<string, Choice>, newName: string) => {
    const desk = get(sheetSessionAtom)
    const conflict = get(conflictAtom)
    if (!desk || !conflict) return
    const { merge, theirs } = conflict
    set(sheetSessionAtom, { ...desk, saved: theirs.text, base_version: theirs.version, sent: [] })
    set(conflictAtom, undefined)
    set(saveErrorAtom, undefined)
    set(loadBookAtom, JSON.stringify(merge.build(choices)), newName)
    set(mergeNoticeAtom, { name: theirs.name, count: merge.taken + merge.conflicts.length })
    set(isUnsavedAtom, true)
  },
)

/** Removes the drafts of a book that is fully saved on the server. */
const forgetDraftsAtom = atom(null, async (get, set, desk: SheetSession): Promise<void> => {
  set(draftStateAtom, 'none')
  await drafts.remove(placeOf(desk))
  if (get(isRestoredAtom)) await drafts.remove({ ...placeOf(desk), offered: true })
  set(isRestoredAtom, false)
})

interface SaveRequest {
  isAuto: boolean
  /** The state of the grid at the start of the save. */
  edits: number
  board: number | undefined
}

const sendAtom = createSave(sheetSession, {
  guardMs: Number.POSITIVE_INFINITY,
  toText: (text: string) => text,
  send: (desk, text, { isAuto }: SaveRequest) => send(desk, text, isAuto),
  toSession: (desk, page) => ({ ...desk, saved: page.page_content, base_version: Number(page.page_version) }),
  keepDraft: (set) => set(saveDraftAtom),
  onSaved: async (get, set, { session, content, how }, answer, isHere) => {
    const now = get(sheetSessionAtom)
    if (!now || !isHere) return // the next visit drops the draft when the server has it
    const base_version = Number(answer.page_version)
    set(sheetSessionAtom, { ...now, saved: content, base_version, saved_at: Date.now(), sent: [] })
    set(saveErrorAtom, undefined)
    if (get(bufferAtom).edits !== how.edits || get(loadedBookAtom)?.id !== how.board) return
    set(isUnsavedAtom, false)
    await set(forgetDraftsAtom, session)
  },
  onFailed: async (_get, set, { content }, problem, theirs) => {
    if (theirs) return set(mergeAtom, content, theirs, problem)
    set(saveErrorAtom, problem)
    if (problem.kind !== 'locked') return
    const isLost = await set(checkLockLostAtom).catch(() => false)
    if (!isLost) set(lockAtom, { state: 'lost', name: '' })
  },
})

/**
 * Saves the grid's state against the version it is based on. Only one save runs at a time; changes made in the meantime
 * are saved after it. A failed save keeps the text as a draft and sets `saveErrorAtom`.
 *
 * @param isAsked whether a user requested it: the former text becomes a version of its own
 * @returns whether the server has all of it
 */
export const saveAtom = atom(null, async (get, set, isRequested = false): Promise<boolean> => {
  const desk = get(sheetSessionAtom)
  const text = getBookText(get)
  if (!desk || text === undefined || get(conflictAtom)) return false
  set(timer.stopAtom)
  if (!get(canWriteAtom)) return false
  if (text === desk.saved) {
    set(isUnsavedAtom, false)
    set(saveErrorAtom, undefined)
    await set(forgetDraftsAtom, desk)
    return true
  }
  // not retried until the user asks for it: until then the changes stay local
  if (get(saveErrorAtom)?.kind === 'changed' && !isRequested) {
    void set(saveDraftAtom)
    return false
  }
  if (get(isSavingAtom)) return false // the running save continues with the changes when it ends
  const { edits } = get(bufferAtom)
  const visit = get(visitAtom)
  const late = setTimeout(() => get(isUnsavedAtom) && void set(saveDraftAtom), draftAfterMs)
  try {
    const running = set(sendAtom, text, { isAuto: !isRequested, edits, board: get(loadedBookAtom)?.id })
    set(runningSaveAtom, running)
    return await running
  } finally {
    clearTimeout(late)
    if (get(visitAtom) === visit && !get(conflictAtom)) {
      if (get(saveErrorAtom)?.kind === 'offline') set(scheduleAtom, againMs, againMs)
      else if (!get(saveErrorAtom) && get(bufferAtom).edits !== edits) set(scheduleAtom, restMs, latestMs)
    }
  }
})

/** Handles a closing window: stores unsaved changes locally, and sends them when they are small enough to arrive. */
export const saveOnUnloadAtom = atom(null, (get, set): void => {
  const desk = get(sheetSessionAtom)
  const text = getBookText(get)
  if (!desk || text === undefined || text === desk.saved) return
  void set(saveDraftAtom)
  const maySave = get(canWriteAtom) && !get(conflictAtom) && !get(isSavingAtom)
  // no one sees the result: the draft is offered on the next visit
  if (maySave && outlives(text)) send(desk, text, true).catch(() => undefined)
})

/** The overall save status of the book. */
export const saveStatusAtom = atom((get) => {
  if (get(isSavingAtom)) return 'saving'
  if (get(saveErrorAtom) || get(conflictAtom)) return 'failed'
  if (get(isUnsavedAtom)) return 'unsaved'
  return get(sheetSessionAtom)?.saved_at ? 'saved' : 'clean'
})
