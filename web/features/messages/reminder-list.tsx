import { useTranslation } from '#web/lib/i18n.ts'
import { href, Link } from '#web/lib/route.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { readReminders } from './atoms.ts'
import { parseFeedback } from './feedback.ts'
import styles from './message.module.css'
import { MessageRow } from './message-row.tsx'
import { MessageText } from './message-text.tsx'
import { diffPath, feedbackObject, messagesPerPage, type Reminder, reminderPath, senderName } from './messages.ts'
import { NoMessages } from './no-messages.tsx'
import { useMarking, useMessages, useRemoval } from './use-messages.ts'

/** Props of both lists. */
export interface ListProps {
  page: number
  /** Whether to show only unread messages. */
  unread: boolean
  onPage: (page: number) => void
  /** Shows the read messages too. */
  onAll: () => void
}

/** The text of a feedback message, with links to the sender and to the image. */
function FeedbackText({ message }: { message: string }) {
  const { t } = useTranslation('message')
  const { text, contact, picture: image } = parseFeedback(message)
  return (
    <>
      <p className={styles.remark}>{text}</p>
      {contact && <p className={styles.remark}>{t('feedback.reach', { contact })}</p>}
      {image && (
        <a className={styles.changes} href={href(image)} target="_blank" rel="noreferrer">
          {t('feedback.seePicture')}
        </a>
      )}
    </>
  )
}

const Words = ({ reminder: { message_content, object_type } }: { reminder: Reminder }) =>
  object_type === feedbackObject ? (
    <FeedbackText message={message_content} />
  ) : (
    <p className={styles.remark}>{message_content}</p>
  )

/** A reminder: who did what to which page, with links to the page and the change. */
function ReminderRow(props: { reminder: Reminder; isNew: boolean; onRemove: () => void }) {
  const { reminder, isNew, onRemove } = props
  const { t } = useTranslation('message')
  const path = reminderPath(reminder)
  const changes = diffPath(reminder)
  const { page_data, message_content } = reminder
  return (
    <MessageRow
      from={senderName(reminder)}
      name={page_data?.page_title ?? senderName(reminder)}
      isNew={isNew}
      addtime={reminder.addtime}
      place={
        page_data && (
          <Link href={`/${page_data.item_id}`} className={styles.item}>
            {page_data.item_name}
          </Link>
        )
      }
      actions={
        path &&
        changes && (
          <a className={styles.changes} href={href(changes)} target="_blank" rel="noreferrer">
            {t('seeChanges')}
          </a>
        )
      }
      onRemove={onRemove}
    >
      <p className={styles.sentence}>
        {path ? (
          <Link href={path}>
            <MessageText reminder={reminder} />
          </Link>
        ) : (
          <MessageText reminder={reminder} />
        )}
      </p>
      {message_content && <Words reminder={reminder} />}
    </MessageRow>
  )
}

function Rows(props: ListProps & { list: readonly Reminder[]; total: number }) {
  const { list, total, page, unread, onPage, onAll } = props
  const { t } = useTranslation('message')
  const wasNew = useMarking('remind', list)
  const { remove, isHidden } = useRemoval('remind')
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
      <Pagination page={page} pageSize={messagesPerPage} total={total} onPage={onPage} />
    </>
  )
}

/** A page of the current user's reminders. */
export function ReminderList(props: ListProps) {
  const { page, unread } = props
  const { t } = useTranslation('message')
  const [result, again] = useMessages(`${page} ${unread}`, () => readReminders(page, unread))
  return (
    <QueryBoundary result={result} onRetry={again} failed={t('failed')} waiting={<SkeletonText lines={6} />}>
      {({ list, total }) => <Rows {...props} list={list} total={total} />}
    </QueryBoundary>
  )
}
