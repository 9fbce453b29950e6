import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteAtom } from './atoms.ts'
import type { Listed } from './templates.ts'

/** Asks before a template of one's own is deleted. */
export function DeleteTemplate({ template, onClose }: { template: Listed; onClose: () => void }) {
  const { t } = useTranslation('template')
  const close = useWhileHere(onClose)
  const remove = useSetAtom(deleteAtom)
  const confirm = async () => {
    await remove(template.id)
    close()
    toast.ok(said(() => i18next.t('template:delete.done', { title: template.title })))
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { title: template.title })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={messageOf}
    >
      {template.shares > 0 ? t('delete.shared', { count: template.shares }) : t('delete.text')}
    </ConfirmDialog>
  )
}
