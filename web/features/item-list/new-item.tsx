import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import { addItemAtom } from './atoms.ts'
import type { NewItemType } from './dialog-atom.ts'
import { ItemDialog } from './item-dialog.tsx'
import { emptyForm } from './item-form.ts'

/** The dialog that creates an item, and opens it. */
export function NewItem({ item_type, onClose }: { item_type: NewItemType; onClose: () => void }) {
  const { t } = useTranslation('item-list')
  const addItem = useSetAtom(addItemAtom)
  return (
    <ItemDialog
      title={t('form.newTitle')}
      action={t('form.create')}
      first={emptyForm}
      firstType={item_type}
      onClose={onClose}
      onSave={async (input, type) => {
        const item_id = await addItem(Number(type), input)
        onClose()
        toast.ok(t('form.created', { name: input.item_name }))
        navigate(`/${input.item_domain || item_id}`)
      }}
    />
  )
}
