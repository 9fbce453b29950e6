import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CatalogContent } from './catalog-content.tsx'
import { isArrangeable, useItemTree } from './use-item-tree.ts'

/** The catalogs of an item in a dialog. */
export function CatalogManager(props: { item: { item_id: string; item_name: string }; onClose: () => void }) {
  const { item, onClose } = props
  const { t } = useTranslation('catalog')
  const { info } = useItemTree(item.item_id)
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={t('manager.title')}
      note={info && isArrangeable(info) && t('manager.note')}
      footer={<Button onClick={onClose}>{t('manager.done')}</Button>}
    >
      <CatalogContent item_id={item.item_id} />
    </Dialog>
  )
}
