import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteSiteItemAtom, removeItemAtom, restoreItemAtom, type SiteItem } from './atoms.ts'
import { retentionDays } from './deleted.ts'
import type { ItemAction } from './item-table.tsx'
import { TransferItem } from './transfer-item.tsx'

/** Asks for confirmation of an action on an item, and runs it. A deletion can be undone from its toast. */
export function ItemActionDialog(props: { deed: ItemAction; item: SiteItem; onClose: () => void }) {
  const { deed, item, onClose } = props
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const deleteItem = useSetAtom(deleteSiteItemAtom)
  const restoreItem = useSetAtom(restoreItemAtom)
  const removeItem = useSetAtom(removeItemAtom)
  if (deed === 'transfer') return <TransferItem item={item} onClose={onClose} />
  const name = item.item_name
  const restore = async () => {
    try {
      await restoreItem(item)
      toast.ok(localized(() => i18next.t('admin:items.restore.done', { name })))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const deeds = {
    delete: async () => {
      await deleteItem(item)
      toast.ok(
        localized(() => i18next.t('admin:items.delete.done', { name })),
        { undo: () => void restore() },
      )
    },
    restore: async () => {
      await restoreItem(item)
      toast.ok(localized(() => i18next.t('admin:items.restore.done', { name })))
    },
    remove: async () => {
      await removeItem(item)
      toast.ok(localized(() => i18next.t('admin:items.remove.done', { name })))
    },
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`items.${deed}.title`, { name })}
      action={t(`items.${deed}.action`)}
      danger={deed !== 'restore'}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await deeds[deed]()
        close()
      }}
    >
      {t(`items.${deed}.text`, { owner: getOwnerName(item), count: retentionDays })}
    </ConfirmDialog>
  )
}
