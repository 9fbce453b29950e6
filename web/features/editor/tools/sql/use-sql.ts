import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { currentLang } from '#web/lib/i18n.ts'
import { useDelay } from '#web/ui/use-delay.ts'
import { readSqlAtom } from './sql-atoms.ts'

/** How long typing has to pause before the server is queried, in ms. */
const pauseMs = 300

/** The state of converting SQL. */
export type SqlState =
  | { state: 'empty' | 'busy' }
  | { state: 'read'; markdown: string }
  | { state: 'failed'; error: unknown }

/** Returns the server's conversion of SQL in the reader's language, shortly after the last change. */
export function useSql(sql: string): SqlState {
  const [answer, setAnswer] = useState<{ key: string; told: SqlState }>()
  const read = useSetAtom(readSqlAtom)
  const pause = useDelay()
  const isEmpty = sql.trim() === ''
  const key = `${currentLang()} ${sql}`
  useEffect(() => {
    if (isEmpty) return
    const asking = new AbortController()
    pause.start(() => {
      read(sql, asking.signal).then(
        (markdown) => setAnswer({ key, told: { state: 'read', markdown } }),
        (error: unknown) => asking.signal.aborted || setAnswer({ key, told: { state: 'failed', error } }),
      )
    }, pauseMs)
    return () => asking.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `pause` is the same timer
  }, [key, isEmpty, read])
  if (isEmpty) return { state: 'empty' }
  return answer?.key === key ? answer.told : { state: 'busy' }
}
