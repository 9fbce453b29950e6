import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ownerOf } from '#web/lib/person.ts'
import { said, saidOf } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteSiteItemAtom, removeItemAtom, restoreItemAtom, type SiteItem } from './atoms.ts'
import { keptDays } from './deleted.ts'
import type { ItemDeed } from './item-table.tsx'
import { TransferItem } from './transfer-item.tsx'

/** Asks before something is done with an item, and does it. A deletion can be undone from the message that tells of it. */
export function ItemDeedDialog(props: { deed: ItemDeed; item: SiteItem; onClose: () => void }) {
  const { deed, item, onClose } = props
  const { t } = useTranslation('admin')
  const close = useWhileHere(onClose)
  const deleteItem = useSetAtom(deleteSiteItemAtom)
  const restoreItem = useSetAtom(restoreItemAtom)
  const removeItem = useSetAtom(removeItemAtom)
  if (deed === 'transfer') return <TransferItem item={item} onClose={onClose} />
  const name = item.item_name
  const restore = async () => {
    try {
      await restoreItem(item)
      toast.ok(said(() => i18next.t('admin:items.restore.done', { name })))
    } catch (error) {
      toast.error(saidOf(error))
    }
  }
  const deeds = {
    delete: async () => {
      await deleteItem(item)
      toast.ok(
        said(() => i18next.t('admin:items.delete.done', { name })),
        { undo: () => void restore() },
      )
    },
    restore: async () => {
      await restoreItem(item)
      toast.ok(said(() => i18next.t('admin:items.restore.done', { name })))
    },
    remove: async () => {
      await removeItem(item)
      toast.ok(said(() => i18next.t('admin:items.remove.done', { name })))
    },
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`items.${deed}.title`, { name })}
      action={t(`items.${deed}.action`)}
      danger={deed !== 'restore'}
      errorText={messageOf}
      onConfirm={async () => {
        await deeds[deed]()
        close()
      }}
    >
      {t(`items.${deed}.text`, { owner: ownerOf(item), count: keptDays })}
    </ConfirmDialog>
  )
}
