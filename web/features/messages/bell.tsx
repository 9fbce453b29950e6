import { useAtomValue, useSetAtom } from 'jotai'
import { type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePoll } from '#web/lib/poll.ts'
import { useLocation } from '#web/lib/route.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MessageIcon } from '#web/ui/icons.ts'
import { positionPopover } from '#web/ui/popover-position.ts'
import { refreshUnreadAtom, unreadAtom } from './atoms.ts'
import styles from './bell.module.css'
import { BellRows } from './bell-rows.tsx'
import { NotificationToaster } from './notification-toaster.tsx'
import { countUnread, shortCount } from './unread.ts'
import { useNotification } from './use-notification.ts'
import { useTitleCount } from './use-title-count.ts'
import { useUnreadStream } from './use-unread-stream.ts'

/** Polling interval for unread messages, in ms. Source: specification 9. */
const everyMs = 300_000

/** Bell with the number of unread messages, a popover with the newest ones, and notifications of new ones. */
export function Bell({ pressed }: { pressed: boolean }) {
  const { t } = useTranslation('message')
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  const count = countUnread(useAtomValue(unreadAtom))
  const refresh = useSetAtom(refreshUnreadAtom)
  const { notice, tell, close } = useNotification()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useTitleCount(count)
  const ask = async () => tell(await refresh())
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
