import { useEffect } from 'react'

/** The age from which data is refetched when the user returns to the window, in ms. */
const oldMs = 30_000

/** Refetches the data on screen when the user returns to the window: rights, tree and text may have changed. */
export function useRefetchOnFocus(ask: (olderThanMs: number) => unknown): void {
  useEffect(() => {
    const refetch = () => {
      if (!document.hidden) void ask(oldMs)
    }
    window.addEventListener('focus', refetch)
    document.addEventListener('visibilitychange', refetch)
    return () => {
      window.removeEventListener('focus', refetch)
      document.removeEventListener('visibilitychange', refetch)
    }
  }, [ask])
}
