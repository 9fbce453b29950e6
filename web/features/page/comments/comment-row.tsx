import type { ReactNode } from 'react'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrashIcon } from '#web/ui/icons.ts'
import { type AnyComment, commentAuthor, splitLinks } from './comments.ts'
import styles from './page-comment.module.css'

/** One comment or reply: author, time, text, and its actions. */
export function CommentRow(props: {
  comment: AnyComment
  /** Replies to it; omitted where commenting is not possible. */
  onReply?: (() => void) | undefined
  onDelete: () => void
  /** The content below it. */
  children?: ReactNode
}) {
  const { comment, onReply, onDelete, children } = props
  const { t } = useTranslation('page-comment')
  const writer = commentAuthor(comment)
  if (comment.is_deleted === '1')
    return (
      <li className={styles.comment}>
        <p className={styles.deleted}>{t('deleted')}</p>
        {children}
      </li>
    )
  return (
    <li className={styles.comment}>
      <div className={styles.head}>
        <Avatar name={writer} size={28} />
        <span className={styles.writer} title={comment.username}>
          {writer}
        </span>
        <time className={styles.time} title={exactTime(comment.time)}>
          {relativeTime(comment.time)}
        </time>
      </div>
      <p className={styles.words} dir="auto">
        {splitLinks(comment.content).map(({ at, text, isLink: isAddress }) =>
          isAddress ? (
            <a key={at} href={text} target="_blank" rel="noopener noreferrer nofollow">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
      {(onReply || comment.can_delete) && (
        <div className={styles.deeds}>
          {onReply && (
            <Button
              size="s"
              variant="ghost"
              data-reply={comment.comment_id}
              aria-label={t('replyTo', { name: writer })}
              onClick={onReply}
            >
              {t('reply')}
            </Button>
          )}
          {comment.can_delete && (
            <IconButton size="s" label={t('delete.of', { name: writer })} onClick={onDelete}>
              <TrashIcon />
            </IconButton>
          )}
        </div>
      )}
      {children}
    </li>
  )
}
