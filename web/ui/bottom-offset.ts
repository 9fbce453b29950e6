import { type RefObject, useLayoutEffect } from 'react'

const gap = 8

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/**
 * Returns the bottom offset at which a box clears the bars at the bottom of a window of this height, in px; 0 without
 * bars.
 */
export function getBottomOffset(box: Box, footers: readonly Box[], height: number): number {
  const heights = footers
    .filter(
      (footer) =>
        footer.left < box.right && footer.right > box.left && footer.top < height && footer.bottom > height / 2,
    )
    .map((footerPart) => height - footerPart.top + gap)
  return Math.max(0, ...heights)
}

/**
 * Keeps a box above the bars at the bottom of the window so that it covers no button: the footers of dialogs, and every
 * element with `data-foot`.
 *
 * @param least the bottom offset without bars, in px
 * @returns a function that stops watching
 */
export function watchBottomOffset(box: HTMLElement, least: number): () => void {
  let feet: Element[] = []
  const currentFooters = () => [...document.querySelectorAll('[data-foot]')].filter((foot) => foot !== box)
  const place = () => {
    feet = currentFooters()
    const rects = feet.map((foot) => foot.getBoundingClientRect())
    const bottom = Math.max(least, getBottomOffset(box.getBoundingClientRect(), rects, window.innerHeight))
    box.style.setProperty('bottom', `${bottom}px`)
  }
  place()
  // Bars and dialogs come and go; measuring at every DOM change would be expensive.
  const comings = new MutationObserver(() => {
    const now = currentFooters()
    if (now.length !== feet.length || now.some((foot, at) => foot !== feet[at])) place()
  })
  comings.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('resize', place)
  return () => {
    comings.disconnect()
    window.removeEventListener('resize', place)
  }
}

/** Applies `watchBottomOffset` to a box while it is shown. */
export function useBottomOffset(box: RefObject<HTMLElement | null>, least: number, isShown: boolean): void {
  useLayoutEffect(() => (box.current && isShown ? watchBottomOffset(box.current, least) : undefined))
}
