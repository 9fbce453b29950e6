/**
 * Runs a deed after a wait and then when the browser has nothing else to do, at the latest `withinMs` later: for what would hold
 * up a keystroke. With 0 it runs right after the wait.
 *
 * @returns what calls it off
 */
export function runWhenIdle(deed: () => void, waitMs: number, withinMs: number): () => void {
  let idle = 0
  const wait = () => {
    // Safari has no such call
    if (withinMs === 0 || typeof requestIdleCallback === 'undefined') deed()
    else idle = requestIdleCallback(deed, { timeout: withinMs })
  }
  const timer = setTimeout(wait, waitMs)
  return () => {
    clearTimeout(timer)
    if (idle !== 0) cancelIdleCallback(idle)
  }
}
