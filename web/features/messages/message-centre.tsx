import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { RedirectTo } from '#web/features/account/sign-in/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { currentPath, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { AnnouncementList } from './announcement-list.tsx'
import { markAllReadAtom, refreshUnreadAtom, unreadAtom } from './atoms.ts'
import { BrowserNotificationsSwitch } from './browser-notifications-switch.tsx'
import { chooseList, type ListId } from './messages.ts'
import { MessagesLoading } from './messages-loading.tsx'
import { ReminderList } from './reminder-list.tsx'

/** Fetches what is unread, so that the right tab opens when the URL names none. */
function useUnreadOnce(): boolean {
  const refresh = useSetAtom(refreshUnreadAtom)
  const [known, setKnown] = useState(false)
  useEffect(() => {
    let isHere = true
    const settle = () => isHere && setKnown(true)
    refresh().then(settle, settle) // the lists show the server's error
    return () => {
      isHere = false
    }
  }, [refresh])
  return known
}

const countIn = (count: number) => (count > 0 ? { count } : {})

function Screen() {
  const { t } = useTranslation('message')
  const [address, setAddress] = useSearchParams()
  const unread = useAtomValue(unreadAtom)
  const markAllRead = useSetAtom(markAllReadAtom)
  const known = useUnreadOnce()
  // the initially chosen tab stays open when its messages are marked as read
  const [first, setFirst] = useState<ListId>()
  useTitle(t('title'))
  const dtab = address.get('dtab')
  if (known && first === undefined) setFirst(chooseList(dtab, unread.announce_count))
  const list = chooseList(dtab, 0) === dtab ? dtab : first
  const unreadOnly = address.get('unread') === '1'
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)
  const change = (changes: Record<string, string>) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const readAll = async () => {
    try {
      await markAllRead(list === 'announcementList' ? 'announce' : 'remind')
    } catch (error) {
      toast.error(localized(() => i18next.t('message:markFailed', { reason: getErrorMessage(error) })))
    }
  }
  const count = list === 'announcementList' ? unread.announce_count : unread.remind_count
  const shownList = list ?? 'remindList'
  const paging = {
    page,
    unread: unreadOnly,
    onPage: (next: number) => change({ page: next > 1 ? String(next) : '' }),
    onAll: () => change({ unread: '' }),
  }
  return (
    <ScreenFrame
      title={t('title')}
      width="text"
      actions={
        <>
          <Switch
            label={t('unreadOnly')}
            checked={unreadOnly}
            onChecked={(on) => change({ unread: on ? '1' : '', page: '' })}
          />
          <Button disabled={count === 0} onClick={() => void readAll()}>
            {t('markAll')}
          </Button>
        </>
      }
    >
      <Tabs<ListId>
        label={t('title')}
        tabs={[
          { id: 'remindList', label: t('reminders'), ...countIn(unread.remind_count) },
          { id: 'announcementList', label: t('announcements'), ...countIn(unread.announce_count) },
        ]}
        value={shownList}
        onValue={(id) => change({ dtab: id, page: '' })}
      >
        {list === undefined && <MessagesLoading />}
        {list === 'remindList' && <ReminderList {...paging} />}
        {list === 'announcementList' && <AnnouncementList {...paging} />}
      </Tabs>
      <BrowserNotificationsSwitch />
    </ScreenFrame>
  )
}

/** `/message/index`: reminders of pages, and announcements. */
export function MessageCentre() {
  const user = useAtomValue(sessionAtom)
  return user ? <Screen /> : <RedirectTo path={`/user/login?redirect=${encodeURIComponent(currentPath())}`} />
}
