import { useEffect, useRef } from 'react'

/** How often, and whether, something is asked again. */
export interface PollOptions {
  everyMs: number
  /** Time before the first call; the interval when left out. */
  firstMs?: number
  enabled?: boolean
}

/**
 * Calls `ask` again and again while the page is visible. A call starts only after the former one has ended;
 * coming back to the tab after a longer pause asks at once. A rejected call counts as an ended one.
 */
export function usePoll(ask: () => Promise<unknown> | undefined, options: PollOptions): void {
  const { everyMs, firstMs = everyMs, enabled = true } = options
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!enabled) return
    let timer = 0
    let stopped = false
    let dueAt = Date.now() + firstMs
    const wait = () => {
      window.clearTimeout(timer)
      if (!stopped && !document.hidden) timer = window.setTimeout(run, Math.max(0, dueAt - Date.now()))
    }
    const run = () => {
      dueAt = Number.POSITIVE_INFINITY
      void Promise.resolve()
        .then(() => latest.current())
        .catch(() => undefined)
        .then(() => {
          dueAt = Date.now() + everyMs
          wait()
        })
    }
    const visibility = () => {
      if (dueAt !== Number.POSITIVE_INFINITY) wait()
    }
    document.addEventListener('visibilitychange', visibility)
    wait()
    return () => {
      stopped = true
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', visibility)
    }
  }, [enabled, everyMs, firstMs])
}
