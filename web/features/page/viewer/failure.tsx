import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CopyIcon, OfflineIcon, RefreshIcon } from '#web/ui/icons.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './state.module.css'

const isSlow = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('viewer')
  const [copied, copy] = useCopy()
  return (
    <p className={styles.row}>
      <span>
        {t('failure.requestId')} <code>{id}</code>
      </span>
      <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(id)}>
        <span role="status">{t(copied ? 'copied' : 'copy')}</span>
      </Button>
    </p>
  )
}

/** Shows why something could not be loaded, and a retry button; retries by itself once the network is back. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('viewer')
  const requestId = getRequestId(error)
  useTitle(t('failure.title'))
  useOnReconnect(onRetry)
  return (
    <div className={styles.state} role="alert">
      <OfflineIcon data-size="32" />
      <h1 className={styles.title}>{t('failure.title')}</h1>
      <p className={styles.words}>{isSlow(error) ? t('failure.slow') : getErrorMessage(error)}</p>
      {requestId && <RequestId id={requestId} />}
      <div className={styles.row}>
        <Button variant="primary" icon={<RefreshIcon />} onClick={onRetry}>
          {t('failure.retry')}
        </Button>
      </div>
    </div>
  )
}
