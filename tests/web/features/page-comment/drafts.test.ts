import { beforeEach, expect, test, vi } from 'vitest'
import { draftOf, keepDraft } from '#web/features/page-comment/drafts.ts'

const place = (page_id: string, uid = '7', parent_id = '0') => ({ uid, page_id, parent_id })
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('what is typed is found again where it was typed, until it is sent', () => {
  keepDraft(place('1'), 'half a comm')
  keepDraft(place('1', '7', '5'), 'half a reply')
  keepDraft(place('1'), 'half a comment')
  expect(draftOf(place('1'))).toBe('half a comment')
  expect(draftOf(place('1', '7', '5'))).toBe('half a reply')
  expect(draftOf(place('2'))).toBe('')
  keepDraft(place('1'), '')
  expect(draftOf(place('1'))).toBe('')
  expect(draftOf(place('1', '7', '5'))).toBe('half a reply')
})

test('nobody sees what another has typed in the same browser', () => {
  keepDraft(place('1'), 'mine')
  expect(draftOf(place('1', '8'))).toBe('')
})

test('the last twenty are kept', () => {
  for (let at = 1; at <= 25; at++) keepDraft(place(String(at)), `text ${at}`)
  expect(draftOf(place('5'))).toBe('')
  expect(draftOf(place('6'))).toBe('text 6')
  expect(draftOf(place('25'))).toBe('text 25')
})

test('what stands in the storage and is no draft is left aside', () => {
  kept.set('docstead.comment-drafts', '[1, ["a"]]')
  expect(draftOf(place('1'))).toBe('')
  keepDraft(place('1'), 'text')
  expect(draftOf(place('1'))).toBe('text')
})
