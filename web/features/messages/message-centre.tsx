import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { sanitize } from '#web/features/page/markdown/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { currentPath, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { markAllReadAtom, readAnnouncements, refreshUnreadAtom, unreadAtom } from './atoms.ts'
import { canNotify, hasBrowserNotifications, setBrowserNotifications } from './browser-notifications.ts'
import styles from './message.module.css'
import { MessageRow } from './message-row.tsx'
import { plainText } from './message-text.tsx'
import { type Announcement, chooseList, type ListId, messagesPerPage } from './messages.ts'
import { NoMessages } from './no-messages.tsx'
import { type ListProps, ReminderList } from './reminder-list.tsx'
import { useMarking, useMessages, useRemoval } from './use-messages.ts'

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

/** Switch for browser notifications; only using it asks for the browser's permission. */
function BrowserNotificationsSwitch() {
  const { t } = useTranslation('message')
  const [on, setOn] = useState(hasBrowserNotifications)
  const [rejected, setRejected] = useState(false)
  if (!canNotify()) return null
  const change = async (next: boolean) => {
    const now = await setBrowserNotifications(next)
    setOn(now)
    setRejected(next && !now)
  }
  return (
    <div className={styles.notices}>
      <Switch
        label={t('browser.label')}
        help={t('browser.help')}
        checked={on}
        onChecked={(next) => void change(next)}
      />
      <p className={styles.refused} role="status">
        {rejected && t('browser.refused')}
      </p>
    </div>
  )
}

/** The text of an announcement, sanitized again: the server allows only a few tags. */
function Text({ html, id }: { html: string; id: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(sanitize(html))
  }, [html])
  return <div ref={box} id={id} className={styles.announcement} />
}

/** Row with the beginning of an announcement; expands in place. */
function AnnouncementRow(props: {
  announcement: Announcement
  isNew: boolean
  /** Whether it is expanded at first. */
  opens: boolean
  onRemove: () => void
}) {
  const { announcement, isNew, opens, onRemove } = props
  const { t } = useTranslation('message')
  const [open, setOpen] = useState(opens)
  const id = useId()
  const words = plainText(announcement.message_content)
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <MessageRow
      from={announcement.from_name}
      name={words.slice(0, 40)}
      isNew={isNew}
      addtime={announcement.addtime}
      place={<span>{announcement.from_name}</span>}
      onRemove={onRemove}
    >
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((now) => !now)}
      >
        <Chevron />
        <span data-open={open || undefined}>{open ? t('announcement') : words}</span>
      </button>
      {open && <Text html={announcement.message_content} id={id} />}
    </MessageRow>
  )
}

function Rows(props: ListProps & { all: readonly Announcement[] }) {
  const { all, page, unread, onPage, onAll } = props
  const { t } = useTranslation('message')
  const list = useMemo(() => all.slice((page - 1) * messagesPerPage, page * messagesPerPage), [all, page])
  const wasNew = useMarking('announce', list)
  const { remove, isHidden } = useRemoval('announce')
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
function AnnouncementList(props: ListProps) {
  const { unread } = props
  const { t } = useTranslation('message')
  const [result, again] = useMessages(String(unread), () => readAnnouncements(unread))
  return (
    <QueryBoundary result={result} onRetry={again} failed={t('failed')} waiting={<SkeletonText lines={6} />}>
      {(all) => <Rows {...props} all={all} />}
    </QueryBoundary>
  )
}

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
        {list === undefined && (
          <Loading>
            <SkeletonText lines={6} />
          </Loading>
        )}
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
