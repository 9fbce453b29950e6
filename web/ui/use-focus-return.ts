import { useRef } from 'react'
import { focusHeading } from '#web/lib/route.ts'

// The elements that have had the focus, the last one last. A menu entry that opens a window is gone when the window
// closes; the button of its menu, which had the focus before, is not.
const recent: WeakRef<HTMLElement>[] = []
const kept = 12

// Where there is no page (a test of logic), there is no focus to follow.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  recent.push(new WeakRef(target))
  if (recent.length > kept) recent.shift()
})

const canTakeFocus = (element: HTMLElement | undefined): element is HTMLElement =>
  element?.isConnected === true && element.getClientRects().length > 0

/** Brings the focus back to where it was when a window opened, or to what had it before that; if all is gone, to the heading. */
export function useFocusReturn(): { remember: () => void; restore: () => void; giveBack: (event: Event) => void } {
  const before = useRef<WeakRef<HTMLElement>[]>([])
  const restore = () => {
    const left = before.current.map((one) => one.deref()).find(canTakeFocus)
    if (left) left.focus()
    else if (before.current.length > 0) focusHeading()
  }
  return {
    /** To be called when the window opens, before the focus moves into it. */
    remember: () => {
      before.current = recent.toReversed()
    },
    restore,
    /** Handles `onCloseAutoFocus`. */
    giveBack: (event) => {
      event.preventDefault()
      restore()
    },
  }
}
