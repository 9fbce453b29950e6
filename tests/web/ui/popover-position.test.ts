import { describe, expect, test } from 'vitest'
import { getPopoverPosition } from '#web/ui/popover-position.ts'

const room = { width: 400, height: 300 }
const box = { width: 100, height: 20 }

describe('box next to its anchor', () => {
  test('is below it, centered', () => {
    expect(getPopoverPosition(box, { left: 150, top: 50, width: 40, height: 30 }, 'bottom', room)).toEqual({
      left: 120,
      top: 86,
    })
  })

  test('flips to the other side at the edge of the window', () => {
    expect(getPopoverPosition(box, { left: 150, top: 260, width: 40, height: 30 }, 'bottom', room).top).toBe(234)
    expect(getPopoverPosition(box, { left: 330, top: 50, width: 40, height: 30 }, 'right', room).left).toBe(224)
  })

  test('stays at the preferred side when neither has space', () => {
    expect(
      getPopoverPosition({ width: 100, height: 290 }, { left: 0, top: 100, width: 10, height: 10 }, 'top', room).top,
    ).toBe(8)
  })

  test('never leaves the window sideways', () => {
    expect(getPopoverPosition(box, { left: 0, top: 50, width: 20, height: 20 }, 'bottom', room).left).toBe(8)
    expect(getPopoverPosition(box, { left: 380, top: 50, width: 20, height: 20 }, 'bottom', room).left).toBe(292)
  })
})
