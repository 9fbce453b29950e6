import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { lockAtom, lockPollMs, releaseLockAtom, renewLockAtom, renewMs } from './lock.ts'
import { openBookAtom, retryLockAtom } from './open-book.ts'
import { isUnsavedAtom, saveAtom, saveDraftAtom, saveErrorAtom, saveOnUnloadAtom } from './save.ts'
import { getBookText, sheetSessionAtom } from './sheet-session.ts'

// Source: specification 4. Changes are in the draft within a second anyway.
const draftMs = 30_000

/** Renews the lock, stores the draft and waits for a lock while a spreadsheet is open. */
export function useSessionLifecycle(): void {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const newName = t('newSheet')
  const enter = useSetAtom(openBookAtom)
  const lastWord = useSetAtom(saveOnUnloadAtom)
  const state = useAtomValue(lockAtom).state
  const renew = useSetAtom(renewLockAtom)
  const release = useSetAtom(releaseLockAtom)
  const ask = useSetAtom(retryLockAtom)
  const keep = useSetAtom(saveDraftAtom)
  const save = useSetAtom(saveAtom)
  useEffect(() => {
    if (state === 'held') {
      const timer = window.setInterval(() => void renew(), renewMs)
      return () => window.clearInterval(timer)
    }
    if (state !== 'taken') return
    const timer = window.setInterval(() => void ask(), lockPollMs)
    return () => window.clearInterval(timer)
  }, [state, renew, ask])
  useEffect(() => {
    const timer = window.setInterval(() => store.get(isUnsavedAtom) && void keep(), draftMs)
    const goOn = () => {
      // saves what could not be saved, and renews the lock of a computer that slept
      if (store.get(saveErrorAtom)?.kind === 'offline' || store.get(isUnsavedAtom)) void save()
      void renew()
    }
    // a window may close without further notice once it is hidden, or after the browser has asked whether to leave
    const hurry = () => {
      if (!store.get(isUnsavedAtom)) return
      void keep()
      void save()
    }
    const turn = () => (document.hidden ? hurry() : goOn())
    const go = () => {
      if (store.get(isUnsavedAtom)) lastWord()
      release()
    }
    // a window restored from the back/forward cache: it has released its lock, and others may have saved
    const comeBack = (event: PageTransitionEvent) => {
      const desk = store.get(sheetSessionAtom)
      if (event.persisted && desk) void enter(desk, newName)
    }
    window.addEventListener('online', goOn)
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('beforeunload', hurry)
    window.addEventListener('pagehide', go)
    window.addEventListener('pageshow', comeBack)
    const forget = registerUnsaved('sheet', () => {
      const desk = store.get(sheetSessionAtom)
      const text = store.get(isUnsavedAtom) ? getBookText(store.get) : undefined
      return desk && text !== undefined && text !== desk.saved ? { title: desk.page_title, text } : undefined
    })
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', goOn)
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('beforeunload', hurry)
      window.removeEventListener('pagehide', go)
      window.removeEventListener('pageshow', comeBack)
      forget()
    }
  }, [store, keep, save, renew, release, lastWord, enter, newName])
}
