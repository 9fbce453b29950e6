import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteAtom } from './atoms.ts'
import type { ListedTemplate } from './templates.ts'

/** Asks for confirmation before one of the user's own templates is deleted. */
export function DeleteTemplate({ template, onClose }: { template: ListedTemplate; onClose: () => void }) {
  const { t } = useTranslation('template')
  const close = useMountedCallback(onClose)
  const remove = useSetAtom(deleteAtom)
  const confirm = async () => {
    await remove(template.id)
    close()
    toast.ok(localized(() => i18next.t('template:delete.done', { title: template.title })))
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { title: template.title })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {template.shares > 0 ? t('delete.shared', { count: template.shares }) : t('delete.text')}
    </ConfirmDialog>
  )
}
