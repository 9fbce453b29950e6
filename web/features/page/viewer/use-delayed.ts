import { useEffect, useState } from 'react'

/** How long loading takes before a skeleton is shown, in ms. Source: interface guide 2.8. */
const skeletonAfterMs = 150

/** Reports whether `isWaiting` has been true long enough to show it. */
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
