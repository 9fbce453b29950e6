import i18next from 'i18next'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { toast } from '#web/ui/toast.ts'
import type { Rights } from './atoms.ts'
import type { Grant } from './grant.ts'
import { roleKey } from './role.ts'

/** Shows a toast with the reason why an action failed. */
export const toastError = (why: LocalizedText, error: unknown): void => {
  const requestId = getRequestId(error)
  toast.error(why, requestId ? { requestId } : {})
}

/**
 * Returns a function that changes a person's role and limit: shows the result at once with an undo, and reverts it when
 * the server rejects it.
 *
 * @param save saves the change, and reverts what is shown when it rejects
 */
export function useChange(save: (grant: Grant, rights: Rights) => Promise<void>) {
  const change = async (grant: Grant, rights: Rights, isUndo = false): Promise<void> => {
    const name = displayName(grant)
    try {
      await save(grant, rights)
    } catch (error) {
      toastError(
        localized(() => i18next.t('member:notChanged', { name, reason: getErrorMessage(error) })),
        error,
      )
      return
    }
    if (isUndo) return void toast.ok(localized(() => i18next.t('member:undone', { name })))
    const key = grant.role === rights.role ? 'member:limitChanged' : 'member:roleChanged'
    const back: Rights = { role: grant.role, limit: grant.limit }
    toast.ok(
      localized(() => i18next.t(key, { name, role: i18next.t(`member:role.${roleKey(rights.role)}`) })),
      {
        undo: () => void change({ ...grant, ...rights }, back, true),
      },
    )
  }
  return (grant: Grant, rights: Rights) => void change(grant, rights)
}
