import { useEffect, useRef } from 'react'

/**
 * A deed that is done only as long as the component is on show: what is answered after a window was left closes no other
 * window, and leads nowhere.
 */
export function useMountedCallback<A extends unknown[]>(
  deed: ((...given: A) => void) | undefined,
): (...given: A) => void {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (...given) => {
    if (isHere.current) deed?.(...given)
  }
}
