import { useTranslation } from '#web/lib/i18n.ts'
import { href, Link } from '#web/lib/route.ts'
import { FeedbackText } from './feedback-text.tsx'
import styles from './message.module.css'
import { MessageRow } from './message-row.tsx'
import { MessageText } from './message-text.tsx'
import { diffPath, feedbackObject, type Reminder, reminderPath, senderName } from './messages.ts'

const Words = ({ reminder: { message_content, object_type } }: { reminder: Reminder }) =>
  object_type === feedbackObject ? (
    <FeedbackText message={message_content} />
  ) : (
    <p className={styles.remark}>{message_content}</p>
  )

/** A reminder: who did what to which page, with links to the page and the change. */
export function ReminderRow(props: { reminder: Reminder; isNew: boolean; onRemove: () => void }) {
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
