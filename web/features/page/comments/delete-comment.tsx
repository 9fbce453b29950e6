import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteCommentAtom } from './atoms.ts'
import { type AnyComment, commentAuthor } from './comments.ts'

/** Asks for confirmation before a comment is deleted: it cannot be restored. */
export function DeleteComment({ comment, onClose }: { comment: AnyComment; onClose: () => void }) {
  const { t } = useTranslation('page-comment')
  const close = useMountedCallback(onClose)
  const remove = useSetAtom(deleteCommentAtom)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name: commentAuthor(comment) })}
      action={t('delete.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await remove(comment.page_id, comment.comment_id)
        close()
        toast.ok(localized(() => i18next.t('page-comment:delete.done')))
      }}
    >
      {t('delete.effect')}
    </ConfirmDialog>
  )
}
