import { useEffect, useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnline, useOnReconnect, useServerReachable } from '#web/lib/online.ts'
import { checkServer, reloadPage } from '#web/lib/reload.ts'
import { listUnsaved, type UnsavedText } from '#web/lib/unsaved.ts'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import styles from './error-screen.module.css'
import { CheckIcon, CopyIcon } from './icons.ts'
import { getProblemKind, type ProblemKind } from './problem.ts'
import { ProblemScreen } from './problem-screen.tsx'
import { useCopy } from './use-copy.ts'
import { useRetryFocus } from './use-retry-focus.ts'

const idOf = (error: unknown): string =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : ''

function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('ui')
  const [copied, copy] = useCopy()
  return (
    <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(text)}>
      <span role="status">{copied ? t('copied') : label}</span>
    </Button>
  )
}

function UnsavedTextNote({ kept: unsaved }: { kept: UnsavedText }) {
  const { t } = useTranslation('ui')
  return (
    <li className={styles.kept}>
      <div className={styles.row}>
        <strong>{unsaved.title}</strong>
        <CopyButton text={unsaved.text} label={t('error.copyText')} />
      </div>
      <pre className={styles.text}>{unsaved.text}</pre>
    </li>
  )
}

const reload = () => void reloadPage()

const numberOf = (kind: ProblemKind) => (/^\d/.test(kind) ? kind : undefined)

/** @param isCutOff whether the server is unreachable */
function Next({ kind, isCutOff, onRetry }: { kind: ProblemKind; isCutOff: boolean; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  const button = useRetryFocus()
  if (kind === 'outdated') {
    return (
      <Button variant="primary" onClick={reload}>
        {t(isCutOff ? 'retry' : 'reload')}
      </Button>
    )
  }
  if (kind === '401') {
    return (
      <ButtonLink to="/user/login" variant="primary">
        {t('problem.signIn')}
      </ButtonLink>
    )
  }
  const isFinal = kind === '403' || kind === '404' || kind === '410'
  return (
    <>
      {isFinal ? (
        <ButtonLink to="/" variant="primary">
          {t('problem.home')}
        </ButtonLink>
      ) : (
        <Button ref={button} variant="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      <Button onClick={reload}>{t('reload')}</Button>
    </>
  )
}

/**
 * Shown in place of a failed screen: what happened, the unsaved texts, and what to do. If a chunk failed to load
 * because the server was unreachable, the screen reloads when the server is back, unless a text would be lost.
 */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  const unsavedText = useMemo(listUnsaved, [])
  const requestId = idOf(error)
  const cause = getProblemKind(error)
  const isOnline = useOnline()
  const isReached = useServerReachable()
  const isCutOff = cause === 'outdated' && !(isOnline && isReached)
  const kind = isCutOff ? 'offline' : cause
  useEffect(() => {
    if (cause === 'outdated') void checkServer()
  }, [cause])
  useOnReconnect(() => {
    if (cause === 'outdated' && unsavedText.length === 0) reload()
  })
  const isFault = kind === '500'
  const said = requestId && error instanceof Error ? error.message : ''
  const words = {
    '401': t('problem.401'),
    '403': t('problem.403'),
    '404': t('problem.404'),
    '409': t('problem.409'),
    '410': t('problem.410'),
    '429': t('problem.429'),
    '500': t('error.title'),
    offline: t('problem.offline'),
    outdated: t('error.newVersion'),
  }
  const text =
    kind === 'outdated' ? t('error.newVersionText') : t(kind === 'offline' ? 'problem.offlineText' : 'error.text')
  return (
    <ProblemScreen
      alert
      code={isFault && !requestId ? undefined : numberOf(kind)}
      title={words[kind]}
      text={said || text}
      actions={<Next kind={cause} isCutOff={isCutOff} onRetry={onRetry} />}
    >
      {requestId && (
        <p className={styles.row}>
          <span>
            {t('error.requestId')} <code>{requestId}</code>
          </span>
          <CopyButton text={requestId} label={t('copy')} />
        </p>
      )}
      {unsavedText.length > 0 && (
        <>
          <p className={styles.words}>{t('error.kept')}</p>
          <ul className={styles.list}>
            {unsavedText.map((one) => (
              <UnsavedTextNote key={one.title} kept={one} />
            ))}
          </ul>
        </>
      )}
    </ProblemScreen>
  )
}
