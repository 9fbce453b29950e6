import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { fullName } from '#web/lib/person.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Account, signOutAccountAtom } from './atoms.ts'

/** Asks before somebody is signed out everywhere. */
export function SignOutAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useWhileHere(onClose)
  const signOut = useSetAtom(signOutAccountAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.signOut.title', { name })}
      action={t('users.signOut.action')}
      errorText={messageOf}
      onConfirm={async () => {
        await signOut(account)
        close()
        toast.ok(said(() => i18next.t('admin:users.signOut.done', { name })))
      }}
    >
      {t('users.signOut.text', { name })}
    </ConfirmDialog>
  )
}
