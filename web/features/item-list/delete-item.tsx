import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteItemAtom, type Item } from './atoms.ts'

/** Asks for the account password before an item is deleted. */
export function DeleteItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('item-list')
  const deleteItem = useSetAtom(deleteItemAtom)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name: item.item_name })}
      action={t('delete.action')}
      askPassword
      errorText={messageOf}
      onConfirm={async (password) => {
        await deleteItem(item.item_id, password)
        onClose()
        toast.ok(t('delete.done', { name: item.item_name }))
      }}
    >
      {item.page_count > 0 ? t('delete.text', { count: item.page_count }) : t('delete.textEmpty')}
    </ConfirmDialog>
  )
}
