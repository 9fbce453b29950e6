import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Account, disableAccountAtom } from './atoms.ts'

/** Asks for confirmation before an account is disabled. */
export function DisableAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const disable = useSetAtom(disableAccountAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.disable.title', { name })}
      action={t('users.disable.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await disable(account, true)
        close()
        toast.ok(localized(() => i18next.t('admin:users.disable.done', { name })))
      }}
    >
      {t('users.disable.text', { name })}
    </ConfirmDialog>
  )
}
