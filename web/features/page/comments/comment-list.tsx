import { useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CommentBox } from './comment-box.tsx'
import { CommentRow } from './comment-row.tsx'
import { type AnyComment, type Comments, commentAuthor } from './comments.ts'
import { DeleteComment } from './delete-comment.tsx'
import styles from './page-comment.module.css'

/** The comments of a page with their replies, the newest comment first. */
export function CommentList(props: {
  page_id: string
  comments: Comments
  /** The user who may reply; undefined where commenting is not possible. */
  uid: string | undefined
  onMore: () => Promise<void>
}) {
  const { page_id, comments, uid, onMore } = props
  const { t } = useTranslation('page-comment')
  const [answered, setAnswered] = useState<AnyComment>()
  const list = useRef<HTMLUListElement>(null)
  const [deleted, setDeleted] = useState<AnyComment>()
  const [busy, setBusy] = useState(false)
  const more = comments.total - comments.list.length
  const showMore = async () => {
    setBusy(true)
    await onMore()
    setBusy(false)
  }
  const leaveBox = (comment_id: string) => {
    setAnswered(undefined)
    // after the box has closed
    window.setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-reply="${comment_id}"]`)?.focus())
  }
  const rowOf = (comment: AnyComment, replies: readonly AnyComment[] = []) => (
    <CommentRow
      key={comment.comment_id}
      comment={comment}
      onReply={uid === undefined ? undefined : () => setAnswered(comment)}
      onDelete={() => setDeleted(comment)}
    >
      {uid !== undefined && answered?.comment_id === comment.comment_id && (
        <CommentBox
          place={{ uid, page_id, parent_id: comment.comment_id }}
          label={t('replyTo', { name: commentAuthor(comment) })}
          action={t('reply')}
          takesFocus
          onSent={() => leaveBox(comment.comment_id)}
          onCancel={() => leaveBox(comment.comment_id)}
        />
      )}
      {replies.length > 0 && <ul className={styles.replies}>{replies.map((reply) => rowOf(reply))}</ul>}
    </CommentRow>
  )
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={t('title')}>
        {comments.list.map(({ replies, ...comment }) => rowOf(comment, replies))}
      </ul>
      {more > 0 && (
        <Button wide busy={busy} onClick={() => void showMore()}>
          {t('more', { count: more })}
        </Button>
      )}
      {deleted && <DeleteComment comment={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}
