import { useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { listUnsaved, type UnsavedText } from '#web/lib/unsaved.ts'
import { Button } from './button.tsx'
import styles from './error-screen.module.css'
import { CheckIcon, CopyIcon, ErrorIcon } from './icons.ts'
import { useCopy } from './use-copy.ts'

const idOf = (error: unknown): string =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : ''

const isMissingChunk = (error: unknown) => error instanceof TypeError && /import|module/i.test(error.message)

function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('ui')
  const [copied, copy] = useCopy()
  return (
    <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(text)}>
      <span role="status">{copied ? t('copied') : label}</span>
    </Button>
  )
}

function KeptText({ kept }: { kept: UnsavedText }) {
  const { t } = useTranslation('ui')
  return (
    <li className={styles.kept}>
      <div className={styles.row}>
        <strong>{kept.title}</strong>
        <CopyButton text={kept.text} label={t('error.copyText')} />
      </div>
      <pre className={styles.text}>{kept.text}</pre>
    </li>
  )
}

/** What stands where a screen failed: what happened, the texts that are safe, and what to do. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  const kept = useMemo(listUnsaved, [])
  const requestId = idOf(error)
  const missing = isMissingChunk(error)
  const words = requestId && error instanceof Error ? error.message : ''
  return (
    <div className={styles.screen} role="alert">
      <ErrorIcon data-size="32" />
      <h1 className={styles.title}>{t(missing ? 'error.newVersion' : 'error.title')}</h1>
      <p className={styles.words}>{words || t(missing ? 'error.newVersionText' : 'error.text')}</p>
      {requestId && (
        <p className={styles.row}>
          <span>
            {t('error.requestId')} <code>{requestId}</code>
          </span>
          <CopyButton text={requestId} label={t('copy')} />
        </p>
      )}
      {kept.length > 0 && (
        <>
          <p className={styles.words}>{t('error.kept')}</p>
          <ul className={styles.list}>
            {kept.map((one) => (
              <KeptText key={one.title} kept={one} />
            ))}
          </ul>
        </>
      )}
      <div className={styles.row}>
        {!missing && (
          <Button variant="primary" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        <Button variant={missing ? 'primary' : 'default'} onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      </div>
    </div>
  )
}
