import { useTranslation } from '#web/lib/i18n.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon, ErrorIcon, OfflineIcon, RefreshIcon } from './icons.ts'
import styles from './load-error.module.css'
import { useCopy } from './use-copy.ts'
import { useRetryFocus } from './use-retry-focus.ts'

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('ui')
  const [copied, copy] = useCopy()
  return (
    <p className={styles.id}>
      <span>
        {t('error.requestId')} <code>{id}</code>
      </span>
      <Button
        size="s"
        variant="ghost"
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        aria-label={t('copyRequestId')}
        onClick={() => void copy(id)}
      >
        <span role="status">{t(copied ? 'copied' : 'copy')}</span>
      </Button>
    </p>
  )
}

/**
 * Shown where a part of a screen failed to load: what failed, why, and a retry button. Retries automatically when the
 * server becomes reachable again.
 */
export function LoadError(props: {
  /** What failed: "The members could not be loaded." */
  text: string
  /** Why, as the server's error message. */
  message: string
  /** The request's id in the server's log; undefined if the server was not reached. */
  requestId?: string | undefined
  onRetry: () => void
}) {
  const { text, message, requestId, onRetry } = props
  const { t } = useTranslation('ui')
  const button = useRetryFocus()
  useOnReconnect(onRetry)
  return (
    <div className={styles.failed} role="alert">
      {requestId ? <ErrorIcon data-size="32" /> : <OfflineIcon data-size="32" />}
      <p className={styles.text}>{text}</p>
      <p className={styles.message}>{message}</p>
      {requestId && <RequestId id={requestId} />}
      <div className={styles.action}>
        <Button ref={button} icon={<RefreshIcon />} onClick={onRetry}>
          {t('retry')}
        </Button>
      </div>
    </div>
  )
}
