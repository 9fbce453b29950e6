import { createStore } from 'jotai'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import {
  changedAtom,
  discardOfferedDraftAtom,
  draftsToOffer,
  foundDraftsAtom,
  offeredDraftsAtom,
  restoreDraftAtom,
  setContentAtom,
  setOrderAtom,
  setTitleAtom,
} from '#web/features/editor/text/draft-atoms.ts'
import { type Draft, drafts, type StoredDraft } from '#web/features/editor/text/drafts.ts'
import {
  declineLockRequestAtom,
  lockAtom,
  lockRequestAtom,
  releaseLockAtom,
  takeLockAtom,
  unlockAtom,
  watchLockAtom,
} from '#web/features/editor/text/lock.ts'
import { closePageAtom } from '#web/features/editor/text/open-page.ts'
import {
  acceptTheirsAtom,
  applyMergedAtom,
  loadSavedVersionAtom,
  reloadAfterWaitAtom,
  saveAsNewAtom,
  saveAtom,
  saveMergedAtom,
  saveStatusAtom,
} from '#web/features/editor/text/save.ts'
import { resetServerDraftAtom, sendDraftAtom, serverDraftTimeAtom } from '#web/features/editor/text/server-draft.ts'
import {
  catalogAtom,
  catalogFor,
  conflictAtom,
  draftStateAtom,
  type EditingSession,
  editingSessionAtom,
  isUnsavedAtom,
  orderAtom,
  saveErrorAtom,
  titleAtom,
  titleMissingAtom,
} from '#web/features/editor/text/session.ts'

const calls = vi.hoisted(() => ({
  save: vi.fn(),
  info: vi.fn(),
  history: vi.fn(),
  setLock: vi.fn(),
  isLock: vi.fn(),
  saveDraft: vi.fn(),
  deleteDraft: vi.fn(),
  user: vi.fn(),
  pages: vi.fn(),
  setRead: vi.fn(),
}))
vi.mock('#web/lib/api.ts', () => ({
  ApiError,
  api: {
    page: calls,
    user: { info: calls.user },
    catalog: { getPagesBycat: calls.pages },
    message: { setRead: calls.setRead },
  },
  isApiError: (error: unknown, name: string) => error instanceof ApiError && error.errorName === name,
  getErrorMessage: (error: unknown) => String(error),
  getRequestId: () => undefined,
}))

const kept = new Map<string, Draft>()
const refused = (error_name: ErrorName | 'offline', error_code = 10101) =>
  new ApiError({ error_code, error_name, error_message: `${error_name}!`, request_id: '' })

const desk: EditingSession = {
  item_ref: 'orders',
  item_id: 1,
  item_name: 'Orders',
  page_id: 5,
  is_new: false,
  uid: '9',
  can_manage: false,
  is_limited: false,
  catalogs: [],
  saved: { page_title: 'T', cat_id: 2, s_number: 99, text: 'one\r\n' },
  base_version: 3,
  base_text: 'one\r\n',
  saved_at: undefined,
  sent: [],
}

const draft = (text: string, more: Partial<StoredDraft> = {}): StoredDraft => ({
  key: 'former',
  page_title: 'T',
  cat_id: 2,
  s_number: 99,
  text,
  base_version: 3,
  at: 1,
  ...more,
})

/** A store with an open page, and its text. */
function open(parts: Partial<EditingSession> = {}) {
  const store = createStore()
  const opened = { ...desk, ...parts }
  const source = { text: opened.saved.text }
  store.set(editingSessionAtom, opened)
  store.set(titleAtom, opened.saved.page_title)
  store.set(catalogAtom, opened.saved.cat_id)
  store.set(orderAtom, opened.saved.s_number)
  store.set(editorHandleAtom, {
    kind: 'source',
    read: () => source.text,
    write: (text) => void (source.text = text),
    insert: () => {},
    selected: () => '',
    replaceSelected: () => {},
    line: () => 1,
    goToLine: () => {},
    focus: () => {},
  })
  const type = (text: string) => {
    source.text = text
    store.set(changedAtom)
  }
  return { store, source, type }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  kept.clear()
  calls.setLock.mockResolvedValue({ id: 5 })
  calls.isLock.mockResolvedValue({ lock: 0, is_cur_user: 0, asked_by: '' })
  calls.saveDraft.mockResolvedValue({ save_time: '100' })
  calls.deleteDraft.mockResolvedValue([])
  calls.pages.mockResolvedValue([])
  calls.user.mockResolvedValue({})
  calls.history.mockResolvedValue([])
  vi.spyOn(drafts, 'list').mockImplementation(async (place) =>
    [...kept].filter(([key]) => key === String(place.page_id)).map(([key, one]) => ({ ...one, key })),
  )
  vi.spyOn(drafts, 'keep').mockImplementation(async (place, draft) => Boolean(kept.set(String(place.page_id), draft)))
  vi.spyOn(drafts, 'remove').mockImplementation(async (place) => void kept.delete(String(place.page_id)))
  vi.spyOn(drafts, 'drop').mockImplementation(async (keys) => keys.forEach((key) => kept.delete(key)))
})

