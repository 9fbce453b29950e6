import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { OpenApiPanel } from './open-api-panel.tsx'

/** Dialog with the open API of an item. */
export function OpenApiDialog(props: { item: { item_id: string; item_name: string }; onClose: () => void }) {
  const { item, onClose } = props
  const { t } = useTranslation('open-api')
  return (
    <Dialog open size="m" title={t('titleOf', { name: item.item_name })} onClose={onClose}>
      <OpenApiPanel item_id={item.item_id} />
    </Dialog>
  )
}
