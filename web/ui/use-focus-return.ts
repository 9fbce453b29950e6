import { useRef } from 'react'
import { focusHeading } from '#web/lib/route.ts'

// The elements that had the focus, most recent last. A menu entry that opens a dialog is gone when the dialog closes;
// the menu's button, which had the focus before it, is not.
const recent: WeakRef<HTMLElement>[] = []
const stored = 12

// Unit tests without a DOM have no focus to follow.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  recent.push(new WeakRef(target))
  if (recent.length > stored) recent.shift()
})

const canTakeFocus = (element: HTMLElement | undefined): element is HTMLElement =>
  element?.isConnected === true && element.getClientRects().length > 0

/**
 * Returns the focus to the element that had it when a dialog opened, or to an earlier one; to the heading if all are
 * gone, or if the dialog has led to another screen: what is left of the former one says nothing about the new one.
 */
export function useFocusReturn(): { remember: () => void; restore: () => void; giveBack: (event: Event) => void } {
  const before = useRef<WeakRef<HTMLElement>[]>([])
  const path = useRef('')
  const restore = () => {
    if (before.current.length > 0 && path.current !== window.location.pathname) return focusHeading()
    const left = before.current.map((one) => one.deref()).find(canTakeFocus)
    if (left) left.focus()
    else if (before.current.length > 0) focusHeading()
  }
  return {
    /** Call when the dialog opens, before the focus moves into it. */
    remember: () => {
      before.current = recent.toReversed()
      path.current = window.location.pathname
    },
    restore,
    /** Handles `onCloseAutoFocus`. */
    giveBack: (event) => {
      event.preventDefault()
      restore()
    },
  }
}
