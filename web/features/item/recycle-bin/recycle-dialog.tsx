import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RecyclePanel } from './recycle-panel.tsx'

/** The recycle bin of an item in a dialog. */
export function RecycleDialog(props: {
  item: { item_id: string; item_name: string; isArchived?: boolean }
  onClose: () => void
}) {
  const { item, onClose } = props
  const { t } = useTranslation('recycle')
  return (
    <Dialog open size="l" title={t('titleOf', { name: item.item_name })} onClose={onClose}>
      <RecyclePanel item_id={item.item_id} isArchived={item.isArchived ?? false} />
    </Dialog>
  )
}
