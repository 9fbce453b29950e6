import { useEffect, useRef } from 'react'

/** Schedules a callback: starting again or cancelling clears the previous one, and so does unmounting. */
export function useDelay(): { start: (action: () => void, ms: number) => void; cancel: () => void } {
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const cancel = () => window.clearTimeout(timer.current)
  return {
    start: (operation, ms) => {
      cancel()
      timer.current = window.setTimeout(operation, ms)
    },
    cancel,
  }
}
