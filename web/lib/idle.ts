import { atom } from 'jotai'

/**
 * Runs `run` after `waitMs` and then when the browser is idle, at most `withinMs` later. Use it for work that would
 * delay a keystroke. With `withinMs` 0 it runs right after the wait.
 *
 * @returns a function that cancels it
 */
export function runWhenIdle(run: () => void, waitMs: number, withinMs: number): () => void {
  let idle = 0
  const wait = () => {
    // Safari has no requestIdleCallback.
    if (withinMs === 0 || typeof requestIdleCallback === 'undefined') run()
    else idle = requestIdleCallback(run, { timeout: withinMs })
  }
  const timer = setTimeout(wait, waitMs)
  return () => {
    clearTimeout(timer)
    if (idle !== 0) cancelIdleCallback(idle)
  }
}

interface Timer {
  stop: () => void
  /** When the oldest waiting change was made, in ms since 1970; 0 while none waits. */
  since: number
}

const atRest: Timer = { stop: () => undefined, since: 0 }

/** Creates a timer that runs something once changes pause. `stopAtom` cancels it. */
export function createChangeTimer() {
  const timerAtom = atom(atRest)
  const stopAtom = atom(null, (get, set): void => {
    get(timerAtom).stop()
    set(timerAtom, atRest)
  })
  /**
   * Called at each change: runs `run` when none follows within `restMs`, but not later than `latestMs` after the first
   * one; then when the browser is idle, at most `idleMs` later.
   */
  const changeAtom = atom(
    null,
    (get, set, run: () => void, restMs: number, latestMs: number, idleMs?: number): void => {
      const now = Date.now()
      const { since: first, stop } = get(timerAtom)
      const since = first || now
      stop()
      const end = () => {
        set(timerAtom, atRest)
        run()
      }
      set(timerAtom, {
        since,
        stop: runWhenIdle(end, Math.max(0, Math.min(restMs, since + latestMs - now)), idleMs ?? 0),
      })
    },
  )
  return { stopAtom, changeAtom }
}
