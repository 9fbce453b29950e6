import { describe, expect, test } from 'vitest'
import { footUnder } from '#web/ui/above-feet.ts'

const message = { left: 16, right: 374, top: 740, bottom: 788 }

describe('a message at the foot of the window', () => {
  test('stands over the bars there', () => {
    const foot = { left: 0, right: 390, top: 740, bottom: 844 }
    const higher = { left: 0, right: 390, top: 700, bottom: 730 }
    expect(footUnder(message, [foot], 844)).toBe(112)
    expect(footUnder(message, [foot, higher], 844)).toBe(152)
  })

  test('heeds none beside it, in the upper half or out of the window', () => {
    expect(footUnder(message, [], 844)).toBe(0)
    expect(footUnder(message, [{ left: 380, right: 800, top: 740, bottom: 844 }], 844)).toBe(0)
    expect(footUnder(message, [{ left: 0, right: 390, top: 200, bottom: 260 }], 844)).toBe(0)
    expect(footUnder(message, [{ left: 0, right: 390, top: 900, bottom: 960 }], 844)).toBe(0)
  })
})
