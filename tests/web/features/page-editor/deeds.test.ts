import { createStore } from 'jotai'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { ErrorName } from '#contract/errors.ts'
import { conflictAtom } from '#web/features/page-editor/conflict.ts'
import {
  catalogAtom,
  type Desk,
  deskAtom,
  isUnsavedAtom,
  sourceAtom,
  titleAtom,
  titleMissingAtom,
} from '#web/features/page-editor/desk.ts'
import {
  changedAtom,
  discardOfferAtom,
  draftStateAtom,
  draftToOffer,
  offerAtom,
  restoreDraftAtom,
  setTitleAtom,
} from '#web/features/page-editor/draft-atoms.ts'
import { type Draft, drafts } from '#web/features/page-editor/drafts.ts'
import { lockAtom, releaseLockAtom, takeLockAtom } from '#web/features/page-editor/lock.ts'
import { problemAtom, saveAtom, saveMergedAtom, stateAtom, takeTheirsAtom } from '#web/features/page-editor/save.ts'

const calls = vi.hoisted(() => ({ save: vi.fn(), info: vi.fn(), history: vi.fn(), setLock: vi.fn(), user: vi.fn() }))
vi.mock('#web/lib/api.ts', () => ({
  ApiError,
  api: {
    page: { save: calls.save, info: calls.info, history: calls.history, setLock: calls.setLock },
    user: { info: calls.user },
  },
  isRefusal: (error: unknown, name: string) => error instanceof ApiError && error.errorName === name,
  messageOf: (error: unknown) => String(error),
  requestIdOf: () => undefined,
}))

const kept = new Map<string, Draft>()
const refused = (error_name: ErrorName | 'offline', error_code = 10101) =>
  new ApiError({ error_code, error_name, error_message: `${error_name}!`, request_id: '' })

const desk: Desk = {
  item_ref: 'orders',
  item_id: 1,
  item_name: 'Orders',
  page_id: 5,
  is_new: false,
  uid: '9',
  catalogs: [],
  saved: { page_title: 'T', cat_id: 2, text: 'one\r\n' },
  base_version: 3,
  base_text: 'one\r\n',
  saved_at: undefined,
}

/** A store with a page open in it, and its text. */
function open(parts: Partial<Desk> = {}) {
  const store = createStore()
  const opened = { ...desk, ...parts }
  const source = { text: opened.saved.text }
  store.set(deskAtom, opened)
  store.set(titleAtom, opened.saved.page_title)
  store.set(catalogAtom, opened.saved.cat_id)
  store.set(sourceAtom, { read: () => source.text, write: (text) => void (source.text = text) })
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
  calls.history.mockResolvedValue([])
  vi.spyOn(drafts, 'keep').mockImplementation(async (place, draft) => Boolean(kept.set(String(place.page_id), draft)))
  vi.spyOn(drafts, 'remove').mockImplementation(async (place) => void kept.delete(String(place.page_id)))
})

