import type { PointerEvent } from 'react'

/** Whether a press may become a drag of the whole card: by a mouse, and not on a button. Fingers scroll; they have the menu. */
export const canStartDrag = (event: PointerEvent<HTMLElement>): boolean =>
  event.pointerType === 'mouse' && event.target instanceof Element && event.target.closest('button') === null
