import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type CatalogNode, listPages } from '#web/features/item/tree/index.ts'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteCatalogAtom, restoreCatalogAtom } from './mutations.ts'

/**
 * Asks for confirmation before a catalog goes to the recycle bin with all its pages; offers to restore it afterwards.
 */
export function DeleteCatalog(props: {
  item_id: string
  catalog: CatalogNode
  onClose: () => void
  /** Called after the deletion. */
  onDone?: () => void
}) {
  const { item_id, catalog, onClose, onDone } = props
  const { t } = useTranslation('catalog')
  const close = useMountedCallback(onClose)
  const done = useMountedCallback(onDone)
  const remove = useSetAtom(deleteCatalogAtom)
  const recover = useSetAtom(restoreCatalogAtom)
  const count = listPages(catalog.children).length
  const undo = () => {
    recover(item_id, catalog.id).catch((error: unknown) =>
      toast.error(
        localized(() => i18next.t('catalog:delete.notBack', { name: catalog.title, reason: getErrorMessage(error) })),
        {
          requestId: getRequestId(error),
        },
      ),
    )
  }
  const confirm = async () => {
    await remove(item_id, catalog.id)
    close()
    done()
    toast.ok(
      localized(() => i18next.t('catalog:delete.done', { name: catalog.title })),
      { undo },
    )
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        count > 0 ? t('delete.title', { name: catalog.title, count }) : t('delete.titleEmpty', { name: catalog.title })
      }
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {count > 0 ? t('delete.effect') : t('delete.effectEmpty')}
    </ConfirmDialog>
  )
}
