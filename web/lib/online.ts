import { useEffect, useRef, useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Returns whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

let reached = true
const watchers = new Set<() => void>()

/** Records whether the server answered the last request. */
export function setServerReachable(isReached: boolean): void {
  if (reached === isReached) return
  reached = isReached
  for (const changed of watchers) changed()
}

/** Returns whether the server answered the last request. */
export function useServerReachable(): boolean {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => reached,
    () => true,
  )
}

/** Calls `run` whenever the server becomes reachable again. */
export function useOnReconnect(run: () => void): void {
  const isOnline = useOnline()
  const isReached = useServerReachable()
  const isThere = isOnline && isReached
  const wasGone = useRef(!isThere)
  useEffect(() => {
    if (isThere && wasGone.current) run()
    wasGone.current = !isThere
  }, [isThere, run])
}
