import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Account, signOutAccountAtom } from './atoms.ts'

/** Asks for confirmation before an account is signed out everywhere. */
export function SignOutAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const signOut = useSetAtom(signOutAccountAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.signOut.title', { name })}
      action={t('users.signOut.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await signOut(account)
        close()
        toast.ok(localized(() => i18next.t('admin:users.signOut.done', { name })))
      }}
    >
      {t('users.signOut.text', { name })}
    </ConfirmDialog>
  )
}
