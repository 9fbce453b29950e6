import { useAtomValue, useSetAtom } from 'jotai'
import { type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline } from '#web/lib/online.ts'
import { usePoll } from '#web/lib/poll.ts'
import { useFetch } from '#web/lib/query.ts'
import { currentPath, Link, navigate, useLocation } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MessageIcon } from '#web/ui/icons.ts'
import { positionPopover } from '#web/ui/popover-position.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { type LatestUnread, markReadAtom, readNewest, refreshUnreadAtom, unreadAtom } from './atoms.ts'
import styles from './bell.module.css'
import { claimNotification, type MessageNotification, showBrowserNotification } from './browser-notifications.ts'
import { currentPageAtom, latestVersionAtom } from './current-page.ts'
import { MessageText, plainText } from './message-text.tsx'
import {
  getReminderKind,
  isUnread,
  type mergeNewest,
  type Reminder,
  readAfterMs,
  reminderPath,
  senderName,
} from './messages.ts'
import { NotificationToaster } from './notification-toaster.tsx'
import { countUnread, shortCount, titleWithCount } from './unread.ts'
import { readUnreadStream } from './unread-stream.ts'

/** Polling interval for unread messages, in ms. Source: specification 9. */
const everyMs = 300_000

/** Puts the count in front of the window title, and of every later title: «(3) Orders API». */
function useTitleCount(count: number): void {
  const mark = useRef('')
  useEffect(() => {
    const put = () => {
      const next = titleWithCount(document.title, count, mark.current)
      mark.current = next.mark
      if (document.title !== next.title) document.title = next.title
    }
    put()
    const watch = new MutationObserver(put)
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [count])
  useEffect(
    () => () => {
      document.title = titleWithCount(document.title, 0, mark.current).title
      mark.current = ''
    },
    [],
  )
}

const centrePath = '/message/index'

const noticeOf = (reminder: Reminder) => {
  const saying = getReminderKind(reminder)
  return saying === 'plan' || saying === 'asked' || saying === 'commented' || saying === 'broken' ? saying : 'page'
}

const pathOf = (notice: MessageNotification) =>
  notice.kind === 'remind'
    ? (reminderPath(notice.remind) ?? `${centrePath}?dtab=remindList`)
    : `${centrePath}?dtab=announcementList`

/**
 * Returns the notification to show in the page, a function that notifies of a new message, and one that closes the
 * notification or opens its target.
 */
function useNotification(): {
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

/** Message in the popover under the bell: links to its page, an announcement to the message centre. */
function BellRow({ row, onLeave }: { row: ReturnType<typeof mergeNewest>[number]; onLeave: () => void }) {
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

function Rows({ rows, onLeave }: { rows: ReturnType<typeof mergeNewest>; onLeave: () => void }) {
  const { t } = useTranslation('message')
  const markRead = useSetAtom(markReadAtom)
  useEffect(() => {
    const timer = window.setTimeout(() => {
      // messages that could not be marked stay unread and are marked the next time
      const mark = (kind: 'remind' | 'announce') =>
        markRead(
          kind,
          rows.filter((row) => row.kind === kind).map((row) => row.message),
        )
      mark('remind').then(
        () => mark('announce').catch(() => undefined),
        () => undefined,
      )
    }, readAfterMs)
    return () => window.clearTimeout(timer)
  }, [rows, markRead])
  if (rows.length === 0) return <p className={styles.words}>{t('empty')}</p>
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <BellRow key={`${row.kind}${row.message.id}`} row={row} onLeave={onLeave} />
      ))}
    </ul>
  )
}

/** The newest messages under the bell, and a link to all. */
function BellRows({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('message')
  const [result, again] = useFetch('', readNewest)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{t('title')}</span>
        <ButtonLink to="/message/index" size="s">
          {t('seeAll')}
        </ButtonLink>
      </div>
      <QueryBoundary
        result={result}
        onRetry={again}
        failed={t('failed')}
        waiting={
          <div className={styles.words}>
            <SkeletonText lines={4} />
          </div>
        }
      >
        {(rows) => <Rows rows={rows} onLeave={onLeave} />}
      </QueryBoundary>
    </>
  )
}

