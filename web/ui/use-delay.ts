import { useEffect, useRef } from 'react'

/** Something that may happen a little later: starting again or cancelling takes it back, and so does leaving the page. */
export function useDelay(): { start: (deed: () => void, ms: number) => void; cancel: () => void } {
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const cancel = () => window.clearTimeout(timer.current)
  return {
    start: (deed, ms) => {
      cancel()
      timer.current = window.setTimeout(deed, ms)
    },
    cancel,
  }
}
