import { useEffect, useRef } from 'react'

/** Options for polling. */
interface PollOptions {
  everyMs: number
  /** Time before the first request; defaults to the interval. */
  firstMs?: number
  enabled?: boolean
}

/**
 * Calls `ask` repeatedly while the page is visible. Each call starts only after the previous one has settled, and a
 * rejected call counts as settled. Returning to the tab after a longer pause calls it at once.
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
