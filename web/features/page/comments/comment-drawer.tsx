import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { usePoll } from '#web/lib/poll.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { CommentIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { commentsAtom, deleteCommentAtom, moreCommentsAtom } from './atoms.ts'
import { CommentBox } from './comment-box.tsx'
import { type AnyComment, type Comments, commentAuthor, splitLinks } from './comments.ts'
import styles from './page-comment.module.css'

/** How often comments of others are polled, in ms. */
const everyMs = 20_000
/** Data read this recently is not requested again, in ms. */
const justNowMs = 1000

/** Asks for confirmation before a comment is deleted: it cannot be restored. */
function DeleteComment({ comment, onClose }: { comment: AnyComment; onClose: () => void }) {
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

/** One comment or reply: author, time, text, and its actions. */
function CommentRow(props: {
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
        <div className={styles.actions}>
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

/** The comments of a page with their replies, the newest comment first. */
function CommentList(props: {
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

/** Shows the readers' comments on a page, with the form to write one. */
export function CommentDrawer(props: {
  page_id: string
  /** Whether the item is read-only. */
  isArchived: boolean
  /** Whether the box takes the focus at once. */
  writes: boolean
  /** The sign-in page, which leads back here. */
  signInPath: string
  onClose: () => void
}) {
  const { page_id, isArchived, writes, signInPath, onClose } = props
  const { t } = useTranslation('page-comment')
  const user = useAtomValue(userAtom)
  const [answer, ask] = useCachedQuery(commentsAtom, page_id)
  const showMore = useSetAtom(moreCommentsAtom)
  usePoll(() => ask(justNowMs), { everyMs, firstMs: 0 })
  const count = queryValue(answer)?.comment_count ?? 0
  return (
    <Drawer open onClose={onClose} title={count > 0 ? t('count', { count }) : t('title')}>
      {isArchived && <p className={styles.note}>{t('archived')}</p>}
      {!isArchived && user && (
        <CommentBox
          key={user.uid}
          place={{ uid: user.uid, page_id, parent_id: '0' }}
          label={t('write')}
          action={t('send')}
          takesFocus={writes}
        />
      )}
      {!isArchived && user === null && (
        <p className={styles.note}>
          <Link href={signInPath} onClick={onClose}>
            {t('signIn')}
          </Link>
        </p>
      )}
      <QueryBoundary
        result={answer}
        onRetry={() => void ask('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={6} />}
      >
        {(comments) =>
          comments.list.length === 0 ? (
            <EmptyState
              icon={<CommentIcon data-size="32" />}
              text={t('none')}
              help={isArchived ? undefined : t('noneHelp')}
            />
          ) : (
            <CommentList
              page_id={page_id}
              comments={comments}
              uid={isArchived ? undefined : user?.uid}
              onMore={() => showMore(page_id)}
            />
          )
        }
      </QueryBoundary>
    </Drawer>
  )
}
