import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useMemo } from 'react'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { reloadMessagesAtom, remindersAtom } from './atoms.ts'
import styles from './message.module.css'
import { messagesPerPage } from './messages.ts'
import { MessagesLoading } from './messages-loading.tsx'
import { NoMessages } from './no-messages.tsx'
import { ReminderRow } from './reminder-row.tsx'
import { useMarking } from './use-marking.ts'
import { useRemoval } from './use-removal.ts'

/** Props of both lists. */
export interface ListProps {
  page: number
  /** Whether to show only unread messages. */
  unread: boolean
  onPage: (page: number) => void
  /** Shows the read messages too. */
  onAll: () => void
}

function Rows({ reminders, ...props }: ListProps & { reminders: ReturnType<typeof remindersAtom> }) {
  const { page, unread, onPage, onAll } = props
  const { t } = useTranslation('message')
  const reload = useSetAtom(reloadMessagesAtom)
  const read = useAtomValue(reminders)
  const list = useMemo(() => ('list' in read ? read.list : []), [read])
  const wasNew = useMarking('remind', list)
  const { remove, isHidden } = useRemoval('remind')
  if ('error' in read) {
    const { error } = read
    return (
      <LoadError text={t('failed')} message={getErrorMessage(error)} requestId={getRequestId(error)} onRetry={reload} />
    )
  }
  const shown = list.filter((reminder) => !isHidden(reminder))
  if (shown.length === 0 && page === 1) return <NoMessages unread={unread} onAll={onAll} />
  return (
    <>
      <ul className={styles.rows} aria-label={t('reminders')}>
        {shown.map((reminder) => (
          <ReminderRow
            key={reminder.id}
            reminder={reminder}
            isNew={wasNew(reminder)}
            onRemove={() => remove(reminder)}
          />
        ))}
      </ul>
      <Pagination page={page} pageSize={messagesPerPage} total={read.total} onPage={onPage} />
    </>
  )
}

/** A page of the current user's reminders. */
export function ReminderList(props: ListProps) {
  const { page, unread } = props
  const reminders = useMemo(() => remindersAtom(page, unread), [page, unread])
  return (
    <Suspense fallback={<MessagesLoading />}>
      <Rows {...props} reminders={reminders} />
    </Suspense>
  )
}
