/**
 * Runs `deed` after `waitMs` and then when the browser is idle, at most `withinMs` later. Use it for work that would
 * delay a keystroke. With `withinMs` 0 it runs right after the wait.
 *
 * @returns a function that cancels it
 */
export function runWhenIdle(deed: () => void, waitMs: number, withinMs: number): () => void {
  let idle = 0
  const wait = () => {
    // Safari has no requestIdleCallback.
    if (withinMs === 0 || typeof requestIdleCallback === 'undefined') deed()
    else idle = requestIdleCallback(deed, { timeout: withinMs })
  }
  const timer = setTimeout(wait, waitMs)
  return () => {
    clearTimeout(timer)
    if (idle !== 0) cancelIdleCallback(idle)
  }
}
