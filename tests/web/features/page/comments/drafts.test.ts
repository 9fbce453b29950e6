import { beforeEach, expect, test, vi } from 'vitest'
import { getDraft, saveDraft } from '#web/features/page/comments/drafts.ts'

const place = (page_id: string, uid = '7', parent_id = '0') => ({ uid, page_id, parent_id })
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('restores a draft where it was typed, until it is sent', () => {
  saveDraft(place('1'), 'half a comm')
  saveDraft(place('1', '7', '5'), 'half a reply')
  saveDraft(place('1'), 'half a comment')
  expect(getDraft(place('1'))).toBe('half a comment')
  expect(getDraft(place('1', '7', '5'))).toBe('half a reply')
  expect(getDraft(place('2'))).toBe('')
  saveDraft(place('1'), '')
  expect(getDraft(place('1'))).toBe('')
  expect(getDraft(place('1', '7', '5'))).toBe('half a reply')
})

test('hides the drafts of another user of the same browser', () => {
  saveDraft(place('1'), 'mine')
  expect(getDraft(place('1', '8'))).toBe('')
})

test('keeps the last twenty', () => {
  for (let at = 1; at <= 25; at++) saveDraft(place(String(at)), `text ${at}`)
  expect(getDraft(place('5'))).toBe('')
  expect(getDraft(place('6'))).toBe('text 6')
  expect(getDraft(place('25'))).toBe('text 25')
})

test('ignores stored data that is not a draft', () => {
  kept.set('docstead.comment-drafts', '[1, ["a"]]')
  expect(getDraft(place('1'))).toBe('')
  saveDraft(place('1'), 'text')
  expect(getDraft(place('1'))).toBe('text')
})
