import { useEffect, useLayoutEffect, useRef } from 'react'
import { registerUnsaved, type UnsavedText } from '#web/lib/unsaved.ts'

/** What an open editing session does as time passes and its window comes and goes. */
interface Lifecycle {
  /** Identifies the session among the texts that may be unsaved. */
  id: string
  /** Whether this window has the lock. */
  isHeld: boolean
  /** How often the lock is renewed, in ms. */
  renewMs: number
  /** The age from which the lock is renewed when the window is shown again, in ms: a computer that slept did not do it. */
  wakeMs: number
  renewLock: () => void
  /** The window is hidden or asks whether to close: it may close without further notice. */
  onAway: () => void
  /** The window is shown again, or the network is back. */
  onReturn?: () => void
  /** The window closes. */
  onClose: () => void
  /** The browser restored the closed window: it has released its lock, and others may have saved. */
  onRestored: () => void
  /** Returns the text that would be lost if the window closed now. */
  unsaved: () => UnsavedText | undefined
}

/** Renews the lock of an open editing session, and stores what is unsaved when its window is hidden or closed. */
export function useSessionLifecycle(lifecycle: Lifecycle): void {
  const { id, isHeld, renewMs } = lifecycle
  const now = useRef(lifecycle)
  const renewedAt = useRef(0)
  useLayoutEffect(() => {
    now.current = lifecycle
  })
  useEffect(() => {
    if (!isHeld) return
    renewedAt.current = Date.now()
    const timer = window.setInterval(() => {
      renewedAt.current = Date.now()
      now.current.renewLock()
    }, renewMs)
    return () => window.clearInterval(timer)
  }, [isHeld, renewMs])
  useEffect(() => {
    const stop = new AbortController()
    const on = (target: EventTarget, type: string, run: (event: Event) => void) =>
      target.addEventListener(type, run, { signal: stop.signal })
    const goOn = (oldestMs: number) => {
      now.current.onReturn?.()
      if (!now.current.isHeld || Date.now() - renewedAt.current < oldestMs) return
      renewedAt.current = Date.now()
      now.current.renewLock()
    }
    on(window, 'online', () => goOn(0))
    on(document, 'visibilitychange', () => (document.hidden ? now.current.onAway() : goOn(now.current.wakeMs)))
    on(window, 'beforeunload', () => now.current.onAway())
    on(window, 'pagehide', () => now.current.onClose())
    on(window, 'pageshow', (event) => {
      if ((event as PageTransitionEvent).persisted) now.current.onRestored()
    })
    const forget = registerUnsaved(id, () => now.current.unsaved())
    return () => {
      stop.abort()
      forget()
    }
  }, [id])
}
