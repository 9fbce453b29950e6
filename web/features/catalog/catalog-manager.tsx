import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CatalogContent } from './catalog-content.tsx'

/** The catalogs of an item in a window. */
export function CatalogManager(props: { item: { item_id: string; item_name: string }; onClose: () => void }) {
  const { item, onClose } = props
  const { t } = useTranslation('catalog')
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={t('manager.title')}
      note={t('manager.note')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('manager.done')}
        </Button>
      }
    >
      <CatalogContent item_id={item.item_id} />
    </Dialog>
  )
}
