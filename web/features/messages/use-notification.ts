import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { type LatestUnread, markReadAtom } from './atoms.ts'
import { claimNotification, type MessageNotification, showBrowserNotification } from './browser-notifications.ts'
import { getReminderKind, type Reminder, readAfterMs, reminderPath, senderName } from './messages.ts'

const centrePath = '/message/index'

const noticeOf = (reminder: Reminder) => {
  const saying = getReminderKind(reminder)
  return saying === 'plan' || saying === 'asked' || saying === 'commented' ? saying : 'page'
}

const pathOf = (notice: MessageNotification) =>
  notice.kind === 'remind'
    ? (reminderPath(notice.remind) ?? `${centrePath}?dtab=remindList`)
    : `${centrePath}?dtab=announcementList`

/**
 * Returns the notification to show in the page, a function that notifies of a new message, and one that closes the
 * notification or opens its target.
 */
export function useNotification(): {
  notice: MessageNotification | undefined
  tell: (news: LatestUnread) => void
  close: (how: 'open' | 'close' | 'late') => void
} {
  const { t } = useTranslation('message')
  const [notice, setNotice] = useState<MessageNotification>()
  const markRead = useSetAtom(markReadAtom)
  const done = (one: MessageNotification, opens: boolean) => {
    setNotice(undefined)
    window.setTimeout(() => {
      // a message that could not be marked stays unread
      const marking = one.kind === 'remind' ? markRead('remind', [one.remind]) : markRead('announce', [one.announce])
      marking.catch(() => undefined)
    }, readAfterMs)
    if (opens) navigate(pathOf(one))
  }
  return {
    notice,
    tell: (news) => {
      // the message centre already shows new messages
      if (currentPath().startsWith(centrePath)) return
      const next = claimNotification(news)
      if (!next) return
      const words =
        next.kind === 'remind'
          ? t(`notice.${noticeOf(next.remind)}`, {
              name: senderName(next.remind),
              title: next.remind.page_data?.page_title ?? '',
            })
          : t('notice.announce')
      if (!showBrowserNotification(boot.site_name, words, () => done(next, true))) setNotice(next)
    },
    close: (how) => {
      if (how === 'late' || !notice) setNotice(undefined)
      else done(notice, how === 'open')
    },
  }
}
