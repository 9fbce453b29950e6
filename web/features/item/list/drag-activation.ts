import type { PointerEvent } from 'react'

/**
 * Returns whether a press may start dragging the whole card: by mouse, and not on a button. Touch scrolls; touch users
 * have the menu.
 */
export const canStartDrag = (event: PointerEvent<HTMLElement>): boolean =>
  event.pointerType === 'mouse' && event.target instanceof Element && event.target.closest('button') === null
