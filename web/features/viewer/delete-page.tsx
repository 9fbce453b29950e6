import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { deletePageAtom, recoverPageAtom } from '#web/features/catalog/index.tsx'
import type { PageNode } from '#web/features/tree/index.tsx'
import { messageOf, requestIdOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { said, saidOf } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { neighboursOf, pagePath, useViewedItem } from './viewed-item.ts'

/** Asks before a page goes to the recycle bin; afterwards the next page is shown in place of it. */
export function DeletePage(props: { page: PageNode; current: PageNode | undefined; onClose: () => void }) {
  const { page, current, onClose } = props
  const { t } = useTranslation('viewer-more')
  const close = useWhileHere(onClose)
  const item = useViewedItem()
  const remove = useSetAtom(deletePageAtom)
  const recover = useSetAtom(recoverPageAtom)
  const undo = async () => {
    try {
      await recover(item.item_id, page.id)
      if (page.id === current?.id) navigate(pagePath(item, page.id))
    } catch (error) {
      toast.error(saidOf(error), { requestId: requestIdOf(error) })
    }
  }
  const confirm = async () => {
    const path = currentPath()
    const { before, after } = neighboursOf(item.pages, page.id)
    await remove(item.item_id, page.id)
    close()
    const next = after ?? before
    // one may have gone to another page meanwhile
    if (page.id === current?.id && currentPath() === path)
      navigate(next ? pagePath(item, next.id) : `/${item.ref}`, { replace: true })
    toast.ok(
      said(() => i18next.t('viewer-more:delete.done', { page: page.title })),
      { undo: () => void undo() },
    )
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { page: page.title })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={messageOf}
    >
      {t('delete.effect')}
    </ConfirmDialog>
  )
}
