import { describe, expect, test } from 'vitest'
import { getPopoverPosition } from '#web/ui/popover-position.ts'

const room = { width: 400, height: 300 }
const box = { width: 100, height: 20 }

describe('a box beside its anchor', () => {
  test('lies below it, in the middle', () => {
    expect(getPopoverPosition(box, { left: 150, top: 50, width: 40, height: 30 }, 'bottom', room)).toEqual({
      left: 120,
      top: 86,
    })
  })

  test('turns to the other side where the window ends', () => {
    expect(getPopoverPosition(box, { left: 150, top: 260, width: 40, height: 30 }, 'bottom', room).top).toBe(234)
    expect(getPopoverPosition(box, { left: 330, top: 50, width: 40, height: 30 }, 'right', room).left).toBe(224)
  })

  test('stays where it was wanted when neither side has room', () => {
    expect(
      getPopoverPosition({ width: 100, height: 290 }, { left: 0, top: 100, width: 10, height: 10 }, 'top', room).top,
    ).toBe(8)
  })

  test('never leaves the window sideways', () => {
    expect(getPopoverPosition(box, { left: 0, top: 50, width: 20, height: 20 }, 'bottom', room).left).toBe(8)
    expect(getPopoverPosition(box, { left: 380, top: 50, width: 20, height: 20 }, 'bottom', room).left).toBe(292)
  })
})
