import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { type QueryResult, queryAtom } from '#web/lib/query.ts'
import { messagesVersionAtom } from './atoms.ts'

/**
 * Returns a list of messages, fetched by one component, and again whenever messages change: the former list stays on
 * screen in the meantime. The next visit starts without it, since it no longer says what is unread.
 *
 * @param key another one fetches another list
 */
export function useMessages<T>(
  key: string,
  fetch: () => Promise<T>,
): [result: QueryResult<T> | undefined, again: () => void] {
  const version = useAtomValue(messagesVersionAtom)
  const [known, setKnown] = useState(() => ({ key, query: queryAtom(fetch) }))
  const current = known.key === key ? known : { key, query: queryAtom(fetch) }
  if (current !== known) setKnown(current)
  const [result, run] = useAtom(current.query)
  useEffect(() => {
    if (version >= 0) void run(1) // the first request is already running
  }, [version, run])
  return [result, () => void run('again')]
}
