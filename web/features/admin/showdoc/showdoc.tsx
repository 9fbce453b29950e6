import { atom, useAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { queryAtom, useQueryState } from '#web/lib/query.ts'
import { uploadOptions } from '#web/lib/upload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from '../backups/backups.module.css'
import { QueryBoundary } from '../query-boundary.tsx'
import { ReportView } from './report-view.tsx'

/** The last check or import of a ShowDoc site. */
const siteJobAtom = queryAtom(() => api.adminShowdoc.report({}))

/** Whether the form for another site is open, in place of the last report. */
const isFormOpenAtom = atom(false)

type SiteJob = Awaited<ReturnType<typeof api.adminShowdoc.report>>

const pollMs = 700

/** Step 1: where the ShowDoc is, and how to read it. */
function SourceForm({ onStarted }: { onStarted: () => Promise<unknown> }) {
  const { t } = useTranslation('admin')
  const [file, setFile] = useState<File>()
  const [path, setPath] = useState('')
  const [zone, setZone] = useState('Asia/Shanghai')
  const [join, setJoin] = useState(false)
  const [newer, setNewer] = useState(false)
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<LocalizedText>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (share !== undefined) return
    setError(undefined)
    setShare(0)
    try {
      const how = { time_zone: zone.trim(), join_users: join, allow_newer: newer }
      const at = path.trim()
      if (file) await api.adminShowdoc.check({ file, path: at, ...how }, uploadOptions({ onSent: setShare }))
      else await api.adminShowdoc.checkPath({ path: at, ...how })
      await onStarted()
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('showdoc.source')}</h2>
      <Field label={t('showdoc.path')} help={t('showdoc.pathHelp')}>
        <TextInput
          mono
          name="path"
          value={path}
          onValue={setPath}
          placeholder="/showdoc_data/html"
          autoComplete="off"
        />
      </Field>
      <DropZone
        compact
        label={t('showdoc.drop')}
        touchLabel={t('showdoc.choose')}
        limit={file && `${file.name} · ${fileSize(file.size)}`}
        onFiles={([chosen]) => setFile(chosen)}
      />
      <Field label={t('showdoc.zone')} help={t('showdoc.zoneHelp')}>
        <TextInput mono name="time_zone" value={zone} onValue={setZone} autoComplete="off" />
      </Field>
      <Checkbox label={t('showdoc.join')} help={t('showdoc.joinHelp')} checked={join} onChecked={setJoin} />
      <Checkbox label={t('showdoc.newer')} help={t('showdoc.newerHelp')} checked={newer} onChecked={setNewer} />
      {error && <Banner tone="danger">{error.text}</Banner>}
      {share !== undefined && file && <Progress label={t('showdoc.uploading')} value={share} max={1} />}
      <div>
        <Button type="submit" variant="primary" busy={share !== undefined}>
          {t('showdoc.check')}
        </Button>
      </div>
    </form>
  )
}

/** The check or import that runs, with a way to cancel it. */
function Running({ job, onChange }: { job: SiteJob; onChange: () => Promise<unknown> }) {
  const { t } = useTranslation('admin')
  useEffect(() => {
    const timer = setInterval(() => void onChange(), pollMs)
    return () => clearInterval(timer)
  }, [onChange])
  const cancel = async () => {
    await api.job.cancel({ job_id: job.job_id })
    await onChange()
  }
  return (
    <section className={styles.part}>
      <Progress
        label={t(
          job.action === 'check' ? 'showdoc.checking' : job.percent < 25 ? 'showdoc.backingUp' : 'showdoc.importing',
        )}
        value={job.percent}
        max={100}
        onCancel={() => void cancel()}
      />
      <p className={styles.note}>{t('showdoc.continues')}</p>
    </section>
  )
}

/** The report of a check with the button that imports, or that of an import. */
function Ended({ job, onChange, onAgain }: { job: SiteJob; onChange: () => Promise<unknown>; onAgain: () => void }) {
  const { t } = useTranslation('admin')
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const start = async () => {
    setStarting(true)
    try {
      await api.adminShowdoc.start({ job_id: job.job_id })
      await onChange()
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setStarting(false)
    }
  }
  const isReady = job.action === 'check' && job.state === 'done'
  return (
    <div className={styles.parts}>
      {job.state === 'failed' && <Banner tone="danger">{job.error_message}</Banner>}
      {job.state === 'cancelled' && <Banner tone="info">{t('showdoc.cancelled')}</Banner>}
      {job.action === 'import' && job.state === 'done' && <Banner tone="ok">{t('showdoc.done')}</Banner>}
      {isReady && <Banner tone="info">{t('showdoc.checked')}</Banner>}
      {error && <Banner tone="danger">{error.text}</Banner>}
      <div>
        {isReady && (
          <>
            <Button variant="primary" busy={isStarting} onClick={() => void start()}>
              {t('showdoc.start')}
            </Button>{' '}
          </>
        )}
        <Button onClick={onAgain}>{t('showdoc.again')}</Button>
      </div>
      {job.report && <ReportView report={job.report} />}
    </div>
  )
}

/** Moves a whole ShowDoc site in: check, report, import with progress. */
export function Showdoc() {
  const { t } = useTranslation('admin')
  const query = useQueryState(siteJobAtom)
  const [isAsking, setAsking] = useAtom(isFormOpenAtom)
  const { run } = query
  const started = async () => {
    await run()
    setAsking(false)
  }
  return (
    <ScreenFrame title={t('section.showdoc')} note={t('showdoc.note')}>
      <QueryBoundary query={query}>
        {(job) =>
          job.state === 'running' ? (
            <Running job={job} onChange={run} />
          ) : job.job_id === '' || isAsking ? (
            <SourceForm onStarted={started} />
          ) : (
            <Ended key={job.job_id} job={job} onChange={run} onAgain={() => setAsking(true)} />
          )
        }
      </QueryBoundary>
    </ScreenFrame>
  )
}
