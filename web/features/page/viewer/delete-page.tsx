import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { deletePageAtom, restorePageAtom } from '#web/features/tree/folders/index.tsx'
import type { PageNode } from '#web/features/tree/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { adjacentPages, pagePath, useCurrentItem } from './current-item.ts'

/** Asks for confirmation before a page goes to the recycle bin; afterwards shows the next page. */
export function DeletePage(props: { page: PageNode; current: PageNode | undefined; onClose: () => void }) {
  const { page, current, onClose } = props
  const { t } = useTranslation('viewer-more')
  const close = useMountedCallback(onClose)
  const item = useCurrentItem()
  const remove = useSetAtom(deletePageAtom)
  const recover = useSetAtom(restorePageAtom)
  const undo = async () => {
    try {
      await recover(item.item_id, page.id)
      if (page.id === current?.id) navigate(pagePath(item, page.id))
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
  }
  const confirm = async () => {
    const path = currentPath()
    const { before, after } = adjacentPages(item.pages, page.id)
    await remove(item.item_id, page.id)
    close()
    const next = after ?? before
    // the user may have opened another page in the meantime
    if (page.id === current?.id && currentPath() === path)
      navigate(next ? pagePath(item, next.id) : `/${item.ref}`, { replace: true })
    toast.ok(
      localized(() => i18next.t('viewer-more:delete.done', { page: page.title })),
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
      errorText={getErrorMessage}
    >
      {t('delete.effect')}
    </ConfirmDialog>
  )
}
