import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { useRefetchOnFocus } from '#web/lib/use-refetch-on-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { CommentIcon } from '#web/ui/screen-icons.ts'
import { commentsAtom } from './atoms.ts'

export { CommentDrawer } from './comment-drawer.tsx'

/** Opens the comments of a page, and shows how many there are; where there are none, invites to write the first. */
export function CommentsButton({ page_id, onOpen }: { page_id: string; onOpen: (writes: boolean) => void }) {
  const { t } = useTranslation('page-comment')
  const [answer, ask] = useCachedQuery(commentsAtom, page_id)
  useRefetchOnFocus(ask)
  const count = answer && 'value' in answer ? answer.value.comment_count : 0
  return (
    <Button
      icon={<CommentIcon />}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut('c')}
      onClick={() => onOpen(count === 0)}
    >
      {count > 0 ? t('count', { count }) : t('title')}
    </Button>
  )
}
