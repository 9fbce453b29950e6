import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChangeTimer } from '#web/lib/idle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function create() {
  const store = createStore()
  const timer = createChangeTimer()
  const run = vi.fn()
  return { run, change: () => store.set(timer.changeAtom, run, 100, 250), stop: () => store.set(timer.stopAtom) }
}

test('runs once changes pause', () => {
  const { run, change } = create()
  change()
  vi.advanceTimersByTime(99)
  change()
  vi.advanceTimersByTime(99)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
})

test('runs at the latest time while changes go on, and counts from the next change then', () => {
  const { run, change } = create()
  for (let at = 0; at < 250; at += 50) {
    change()
    vi.advanceTimersByTime(50)
  }
  expect(run).toHaveBeenCalledTimes(1)
  change()
  vi.advanceTimersByTime(99)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('does not run after it was stopped', () => {
  const { run, change, stop } = create()
  change()
  stop()
  vi.advanceTimersByTime(1000)
  expect(run).not.toHaveBeenCalled()
})
