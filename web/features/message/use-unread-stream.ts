import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { userAtom } from '#web/features/session/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { currentPageAtom, latestVersionAtom } from './current-page.ts'
import { readUnreadStream } from './unread-stream.ts'

// After a watch that ended as it should the next begins at once; after a failure later and later: polling goes on meanwhile.
const againMs = 1_000
const latestMs = 300_000
// Whoever leafs through pages begins a watch where they stay.
const stayMs = 1_000

const newsIn = (data: string): { page_version?: number } => {
  try {
    return JSON.parse(data) as { page_version?: number }
  } catch {
    return {}
  }
}

/**
 * Calls `onNews` soon after a message has come, and tells `toldVersionAtom` which version the page on show has, as long as the
 * window is looked at and the server lets itself be watched.
 */
export function useUnreadStream(onNews: () => void): void {
  const isOnline = useOnline()
  const user = useAtomValue(userAtom)
  const page_id = useAtomValue(currentPageAtom)
  const setTold = useSetAtom(latestVersionAtom)
  const latest = useRef(onNews)
  const known = useRef('')
  const begun = useRef(false)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    if (!isOnline || !user) return // read anew after signing in: it begins again then
    let stop = new AbortController()
    let timer = 0
    let waitMs = againMs
    const watch = () => {
      if (document.hidden) return
      const { signal } = stop
      const next = () => {
        if (!signal.aborted) timer = window.setTimeout(watch, waitMs)
      }
      const hear = (data: string) => {
        waitMs = againMs
        const { page_version, ...counts } = newsIn(data)
        const news = JSON.stringify(counts)
        if (known.current !== '' && known.current !== news) latest.current()
        known.current = news
        setTold(page_id && page_version !== undefined ? { page_id, page_version } : undefined)
      }
      readUnreadStream(signal, page_id, hear).then(next, (error: unknown) => {
        if (!signal.aborted) setTold(undefined)
        // whoever does not want to sign in again now is not asked at every turn
        if (isApiError(error, 'notLoggedIn')) return
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
    timer = window.setTimeout(watch, begun.current ? stayMs : 0)
    begun.current = true
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      end()
    }
  }, [isOnline, user, page_id, setTold])
}
