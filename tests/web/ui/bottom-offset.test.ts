import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getBottomOffset, watchBottomOffset } from '#web/ui/bottom-offset.ts'

const message = { left: 16, right: 374, top: 740, bottom: 788 }

describe('message at the bottom of the window', () => {
  test('is above the bars there', () => {
    const foot = { left: 0, right: 390, top: 740, bottom: 844 }
    const higher = { left: 0, right: 390, top: 700, bottom: 730 }
    expect(getBottomOffset(message, [foot], 844)).toBe(112)
    expect(getBottomOffset(message, [foot, higher], 844)).toBe(152)
  })

  test('ignores bars next to it, in the upper half or outside the window', () => {
    expect(getBottomOffset(message, [], 844)).toBe(0)
    expect(getBottomOffset(message, [{ left: 380, right: 800, top: 740, bottom: 844 }], 844)).toBe(0)
    expect(getBottomOffset(message, [{ left: 0, right: 390, top: 200, bottom: 260 }], 844)).toBe(0)
    expect(getBottomOffset(message, [{ left: 0, right: 390, top: 900, bottom: 960 }], 844)).toBe(0)
  })
})

const boxAt = (place: typeof message) => ({ style: { setProperty: vi.fn() }, getBoundingClientRect: () => place })
const shown = boxAt(message)
const bar = boxAt({ left: 0, right: 390, top: 764, bottom: 844 })
const body = {}
let feet: unknown[] = []
let changed: (() => void) | undefined
let isWhole = false

beforeEach(() => {
  feet = []
  vi.stubGlobal('document', { body, querySelectorAll: () => feet })
  vi.stubGlobal('window', { innerHeight: 844, addEventListener: vi.fn(), removeEventListener: vi.fn() })
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(tell: () => void) {
        changed = tell
      }
      observe = (root: unknown, { subtree = false }: MutationObserverInit) => {
        isWhole = root === body && subtree
      }
      disconnect = () => {
        changed = undefined
      }
    },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('makes room for a later bar anywhere on the page, and moves back when the bar disappears', () => {
  const { setProperty } = shown.style
  const end = watchBottomOffset(shown as unknown as HTMLElement, 56)
  expect(setProperty).toHaveBeenLastCalledWith('bottom', '56px')
  expect(isWhole).toBe(true)
  feet = [bar]
  changed?.()
  expect(setProperty).toHaveBeenLastCalledWith('bottom', '88px')
  changed?.()
  expect(setProperty).toHaveBeenCalledTimes(2)
  feet = []
  changed?.()
  expect(setProperty).toHaveBeenLastCalledWith('bottom', '56px')
  end()
  expect(changed).toBeUndefined()
  expect(window.removeEventListener).toHaveBeenCalledWith(
    'resize',
    vi.mocked(window.addEventListener).mock.calls[0]?.[1],
  )
})
