import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLocation } from '#web/lib/route.ts'
import { useBottomOffset } from './bottom-offset.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { CloseIcon, ErrorIcon, InfoIcon, OkIcon } from './icons.ts'
import { type Toast, toast, toastStore } from './toast.ts'
import styles from './toaster.module.css'

const icons = { ok: OkIcon, info: InfoIcon, error: ErrorIcon }

// Truncated visually only; screen readers get the whole name.
const longName = /(“[^“”]{41,}”)/

function Message({ message, paused }: { message: Toast; paused: boolean }) {
  const { t } = useTranslation('ui')
  const { id, tone, text, action, undo, requestId, lifeMs } = message
  const Icon = icons[tone]
  useEffect(() => {
    if (lifeMs === undefined || paused) return
    const timer = window.setTimeout(() => toast.close(id), lifeMs)
    return () => window.clearTimeout(timer)
  }, [id, lifeMs, paused])
  const act = (run: () => void) => () => {
    toast.close(id)
    run()
  }
  return (
    <li className={styles.toast} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <div className={styles.body}>
        <span className={styles.text}>
          {text.split(longName).map((part, at) =>
            at % 2 === 0 ? (
              part
            ) : (
              <span key={at} className={styles.name} title={part}>
                {part}
              </span>
            ),
          )}
        </span>
        <span className={styles.actions}>
          {requestId && (
            <Button size="s" variant="ghost" onClick={() => void copyText(requestId)}>
              {t('copyRequestId')}
            </Button>
          )}
          {action && (
            <Button size="s" onClick={act(action.run)}>
              {action.label.text}
            </Button>
          )}
          {undo && (
            <Button size="s" onClick={act(undo)}>
              {t('undo')}
            </Button>
          )}
        </span>
      </div>
      <IconButton size="s" side="top" label={t('close')} onClick={() => toast.close(id)}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

/**
 * Shows the short messages: bottom right, where they cover neither the tree nor the text; bottom left next to an open
 * drawer; bottom centre on a phone. Messages about a screen close when the user leaves it. Render it once in the
 * application.
 */
export function Toaster() {
  const { t } = useTranslation('ui')
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const [paused, setPaused] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const [path] = useLocation()
  useEffect(() => {
    if (path) toast.leave()
  }, [path])
  // Measured from the bottom edge: the editor has a bar there.
  useBottomOffset(list, 56, messages.length > 0)
  return (
    <section aria-label={t('messages')} data-no-print="">
      <ol
        ref={list}
        className={styles.list}
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        {messages.map((message) => (
          <Message key={message.id} message={message} paused={paused} />
        ))}
      </ol>
    </section>
  )
}
