import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import { hiddenMessagesAtom, removeMessageAtom, undoRemovalAtom } from './atoms.ts'
import type { AnyMessage } from './messages.ts'

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
