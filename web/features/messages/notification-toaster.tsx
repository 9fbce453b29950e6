import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/lib/i18n.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useBottomOffset } from '#web/ui/bottom-offset.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import type { MessageNotification } from './browser-notifications.ts'
import { MessageText, plainText } from './message-text.tsx'
import { senderName } from './messages.ts'
import styles from './notification.module.css'

/** How long a notification is shown, in ms. Source: specification 9. */
const lifeMs = 30_000

/** Notification in a corner of the page for 30 s: the new message, and a link to it. */
export function NotificationToaster({
  notice,
  onClose,
}: {
  notice: MessageNotification | undefined
  onClose: (how: 'open' | 'close' | 'late') => void
}) {
  const { t } = useTranslation('message')
  const host = useRef<HTMLDivElement>(null)
  useBottomOffset(host, 16, notice !== undefined)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!notice) return
    const timer = window.setTimeout(() => latest.current('late'), lifeMs)
    return () => window.clearTimeout(timer)
  }, [notice])
  const name = notice && senderName(notice.kind === 'remind' ? notice.remind : notice.announce)
  return createPortal(
    <div ref={host} role="status" className={styles.host} data-foot="" data-no-print="">
      {notice && (
        <div className={styles.notice}>
          <Avatar name={name ?? ''} size={28} />
          <div className={styles.words}>
            {notice.kind === 'remind' ? (
              <MessageText reminder={notice.remind} />
            ) : (
              <>
                <strong>{t('notice.announce')}</strong>
                <span className={styles.text}>{plainText(notice.announce.message_content)}</span>
              </>
            )}
            <div className={styles.action}>
              <Button size="s" onClick={() => onClose('open')}>
                {t('notice.open')}
              </Button>
            </div>
          </div>
          <IconButton size="s" label={t('notice.close')} onClick={() => onClose('close')}>
            <CloseIcon />
          </IconButton>
        </div>
      )}
    </div>,
    document.body,
  )
}