describe('drafts', () => {
  test('stores a keystroke within a second, even during continuous typing', async () => {
    const { store, type } = open()
    for (let at = 0; at < 10; at += 1) {
      type(`typing ${at}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(kept.get('5')).toMatchObject({ page_title: 'T', cat_id: 2, base_version: 3 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.get('5')?.text).toBe('typing 9')
    expect(store.get(saveStatusAtom)).toBe('draft')
  })

  test('leave nothing for edits that were undone', async () => {
    const { store, type } = open()
    type('x')
    await vi.advanceTimersByTimeAsync(1000)
    type('one\r\n')
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.size).toBe(0)
    expect(store.get(isUnsavedAtom)).toBe(false)
  })

  test('does not report a draft as saved when the browser stores nothing', async () => {
    vi.spyOn(drafts, 'keep').mockResolvedValue(false)
    const { store, type } = open()
    type('x')
    await vi.advanceTimersByTimeAsync(1000)
    expect(store.get(draftStateAtom)).toBe('refused')
    expect(store.get(saveStatusAtom)).toBe('unsaved')
  })

  const textsOf = (found: readonly Draft[]) => found.map(({ text }) => text)

  test('offers those that differ and exceed ten characters, newest first', () => {
    expect(draftsToOffer([], desk)).toEqual([])
    expect(draftsToOffer([draft('0123456789'), draft('one\r\n')], desk)).toEqual([])
    const found = [draft('0123456789a', { at: 1 }), draft('a longer newer one', { at: 2 }), draft('short', { at: 3 })]
    expect(textsOf(draftsToOffer(found, desk))).toEqual(['a longer newer one', '0123456789a'])
  })

  test('offers identical ones of two windows or the server once, and no older server copy', () => {
    const two = [draft('the very same', { key: 'a', at: 2 }), draft('the very same', { key: 'b', at: 1 })]
    expect(draftsToOffer(two, desk)).toHaveLength(1)
    const copied = draft('the beginning of it', { key: 'server', copied: '50' })
    const own = draft('the beginning of it, and more', { copied: '50', at: 9 })
    expect(textsOf(draftsToOffer([own, copied], desk))).toEqual(['the beginning of it, and more'])
    const elsewhere = draft('typed on another computer', { key: 'server', copied: '70', at: 10 })
    expect(textsOf(draftsToOffer([own, elsewhere], desk))).toEqual([elsewhere.text, own.text])
  })

  test('keeps the offered draft when typing starts before a decision', async () => {
    const { store, type } = open()
    kept.set('former', draft('the older draft'))
    store.set(offeredDraftsAtom, [draft('the older draft')])
    type('something new')
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.get('5')).toMatchObject({ text: 'something new' })
    expect(kept.get('former')).toMatchObject({ text: 'the older draft' })
    await store.set(discardOfferedDraftAtom)
    expect([...kept.keys()]).toEqual(['5'])
  })

  test('reach the server within ten seconds and are removed from it after a save', async () => {
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    const { store, type } = open()
    store.set(resetServerDraftAtom, false)
    for (let at = 0; at < 12; at += 1) {
      type(`typing ${at}`)
      await vi.advanceTimersByTimeAsync(900)
    }
    expect(calls.saveDraft).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(9000)
    expect(calls.saveDraft).toHaveBeenLastCalledWith(
      {
        item_id: 1,
        page_id: 5,
        page_title: 'T',
        page_content: 'typing 11',
        cat_id: 2,
        base_version: 3,
      },
      { isBackground: true },
    )
    expect(store.get(serverDraftTimeAtom)).toBe('100')
    expect(kept.get('5')).toMatchObject({ copied: '100' })
    type('more')
    expect(store.get(serverDraftTimeAtom)).toBe('')
    await store.set(saveAtom)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls.deleteDraft).toHaveBeenCalledWith({ item_id: 1, page_id: 5 }, { isBackground: true })
    expect(calls.saveDraft).toHaveBeenCalledTimes(2)
  })

  test('typing does not overwrite a server draft that is offered', async () => {
    const { store, type } = open()
    store.set(resetServerDraftAtom, true)
    store.set(offeredDraftsAtom, [draft('from another computer', { key: 'server' })])
    type('something new')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls.saveDraft).not.toHaveBeenCalled()
    await store.set(discardOfferedDraftAtom)
    expect(calls.deleteDraft).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls.saveDraft).toHaveBeenCalledTimes(1)
  })

  test('keeps the browser draft when the server does not respond', async () => {
    calls.saveDraft.mockRejectedValue(refused('offline', -1))
    const { store, type } = open()
    type('something new')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.set(sendDraftAtom)).toBe(false)
    expect(store.get(saveStatusAtom)).toBe('draft')
    calls.saveDraft.mockResolvedValue({ save_time: '100' })
    expect(await store.set(sendDraftAtom)).toBe(true)
  })

  test('a response to an older server draft does not mark the current text as stored', async () => {
    let answer: (value: object) => void = () => undefined
    calls.saveDraft.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const tooLarge = refused('bodyTooLarge', -1)
    calls.saveDraft.mockRejectedValue(tooLarge)
    calls.save.mockRejectedValue(tooLarge)
    const { store, type } = open()
    type('short')
    await vi.advanceTimersByTimeAsync(9000)
    expect(calls.saveDraft).toHaveBeenCalledTimes(1)
    type('more than the proxy lets through')
    answer({ save_time: '100' })
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(serverDraftTimeAtom)).toBe('')
    expect(await store.set(saveAtom)).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls.saveDraft).toHaveBeenCalledTimes(2)
    expect(store.get(serverDraftTimeAtom)).toBe('')
    expect(store.get(draftStateAtom)).toBe('kept')
    expect(store.get(saveErrorAtom)).toMatchObject({ kind: 'other' })
  })

  test('does not resend what the server has, unless it may have received another draft since', async () => {
    const { store, type } = open()
    store.set(resetServerDraftAtom, false)
    const typeAndRest = async (text: string) => {
      type(text)
      await vi.advanceTimersByTimeAsync(10_000)
    }
    await typeAndRest('first')
    type('second')
    await typeAndRest('first')
    expect(calls.saveDraft).toHaveBeenCalledTimes(1)
    expect(store.get(serverDraftTimeAtom)).toBe('100')
    calls.saveDraft.mockRejectedValueOnce(refused('offline', -1))
    await typeAndRest('second')
    expect(store.get(serverDraftTimeAtom)).toBe('')
    await typeAndRest('first')
    expect(calls.saveDraft.mock.lastCall?.[0]).toMatchObject({ page_content: 'first' })
    expect(store.get(serverDraftTimeAtom)).toBe('100')
  })

  test('saves a restored draft of an older version against that version', async () => {
    const { store, source } = open()
    store.set(offeredDraftsAtom, [draft('restored text', { base_version: 2 })])
    await store.set(restoreDraftAtom)
    expect(source.text).toBe('restored text')
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    await store.set(saveAtom)
    expect(calls.save).toHaveBeenCalledWith(expect.objectContaining({ base_version: 2 }))
  })
})

describe('saving', () => {
  test('sends the exact text against its version and removes the draft', async () => {
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    const { store, type } = open()
    type('one\r\ntwo\r\n')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenCalledWith({
      item_id: 1,
      page_id: 5,
      page_title: 'T',
      page_content: 'one\r\ntwo\r\n',
      base_version: 3,
    })
    expect(store.get(editingSessionAtom)).toMatchObject({ base_version: 4, saved: { text: 'one\r\ntwo\r\n' } })
    expect(kept.size).toBe(0)
    expect(store.get(saveStatusAtom)).toBe('saved')
  })

  test('gives a new page its id and its lock', async () => {
    calls.save.mockResolvedValue({ page_id: 77, page_version: '1' })
    const { store, type } = open({ page_id: 0, is_new: true, base_version: 0 })
    type('text')
    await store.set(saveAtom)
    expect(calls.save).toHaveBeenCalledWith(expect.objectContaining({ page_id: 0, cat_id: 2 }))
    expect(calls.save.mock.calls[0]?.[0]).not.toHaveProperty('base_version')
    expect(store.get(editingSessionAtom)?.page_id).toBe(77)
    expect(calls.setLock).toHaveBeenCalledWith({ page_id: 77, item_id: 1 }, { isBackground: true })
  })

  test('releases the lock of a new page closed after its first save, whenever the response arrives', async () => {
    calls.save.mockResolvedValue({ page_id: 78, page_version: '1' })
    const { store, type } = open({ page_id: 0, is_new: true, base_version: 0 })
    type('text')
    const answer = Promise.withResolvers<object>()
    calls.setLock.mockReturnValueOnce(answer.promise)
    await store.set(saveAtom)
    await store.set(closePageAtom)
    answer.resolve({})
    const released = [
      { page_id: 78, item_id: 1, lock_to: 1000 },
      { keepalive: true, isBackground: true },
    ]
    await vi.waitFor(() => expect(calls.setLock.mock.calls.slice(1)).toEqual([released, released]))
    expect(store.get(lockAtom)).toEqual({ state: 'none' })
  })

  test('runs one save at a time, and allows another after ten seconds without a response', async () => {
    calls.save.mockReturnValue(new Promise(() => undefined))
    const { store } = open()
    void store.set(saveAtom)
    expect(await store.set(saveAtom)).toBe(false)
    expect(calls.save).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10_001)
    void store.set(saveAtom)
    expect(calls.save).toHaveBeenCalledTimes(2)
  })

  test('keeps edits made during a save unsaved', async () => {
    let answer: (value: object) => void = () => undefined
    calls.save.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const { store, type } = open()
    type('first')
    const saving = store.set(saveAtom)
    type('first and more')
    answer({ page_id: '5', page_version: '4' })
    await saving
    expect(store.get(isUnsavedAtom)).toBe(true)
    expect(kept.get('5')).toMatchObject({ text: 'first and more', base_version: 4 })
  })

  test('requires a title', async () => {
    const { store } = open()
    store.set(setTitleAtom, '  ')
    expect(await store.set(saveAtom)).toBe(false)
    expect(calls.save).not.toHaveBeenCalled()
    expect(store.get(titleMissingAtom)).toBe(true)
    store.set(setTitleAtom, 'T2')
    expect(store.get(titleMissingAtom)).toBe(false)
  })

  test.each([
    [refused('offline', -1), 'offline'],
    [refused('notLoggedIn', 10102), 'session'],
    [refused('pageLocked'), 'locked'],
    [refused('itemArchived', 10303), 'archived'],
    [refused('pageTooLarge'), 'tooLarge'],
    [refused('pageGone'), 'gone'],
    [refused('noRight', 10103), 'noRight'],
    [refused('diskFull', 10507), 'diskFull'],
    [refused('badParameter'), 'other'],
  ])('%s keeps the draft and reports an error', async (error, kind) => {
    calls.save.mockRejectedValue(error)
    const { store, type } = open()
    type('precious')
    expect(await store.set(saveAtom)).toBe(false)
    expect(store.get(saveErrorAtom)?.kind).toBe(kind)
    expect(store.get(saveStatusAtom)).toBe('failed')
    expect(kept.get('5')?.text).toBe('precious')
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    expect(await store.set(saveAtom)).toBe(true)
    expect(store.get(saveErrorAtom)).toBeUndefined()
  })

  test('sends a sort number only when it changed', async () => {
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    const { store } = open()
    store.set(setOrderAtom, 7)
    await store.set(saveAtom)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ s_number: 7 }))
    expect(store.get(editingSessionAtom)?.saved.s_number).toBe(7)
    await store.set(saveAtom)
    expect(calls.save.mock.lastCall?.[0]).not.toHaveProperty('s_number')
  })

  test('sends a note with the save and the notification', async () => {
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    const { store } = open()
    await store.set(saveAtom, { remark: 'typos', notifies: true })
    expect(calls.save).toHaveBeenCalledWith(
      expect.objectContaining({ page_comments: 'typos', notify_content: 'typos', is_notify: true }),
    )
  })

  test('removes every draft found on opening after a successful save', async () => {
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    const { store, type } = open()
    kept.set('former', draft('an older draft'))
    store.set(foundDraftsAtom, [draft('an older draft')])
    type('text')
    await store.set(saveAtom)
    expect(kept.size).toBe(0)
  })

  test('saves a deleted page as a new one', async () => {
    calls.save.mockRejectedValueOnce(refused('pageGone'))
    const { store, type } = open({ catalogs: [{ cat_id: '2', cat_name: 'C', sub: [] } as never] })
    type('precious')
    await store.set(saveAtom)
    calls.save.mockResolvedValue({ page_id: 78, page_version: '1' })
    expect(await store.set(saveAsNewAtom)).toBe(true)
    expect(calls.save.mock.lastCall?.[0]).toMatchObject({ page_id: 0, page_content: 'precious' })
    expect(calls.save.mock.lastCall?.[0]).not.toHaveProperty('base_version')
    expect(store.get(editingSessionAtom)).toMatchObject({ page_id: 78, is_new: true })
    expect(kept.size).toBe(0)
  })

  test('does not create a new page twice when the first save got no response', async () => {
    calls.save.mockRejectedValueOnce(refused('offline', -1))
    const { store, type } = open({ page_id: 0, is_new: true, base_version: 0 })
    type('a new text')
    await store.set(saveAtom)
    calls.pages.mockResolvedValue([{ page_id: '77', page_title: 'T' }])
    const save_time = String(Math.floor(Date.now() / 1000))
    const made = { page_title: 'T', page_content: 'a new text', cat_id: '2', s_number: '99', author_uid: '9' }
    calls.info.mockResolvedValue({ ...made, page_id: '77', page_version: '1', save_time })
    calls.save.mockResolvedValue({ page_id: '77', page_version: '2' })
    type('a new text, and more')
    expect(await store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ page_id: 77, base_version: 1 }))
    expect(store.get(editingSessionAtom)?.page_id).toBe(77)
  })

  test('detects an ended session when a private item seems to be missing', async () => {
    calls.save.mockRejectedValue(refused('itemPasswordNeeded', 10303))
    calls.user.mockRejectedValue(refused('notLoggedIn', 10102))
    const { store } = open()
    await store.set(saveAtom)
    expect(store.get(saveErrorAtom)?.kind).toBe('session')
  })
})

describe('conflicts with other saves', () => {
  const theirs = {
    page_title: 'T',
    cat_id: '2',
    s_number: '99',
    page_content: 'theirs',
    page_version: '8',
    author_username: 'mo',
    addtime: '2026-01-01 10:00:00',
  }

  async function collide() {
    calls.save.mockRejectedValueOnce(refused('pageChanged'))
    calls.info.mockResolvedValue(theirs)
    const room = open()
    room.type('mine')
    await room.store.set(saveAtom)
    return room
  }

  test('overwrites nothing and shows both texts', async () => {
    const { store, source } = await collide()
    expect(source.text).toBe('mine')
    expect(store.get(conflictAtom)).toMatchObject({
      name: 'mo',
      base_text: 'one\r\n',
      mine: { text: 'mine' },
      theirs: { base_version: 8, saved: { text: 'theirs' } },
    })
    expect(kept.get('5')?.text).toBe('mine')
  })

  test('shows the name of who saved, and the username in the conflict markers', async () => {
    calls.info.mockResolvedValue({ ...theirs, author_name: 'Mo Li' })
    calls.save.mockRejectedValueOnce(refused('pageChanged'))
    const { store, type } = open()
    type('mine')
    await store.set(saveAtom)
    expect(store.get(conflictAtom)).toMatchObject({ name: 'Mo Li', username: 'mo' })
  })

  test('saves the result against their version', async () => {
    const { store, source } = await collide()
    calls.save.mockResolvedValue({ page_id: '5', page_version: '9' })
    expect(await store.set(saveMergedAtom, { page_title: 'T', cat_id: 2, s_number: 99, text: 'both' })).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ page_content: 'both', base_version: 8 }))
    expect(source.text).toBe('both')
    expect(store.get(conflictAtom)).toBeUndefined()
  })

  test('accepts their version without a save', async () => {
    const { store, source } = await collide()
    await store.set(acceptTheirsAtom)
    expect(calls.save).toHaveBeenCalledTimes(1)
    expect(source.text).toBe('theirs')
    expect(store.get(isUnsavedAtom)).toBe(false)
    expect(store.get(editingSessionAtom)?.base_version).toBe(8)
  })

  test('does not report our own save with a lost response as a conflict', async () => {
    calls.save.mockRejectedValueOnce(refused('offline', -1))
    const { store, type } = open()
    type('stored after all')
    await store.set(saveAtom)
    type('stored after all, and more')
    calls.save.mockRejectedValueOnce(refused('pageChanged'))
    calls.info.mockResolvedValue({ ...theirs, page_content: 'stored after all', page_version: '4' })
    calls.save.mockResolvedValueOnce({ page_id: '5', page_version: '5' })
    expect(await store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ base_version: 4 }))
    expect(store.get(conflictAtom)).toBeUndefined()
  })
})

describe('lost responses', () => {
  const stored = { ...desk, page_content: 'first', page_version: '4', page_title: 'T', cat_id: '2', s_number: '99' }
  const unanswered = () => calls.save.mockRejectedValueOnce(refused('offline', -1))

  /** Saves two texts without a response. */
  async function twice(room: ReturnType<typeof open>) {
    for (const text of ['first', 'first, second']) {
      unanswered()
      room.type(text)
      await room.store.set(saveAtom)
    }
    room.type('first, second, third')
  }

  test('any of several own saves may be the one on the server', async () => {
    const room = open()
    await twice(room)
    calls.save.mockRejectedValueOnce(refused('pageChanged'))
    calls.info.mockResolvedValue(stored)
    calls.save.mockResolvedValueOnce({ page_id: '5', page_version: '5' })
    expect(await room.store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ base_version: 4 }))
    expect(room.store.get(conflictAtom)).toBeUndefined()
    expect(room.store.get(editingSessionAtom)?.sent).toEqual([])
  })

  test('creates a new page once, whichever save created it', async () => {
    const room = open({ page_id: 0, is_new: true, base_version: 0 })
    await twice(room)
    calls.pages.mockResolvedValue([{ page_id: '7', page_title: 'T' }])
    calls.info.mockResolvedValue({ ...stored, author_uid: '9', save_time: String(Date.now() / 1000) })
    calls.save.mockResolvedValueOnce({ page_id: '7', page_version: '5' })
    expect(await room.store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ page_id: 7, base_version: 4 }))
  })

  test('belong to their page and never overwrite another one', async () => {
    const { store, type } = open()
    unanswered()
    type('first')
    await store.set(saveAtom)
    const blank = { page_title: 'Other', cat_id: 2, s_number: 99, text: '' }
    store.set(editingSessionAtom, { ...desk, page_id: 0, is_new: true, base_version: 0, saved: blank })
    store.set(titleAtom, 'Other')
    type('another page')
    calls.pages.mockResolvedValue([{ page_id: '5', page_title: 'T' }])
    calls.info.mockResolvedValue({ ...stored, author_uid: '9', save_time: String(Date.now() / 1000) })
    calls.save.mockResolvedValueOnce({ page_id: '8', page_version: '1' })
    expect(await store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ page_id: 0, page_content: 'another page' }))
  })
})

describe('lock', () => {
  test('is taken, and released with a time in the past', async () => {
    const { store } = open()
    await store.set(takeLockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'held' })
    store.set(releaseLockAtom)
    expect(calls.setLock).toHaveBeenLastCalledWith(
      { page_id: 5, item_id: 1, lock_to: 1000 },
      { keepalive: true, isBackground: true },
    )
  })

  const other = { lock: 1, is_cur_user: 0, lock_username: 'mo', asked_by: '' }
  const mine = { lock: 1, is_cur_user: 1, lock_username: 'me', asked_by: '' }

  test('reports the name of who took it over', async () => {
    calls.setLock.mockRejectedValue(refused('pageLocked'))
    calls.isLock.mockResolvedValue(other)
    const { store } = open()
    await store.set(takeLockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'lost', name: 'mo' })
    store.set(releaseLockAtom)
    expect(calls.setLock).toHaveBeenCalledTimes(1)
  })

  test('notices a takeover during editing and takes the lock back once it is free', async () => {
    const { store } = open()
    await store.set(takeLockAtom)
    calls.isLock.mockResolvedValue(other)
    await store.set(watchLockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'lost', name: 'mo' })
    calls.isLock.mockResolvedValue({ ...other, lock: 0 })
    await store.set(watchLockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'held' })
  })

  test('a save without the lock compares both texts, keeps the draft and leaves the result in the editor', async () => {
    calls.save.mockRejectedValue(refused('pageLocked'))
    calls.isLock.mockResolvedValue(other)
    calls.info.mockResolvedValue({
      page_title: 'T',
      cat_id: '2',
      s_number: '99',
      page_content: 'theirs\r\n',
      page_version: '4',
    })
    const { store, source, type } = open()
    type('mine')
    expect(await store.set(saveAtom)).toBe(false)
    expect(store.get(lockAtom)).toEqual({ state: 'lost', name: 'mo' })
    expect(store.get(conflictAtom)).toMatchObject({ mine: { text: 'mine' }, theirs: { saved: { text: 'theirs\r\n' } } })
    expect(kept.get('5')?.text).toBe('mine')
    await store.set(applyMergedAtom, { page_title: 'T', cat_id: 2, s_number: 99, text: 'both' })
    expect(source.text).toBe('both')
    expect(store.get(conflictAtom)).toBeUndefined()
    expect(store.get(isUnsavedAtom)).toBe(true)
    expect([...kept.values()].map(({ text }) => text)).toEqual(['both'])
    // once free, the result is saved over the version that was shown
    calls.isLock.mockResolvedValue({ ...other, lock: 0 })
    await store.set(watchLockAtom)
    expect(store.get(saveErrorAtom)).toBeUndefined()
    calls.save.mockResolvedValue({ page_id: '5', page_version: '5' })
    expect(await store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ base_version: 4, page_content: 'both' }))
  })

  test('clears the error of a rejected save once the lock is back', async () => {
    calls.save.mockRejectedValue(refused('pageLocked'))
    calls.isLock.mockResolvedValue(other)
    const { store, type } = open()
    type('mine')
    await store.set(saveAtom)
    expect(store.get(saveErrorAtom)?.kind).toBe('locked')
    await store.set(takeLockAtom)
    expect(store.get(saveErrorAtom)).toBeUndefined()
  })

  test('is not taken again by itself or by a save after it was given up', async () => {
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    const { store } = open()
    await store.set(takeLockAtom)
    await store.set(unlockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'free' })
    await store.set(watchLockAtom)
    await store.set(saveAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'free' })
    expect(calls.setLock).toHaveBeenCalledTimes(2)
  })

  test('reports a request for it, and answers it by marking the message as read', async () => {
    const { store } = open()
    await store.set(takeLockAtom)
    calls.isLock.mockResolvedValue({ ...mine, asked_by: 'mo', asked_by_uid: '7', message_content_id: '3' })
    await store.set(watchLockAtom)
    expect(store.get(lockRequestAtom)).toEqual({ name: 'mo', message: { message_content_id: '3', from_uid: '7' } })
    await store.set(declineLockRequestAtom)
    expect(calls.setRead).toHaveBeenCalledWith({ message_content_id: '3', from_uid: '7' })
    expect(store.get(lockRequestAtom)).toBeUndefined()
  })

  test('shows the name of who requests it', async () => {
    const { store } = open()
    await store.set(takeLockAtom)
    const asked = { asked_by: 'mo', asked_by_name: 'Mo Li', asked_by_uid: '7', message_content_id: '3' }
    calls.isLock.mockResolvedValue({ ...mine, ...asked })
    await store.set(watchLockAtom)
    expect(store.get(lockRequestAtom)).toMatchObject({ name: 'Mo Li' })
  })

  test('reports why a missing page cannot be checked', async () => {
    const { store } = open()
    await store.set(takeLockAtom)
    calls.setLock.mockRejectedValue(refused('pageGone'))
    expect(await store.set(watchLockAtom)).toMatchObject({ errorName: 'pageGone' })
  })

  test('loads what was saved while waiting for the page, unless there are edits', async () => {
    const saved = { page_title: 'New', cat_id: '2', s_number: '99', page_content: 'newer', page_version: '9' }
    calls.info.mockResolvedValue(saved)
    const { store, source, type } = open()
    await store.set(reloadAfterWaitAtom)
    expect(source.text).toBe('newer')
    expect(store.get(editingSessionAtom)).toMatchObject({ base_version: 9, saved: { page_title: 'New' } })
    expect(store.get(isUnsavedAtom)).toBe(false)
    type('mine')
    calls.info.mockResolvedValue({ ...saved, page_version: '10', page_content: 'newest' })
    await store.set(reloadAfterWaitAtom)
    expect(source.text).toBe('mine')
    expect(store.get(editingSessionAtom)?.base_version).toBe(9)
  })

  test('loads a version restored on the server as saved', async () => {
    calls.info.mockResolvedValue({
      page_title: 'Old',
      cat_id: '2',
      s_number: '99',
      page_content: 'restored',
      page_version: '9',
    })
    const { store, source, type } = open()
    type('unsaved')
    await store.set(loadSavedVersionAtom)
    expect(source.text).toBe('restored')
    expect(store.get(titleAtom)).toBe('Old')
    expect(store.get(isUnsavedAtom)).toBe(false)
    expect(store.get(editingSessionAtom)?.base_version).toBe(9)
  })

  test('a new page has none', async () => {
    const { store } = open({ page_id: 0 })
    await store.set(takeLockAtom)
    expect(calls.setLock).not.toHaveBeenCalled()
  })
})

test('creates a new page in an allowed catalog, never at the root, for a user limited to catalogs', () => {
  const own = [{ cat_id: '4', cat_name: 'HR', sub: [{ cat_id: '7', cat_name: 'Leave', sub: [] }] }]
  const catalogs = own as unknown as EditingSession['catalogs']
  expect(catalogFor({ catalogs, is_limited: true }, 0)).toBe(4)
  expect(catalogFor({ catalogs, is_limited: true }, 7)).toBe(7)
  expect(catalogFor({ catalogs, is_limited: true }, 99)).toBe(4)
  expect(catalogFor({ catalogs, is_limited: false }, 99)).toBe(0)
  expect(catalogFor({ catalogs: [], is_limited: true }, 0)).toBe(0)
  const { store } = open({ catalogs, is_limited: true, page_id: 0 })
  store.set(setContentAtom, { page_title: 'Draft', cat_id: 0, s_number: 99, text: 'kept' })
  expect(store.get(catalogAtom)).toBe(4)
})

describe('response to a save after closing the page', () => {
  /** Closes the page that is being saved, and opens another one in its place. */
  const leaveFor = async (store: ReturnType<typeof open>['store'], parts: Partial<EditingSession>) => {
    await store.set(closePageAtom)
    const other = { ...desk, ...parts }
    store.set(editingSessionAtom, other)
    store.set(titleAtom, other.saved.page_title)
    store.set(isUnsavedAtom, false)
    store.set(offeredDraftsAtom, [draft('what was left of the other page')])
    store.set(saveErrorAtom, undefined)
    store.set(conflictAtom, undefined)
  }
  const other = { page_id: 6, saved: { ...desk.saved, page_title: 'Other' } }

  test('leaves the open page as it is, and later edits as a draft', async () => {
    const answer = Promise.withResolvers<object>()
    calls.save.mockReturnValueOnce(answer.promise)
    const { store, type } = open()
    type('two')
    const saved = store.set(saveAtom)
    type('two and more')
    await leaveFor(store, other)
    answer.resolve({ page_id: 5, page_version: '4' })
    expect(await saved).toBe(true)
    expect(store.get(titleAtom)).toBe('Other')
    expect(store.get(editingSessionAtom)).toEqual({ ...desk, ...other })
    expect(store.get(offeredDraftsAtom)).toHaveLength(1)
    expect(kept.get('5')?.text).toBe('two and more')
  })

  test('does not block saves of the next page', async () => {
    const answer = Promise.withResolvers<object>()
    calls.save.mockReturnValueOnce(answer.promise).mockResolvedValueOnce({ page_id: '6', page_version: '4' })
    const { store, type } = open()
    type('two')
    const saved = store.set(saveAtom)
    await leaveFor(store, other)
    expect(store.get(saveStatusAtom)).toBe('clean')
    store.set(setTitleAtom, 'Another')
    expect(await store.set(saveAtom)).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ page_id: 6, page_title: 'Another' }))
    answer.resolve({ page_id: 5, page_version: '4' })
    await saved
    expect(store.get(saveStatusAtom)).toBe('saved')
  })

  test('removes the draft that equals the saved text', async () => {
    const answer = Promise.withResolvers<object>()
    calls.save.mockReturnValueOnce(answer.promise)
    const { store, type } = open()
    type('two')
    const saved = store.set(saveAtom)
    await store.set(closePageAtom)
    expect(kept.get('5')?.text).toBe('two')
    answer.resolve({ page_id: 5, page_version: '4' })
    await saved
    expect(kept.size).toBe(0)
  })

  test('does not give the id of the created page to another new page', async () => {
    const blank = { page_title: 'First', cat_id: 2, s_number: 99, text: '' }
    const isNew = { page_id: 0, is_new: true, base_version: 0, saved: blank }
    const answer = Promise.withResolvers<object>()
    calls.save.mockReturnValueOnce(answer.promise)
    const { store, type } = open(isNew)
    type('of the first')
    const saved = store.set(saveAtom)
    await leaveFor(store, { ...isNew, saved: { ...blank, page_title: 'Second' } })
    answer.resolve({ page_id: 7, page_version: '1' })
    await saved
    expect(store.get(editingSessionAtom)?.page_id).toBe(0)
    expect(store.get(titleAtom)).toBe('Second')
  })

  test.each(['pageChanged', 'pageLocked', 'internal'] as const)(
    'reports nothing on the other page when rejected with %s',
    async (name) => {
      const answer = Promise.withResolvers<object>()
      calls.save.mockReturnValueOnce(answer.promise)
      const { store, type } = open()
      type('two')
      const saved = store.set(saveAtom)
      await leaveFor(store, other)
      store.set(lockAtom, { state: 'held' })
      calls.info.mockClear()
      answer.reject(refused(name))
      expect(await saved).toBe(false)
      expect(store.get(saveErrorAtom)).toBeUndefined()
      expect(store.get(conflictAtom)).toBeUndefined()
      expect(store.get(lockAtom)).toEqual({ state: 'held' })
      expect(calls.info).not.toHaveBeenCalled()
    },
  )
})
