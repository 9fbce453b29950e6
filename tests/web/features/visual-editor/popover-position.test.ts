import { describe, expect, test } from 'vitest'
import { findFreePosition, getBottomPosition } from '#web/features/visual-editor/menus/popover-position.ts'

const room = { width: 768, height: 800 }
const box = { width: 320, height: 38 }
const word = { left: 300, top: 180, width: 50, height: 28 }
const line = (left: number, top: number, width: number) => ({ left, top, width, height: 24 })

describe('the buttons over selected text', () => {
  test('stand over it in the middle where nothing is written', () => {
    expect(findFreePosition(box, word, room, [line(44, 182, 700), line(44, 60, 700)])).toEqual({ left: 165, top: 136 })
  })

  test('move sideways off a short line over it', () => {
    expect(findFreePosition(box, word, room, [line(44, 140, 130), line(44, 182, 700)])).toEqual({ left: 182, top: 136 })
  })

  test('go under it where the line over it is long', () => {
    expect(findFreePosition(box, word, room, [line(44, 140, 700), line(44, 182, 700)])).toEqual({ left: 165, top: 214 })
  })

  test('stand over it when text is everywhere', () => {
    expect(findFreePosition(box, word, room, [line(44, 140, 700), line(44, 182, 700), line(44, 220, 700)])).toEqual({
      left: 165,
      top: 136,
    })
  })
})

describe('the buttons for selected text, on a phone', () => {
  const phone = { width: 390, top: 174, height: 814 }

  test('stand at the foot, wherever the selection is', () => {
    expect(getBottomPosition(box, word, phone)).toEqual({ left: 35, top: 768 })
    expect(getBottomPosition(box, { ...word, top: 600 }, phone)).toEqual({ left: 35, top: 768 })
  })

  test('go over a selection that reaches to there', () => {
    expect(getBottomPosition(box, { ...word, top: 760 }, phone)).toEqual({ left: 35, top: 714 })
  })

  test('stay at the foot when the selection fills the room', () => {
    expect(getBottomPosition(box, { ...word, top: 180, height: 634 }, phone)).toEqual({ left: 35, top: 768 })
  })
})