describe('drafts', () => {
  test('a keystroke is in the draft within a second, however long one types', async () => {
    const { store, type } = open()
    for (let at = 0; at < 10; at += 1) {
      type(`typing ${at}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(kept.get('5')).toMatchObject({ page_title: 'T', cat_id: 2, base_version: 3 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.get('5')?.text).toBe('typing 9')
    expect(store.get(stateAtom)).toBe('draft')
  })

  test('what was typed and taken back leaves no draft', async () => {
    const { store, type } = open()
    type('x')
    await vi.advanceTimersByTimeAsync(1000)
    type('one\r\n')
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.size).toBe(0)
    expect(store.get(isUnsavedAtom)).toBe(false)
  })

  test('a browser that keeps nothing is not called a kept draft', async () => {
    vi.spyOn(drafts, 'keep').mockResolvedValue(false)
    const { store, type } = open()
    type('x')
    await vi.advanceTimersByTimeAsync(1000)
    expect(store.get(draftStateAtom)).toBe('refused')
    expect(store.get(stateAtom)).toBe('unsaved')
  })

  const draft = (text: string, more: Partial<Draft> = {}): Draft => ({
    page_title: 'T',
    cat_id: 2,
    text,
    base_version: 3,
    at: 1,
    ...more,
  })

  test('only one that differs and is longer than ten characters is offered', () => {
    expect(draftToOffer(undefined, desk)).toBeUndefined()
    expect(draftToOffer(draft('0123456789'), desk)).toBeUndefined()
    expect(draftToOffer(draft('one\r\n'), desk)).toBeUndefined()
    expect(draftToOffer(draft('0123456789a'), desk)?.text).toBe('0123456789a')
    expect(draftToOffer(draft('short', { older: draft('a longer older one') }), desk)?.text).toBe('a longer older one')
  })

  test('typing before deciding keeps the offered one too', async () => {
    const { store, type } = open()
    store.set(offerAtom, draft('the older draft'))
    type('something new')
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.get('5')).toMatchObject({ text: 'something new', older: { text: 'the older draft' } })
    await store.set(discardOfferAtom)
    expect(kept.get('5')).toMatchObject({ text: 'something new' })
    expect(kept.get('5')?.older).toBeUndefined()
  })

  test('a restored draft of an older version is saved against that version', async () => {
    const { store, source } = open()
    store.set(offerAtom, draft('restored text', { base_version: 2 }))
    await store.set(restoreDraftAtom)
    expect(source.text).toBe('restored text')
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    await store.set(saveAtom)
    expect(calls.save).toHaveBeenCalledWith(expect.objectContaining({ base_version: 2 }))
  })
})

describe('saving', () => {
  test('sends exactly the text, against its version, and the draft goes', async () => {
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
    expect(store.get(deskAtom)).toMatchObject({ base_version: 4, saved: { text: 'one\r\ntwo\r\n' } })
    expect(kept.size).toBe(0)
    expect(store.get(stateAtom)).toBe('saved')
  })

  test('a new page gets its id and its lock', async () => {
    calls.save.mockResolvedValue({ page_id: 77, page_version: '1' })
    const { store, type } = open({ page_id: 0, is_new: true, base_version: 0 })
    type('text')
    await store.set(saveAtom)
    expect(calls.save).toHaveBeenCalledWith(expect.objectContaining({ page_id: 0, cat_id: 2 }))
    expect(calls.save.mock.calls[0]?.[0]).not.toHaveProperty('base_version')
    expect(store.get(deskAtom)?.page_id).toBe(77)
    expect(calls.setLock).toHaveBeenCalledWith({ page_id: 77, item_id: 1 })
  })

  test('one at a time; after ten seconds without an answer another may start', async () => {
    calls.save.mockReturnValue(new Promise(() => undefined))
    const { store } = open()
    void store.set(saveAtom)
    expect(await store.set(saveAtom)).toBe(false)
    expect(calls.save).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10_001)
    void store.set(saveAtom)
    expect(calls.save).toHaveBeenCalledTimes(2)
  })

  test('what was typed during a save is still unsaved after it', async () => {
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

  test('no title, no save', async () => {
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
    [refused('pageTooLarge'), 'other'],
  ])('%s keeps the text as a draft and is told', async (error, kind) => {
    calls.save.mockRejectedValue(error)
    const { store, type } = open()
    type('precious')
    expect(await store.set(saveAtom)).toBe(false)
    expect(store.get(problemAtom)?.kind).toBe(kind)
    expect(store.get(stateAtom)).toBe('failed')
    expect(kept.get('5')?.text).toBe('precious')
    calls.save.mockResolvedValue({ page_id: '5', page_version: '4' })
    expect(await store.set(saveAtom)).toBe(true)
    expect(store.get(problemAtom)).toBeUndefined()
  })

  test('a private item that seems gone is asked about: the session has ended', async () => {
    calls.save.mockRejectedValue(refused('itemPasswordNeeded', 10303))
    calls.user.mockRejectedValue(refused('notLoggedIn', 10102))
    const { store } = open()
    await store.set(saveAtom)
    expect(store.get(problemAtom)?.kind).toBe('session')
  })
})

describe('saved by others meanwhile', () => {
  const theirs = {
    page_title: 'T',
    cat_id: '2',
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

  test('nothing is overwritten and both texts are shown', async () => {
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

  test('the result is saved against their version', async () => {
    const { store, source } = await collide()
    calls.save.mockResolvedValue({ page_id: '5', page_version: '9' })
    expect(await store.set(saveMergedAtom, { page_title: 'T', cat_id: 2, text: 'both' })).toBe(true)
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ page_content: 'both', base_version: 8 }))
    expect(source.text).toBe('both')
    expect(store.get(conflictAtom)).toBeUndefined()
  })

  test('theirs may be taken without a save', async () => {
    const { store, source } = await collide()
    await store.set(takeTheirsAtom)
    expect(calls.save).toHaveBeenCalledTimes(1)
    expect(source.text).toBe('theirs')
    expect(store.get(isUnsavedAtom)).toBe(false)
    expect(store.get(deskAtom)?.base_version).toBe(8)
  })

  test('our own save whose answer was lost is no conflict', async () => {
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

describe('the lock', () => {
  test('is taken, and given back with a time long past', async () => {
    const { store } = open()
    await store.set(takeLockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'held' })
    store.set(releaseLockAtom)
    expect(calls.setLock).toHaveBeenLastCalledWith({ page_id: 5, item_id: 1, lock_to: 1000 }, { keepalive: true })
  })

  test('lost to somebody else is told with the name', async () => {
    calls.setLock.mockRejectedValue(refused('pageLocked'))
    const { store } = open()
    await store.set(takeLockAtom)
    expect(store.get(lockAtom)).toEqual({ state: 'lost', message: 'pageLocked!' })
    store.set(releaseLockAtom)
    expect(calls.setLock).toHaveBeenCalledTimes(1)
  })

  test('a new page has none', async () => {
    const { store } = open({ page_id: 0 })
    await store.set(takeLockAtom)
    expect(calls.setLock).not.toHaveBeenCalled()
  })
})
