import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type TeamBook, type TeamItem, unbindItemAtom } from './atoms.ts'

/** Asks before an item is unbound from a team. */
export function UnbindItem(props: { book: TeamBook; item: TeamItem; onClose: () => void }) {
  const { book, item, onClose } = props
  const { t } = useTranslation('team')
  const close = useWhileHere(onClose)
  const unbind = useSetAtom(unbindItemAtom)
  const name = item.item_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('unbind.title', { name })}
      action={t('unbind.action')}
      errorText={messageOf}
      onConfirm={async () => {
        await unbind(book, item.id)
        close()
        toast.ok(said(() => i18next.t('team:unbind.done', { name })))
      }}
    >
      {t('unbind.text')}
    </ConfirmDialog>
  )
}
