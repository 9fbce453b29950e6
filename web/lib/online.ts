import { useEffect, useRef, useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser believes it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

let reached = true
const watchers = new Set<() => void>()

/** Notes whether the server has answered a call just now. */
export function setServerReachable(isReached: boolean): void {
  if (reached === isReached) return
  reached = isReached
  for (const changed of watchers) changed()
}

/** Whether the server answered the last call. */
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

/** Runs `run` each time that the server can be reached again after it could not. */
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
