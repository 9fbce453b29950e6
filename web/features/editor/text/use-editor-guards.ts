import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { onOtherWindow, useSessionLifecycle } from '#web/features/editor/session/index.ts'
import { usePoll } from '#web/lib/poll.ts'
import { saveDraftAtom } from './draft-atoms.ts'
import { lockAtom, releaseLockAtom, renewMs, takeLockAtom, watchLockAtom } from './lock.ts'
import { reportLockErrorAtom } from './save-error.ts'
import { currentContent, editingSessionAtom, isHeldAtom, isUnsavedAtom } from './session.ts'

/** How often the editor checks who has the lock and who requests it, in ms. */
const watchMs = 10_000

/** Renews and releases the lock of the open page, and stores its text as a draft when the window is hidden or closed. */
export function usePageLifecycle(): void {
  const store = useStore()
  const isHeld = useAtomValue(isHeldAtom)
  const take = useSetAtom(takeLockAtom)
  const release = useSetAtom(releaseLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const keepUnsaved = () => {
    if (store.get(isUnsavedAtom)) void keep()
  }
  useSessionLifecycle({
    id: 'page-editor',
    isHeld,
    renewMs,
    wakeMs: renewMs,
    renewLock: () => void take(),
    onAway: keepUnsaved,
    onClose: () => {
      release()
      keepUnsaved()
    },
    onRestored: () => void take(),
    unsaved: () => {
      const desk = store.get(editingSessionAtom)
      if (!desk || !store.get(isUnsavedAtom)) return undefined
      const { page_title, text } = currentContent(store.get, desk)
      return { title: page_title, text }
    },
  })
}

/**
 * Notices when another user takes over the page, requests it or revokes the right to edit, and when this user continues
 * in another window.
 */
export function useLockWatch(): void {
  const store = useStore()
  const { state } = useAtomValue(lockAtom)
  const isHeld = useAtomValue(isHeldAtom)
  const watch = useSetAtom(watchLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const noteTrouble = useSetAtom(reportLockErrorAtom)
  usePoll(async () => noteTrouble(await watch()), {
    everyMs: watchMs,
    enabled: isHeld || state === 'lost' || state === 'free',
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
