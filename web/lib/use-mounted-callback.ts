import { useEffect, useRef } from 'react'

/**
 * Returns a callback that does nothing after the component has unmounted, so that a response arriving after a dialog
 * was closed does not close another dialog or navigate.
 */
export function useMountedCallback<A extends unknown[]>(
  action: ((...given: A) => void) | undefined,
): (...given: A) => void {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (...given) => {
    if (isHere.current) action?.(...given)
  }
}
