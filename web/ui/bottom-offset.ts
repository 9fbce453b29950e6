import { type RefObject, useLayoutEffect } from 'react'

const gap = 8

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** How far over the lower edge of a window of this height a box stays clear of what stands at its foot, in px; 0 without such. */
export function getBottomOffset(box: Box, feet: readonly Box[], height: number): number {
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
 * @returns ends it
 */
export function watchBottomOffset(box: HTMLElement, least: number): () => void {
  let feet: Element[] = []
  const feetNow = () => [...document.querySelectorAll('[data-foot]')].filter((foot) => foot !== box)
  const place = () => {
    feet = feetNow()
    const rects = feet.map((foot) => foot.getBoundingClientRect())
    const bottom = Math.max(least, getBottomOffset(box.getBoundingClientRect(), rects, window.innerHeight))
    box.style.setProperty('bottom', `${bottom}px`)
  }
  place()
  // bars and dialogs come and go meanwhile; measuring at every change of the page would be dear
  const comings = new MutationObserver(() => {
    const now = feetNow()
    if (now.length !== feet.length || now.some((foot, at) => foot !== feet[at])) place()
  })
  comings.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('resize', place)
  return () => {
    comings.disconnect()
    window.removeEventListener('resize', place)
  }
}

/** `keepAboveFeet` of a box while it is shown. */
export function useBottomOffset(box: RefObject<HTMLElement | null>, least: number, isShown: boolean): void {
  useLayoutEffect(() => (box.current && isShown ? watchBottomOffset(box.current, least) : undefined))
}
