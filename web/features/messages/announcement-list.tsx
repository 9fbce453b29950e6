import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useMemo } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { AnnouncementRow } from './announcement-row.tsx'
import { announcementsAtom, reloadMessagesAtom } from './atoms.ts'
import styles from './message.module.css'
import { type Announcement, messagesPerPage } from './messages.ts'
import { MessagesLoading } from './messages-loading.tsx'
import { NoMessages } from './no-messages.tsx'
import type { ListProps } from './reminder-list.tsx'
import { useMarking } from './use-marking.ts'
import { useRemoval } from './use-removal.ts'

const none: readonly Announcement[] = []

function Rows({ announcements, ...props }: ListProps & { announcements: ReturnType<typeof announcementsAtom> }) {
  const { page, unread, onPage, onAll } = props
  const { t } = useTranslation('message')
  const reload = useSetAtom(reloadMessagesAtom)
  const read = useAtomValue(announcements)
  const all = 'list' in read ? read.list : none
  const list = useMemo(() => all.slice((page - 1) * messagesPerPage, page * messagesPerPage), [all, page])
  const wasNew = useMarking('announce', list)
  const { remove, isHidden } = useRemoval('announce')
  if ('error' in read) {
    const { error } = read
    return (
      <LoadError text={t('failed')} message={getErrorMessage(error)} requestId={getRequestId(error)} onRetry={reload} />
    )
  }
  const shown = list.filter((announcement) => !isHidden(announcement))
  if (shown.length === 0 && page === 1) return <NoMessages unread={unread} onAll={onAll} />
  const firstNew = shown.find(wasNew)
  return (
    <>
      <ul className={styles.rows} aria-label={t('announcements')}>
        {shown.map((announcement) => (
          <AnnouncementRow
            key={announcement.id}
            announcement={announcement}
            isNew={wasNew(announcement)}
            opens={announcement === firstNew || shown.length === 1}
            onRemove={() => remove(announcement)}
          />
        ))}
      </ul>
      <Pagination page={page} pageSize={messagesPerPage} total={all.length} onPage={onPage} />
    </>
  )
}

/** The announcements, newest first. */
export function AnnouncementList(props: ListProps) {
  const announcements = useMemo(() => announcementsAtom(props.unread), [props.unread])
  return (
    <Suspense fallback={<MessagesLoading />}>
      <Rows {...props} announcements={announcements} />
    </Suspense>
  )
}
