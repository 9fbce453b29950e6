import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { currentPageAtom, latestVersionAtom } from './current-page.ts'
import { readUnreadStream } from './unread-stream.ts'

// After a normal end the next stream starts at once; after errors with increasing delays, while polling continues.
const againMs = 1_000
const latestMs = 300_000
// Streaming starts only on a page where the user stays, not while they browse.
const stayMs = 1_000

const newsIn = (data: string): { page_version?: number } => {
  try {
    return JSON.parse(data) as { page_version?: number }
  } catch {
    return {}
  }
}

/**
 * Calls `onNews` soon after a message has arrived, and sets `latestVersionAtom` to the version of the open page, while
 * the window is visible and the server accepts the stream.
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
    if (!isOnline || !user) return // starts again after signing in
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
        // a user who does not sign in again is not prompted on every attempt
        if (isApiError(error, 'notLoggedIn')) return
        waitMs = Math.min(latestMs, waitMs * 4)
        next()
      })
    }
    const end = () => {
      stop.abort()
      window.clearTimeout(timer)
    }
    // a hidden window keeps no connection: browsers allow only a few per server
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
