import { type RefObject, useLayoutEffect } from 'react'

const gap = 8

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** How far over the lower edge of a window of this height a box stays clear of what stands at its foot, in px; 0 without such. */
export function footUnder(box: Box, feet: readonly Box[], height: number): number {
  const heights = feet
    .filter((foot) => foot.left < box.right && foot.right > box.left && foot.top < height && foot.bottom > height / 2)
    .map((foot) => height - foot.top + gap)
  return Math.max(0, ...heights)
}

/**
 * Keeps a box at the foot of the window above the bars there, so that it covers no button: those of dialogs, and all that
 * carry `data-foot`.
 *
 * @param least how far from the lower edge it is without them, in px
 */
export function useAboveFeet(box: RefObject<HTMLElement | null>, least: number, isShown: boolean): void {
  useLayoutEffect(() => {
    const one = box.current
    if (!one || !isShown) return
    const place = () => {
      const feet = [...document.querySelectorAll('[data-foot]')].filter((foot) => foot !== one)
      const rects = feet.map((foot) => foot.getBoundingClientRect())
      const bottom = Math.max(least, footUnder(one.getBoundingClientRect(), rects, window.innerHeight))
      one.style.setProperty('bottom', `${bottom}px`)
    }
    place()
    // dialogs come and go meanwhile
    const dialogs = new MutationObserver(place)
    dialogs.observe(document.body, { childList: true })
    window.addEventListener('resize', place)
    return () => {
      dialogs.disconnect()
      window.removeEventListener('resize', place)
    }
  })
}
