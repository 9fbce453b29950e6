import { useSetAtom } from 'jotai'
import type { PageNode } from '#web/features/tree/index.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deletePageAtom } from './atoms.ts'
import { neighboursOf, pagePath, useViewedItem } from './viewed-item.ts'

/** Asks before a page goes to the recycle bin; afterwards the next page is shown in place of it. */
export function DeletePage(props: { page: PageNode; current: PageNode | undefined; onClose: () => void }) {
  const { page, current, onClose } = props
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const remove = useSetAtom(deletePageAtom)
  const confirm = async () => {
    const { before, after } = neighboursOf(item.pages, page.id)
    await remove(item, page)
    onClose()
    const next = after ?? before
    if (page.id === current?.id) navigate(next ? pagePath(item, next.id) : `/${item.ref}`, { replace: true })
    toast.ok(t('delete.done', { page: page.title }))
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
