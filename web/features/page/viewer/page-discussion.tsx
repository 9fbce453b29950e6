import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { CommentsButton } from '#web/features/page/comments/index.tsx'
import { HelpfulQuestion } from '#web/features/page/feedback/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate, useSearch } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { pagePath, useCurrentItem } from './current-item.ts'
import styles from './page-discussion.module.css'
import { panelAtom } from './panels.ts'

/**
 * The readers' part below a page: whether it was helpful, and their comments. They open when the address requests them.
 */
export function PageDiscussion({ page_id }: { page_id: string }) {
  const { t } = useTranslation('page-actions')
  const item = useCurrentItem()
  const openPanel = useSetAtom(panelAtom)
  const search = useSearch()
  const open = (writes: boolean) => openPanel({ kind: 'comments', page_id, writes })
  useShortcut('c', () => open(true), { enabled: item.allowsComments, label: t('keys.comments') })
  const isWanted = item.allowsComments && new URLSearchParams(search).has('comments')
  useEffect(() => {
    if (!isWanted) return
    openPanel({ kind: 'comments', page_id, writes: false })
    navigate(pagePath(item, page_id), { replace: true })
  }, [isWanted, openPanel, item, page_id])
  return (
    <div className={styles.talk}>
      {item.asksHelpful && <HelpfulQuestion page_id={page_id} isArchived={item.isArchived} />}
      {item.allowsComments && <CommentsButton page_id={page_id} onOpen={open} />}
    </div>
  )
}
