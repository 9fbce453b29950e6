/** One of two panes that show the same text. Positions are source lines, from 1, with a fraction. */
export interface SyncedPane {
  scroller: HTMLElement
  /** Returns the source line shown `offset` px below the top of the pane's content. */
  lineAt: (offset: number) => number
  /** Returns how many px below the top of the pane's content the source line is shown. */
  offsetOf: (line: number) => number
  /** Reports whether the pane holds the whole text. */
  isWhole: () => boolean
}

/** The relative height in a pane at which lines are compared when the other pane holds only a part of the text. */
const middlePart = 1 / 3

/**
 * Returns the scroll position of the other pane at which both show the same line. The compared line is the first
 * visible one at the top of the text, the last one at its end and one between elsewhere, so both panes reach both ends.
 */
export function matchingScroll(from: SyncedPane, to: SyncedPane): number {
  const { scrollTop, scrollHeight, clientHeight } = from.scroller
  const room = scrollHeight - clientHeight
  const isWhole = from.isWhole() && to.isWhole()
  const part = !isWhole ? middlePart : room > 0 ? Math.min(1, Math.max(0, scrollTop / room)) : 0
  if (part === 0) return 0
  const offset = to.offsetOf(from.lineAt(scrollTop + part * clientHeight))
  const toRoom = to.scroller.scrollHeight - to.scroller.clientHeight
  if (part === 1) return toRoom
  return Math.min(toRoom, Math.max(0, offset - part * to.scroller.clientHeight))
}

const touches = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const

/** Two panes that scroll together. */
export interface ScrollSync {
  /**
   * Scrolls the second pane to the position of the first, after its content changed; `anyway` even when it leads
   * itself.
   */
  align: (anyway?: boolean) => void
  stop: () => void
}

/**
 * Keeps two panes at the same line. Only the pane touched last leads, so that neither reacts to the other's reaction.
 */
export function syncScrolling(first: SyncedPane, second: SyncedPane): ScrollSync {
  let leader = first
  let frame = 0
  const follow = () => {
    frame = 0
    const other = leader === first ? second : first
    const top = matchingScroll(leader, other)
    if (Math.abs(other.scroller.scrollTop - top) > 1) other.scroller.scrollTop = top
  }
  const later = () => {
    frame ||= requestAnimationFrame(follow)
  }
  const watch = (pane: SyncedPane) => {
    const lead = () => {
      leader = pane
    }
    const onScroll = () => {
      if (leader === pane) later()
    }
    for (const touch of touches) pane.scroller.addEventListener(touch, lead, { passive: true })
    pane.scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      for (const touch of touches) pane.scroller.removeEventListener(touch, lead)
      pane.scroller.removeEventListener('scroll', onScroll)
    }
  }
  const stops = [watch(first), watch(second)]
  return {
    align: (anyway = false) => {
      if (anyway) second.scroller.scrollTop = matchingScroll(first, second)
      else if (leader === first) later()
    },
    stop: () => {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
    },
  }
}
