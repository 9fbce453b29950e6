import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type TeamItem, type TeamState, unbindItemAtom } from './atoms.ts'

/** Asks for confirmation before an item is unbound from a team. */
export function UnbindItem(props: { book: TeamState; item: TeamItem; onClose: () => void }) {
  const { book, item, onClose } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const unbind = useSetAtom(unbindItemAtom)
  const name = item.item_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('unbind.title', { name })}
      action={t('unbind.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await unbind(book, item.id)
        close()
        toast.ok(localized(() => i18next.t('team:unbind.done', { name })))
      }}
    >
      {t('unbind.text')}
    </ConfirmDialog>
  )
}
