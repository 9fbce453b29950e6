import { useEffect, useState } from 'react'

/** How long one waits before a grey shape stands for what is loading, in ms. Source: interface guide 2.8. */
const skeletonAfterMs = 150

/** Whether `isWaiting` has been true for long enough to say so. */
export function useDelayed(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = window.setTimeout(() => setLate(true), skeletonAfterMs)
    return () => {
      window.clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isWaiting && isLate
}
