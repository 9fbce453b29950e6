import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './button.tsx'
import styles from './loading.module.css'
import { Spinner } from './spinner.tsx'
import { useRetryFocus } from './use-retry-focus.ts'

/** The delay before a text explains the wait, in ms. Source: interface guide 2.8. */
const patienceMs = 8000

function Late({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui')
  const button = useRetryFocus()
  return (
    <div className={styles.late} role="status">
      {t('stillLoading')}
      <Button ref={button} size="s" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Shown while something loads: the given skeleton or a spinner; after 8 s a text and a retry button. */
export function Loading({ children, onRetry }: { children?: ReactNode; onRetry?: () => void }) {
  const { t } = useTranslation('ui')
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), patienceMs)
    return () => window.clearTimeout(timer)
  }, [])
  const retry = onRetry ?? (() => window.location.reload())
  return (
    <div aria-busy="true">
      {children ?? (
        <div className={styles.wait}>
          <Spinner size={20} label={t('loading')} />
        </div>
      )}
      {late && <Late onRetry={retry} />}
    </div>
  )
}
