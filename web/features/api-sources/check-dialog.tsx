import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { cancelJobAtom, followJobAtom, jobsAtom, watchedJobAtom } from '#web/features/jobs/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ApiSource, type CheckedSource, nameOf, type SourceCalls } from './atoms.ts'
import { stack } from './stack.ts'

type Change = CheckedSource['changes'][number]

const tones: Record<Change['level'], BadgeTone> = { breaking: 'danger', warning: 'warn', info: 'neutral' }

/** More rows than anybody reads; the rest is shown as a number. */
const most = 200

/** The differences between two descriptions in words, by operation. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('api-source')
  const shown = changes.filter(({ level }) => level !== 'info').slice(0, most)
  if (shown.length === 0) return null
  return (
    <ul style={{ ...stack, gap: 'var(--space-2)', listStyle: 'none', margin: 0, padding: 0 }}>
      {shown.map(({ level, operation, path, text, kind }, at) => (
        <li key={`${at}`}>
          <Badge tone={tones[level]}>{t(`level.${level}`)}</Badge> <bdi title={kind}>{operation || t('whole')}</bdi>
          {': '}
          {text}
          {path !== '' && <small> ({path})</small>}
        </li>
      ))}
    </ul>
  )
}

/** A list of pages that opens on demand. */
function Pages(props: { title: string; pages: readonly { path: string; page_title: string; call?: string }[] }) {
  const { title, pages } = props
  const { t } = useTranslation('api-source')
  if (pages.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {pages.slice(0, most).map(({ path, page_title, call }, at) => (
          <li key={`${at}`}>{[path ? `${path} / ${page_title}` : page_title, ...(call ? [call] : [])].join(' · ')}</li>
        ))}
        {pages.length > most && <li>{t('more', { count: pages.length - most })}</li>}
      </ul>
    </details>
  )
}

function Report({ checked }: { checked: CheckedSource }) {
  const { t } = useTranslation('api-source')
  const { report, added, changed, removed, unchanged, breaking, warnings, is_compared, missing, changes } = checked
  if (added + changed + removed === 0) return <Banner tone="ok">{t('check.nothing', { count: unchanged })}</Banner>
  const gone = report.missing.filter((page) => !page.is_marked)
  return (
    <>
      {breaking > 0 && <Banner tone="danger">{t('check.breaking', { count: breaking })}</Banner>}
      {breaking === 0 && warnings > 0 && <Banner tone="warn">{t('check.warnings', { count: warnings })}</Banner>}
      {breaking + warnings === 0 && is_compared && <Banner tone="ok">{t('check.harmless')}</Banner>}
      {!is_compared && <p>{t('check.first')}</p>}
      <Changes changes={changes} />
      <Pages title={t('check.added', { count: added })} pages={report.added} />
      <Pages title={t('check.changed', { count: changed })} pages={report.replaced} />
      {report.kept > 0 && <p>{t('check.kept', { count: report.kept })}</p>}
      <Pages title={t('check.removed', { count: removed })} pages={gone} />
      {removed > 0 && <p>{t(`check.${missing}`)}</p>}
      <p>{t('check.unchanged', { count: unchanged })}</p>
    </>
  )
}

/** Synchronises a source: fetches it, shows what would change, applies it. It continues when the dialog is closed. */
export function CheckDialog(props: {
  source: ApiSource
  title: string
  calls: SourceCalls
  onDone: () => void
  onClose: () => void
}) {
  const { source, title, calls, onDone, onClose } = props
  const { t } = useTranslation('api-source')
  const [checked, setChecked] = useState<CheckedSource>()
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const [started, setStarted] = useState('')
  const job = useAtomValue(jobsAtom).find((one) => one.job_id === started)
  const follow = useSetAtom(followJobAtom)
  const watch = useSetAtom(watchedJobAtom)
  const cancelJob = useSetAtom(cancelJobAtom)
  const { source_id } = source
  /** Checks the source. @returns a function after which the result is no longer wanted */
  const check = useCallback(() => {
    let isWanted = true
    calls.check(source_id).then(
      (found) => isWanted && setChecked(found),
      (failure: unknown) => isWanted && setError(errorText(failure)),
    )
    return () => {
      isWanted = false
    }
  }, [calls, source_id])
  useEffect(() => check(), [check])
  // its end is shown here while the dialog is open
  useEffect(() => () => watch(null), [watch])
  const state = job?.state
  const hasEnded = state === 'done' || state === 'failed' || state === 'cancelled'
  useEffect(() => {
    if (hasEnded) onDone()
  }, [hasEnded, onDone])
  const again = () => {
    setError(undefined)
    setChecked(undefined)
    check()
  }
  const start = async () => {
    if (!checked || busy) return
    setBusy(true)
    const { job_id, report } = checked
    try {
      await calls.start(job_id).catch((failure: unknown) => {
        // it was already started, and the response was lost: follow it from here
        if (!isApiError(failure, 'jobNotReady')) throw failure
      })
      follow({ job_id, kind: 'import', title, total: report.pages })
      watch(job_id)
      setStarted(job_id)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const isReady = checked !== undefined && started === '' && error === undefined
  const changesNothing = checked && checked.added + checked.changed + checked.removed === 0
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={t('check.title', { name: nameOf(source, t('kind.push')) })}
      footer={
        <>
          <Button onClick={onClose}>{t(started === '' && !changesNothing ? 'cancel' : 'close')}</Button>
          {error && <Button onClick={again}>{t('check.again')}</Button>}
          {isReady && !changesNothing && (
            <Button variant="primary" busy={busy} onClick={() => void start()}>
              {t('check.apply')}
            </Button>
          )}
        </>
      }
    >
      <div style={stack}>
        {error && <Banner tone="danger">{error.text}</Banner>}
        {!error && !checked && <Progress label={t('check.reading')} />}
        {isReady && <Report checked={checked} />}
        {started !== '' && !error && !hasEnded && (
          <>
            <Progress
              label={t('result.running', { done: job?.done ?? 0, total: checked?.report.pages ?? 0 })}
              value={job?.done ?? 0}
              {...(checked && { max: checked.report.pages })}
              onCancel={() => void cancelJob(started).catch((failure) => toast.error(errorText(failure)))}
            />
            <p>{t('result.goesOn')}</p>
          </>
        )}
        {hasEnded && (
          <Banner tone={state === 'done' ? 'ok' : state === 'failed' ? 'danger' : 'neutral'}>
            {state === 'done' && t('result.done')}
            {state === 'failed' && joinSentences([t('result.failed'), job?.error_message ?? ''])}
            {state === 'cancelled' && t('result.cancelled')}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
