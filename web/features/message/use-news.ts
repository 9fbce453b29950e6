import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentPath, navigate } from '#web/lib/route.ts'
import { markReadAtom, type News } from './atoms.ts'
import { pathOfReminder, type Reminder, readAfterMs, sayingOf, senderOf } from './messages.ts'
import { type Notice, showBrowserNotice, takeNotice } from './notices.ts'

const centrePath = '/message/index'

const noticeOf = (reminder: Reminder) => {
  const saying = sayingOf(reminder)
  return saying === 'plan' || saying === 'asked' || saying === 'commented' ? saying : 'page'
}

const pathOf = (notice: Notice) =>
  notice.kind === 'remind'
    ? (pathOfReminder(notice.remind) ?? `${centrePath}?dtab=remindList`)
    : `${centrePath}?dtab=announcementList`

/** The notice to show in the page, a function that tells of news, and one that closes the notice, or opens what it is about. */
export function useNews(): {
  notice: Notice | undefined
  tell: (news: News) => void
  close: (how: 'open' | 'close' | 'late') => void
} {
  const { t } = useTranslation('message')
  const [notice, setNotice] = useState<Notice>()
  const markRead = useSetAtom(markReadAtom)
  const done = (one: Notice, opens: boolean) => {
    setNotice(undefined)
    window.setTimeout(() => {
      // not marked, it stays unread and says so
      const marking = one.kind === 'remind' ? markRead('remind', [one.remind]) : markRead('announce', [one.announce])
      marking.catch(() => undefined)
    }, readAfterMs)
    if (opens) navigate(pathOf(one))
  }
  return {
    notice,
    tell: (news) => {
      // whoever looks at the messages sees the new ones there
      if (currentPath().startsWith(centrePath)) return
      const next = takeNotice(news)
      if (!next) return
      const words =
        next.kind === 'remind'
          ? t(`notice.${noticeOf(next.remind)}`, {
              name: senderOf(next.remind),
              title: next.remind.page_data?.page_title ?? '',
            })
          : t('notice.announce')
      if (!showBrowserNotice(boot.site_name, words, () => done(next, true))) setNotice(next)
    },
    close: (how) => {
      if (how === 'late' || !notice) setNotice(undefined)
      else done(notice, how === 'open')
    },
  }
}
