import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { said } from '#web/lib/said.ts'
import { toast } from '#web/ui/toast.ts'
import { hiddenMessagesAtom, keepMessageAtom, removeMessageAtom } from './atoms.ts'
import type { AnyMessage } from './messages.ts'

/** Removes a message, with ten seconds to take that back; and tells which ones are on their way out. */
export function useRemoval(kind: 'remind' | 'announce'): {
  remove: (message: AnyMessage) => void
  isHidden: (message: AnyMessage) => boolean
} {
  const hidden = useAtomValue(hiddenMessagesAtom)
  const removeMessage = useSetAtom(removeMessageAtom)
  const keep = useSetAtom(keepMessageAtom)
  return {
    isHidden: ({ id }) => hidden.has(`${kind}${id}`),
    remove: (message) => {
      removeMessage(kind, message, (error) =>
        toast.error(said(() => i18next.t('message:removeFailed', { reason: messageOf(error) }))),
      )
      toast.ok(
        said(() => i18next.t('message:removed')),
        { undo: () => void keep(`${kind}${message.id}`) },
      )
    },
  }
}
