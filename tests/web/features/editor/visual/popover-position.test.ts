import { describe, expect, test } from 'vitest'
import { findFreePosition, getBottomPosition } from '#web/features/editor/visual/menus/popover-position.ts'

const room = { width: 768, height: 800 }
const box = { width: 320, height: 38 }
const word = { left: 300, top: 180, width: 50, height: 28 }
const line = (left: number, top: number, width: number) => ({ left, top, width, height: 24 })

describe('toolbar over selected text', () => {
  test('is centered above it where nothing is written', () => {
    expect(findFreePosition(box, word, room, [line(44, 182, 700), line(44, 60, 700)])).toEqual({ left: 165, top: 136 })
  })

  test('moves sideways off a short line above', () => {
    expect(findFreePosition(box, word, room, [line(44, 140, 130), line(44, 182, 700)])).toEqual({ left: 182, top: 136 })
  })

  test('goes below it where the line above is long', () => {
    expect(findFreePosition(box, word, room, [line(44, 140, 700), line(44, 182, 700)])).toEqual({ left: 165, top: 214 })
  })

  test('stays above it when text is everywhere', () => {
    expect(findFreePosition(box, word, room, [line(44, 140, 700), line(44, 182, 700), line(44, 220, 700)])).toEqual({
      left: 165,
      top: 136,
    })
  })
})

describe('toolbar for selected text on a phone', () => {
  const phone = { width: 390, top: 174, height: 814 }

  test('is at the bottom, wherever the selection is', () => {
    expect(getBottomPosition(box, word, phone)).toEqual({ left: 35, top: 768 })
    expect(getBottomPosition(box, { ...word, top: 600 }, phone)).toEqual({ left: 35, top: 768 })
  })

  test('goes above a selection that reaches the bottom', () => {
    expect(getBottomPosition(box, { ...word, top: 760 }, phone)).toEqual({ left: 35, top: 714 })
  })

  test('stays at the bottom when the selection fills the space', () => {
    expect(getBottomPosition(box, { ...word, top: 180, height: 634 }, phone)).toEqual({ left: 35, top: 768 })
  })
})
