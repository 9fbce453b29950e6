import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { said } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteCommentAtom } from './atoms.ts'
import { type AnyComment, writerOf } from './comments.ts'

/** Asks before a comment is deleted: it goes to no bin. */
export function DeleteComment({ comment, onClose }: { comment: AnyComment; onClose: () => void }) {
  const { t } = useTranslation('page-comment')
  const close = useWhileHere(onClose)
  const remove = useSetAtom(deleteCommentAtom)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name: writerOf(comment) })}
      action={t('delete.action')}
      errorText={messageOf}
      onConfirm={async () => {
        await remove(comment.page_id, comment.comment_id)
        close()
        toast.ok(said(() => i18next.t('page-comment:delete.done')))
      }}
    >
      {t('delete.effect')}
    </ConfirmDialog>
  )
}
