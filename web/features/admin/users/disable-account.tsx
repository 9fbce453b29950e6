import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { fullName } from '#web/lib/person.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Account, disableAccountAtom } from './atoms.ts'

/** Asks before somebody is shut out. */
export function DisableAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useWhileHere(onClose)
  const disable = useSetAtom(disableAccountAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.disable.title', { name })}
      action={t('users.disable.action')}
      errorText={messageOf}
      onConfirm={async () => {
        await disable(account, true)
        close()
        toast.ok(said(() => i18next.t('admin:users.disable.done', { name })))
      }}
    >
      {t('users.disable.text', { name })}
    </ConfirmDialog>
  )
}
