import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { onOtherWindow } from '#web/features/editor/session/index.ts'
import { usePoll } from '#web/lib/poll.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { saveDraftAtom } from './draft-atoms.ts'
import { lockAtom, releaseLockAtom, renewMs, takeLockAtom, watchLockAtom } from './lock.ts'
import { reportLockErrorAtom } from './save-error.ts'
import { currentContent, editingSessionAtom, isUnsavedAtom } from './session.ts'

/** How often the editor checks who has the lock and who requests it, in ms. */
const watchMs = 10_000

/** Renews the lock of the open page, and releases it when the window closes. */
export function useLockRenewal(): void {
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
    // a computer that slept has not renewed the lock
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

/**
 * Notices when another user takes over the page, requests it or revokes the right to edit, and when this user continues
 * in another window.
 */
export function useLockWatch(): void {
  const store = useStore()
  const { state } = useAtomValue(lockAtom)
  const watch = useSetAtom(watchLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const noteTrouble = useSetAtom(reportLockErrorAtom)
  usePoll(async () => noteTrouble(await watch()), {
    everyMs: watchMs,
    enabled: state === 'held' || state === 'unsure' || state === 'lost' || state === 'free',
  })
  useEffect(
    () =>
      onOtherWindow((page_id) => {
        if (store.get(editingSessionAtom)?.page_id !== page_id || store.get(lockAtom).state !== 'held') return
        store.set(lockAtom, { state: 'moved' })
        void keep()
      }),
    [store, keep],
  )
}

/** Registers the text as unsaved while it is, and stores a draft when the window is hidden or closed. */
export function useUnsavedGuard(): void {
  const store = useStore()
  const keep = useSetAtom(saveDraftAtom)
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
      const desk = store.get(editingSessionAtom)
      if (!desk || !store.get(isUnsavedAtom)) return undefined
      const { page_title, text } = currentContent(store.get, desk)
      return { title: page_title, text }
    })
    return () => {
      window.removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepHidden)
      forget()
    }
  }, [store, keep])
}
