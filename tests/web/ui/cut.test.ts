import { describe, expect, test } from 'vitest'
import { cutOf } from '#web/ui/cut.ts'

describe('where a scrolling box hides something', () => {
  test('nowhere, when all has room', () => {
    expect(cutOf({ at: 0, shown: 300, all: 300 })).toBe('')
    expect(cutOf({ at: 0, shown: 300, all: 301 })).toBe('')
  })

  test('at the end before it is scrolled, at the start when it cannot go further, at both between', () => {
    expect(cutOf({ at: 0, shown: 300, all: 500 })).toBe('end')
    expect(cutOf({ at: 199.5, shown: 300, all: 500 })).toBe('start')
    expect(cutOf({ at: 100, shown: 300, all: 500 })).toBe('start end')
  })
})
