import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { readBook, type StoredSheet } from '#shared/spreadsheet/form.ts'
import { FileError, type FileErrorReason, limits } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { started, withCell } from '#tests/support/grid.ts'
import { importSheetsAtom } from '#web/features/spreadsheet/grid/import-atoms.ts'
import { lockAtom } from '#web/features/spreadsheet/grid/lock.ts'
import { loadBookAtom, updateBufferAtom } from '#web/features/spreadsheet/grid/save.ts'
import {
  getBookText,
  isUnsavedAtom,
  loadedBookAtom,
  sheetSession,
  sheetSessionAtom,
} from '#web/features/spreadsheet/grid/sheet-session.ts'
import en from '#web/locales/en/sheet.json' with { type: 'json' }

const { save, info } = vi.hoisted(() => ({ save: vi.fn(async () => ({ page_id: 7, page_version: 2 })), info: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { page: { save, info } },
}))

/** A stored book with texts of so many characters. */
const bookOf = (name: string, letters: number): StoredSheet => ({
  name,
  rows: Object.fromEntries(
    Array.from({ length: letters / 100_000 }, (_, row) => [row, { cells: { 0: { text: '价'.repeat(100_000) } } }]),
  ),
})

function open(content: string) {
  const store = createStore()
  store.set(sheetSessionAtom, {
    page_id: 7,
    item_id: 1,
    page_title: 'Prices',
    uid: '1',
    saved: content,
    base_version: 1,
    saved_at: undefined,
    sent: [],
  })
  store.set(lockAtom, { state: 'held' })
  store.set(loadBookAtom, content, 'Sheet1')
  const hold = () => {
    const board = store.get(loadedBookAtom)
    if (board) store.set(updateBufferAtom, board.id, started(board.serializer))
  }
  hold()
  return { store, hold }
}

beforeEach(() => save.mockClear())

/** The message after importing these sheets into a book, and the book afterwards. */
async function refused(content: string, sheets: readonly StoredSheet[], mode: 'add' | 'replace') {
  const { store } = open(content)
  const texts = sheets.map((sheet) => JSON.stringify(sheet))
  const error: unknown = await store.set(importSheetsAtom, texts, mode, 'Sheet1').catch((failed: unknown) => failed)
  const reason = error instanceof FileError ? error.reason : undefined
  return {
    message: reason && en.import.refused[reason satisfies FileErrorReason],
    content: getBookText(store.get),
    isUnsaved: store.get(isUnsavedAtom),
  }
}

test('rejects sheets that make a book too large with a message, and leaves the book unchanged', async () => {
  // 9 MB of UTF-8 in the book and 12 MB in the file: each fits, but not both
  const content = JSON.stringify([bookOf('Own', 3_000_000)])
  const file = [bookOf('Large', 2_000_000), bookOf('Large too', 2_000_000)]
  const untouched = { content, isUnsaved: false }
  expect(await refused(content, file, 'add')).toEqual({
    ...untouched,
    message:
      'These sheets would make the spreadsheet larger than 20 MB. Choose fewer sheets, or put them in a separate project.',
  })
  const wide = [
    { name: 'Wide', rows: { 0: { cells: { 1999: { text: 'x' } } }, 99_999: { cells: { 0: { text: 'y' } } } } },
  ]
  expect(await refused(content, wide, 'replace')).toMatchObject({
    ...untouched,
    message: expect.stringMatching(/^The cells in these sheets are too far apart/),
  })
  const many = Array.from({ length: limits.sheets }, (_, at): StoredSheet => ({ name: `S${at}`, rows: {} }))
  expect(await refused(content, many, 'add')).toMatchObject({
    ...untouched,
    message: 'A spreadsheet can have up to 200 sheets. This file would exceed that.',
  })
  expect(save).not.toHaveBeenCalled()
})

