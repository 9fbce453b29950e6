import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { contentOf, deskAtom, isUnsavedAtom } from './desk.ts'
import { keepDraftAtom } from './draft-atoms.ts'
import { lockAtom, releaseLockAtom, renewMs, takeLockAtom } from './lock.ts'

/** Keeps the lock of the open page alive, and gives it back when the window goes. */
export function useLockKeeper(): void {
  const state = useAtomValue(lockAtom).state
  const take = useSetAtom(takeLockAtom)
  const release = useSetAtom(releaseLockAtom)
  const isKept = state === 'held' || state === 'unsure'
  useEffect(() => {
    if (!isKept) return
    let renewedAt = Date.now()
    const renew = () => {
      renewedAt = Date.now()
      void take()
    }
    const timer = window.setInterval(renew, renewMs)
    // a computer that slept has not renewed anything
    const wake = () => {
      if (!document.hidden && Date.now() - renewedAt > renewMs) renew()
    }
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('online', renew)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('online', renew)
    }
  }, [isKept, take])
  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) void take()
    }
    window.addEventListener('pagehide', release)
    window.addEventListener('pageshow', back)
    return () => {
      window.removeEventListener('pagehide', release)
      window.removeEventListener('pageshow', back)
    }
  }, [take, release])
}

/** Makes the text known as unsaved while it is, and keeps it when the window goes. */
export function useUnsavedGuard(): void {
  const store = useStore()
  const keep = useSetAtom(keepDraftAtom)
  useEffect(() => {
    const keepNow = () => {
      if (store.get(isUnsavedAtom)) void keep()
    }
    const keepHidden = () => {
      if (document.hidden) keepNow()
    }
    window.addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepHidden)
    const forget = registerUnsaved('page-editor', () => {
      const desk = store.get(deskAtom)
      if (!desk || !store.get(isUnsavedAtom)) return undefined
      const { page_title, text } = contentOf(store.get, desk)
      return { title: page_title, text }
    })
    return () => {
      window.removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepHidden)
      forget()
    }
  }, [store, keep])
}
