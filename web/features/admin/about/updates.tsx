import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { CheckIcon, CloseIcon, RefreshIcon } from '#web/ui/icons.ts'
import { Progress } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PasteLines } from '../paste-lines.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import styles from './about.module.css'
import {
  installAtom,
  runSteps,
  type UpdateRun,
  type UpdateState,
  updateRunAtom,
  updateStateAtom,
  uploadUpdate,
} from './update-run.ts'

const manualSteps = ['backup', 'get', 'stop', 'replace', 'start', 'check'] as const

/** How to update by hand: the lines of this server, when it knows them, and the steps in words. */
function Manual({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation('admin')
  return (
    <details className={styles.manual} open={lines.length > 0}>
      <summary>{t('about.update')}</summary>
      {lines.length > 0 && (
        <>
          <p>{t('update.lines')}</p>
          <PasteLines title={t('update.lines')} text={lines.join('\n')} />
        </>
      )}
      <p>{t('about.updateText')}</p>
      <ol>
        {manualSteps.map((step) => (
          <li key={step}>{t(`about.step.${step}`)}</li>
        ))}
      </ol>
      <p>{t('about.back')}</p>
    </details>
  )
}

function StepMark({ status }: { status: 'done' | 'running' | 'failed' | 'waiting' }) {
  if (status === 'done') return <CheckIcon />
  if (status === 'failed') return <CloseIcon />
  return status === 'running' ? <Spinner /> : <span className={styles.dot} />
}

/** The steps of a running or failed update. */
function Steps({ run }: { run: UpdateRun }) {
  const { t } = useTranslation('admin')
  const at = runSteps.indexOf(run.step)
  const { state, error, seconds } = run
  const isDownloading = run.step === 'download' && state?.step === 'download' && state.total > 0
  return (
    <ol className={styles.run} aria-live="polite">
      {runSteps.map((step, index) => {
        const isNow = index === at
        const status = index < at ? 'done' : !isNow ? 'waiting' : error === undefined ? 'running' : 'failed'
        return (
          <li key={step} data-status={status}>
            <StepMark status={status} />
            <div>
              <span>
                {t(`update.step.${step}`)}
                <span className="visually-hidden">{` – ${t(`update.status.${status}`)}`}</span>
              </span>
              {isNow && status === 'running' && step === 'replace' && state?.step && (
                <span className={styles.detail}>{t(`update.detail.${state.step}`)}</span>
              )}
              {isNow && status === 'running' && step === 'reload' && (
                <span className={styles.detail}>{t('update.reloadIn', { seconds })}</span>
              )}
              {isNow && isDownloading && (
                <Progress
                  label={t('update.bytes', { received: mb(state.received), total: mb(state.total) })}
                  value={state.received}
                  max={state.total}
                />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** Takes a `.docstead-update` file. */
function Upload({ onArrived }: { onArrived: () => Promise<void> }) {
  const { t } = useTranslation('admin')
  const [share, setShare] = useState<number>()
  const [error, setError] = useState('')
  const take = async ([file]: File[]) => {
    if (!file) return
    setError('')
    setShare(0)
    try {
      await uploadUpdate(file, setShare)
      await onArrived()
    } catch (failure) {
      setError(getErrorMessage(failure))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <div className={styles.block}>
      <h3>{t('update.offline')}</h3>
      <p>{t('update.offlineText')}</p>
      {share === undefined ? (
        <DropZone
          compact
          label={t('update.drop')}
          touchLabel={t('update.choose')}
          accept=".docstead-update"
          onFiles={(files) => void take(files)}
        />
      ) : (
        <Progress label={t('update.uploading')} value={share} max={1} />
      )}
      {error && <Banner tone="danger">{error}</Banner>}
    </div>
  )
}

/** Why there is nothing to ask or to install; undefined when there is a way. */
const hindranceOf = (state: UpdateState) =>
  state.is_from_sources
    ? ('fromSources' as const)
    : !state.has_key
      ? ('noKey' as const)
      : !state.is_configured
        ? ('notConfigured' as const)
        : undefined

function Newest({ state, onInstall }: { state: UpdateState; onInstall: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const { version, new_version, notes, date, last, is_prepared } = state
  if (new_version === version) {
    if (last?.outcome === 'installed' && last.to === version)
      return <Banner tone="ok">{t('update.installed', { from: last.from, to: last.to })}</Banner>
    return state.is_checked ? <Banner tone="ok">{t('update.newest', { version })}</Banner> : null
  }
  const day = new Date(date).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  return (
    <>
      <Banner
        tone="info"
        action={
          !state.is_from_sources && (
            <Button size="s" variant="primary" onClick={onInstall}>
              {t('update.install')}
            </Button>
          )
        }
      >
        {t(is_prepared ? 'update.prepared' : 'about.newer', { version: new_version })}
      </Banner>
      <section className={styles.block}>
        <h3>{t('update.notes', { version: new_version, day })}</h3>
        <pre>{notes || t('update.noNotes')}</pre>
      </section>
    </>
  )
}

/** Newer versions: whether there is one, installing it, and how the last one went. */
export function Updates() {
  const { t } = useTranslation('admin')
  const query = useQueryState(updateStateAtom)
  const run = useAtomValue(updateRunAtom)
  const install = useSetAtom(installAtom)
  const [isChecking, setChecking] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const [error, setError] = useState('')
  const reload = query.run
  const known = query.result && 'value' in query.result ? query.result.value : undefined
  const isRunning = run !== undefined && run.error === undefined
  const isElsewhere = known !== undefined && known.step !== '' && run === undefined

  // an update that another window began is watched here too
  useEffect(() => {
    if (isElsewhere) void install()
  }, [isElsewhere, install])

  const check = async () => {
    setChecking(true)
    setError('')
    try {
      await api.adminUpdate.checkUpdate()
    } catch (failure) {
      setError(getErrorMessage(failure))
    }
    await reload()
    setChecking(false)
  }
  return (
    <section className={styles.steps}>
      <h2>{t('update.title')}</h2>
      <QueryBoundary query={query}>
        {(state) => {
          const hindrance = hindranceOf(state)
          const failed = state.last && state.last.outcome !== 'installed' ? state.last : undefined
          return (
            <div className={styles.parts}>
              {isRunning && <Banner tone="info">{t('update.running')}</Banner>}
              {run && <Steps run={run} />}
              {run?.error !== undefined && (
                <Banner tone="danger">
                  <span className={styles.reason}>{run.error || t('update.unknown')}</span>
                </Banner>
              )}
              {!run && failed && failed.outcome !== 'rejected' && (
                <Banner tone="warn">
                  <span className={styles.reason}>
                    {t(`update.${failed.outcome}`, { from: failed.from, to: failed.to })} {failed.error}
                  </span>
                </Banner>
              )}
              {!isRunning && (
                <>
                  {hindrance && <Banner>{t(`update.${hindrance}`)}</Banner>}
                  {hindrance === 'notConfigured' && (
                    <PasteLines title="config.json" text={'"update_url": "https://releases.example.com/docstead"'} />
                  )}
                  <Newest state={state} onInstall={() => setConfirming(true)} />
                  {error && <Banner tone="danger">{error}</Banner>}
                  {!hindrance && (
                    <div>
                      <Button icon={<RefreshIcon />} busy={isChecking} onClick={() => void check()}>
                        {t('update.check')}
                      </Button>
                    </div>
                  )}
                  {!state.is_from_sources && state.has_key && <Upload onArrived={reload} />}
                  <Manual lines={run?.error === undefined ? [] : state.lines} />
                </>
              )}
              <ConfirmDialog
                open={isConfirming}
                onClose={() => setConfirming(false)}
                title={t('update.confirm', { version: state.new_version })}
                action={t('update.install')}
                danger={false}
                onConfirm={() => {
                  setConfirming(false)
                  void install()
                }}
              >
                {t('update.confirmText')}
              </ConfirmDialog>
            </div>
          )
        }}
      </QueryBoundary>
    </section>
  )
}