// After a normal end the next stream starts at once; after errors with increasing delays, while polling continues.
const againMs = 1_000
const latestMs = 300_000
// Streaming starts only on a page where the user stays, not while they browse.
const stayMs = 1_000

const newsIn = (data: string): { page_version?: number } => {
  try {
    return JSON.parse(data) as { page_version?: number }
  } catch {
    return {}
  }
}

/**
 * Calls `onNews` soon after a message has arrived, and sets `latestVersionAtom` to the version of the open page, while
 * the window is visible and the server accepts the stream.
 */
function useUnreadStream(onNews: () => void): void {
  const isOnline = useOnline()
  const user = useAtomValue(userAtom)
  const page_id = useAtomValue(currentPageAtom)
  const setReported = useSetAtom(latestVersionAtom)
  const latest = useRef(onNews)
  const known = useRef('')
  const begun = useRef(false)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    if (!isOnline || !user) return // starts again after signing in
    let stop = new AbortController()
    let timer = 0
    let waitMs = againMs
    const watch = () => {
      if (document.hidden) return
      const { signal } = stop
      const next = () => {
        if (!signal.aborted) timer = window.setTimeout(watch, waitMs)
      }
      const hear = (data: string) => {
        waitMs = againMs
        const { page_version, ...counts } = newsIn(data)
        const news = JSON.stringify(counts)
        if (known.current !== '' && known.current !== news) latest.current()
        known.current = news
        setReported(page_id && page_version !== undefined ? { page_id, page_version } : undefined)
      }
      readUnreadStream(signal, page_id, hear).then(next, (error: unknown) => {
        if (!signal.aborted) setReported(undefined)
        // a user who does not sign in again is not prompted on every attempt
        if (isApiError(error, 'notLoggedIn')) return
        waitMs = Math.min(latestMs, waitMs * 4)
        next()
      })
    }
    const end = () => {
      stop.abort()
      window.clearTimeout(timer)
    }
    // a hidden window keeps no connection: browsers allow only a few per server
    const turn = () => {
      end()
      stop = new AbortController()
      watch()
    }
    timer = window.setTimeout(watch, begun.current ? stayMs : 0)
    begun.current = true
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      end()
    }
  }, [isOnline, user, page_id, setReported])
}

/** Bell with the number of unread messages, a popover with the newest ones, and notifications of new ones. */
export function Bell({ pressed }: { pressed: boolean }) {
  const { t } = useTranslation('message')
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  const count = countUnread(useAtomValue(unreadAtom))
  const refresh = useSetAtom(refreshUnreadAtom)
  const { notice, tell: onUnread, close } = useNotification()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useTitleCount(count)
  const ask = async () => onUnread(await refresh())
  usePoll(ask, { everyMs, firstMs: 0 })
  useUnreadStream(() => void ask().catch(() => undefined)) // after an error the next poll tries again
  useEffect(() => {
    if (path) box.current?.hidePopover()
  }, [path])
  // must come after the effect that hides it, which also runs on mount
  useEffect(() => {
    if (pressed) box.current?.showPopover()
  }, [pressed])
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const isOpen = event.newState === 'open'
    setOpen(isOpen)
    if (!isOpen || !box.current || !button.current) return
    positionPopover(box.current, button.current.getBoundingClientRect(), 'bottom')
    box.current.focus()
  }
  const label = count > 0 ? t('bell.unread', { count }) : t('bell.none')
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        className={styles.bell ?? ''}
      >
        <MessageIcon />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {shortCount(count)}
          </span>
        )}
      </IconButton>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('title')}
        tabIndex={-1}
        className={styles.window}
        onToggle={onToggle}
      >
        {open && <BellRows onLeave={() => box.current?.hidePopover()} />}
      </div>
      <NotificationToaster notice={notice} onClose={close} />
    </>
  )
}
