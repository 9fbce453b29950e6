import { useEffect } from 'react'

/** The age from which data is refetched when the user returns to the window, in ms. */
const oldMs = 30_000

/** Refetches the data on screen when the user returns to the window: rights, tree and text may have changed. */
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
