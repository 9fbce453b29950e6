import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type CatalogNode, pagesOf } from '#web/features/tree/index.tsx'
import { messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteCatalogAtom, recoverCatalogAtom } from './deeds.ts'

/** Asks before a catalog goes to the recycle bin with all its pages; afterwards it can be brought back. */
export function DeleteCatalog(props: {
  item_id: string
  catalog: CatalogNode
  onClose: () => void
  /** Called once it is gone. */
  onDone?: () => void
}) {
  const { item_id, catalog, onClose, onDone } = props
  const { t } = useTranslation('catalog')
  const close = useWhileHere(onClose)
  const done = useWhileHere(onDone)
  const remove = useSetAtom(deleteCatalogAtom)
  const recover = useSetAtom(recoverCatalogAtom)
  const count = pagesOf(catalog.children).length
  const undo = () => {
    recover(item_id, catalog.id).catch((error: unknown) =>
      toast.error(
        said(() => i18next.t('catalog:delete.notBack', { name: catalog.title, reason: messageOf(error) })),
        {
          requestId: requestIdOf(error),
        },
      ),
    )
  }
  const confirm = async () => {
    await remove(item_id, catalog.id)
    close()
    done()
    toast.ok(
      said(() => i18next.t('catalog:delete.done', { name: catalog.title })),
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
      errorText={messageOf}
    >
      {count > 0 ? t('delete.effect') : t('delete.effectEmpty')}
    </ConfirmDialog>
  )
}
