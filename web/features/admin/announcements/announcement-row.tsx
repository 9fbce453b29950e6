import { useState } from 'react'
import { exactTime, relativeTime, toDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { AnnouncementBody } from './announcement-body.tsx'
import styles from './announcements.module.css'
import type { Announcement } from './atoms.ts'

/** One announcement: its time, its text, and a button to withdraw it. */
export function AnnouncementRow({ announcement, onTakeBack }: { announcement: Announcement; onTakeBack: () => void }) {
  const { t } = useTranslation('admin')
  const { addtime, message_content } = announcement
  const [now] = useState(Date.now)
  const isFuture = (toDate(addtime)?.getTime() ?? 0) > now
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {isFuture && <Badge tone="info">{t('announce.isScheduled')}</Badge>}
        <time className={styles.date} title={exactTime(addtime)}>
          {isFuture ? exactTime(addtime) : relativeTime(addtime)}
        </time>
        <Button size="s" variant="ghost" onClick={onTakeBack}>
          {t('announce.takeBack')}
        </Button>
      </div>
      <AnnouncementBody html={message_content} />
    </li>
  )
}
