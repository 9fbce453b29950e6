import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusHeading } from '#web/lib/route.ts'

/** The element focused in place of a retry button that is gone. */
let standIn: Element | null = null

/**
 * Keeps the focus when a retry button is replaced by the loaded content: moves it to the heading of the screen, and
 * back to the button if loading fails again. A dialog manages its own focus.
 *
 * @returns the ref of the button
 */
export function useRetryFocus(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    if (own && standIn && standIn === document.activeElement) own.focus()
    standIn = null
    return () => {
      if (!own || own !== document.activeElement || own.closest('[role=dialog]')) return
      window.setTimeout(() => {
        if (document.activeElement !== document.body) return
        focusHeading()
        standIn = document.activeElement
      })
    }
  }, [])
  return button
}
