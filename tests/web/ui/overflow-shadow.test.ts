import { describe, expect, test } from 'vitest'
import { getHiddenEdges, getScrollOffset } from '#web/ui/overflow-shadow.ts'

describe('overflow shadow of a scrolling box', () => {
  test('is absent when everything fits', () => {
    expect(getHiddenEdges({ at: 0, shown: 300, all: 300 })).toBe('')
    expect(getHiddenEdges({ at: 0, shown: 300, all: 301 })).toBe('')
  })

  test('is at the end before scrolling, at the start when scrolled to the end, and at both in between', () => {
    expect(getHiddenEdges({ at: 0, shown: 300, all: 500 })).toBe('end')
    expect(getHiddenEdges({ at: 199.5, shown: 300, all: 500 })).toBe('start')
    expect(getHiddenEdges({ at: 100, shown: 300, all: 500 })).toBe('start end')
  })
})

describe('row that keeps a part visible', () => {
  const part = { left: 300, width: 60 }
  test('stays while the part and its neighbors are visible', () => {
    expect(getScrollOffset({ at: 0, shown: 450 }, part)).toBe(0)
    expect(getScrollOffset({ at: 40, shown: 450 }, part)).toBe(40)
  })

  test('scrolls no further than needed, in both directions', () => {
    expect(getScrollOffset({ at: 0, shown: 400 }, part)).toBe(8)
    expect(getScrollOffset({ at: 280, shown: 400 }, part)).toBe(252)
    expect(getScrollOffset({ at: 100, shown: 400 }, { left: 0, width: 60 })).toBe(0)
  })

  test('centers a part that fills it', () => {
    expect(getScrollOffset({ at: 0, shown: 60 }, part)).toBe(300)
  })
})
