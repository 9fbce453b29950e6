import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, toastStore } from '#web/ui/toast.ts'

const shown = () => toastStore.read().map(({ text }) => text)

beforeEach(() => {
  toast.clear() // what another file of the same worker has shown
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of toastStore.read()) toast.close(id)
  vi.useRealTimers()
})

test('older messages disappear when the screen closes', () => {
  toast.ok({ text: 'The fields are in the form' })
  vi.advanceTimersByTime(1500)
  toast.leave()
  expect(shown()).toEqual([])
})

test('recent messages stay on the next screen', () => {
  toast.ok({ text: 'Saved' })
  vi.advanceTimersByTime(300)
  toast.leave()
  expect(shown()).toEqual(['Saved'])
})

test('errors, and messages with an undo, stay', () => {
  toast.error({ text: 'Not saved' })
  toast.ok({ text: 'Deleted' }, { undo: () => undefined })
  vi.advanceTimersByTime(5000)
  toast.leave()
  expect(shown()).toEqual(['Not saved', 'Deleted'])
})

test('messages with an undo inside a form disappear with the form', () => {
  toast.ok({ text: 'Row removed' }, { undo: () => undefined, isOfScreen: true })
  vi.advanceTimersByTime(1500)
  toast.leave()
  expect(shown()).toEqual([])
})
