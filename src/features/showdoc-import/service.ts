import type { z } from 'zod'
import type { ErrorName } from '#shared/contract/errors.ts'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import type { adminShowdoc } from '#shared/contract/showdoc.ts'
import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { transact } from '#src/db/database.ts'
import { type AuditEntry, recordAudit } from '#src/features/audit/index.ts'
import { createCheckedBackup, inWorker, placeOfSite, recordCommandLineBackup } from '#src/features/backup/index.ts'
import {
  type JobInput,
  type JobRun,
  listOwnJobs,
  parseJobInput,
  replaceResult,
  requireOwnJob,
  runJob,
} from '#src/features/job/index.ts'
import { findCurrentStore, startMove } from '#src/features/storage/index.ts'
import type { SiteImport } from './import-site.ts'
import { locateNamedSite } from './locate.ts'
import type { SiteReport } from './report.ts'
import { importInWorker } from './worker-client.ts'

/** What a check leaves for the import that follows it. */
interface CheckResult extends JobInput {
  report: SiteReport
  /** What was checked; undefined once it has been started. */
  task?: Omit<SiteImport, 'data' | 'job_id' | 'is_dry' | 'source'> & { path: string }
}

type CheckInput = z.output<typeof adminShowdoc.check.input>

const timeZoneDefault = 'Asia/Shanghai'

/**
 * Starts the check of a ShowDoc site as a job, which writes nothing. Returns the job's id.
 *
 * @throws {AppError} showdocNoSource, showdocPathBad
 */
export async function checkSite(
  app: App,
  user: User,
  received: ReceivedFile | undefined,
  input: CheckInput,
): Promise<string> {
  const uploaded = received && received.sizeBytes > 0 ? received.path : undefined
  const { path = '', time_zone = timeZoneDefault, join_users = false, allow_newer = false } = input
  const { uploads } = locateNamedSite(path, uploaded)
  const stored_name = uploaded === undefined ? undefined : await app.files.store(uploaded)
  const title = received && uploaded !== undefined ? received.name : path
  const task = { path, uploads, time_zone: time_zone || timeZoneDefault, join_users, allow_newer }
  const { job_id } = await runJob(app, user, { kind: 'showdocCheck', title, total: 100, input: {} }, async (run) => {
    try {
      const report = await importInWorker(siteImport(app, task, { stored_name, is_dry: true }), run.reach, run.signal)
      const result: CheckResult = { report, task, ...(stored_name !== undefined && { stored_name }) }
      await transact(app.db, (tx) => run.finish(tx, 0, result))
      return 0
    } catch (error) {
      if (stored_name !== undefined) await app.files.remove(stored_name)
      throw error
    }
  })
  return job_id
}

function siteImport(
  app: App,
  { path, ...task }: NonNullable<CheckResult['task']>,
  at: { stored_name?: string | undefined; is_dry: boolean; job_id?: string },
): SiteImport {
  const source =
    at.stored_name === undefined ? locateNamedSite(path, undefined).source : app.files.pathOf(at.stored_name)
  return { ...task, data: app.config.data, source, is_dry: at.is_dry, job_id: at.job_id }
}

// The share of the backup in the time of the whole.
const backupPercent = 25

/**
 * Imports a checked site as a job, after a verified backup. Returns the job's id.
 *
 * @throws {AppError} jobGone, jobNotReady
 */
export async function startSiteImport(
  app: App,
  user: User,
  by: Pick<AuditEntry, 'uid' | 'username' | 'ip'>,
  job_id: string,
): Promise<string> {
  const check = await requireOwnJob(app, user, job_id)
  const { task, stored_name, report } = parseJobInput<CheckResult>(check)
  if (check.kind !== 'showdocCheck' || check.state !== 'done' || !task) return fail('jobNotReady')
  if (!(await replaceResult(app.db, job_id, check.input, { report } as JobInput))) fail('jobNotReady')
  const input: JobInput = stored_name === undefined ? {} : { stored_name }
  const running = await runJob(app, user, { kind: 'showdoc', title: check.title, total: 100, input }, async (run) => {
    await backUp(app, run)
    const done = await importInWorker(
      siteImport(app, task, { stored_name, is_dry: false, job_id: run.job_id }),
      (percent) => run.reach(backupPercent + Math.floor((percent * (100 - backupPercent)) / 100)),
      run.signal,
    )
    await recordAudit(app.db, { ...by, action: 'showdocImported', detail: done.source.address }, nowSeconds(app))
    await moveImportedFiles(app, by)
    return 0
  })
  return running.job_id
}

/** Begins to move what the import has stored on the disk, when new files go to a bucket. One that runs will have it too. */
async function moveImportedFiles(app: App, by: Pick<AuditEntry, 'uid' | 'username' | 'ip'>): Promise<void> {
  if (!(await findCurrentStore(app))) return
  await startMove(app, by).catch((error: unknown) => {
    if (!(error instanceof AppError && error.errorName === 'storageMoving')) throw error
  })
}

/** @throws {AppError} showdocBackupFailed, and the reason of the job's end */
async function backUp(app: App, run: JobRun): Promise<void> {
  const start_time = nowSeconds(app)
  try {
    const { made } = await createCheckedBackup(app.config.data, await placeOfSite(app.config), {
      run: inWorker(run.signal),
      allow: app.config.outbound_allow,
      onProgress: (done, total) => run.reach(Math.floor((done / total) * backupPercent)),
    })
    await recordCommandLineBackup(app.config.data, made, { start_time, end_time: nowSeconds(app) })
  } catch (error) {
    run.requireWanted()
    if (error instanceof StartError) fail('showdocBackupFailed', { detail: error.line(app.config.language) })
    throw error
  }
}

const isOurs = ({ kind }: { kind: string }): boolean => kind === 'showdocCheck' || kind === 'showdoc'

/** Returns the last check or import of a person; of a check and its import that began in one second, the import. */
async function findLastJob(app: App, user: User) {
  const jobs = (await listOwnJobs(app, user)).filter(isOurs)
  return jobs.find(({ kind, addtime }) => kind === 'showdoc' && addtime === jobs[0]?.addtime) ?? jobs[0]
}

/**
 * Returns the state of a check or an import, by default of the last one, with its report once it is done.
 *
 * @throws {AppError} jobGone
 */
export async function readSiteJob(
  app: App,
  user: User,
  job_id: string,
  lang: Lang,
): Promise<z.input<typeof adminShowdoc.report.output>> {
  const job = job_id === '' ? await findLastJob(app, user) : await requireOwnJob(app, user, job_id)
  if (!job) return { job_id: '', action: 'check', state: 'done', percent: 0, error_message: '' }
  if (!isOurs(job)) fail('jobGone')
  const { report, values } = parseJobInput<Partial<CheckResult>>(job)
  return {
    job_id: job.job_id,
    action: job.kind === 'showdoc' ? 'import' : 'check',
    // A CHECK constraint of the table limits the values to these.
    state: job.state as 'running',
    percent: job.state === 'done' ? 100 : job.done,
    error_message: job.error_name === '' ? '' : errorText(lang, job.error_name as ErrorName, values),
    ...(report && { report }),
  }
}
