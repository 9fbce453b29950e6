import { useEffect } from 'react'

/** What is older than this is read again when somebody comes back to the window, in ms. */
const oldMs = 30_000

/** Reads again what is shown when the person comes back to the window: rights, tree and text may have changed. */
export function useRefetchOnFocus(ask: (olderThanMs: number) => unknown): void {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void ask(oldMs)
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ask])
}
