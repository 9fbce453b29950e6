import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { type QueryResult, queryAtom } from '#web/lib/query.ts'
import { toast } from '#web/ui/toast.ts'
import { hiddenMessagesAtom, markReadAtom, messagesVersionAtom, removeMessageAtom, undoRemovalAtom } from './atoms.ts'
import { type AnyMessage, isUnread, readAfterMs } from './messages.ts'

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

/** Returns functions to remove a message, with an undo for ten seconds, and to check whether one is being removed. */
export function useRemoval(kind: 'remind' | 'announce'): {
  remove: (message: AnyMessage) => void
  isHidden: (message: AnyMessage) => boolean
} {
  const hidden = useAtomValue(hiddenMessagesAtom)
  const removeMessage = useSetAtom(removeMessageAtom)
  const keep = useSetAtom(undoRemovalAtom)
  return {
    isHidden: ({ id }) => hidden.has(`${kind}${id}`),
    remove: (message) => {
      removeMessage(kind, message, (error) =>
        toast.error(localized(() => i18next.t('message:removeFailed', { reason: getErrorMessage(error) }))),
      )
      toast.ok(
        localized(() => i18next.t('message:removed')),
        { undo: () => void keep(`${kind}${message.id}`) },
      )
    },
  }
}
