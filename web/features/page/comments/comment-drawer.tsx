import { useAtomValue, useSetAtom } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useCachedQuery } from '#web/features/tree/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePoll } from '#web/lib/poll.ts'
import { Link } from '#web/lib/route.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CommentIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { commentsAtom, moreCommentsAtom } from './atoms.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentList } from './comment-list.tsx'
import styles from './page-comment.module.css'

/** How often comments of others are polled, in ms. */
const everyMs = 20_000
/** Data read this recently is not requested again, in ms. */
const justNowMs = 1000

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
  const comments = answer && 'value' in answer ? answer.value : undefined
  const count = comments?.comment_count ?? 0
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
      {!answer && (
        <Loading onRetry={() => void ask('again')}>
          <SkeletonText lines={6} />
        </Loading>
      )}
      {answer && 'error' in answer && (
        <LoadError
          text={t('failed')}
          message={getErrorMessage(answer.error)}
          requestId={getRequestId(answer.error)}
          onRetry={() => void ask('again')}
        />
      )}
      {comments && comments.list.length === 0 && (
        <EmptyState
          icon={<CommentIcon data-size="32" />}
          text={t('none')}
          help={isArchived ? undefined : t('noneHelp')}
        />
      )}
      {comments && comments.list.length > 0 && (
        <CommentList
          page_id={page_id}
          comments={comments}
          uid={isArchived ? undefined : user?.uid}
          onMore={() => showMore(page_id)}
        />
      )}
    </Drawer>
  )
}
