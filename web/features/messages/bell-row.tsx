import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import styles from './bell.module.css'
import { MessageText } from './message-text.tsx'
import { isUnread, type mergeNewest, reminderPath, senderName } from './messages.ts'
import { plainText } from './plain-text.ts'

/** Message in the popover under the bell: links to its page, an announcement to the message centre. */
export function BellRow({ row, onLeave }: { row: ReturnType<typeof mergeNewest>[number]; onLeave: () => void }) {
  const { t } = useTranslation('message')
  const { message } = row
  const path = row.kind === 'announce' ? '/message/index?dtab=announcementList' : reminderPath(row.message)
  const inside = (
    <>
      <Avatar name={senderName(message)} size={28} />
      <span className={styles.rowWords}>
        <span className={styles.sentence}>
          {row.kind === 'remind' ? <MessageText reminder={row.message} /> : plainText(row.message.message_content)}
        </span>
        <span className={styles.meta} title={exactTime(message.addtime)}>
          {row.kind === 'remind' && row.message.page_data && `${row.message.page_data.item_name} · `}
          {row.kind === 'announce' && `${t('announcement')} · `}
          {relativeTime(message.addtime)}
        </span>
      </span>
      {isUnread(message) && <Badge tone="accent">{t('new')}</Badge>}
    </>
  )
  return (
    <li>
      {path ? (
        <Link href={path} className={styles.row} onClick={onLeave}>
          {inside}
        </Link>
      ) : (
        <div className={styles.row}>{inside}</div>
      )}
    </li>
  )
}
