import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { markReadAtom } from './atoms.ts'
import { type AnyMessage, isUnread, readAfterMs } from './messages.ts'

/**
 * Marks the visible messages as read after two seconds.
 *
 * @returns whether a message was unread when it was first shown; it stays so until the user leaves
 */
export function useMarking(
  kind: 'remind' | 'announce',
  messages: readonly AnyMessage[],
): (message: AnyMessage) => boolean {
  const markRead = useSetAtom(markReadAtom)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const fresh = messages.filter(isUnread).map(({ id }) => id)
  if (fresh.some((id) => !seen.has(id))) setSeen(new Set([...seen, ...fresh]))
  useEffect(() => {
    const timer = window.setTimeout(() => {
      // messages that could not be marked stay unread and are marked the next time
      markRead(kind, messages).catch(() => undefined)
    }, readAfterMs)
    return () => window.clearTimeout(timer)
  }, [kind, messages, markRead])
  return ({ id }) => seen.has(id)
}
