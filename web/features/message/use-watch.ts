import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { userAtom } from '#web/features/session/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { watchOnce } from './watch.ts'

// After a watch that ended as it should the next begins at once; after a failure later and later: polling goes on meanwhile.
const againMs = 1_000
const latestMs = 300_000

/** Calls `onNews` soon after a message has come, as long as the window is looked at and the server lets itself be watched. */
export function useWatch(onNews: () => void): void {
  const isOnline = useOnline()
  const user = useAtomValue(userAtom)
  const latest = useRef(onNews)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    if (!isOnline || !user) return // read anew after signing in: it begins again then
    let stop = new AbortController()
    let timer = 0
    let waitMs = againMs
    let known = ''
    const watch = () => {
      if (document.hidden) return
      const { signal } = stop
      const next = () => {
        if (!signal.aborted) timer = window.setTimeout(watch, waitMs)
      }
      const hear = (counts: string) => {
        waitMs = againMs
        if (known !== '' && known !== counts) latest.current()
        known = counts
      }
      watchOnce(signal, hear).then(next, (error: unknown) => {
        // whoever does not want to sign in again now is not asked at every turn
        if (isRefusal(error, 'notLoggedIn')) return
        waitMs = Math.min(latestMs, waitMs * 4)
        next()
      })
    }
    const end = () => {
      stop.abort()
      window.clearTimeout(timer)
    }
    // a window that nobody looks at holds no connection: a browser has few for one server
    const turn = () => {
      end()
      stop = new AbortController()
      watch()
    }
    watch()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      end()
    }
  }, [isOnline, user])
}
