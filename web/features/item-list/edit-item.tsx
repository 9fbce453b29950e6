import { useAtomValue, useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Item, updateItemAtom } from './atoms.ts'
import { editedFormAtom } from './dialog-atom.ts'
import { ItemDialog } from './item-dialog.tsx'

/** The dialog that changes the base info of an item. Show it under Suspense. */
export function EditItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation('item-list')
  const updateItem = useSetAtom(updateItemAtom)
  const loaded = useAtomValue(editedFormAtom)
  if (loaded === null) return null
  if ('error' in loaded) {
    return (
      <Dialog open onClose={onClose} title={t('form.editTitle')}>
        <Banner tone="danger">{messageOf(loaded.error)}</Banner>
      </Dialog>
    )
  }
  return (
    <ItemDialog
      title={t('form.editTitle')}
      action={t('form.save')}
      first={loaded.form}
      onClose={onClose}
      onSave={async (input) => {
        await updateItem(item.item_id, input)
        onClose()
        toast.ok(t('form.saved', { name: input.item_name }))
      }}
    />
  )
}
