import { useEffect, useState } from 'react'
import { settingForms } from '#shared/settings.ts'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { downloadCall } from '#web/lib/download-call.ts'
import { exactTime, fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { queryValue, useQueryState } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { DatabaseIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import forms from '../forms/forms.module.css'
import { SaveBar } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { backupFields, backupForm, backupGroups, backupListAtom, backupStatusAtom } from './atoms.ts'
import styles from './backups.module.css'

type BackupList = Awaited<ReturnType<typeof api.adminBackup.getList>>
type Backup = BackupList['list'][number]

const pollMs = 1000

const { options: schedules } = settingForms.backup_form.schedule
const { options: places } = settingForms.backup_form.place

function State({ backup }: { backup: Backup }) {
  const { t } = useTranslation('admin')
  if (backup.damaged) return <Badge tone="danger">{t('backups.damaged')}</Badge>
  if (backup.verified === 0) return <Badge tone="warn">{t('backups.unverified')}</Badge>
  return (
    <span title={exactTime(backup.verified)}>
      <Badge tone="ok">{t('backups.verified')}</Badge>
    </span>
  )
}

/** Asks for the own password before a backup is downloaded, which contains every secret of the site. */
function DownloadDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  return (
    <ConfirmDialog
      open
      danger={false}
      requiresPassword
      onClose={onClose}
      title={t('backups.downloadTitle')}
      action={t('backups.download')}
      errorText={getErrorMessage}
      onConfirm={async (password) => {
        const { ticket } = await api.adminBackup.allowDownload({ name, password })
        downloadCall('adminBackup/download', { name, ticket }, name)
        close()
      }}
    >
      {t('backups.downloadText')}
    </ConfirmDialog>
  )
}

/** Table of the backups of the place. */
function BackupTable({ list }: { list: readonly Backup[] }) {
  const { t } = useTranslation('admin')
  const [wanted, setWanted] = useState<string>()
  return (
    <>
      <Table
        caption={t('backups.list')}
        rows={list}
        keyOf={({ name }) => name}
        columns={[
          {
            id: 'time',
            header: t('backups.time'),
            cell: ({ time }) => <span title={exactTime(time)}>{exactTime(time)}</span>,
          },
          { id: 'state', header: t('backups.state'), cell: (backup) => <State backup={backup} />, isShort: true },
          {
            id: 'size',
            header: t('backups.size'),
            cell: ({ whole_bytes }) => fileSize(whole_bytes),
            align: 'end',
            isShort: true,
          },
          {
            id: 'pages',
            header: t('backups.pages'),
            cell: ({ pages }) => (pages < 0 ? '–' : formatCount(pages)),
            align: 'end',
            isExtra: true,
          },
          {
            id: 'download',
            header: t('backups.file'),
            cell: ({ name }) => (
              <Button size="s" aria-label={`${t('backups.download')}: ${name}`} onClick={() => setWanted(name)}>
                {t('backups.download')}
              </Button>
            ),
          },
        ]}
      />
      {wanted !== undefined && <DownloadDialog name={wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}

/** Table of the copies of the database from before schema changes. */
function CopyTable({ copies }: { copies: BackupList['copies'] }) {
  const { t } = useTranslation('admin')
  return (
    <section className={styles.part}>
      <h2>{t('backups.copies')}</h2>
      <p className={styles.note}>{t('backups.copiesNote')}</p>
      <Table
        caption={t('backups.copies')}
        rows={copies}
        keyOf={({ path }) => path}
        columns={[
          { id: 'time', header: t('backups.time'), cell: ({ time }) => exactTime(time) },
          { id: 'size', header: t('backups.size'), cell: ({ bytes }) => fileSize(bytes), align: 'end', isShort: true },
          { id: 'path', header: t('backups.path'), cell: ({ path }) => <bdi className={styles.place}>{path}</bdi> },
        ]}
      />
    </section>
  )
}

const steps = ['stop', 'verify', 'restore', 'start'] as const

/** How to restore: on the server, because what is restored includes the accounts. */
function RestoreSteps({ place }: { place: string }) {
  const { t } = useTranslation('admin')
  return (
    <section className={styles.part}>
      <h2>{t('backups.restore')}</h2>
      <p className={styles.note}>{t('backups.restoreNote')}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{t(`backups.step.${step}`, { place })}</li>
        ))}
      </ol>
    </section>
  )
}

/** Progress of the running backup, or when the last one was made and the next one is due. */
function StatusLine() {
  const { t } = useTranslation('admin')
  const { result } = useQueryState(backupStatusAtom)
  const status = queryValue(result)
  if (!result || !status) return null
  if (status.running >= 0) return <Progress label={t('backups.running')} value={status.running} max={100} />
  const next = status.next_time * 1000 > result.at ? exactTime(status.next_time) : t('backups.soon')
  return (
    <p className={styles.note}>
      {status.good_time === 0 ? t('backups.noGood') : t('backups.lastGood', { time: exactTime(status.good_time) })}{' '}
      {status.next_time === 0 ? t('backups.noNext') : t('backups.next', { time: next })}
    </p>
  )
}

/** What became of the scheduled exports, and a button to make them now. */
function ScheduledExports() {
  const { t } = useTranslation('admin')
  const { result, run } = useQueryState(backupStatusAtom)
  const exports = queryValue(result)?.exports
  const isRunning = exports?.is_running === true
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void run(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, run])
  if (!exports) return null
  const start = async () => {
    try {
      await api.adminBackup.startExports()
      await run()
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const { last_time, next_time, files, bytes, failed, error_message } = exports
  const last = t('backups.exports.last', { time: exactTime(last_time), count: files, size: fileSize(bytes) })
  const isSoon = result !== undefined && next_time * 1000 <= result.at
  const next = isSoon ? t('backups.soon') : exactTime(next_time)
  return (
    <section className={styles.part}>
      <h2>{t('backups.exports.title')}</h2>
      {isRunning ? (
        <Progress label={t('backups.exports.running')} />
      ) : (
        <p className={styles.note}>
          {last_time === 0 ? t('backups.exports.none') : last}{' '}
          {next_time === 0 ? t('backups.noNext') : t('backups.next', { time: next })}
        </p>
      )}
      {error_message !== '' && <Banner tone="danger">{t('backups.exports.failed', { reason: error_message })}</Banner>}
      {failed.length > 0 && (
        <Banner tone="warn">
          {failed
            .map(({ item_name: name, error_message: reason }) => t('backups.exports.failedOf', { name, reason }))
            .join('\n')}
        </Banner>
      )}
      <div>
        <Button busy={isRunning} onClick={() => void start()}>
          {t('backups.exports.start')}
        </Button>
      </div>
    </section>
  )
}

/** Backups: last and next one, list, settings, and how to restore. */
export function Backups() {
  const { t } = useTranslation('admin')
  const status = useQueryState(backupStatusAtom)
  const list = useQueryState(backupListAtom)
  const stored = useQueryState(backupForm.storedAtom)
  const [isStarting, setStarting] = useState(false)
  const isRunning = (queryValue(status.result)?.running ?? -1) >= 0
  const { run: reloadStatus } = status
  const { run: reloadList } = list
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void reloadStatus(), pollMs)
    return () => {
      clearInterval(timer)
      // it has ended, or the screen is left
      void reloadList()
    }
  }, [isRunning, reloadStatus, reloadList])
  const optionOf = (name: string, value: string): string => {
    if (name === 'export_format') return t(`backups.option.export_format.${value as 'docx'}`)
    if (name === 'export_schedule') return t(`backups.option.export_schedule.${value as 'off'}`)
    const schedule = schedules.find((one) => one === value)
    const place = places.find((one) => one === value)
    return schedule ? t(`backups.option.schedule.${schedule}`) : place ? t(`backups.option.place.${place}`) : value
  }
  const start = async () => {
    setStarting(true)
    try {
      await api.adminBackup.start()
      await reloadStatus()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setStarting(false)
    }
  }
  const reload = () => {
    void reloadStatus()
    void reloadList()
  }
  return (
    <ScreenFrame
      title={t('section.backups')}
      note={t('backups.note')}
      actions={
        <Button variant="primary" icon={<DatabaseIcon />} busy={isStarting || isRunning} onClick={() => void start()}>
          {t('backups.start')}
        </Button>
      }
    >
      <div className={styles.parts}>
        <section className={styles.part}>
          <StatusLine />
          <QueryBoundary query={list}>
            {({ place, place_error, place_note, list: backups, copies }) => (
              <div className={styles.parts}>
                <div className={styles.part}>
                  <p className={styles.note}>
                    {t('backups.place')} <bdi className={styles.place}>{place}</bdi>
                  </p>
                  {place_error !== '' && <Banner tone="danger">{place_error}</Banner>}
                  {place_note !== '' && <Banner tone="warn">{place_note}</Banner>}
                  {backups.length > 0 ? (
                    <BackupTable list={backups} />
                  ) : (
                    place_error === '' && <EmptyState icon={<DatabaseIcon data-size="32" />} text={t('backups.none')} />
                  )}
                </div>
                {copies.length > 0 && <CopyTable copies={copies} />}
              </div>
            )}
          </QueryBoundary>
        </section>
        <QueryBoundary query={stored}>
          {() => (
            <div className={forms.groups}>
              {backupGroups.map((id) => (
                <SettingFields
                  key={id}
                  form={backupForm}
                  title={t(`backups.group.${id}`)}
                  note={t(`backups.groupNote.${id}`)}
                  fields={backupFields(id)}
                  wordsOf={(name) => ({
                    label: t(`backups.label.${name}`),
                    help: t(`backups.help.${name}`),
                    option: (value) => optionOf(name, value),
                  })}
                />
              ))}
            </div>
          )}
        </QueryBoundary>
        <ScheduledExports />
        <RestoreSteps place={queryValue(list.result)?.place ?? ''} />
      </div>
      <SaveBar form={backupForm} onSaved={reload} />
    </ScreenFrame>
  )
}