test('replaces the sheets on request, saves the result and can undo it', async () => {
  const content = JSON.stringify([bookOf('Own', 3_000_000)])
  const { store, hold } = open(content)
  const takeBack = await store.set(importSheetsAtom, [JSON.stringify(bookOf('Large', 4_000_000))], 'replace', 'Sheet1')
  hold()
  const names = () => {
    const book = readBook(getBookText(store.get) ?? '')
    return book.kind === 'book' ? book.sheets.map(({ name }) => name) : book.kind
  }
  expect([names(), store.get(isUnsavedAtom)]).toEqual([['Large'], true])
  expect(store.get(loadedBookAtom)?.initialSheet).toBe(0)
  takeBack?.()
  hold()
  expect(getBookText(store.get)).toBe(content)
})

test('shows the first sheet of an appended import', async () => {
  const { store } = open(JSON.stringify([bookOf('One', 100_000), bookOf('Two', 100_000)]))
  const texts = [bookOf('Three', 100_000), bookOf('Four', 100_000)].map((sheet) => JSON.stringify(sheet))
  await store.set(importSheetsAtom, texts, 'add', 'Sheet1')
  expect(store.get(loadedBookAtom)?.initialSheet).toBe(2)
})

test('keeps edits made while the former book is being saved next to the imported sheets', async () => {
  const { store } = open(JSON.stringify([bookOf('Own', 0)]))
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  const sheets = started(board.serializer)
  const cell = (v: string) => ({ v, m: v, ct: { fa: 'General', t: 'g' } })
  store.set(updateBufferAtom, board.id, withCell(sheets, 0, 0, 0, cell('before')))
  const answer = Promise.withResolvers<{ page_id: number; page_version: number }>()
  save.mockReturnValueOnce(answer.promise)
  const taken = store.set(importSheetsAtom, [JSON.stringify(bookOf('New', 0))], 'add', 'Sheet1')
  store.set(updateBufferAtom, board.id, withCell(sheets, 0, 0, 0, cell('meanwhile')))
  answer.resolve({ page_id: 7, page_version: 2 })
  await taken
  expect(JSON.stringify(store.get(loadedBookAtom)?.serializer.initialSheets)).toContain('meanwhile')
})

test('does not import into another book that was opened during the save', async () => {
  const { store } = open(JSON.stringify([bookOf('Own', 0)]))
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  store.set(
    updateBufferAtom,
    board.id,
    withCell(started(board.serializer), 0, 0, 0, { v: 1, m: '1', ct: { fa: 'General', t: 'n' } }),
  )
  const answer = Promise.withResolvers<{ page_id: number; page_version: number }>()
  save.mockReturnValueOnce(answer.promise)
  const taken = store.set(importSheetsAtom, [JSON.stringify(bookOf('New', 0))], 'add', 'Sheet1')
  const desk = store.get(sheetSessionAtom)
  if (!desk) throw new Error('no desk')
  store.set(sheetSession.endAtom)
  store.set(sheetSession.beginAtom, { ...desk, page_id: 8 })
  answer.resolve({ page_id: 7, page_version: 2 })
  expect(await taken).toBeUndefined()
})

test('an import does not overwrite what others have saved in the meantime', async () => {
  const [own, theirs] = [bookOf('Own', 100_000), bookOf('Own', 200_000)]
  const { store, hold } = open(JSON.stringify([own]))
  const board = store.get(loadedBookAtom)
  if (!board) throw new Error('no board')
  store.set(updateBufferAtom, board.id, withCell(started(board.serializer), 0, 5, 0, { v: 'mine', m: 'mine' }))
  const refusal = { error_code: 10101, error_name: 'pageChanged' as const, error_message: '', request_id: '' }
  save.mockRejectedValueOnce(new ApiError(refusal))
  info.mockResolvedValue({ page_content: JSON.stringify([theirs]), page_version: '2', author_name: 'Mo' })
  const import_ = () => store.set(importSheetsAtom, [JSON.stringify(bookOf('New', 100_000))], 'add', 'Sheet1')
  await expect(import_()).rejects.toMatchObject({ reason: 'changed' })
  hold()
  await import_()
  hold()
  const book = readBook(getBookText(store.get) ?? '')
  expect(book).toMatchObject({ sheets: [{ name: 'Own', rows: { 1: theirs.rows?.[1] } }, { name: 'New' }] })
  expect(getBookText(store.get)).toContain('mine')
})
