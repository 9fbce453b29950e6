import { describe, expect, test } from 'vitest'
import { getHiddenEdges, getScrollOffset } from '#web/ui/overflow-shadow.ts'

describe('where a scrolling box hides something', () => {
  test('nowhere, when all has room', () => {
    expect(getHiddenEdges({ at: 0, shown: 300, all: 300 })).toBe('')
    expect(getHiddenEdges({ at: 0, shown: 300, all: 301 })).toBe('')
  })

  test('at the end before it is scrolled, at the start when it cannot go further, at both between', () => {
    expect(getHiddenEdges({ at: 0, shown: 300, all: 500 })).toBe('end')
    expect(getHiddenEdges({ at: 199.5, shown: 300, all: 500 })).toBe('start')
    expect(getHiddenEdges({ at: 100, shown: 300, all: 500 })).toBe('start end')
  })
})

describe('a row that keeps a part in sight', () => {
  const part = { left: 300, width: 60 }
  test('stays where it is while the part and its neighbours are in sight', () => {
    expect(getScrollOffset({ at: 0, shown: 450 }, part)).toBe(0)
    expect(getScrollOffset({ at: 40, shown: 450 }, part)).toBe(40)
  })

  test('is scrolled no further than needed, either way', () => {
    expect(getScrollOffset({ at: 0, shown: 400 }, part)).toBe(8)
    expect(getScrollOffset({ at: 280, shown: 400 }, part)).toBe(252)
    expect(getScrollOffset({ at: 100, shown: 400 }, { left: 0, width: 60 })).toBe(0)
  })

  test('centres a part that fills it', () => {
    expect(getScrollOffset({ at: 0, shown: 60 }, part)).toBe(300)
  })
})
