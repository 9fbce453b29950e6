import { randomBytes } from 'node:crypto'
import type { ErrorName } from '#shared/contract/errors.ts'
import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { isDiskFull } from '#src/core/data-folder.ts'
import { AppError, fail, type MessageValues } from '#src/core/errors.ts'
import type { Db, Tx } from '#src/db/database.ts'
import {
  findJob,
  insertJob,
  type JobRow,
  listCheckedJobs,
  listJobs,
  listOldJobs,
  listRunningJobs,
  removeJob,
  updateJob,
  updateResult,
} from './queries.ts'

/** What a job could not do as it was meant to: where, why, and what was affected. */
export interface JobNote {
  name: string
  reason: string
  detail: string
}

/** The file that a job has made. */
interface JobFile {
  name: string
  bytes: number
  /** Its format, as the feature names it. */
  format: string
}

/**
 * What a job stores besides its feature's data: a file that is removed when the job has ended, unless its result names
 * it again; the values of its error message; the file that it has made, and what could not be done as it was meant to.
 */
export interface JobInput {
  stored_name?: string
  values?: MessageValues
  file?: JobFile
  notes?: JobNote[]
  /** How many notes there were; `notes` has the first of them. */
  note_count?: number
}

/** A job as its feature creates it. */
interface NewJob {
  kind: 'import' | 'showdocCheck' | 'showdoc' | 'export'
  title: string
  /** Total number of steps. */
  total: number
  input: JobInput
}

/** What a job's function receives. */
export interface JobRun {
  readonly job_id: string
  /** Aborts when the job has been cancelled, or the server is stopping. */
  readonly signal: AbortSignal
  /** Throws if the job has been cancelled, or the server is stopping. Called between slices of work. */
  requireWanted(): void
  /** Reports that one more step is done. */
  step(): void
  /** Reports how many steps are done. */
  reach(done: number): void
  /**
   * Records that the job is done, with what it has found out. Must be the last statement of the job's own transaction, so that both are committed
   * or neither. A result with the `stored_name` of the job keeps that file until the job is removed.
   */
  finish(tx: Tx, item_id: number, result?: JobInput): Promise<void>
}

/** How a job ended: the item that it wrote, or the reason why it wrote none. */
type JobOutcome = { item_id: number } | { error: unknown }

interface Live {
  done: number
  readonly controller: AbortController
  ended: Promise<JobOutcome>
}

// Progress is kept here and not in the row: the job's transaction holds the only writer, and nothing else can write.
const running = new WeakMap<App, Map<string, Live>>()

const stopping = new WeakSet<App>()

function liveOf(app: App): Map<string, Live> {
  const known = running.get(app) ?? new Map<string, Live>()
  running.set(app, known)
  return known
}

// Source: contract, job/list.
const storedSeconds = 86_400

/** Thrown between slices of a job that has been cancelled, or whose server is stopping. */
class JobStopped extends Error {
  readonly why: 'cancelled' | 'stopping'
  constructor(why: 'cancelled' | 'stopping') {
    super(why)
    this.why = why
  }
}

/** Parses the stored input of a job. */
export const parseJobInput = <I extends JobInput>(job: JobRow): I => JSON.parse(job.input || '{}') as I

const rowOf = (app: App, owner: User, job: NewJob, state: 'checked' | 'running') => ({
  job_id: randomBytes(16).toString('hex'),
  uid: owner.uid,
  kind: job.kind,
  title: job.title,
  total: job.total,
  state,
  input: JSON.stringify(job.input),
  addtime: nowSeconds(app),
})

// Each may hold a file of 60 MB for a day.
const waitingMost = 5

/** Adds a job that waits for its owner's confirmation; if too many wait, the oldest are cancelled. Returns its id. */
export async function addCheckedJob(app: App, owner: User, job: NewJob): Promise<string> {
  const row = rowOf(app, owner, job, 'checked')
  const waiting = await listCheckedJobs(app.db, owner.uid)
  for (const old of waiting.slice(waitingMost - 1)) await cancelJob(app, owner, old.job_id)
  await insertJob(app.db, row)
  return row.job_id
}

/** Returns the waiting job `job_id` of a person. @throws {AppError} jobGone, jobNotReady */
export async function requireCheckedJob(app: App, owner: User, job_id: string): Promise<JobRow> {
  const job = (await findJob(app.db, owner.uid, job_id)) ?? fail('jobGone')
  if (job.state !== 'checked') fail('jobNotReady')
  return job
}

/**
 * Starts a waiting job, under the title of `job`; it continues after this has returned. However it ends, its file is
 * removed.
 *
 * @throws {AppError} jobNotReady when it has been started already; stopping
 */
export async function startJob(app: App, job: JobRow, operation: (run: JobRun) => Promise<number>): Promise<void> {
  if (stopping.has(app)) fail('stopping')
  if (
    !(await updateJob(app.db, job.job_id, 'checked', { state: 'running', title: job.title, addtime: nowSeconds(app) }))
  ) {
    fail('jobNotReady')
  }
  void go(app, job.job_id, parseJobInput(job), operation)
}

/**
 * Creates a job and starts it at once; it continues after this has returned, and `ended` resolves with its outcome. However
 * it ends, its file is removed, unless its result names that file.
 *
 * @throws {AppError} stopping
 */
export async function runJob(
  app: App,
  owner: User,
  job: NewJob,
  operation: (run: JobRun) => Promise<number>,
): Promise<{ job_id: string; ended: Promise<JobOutcome> }> {
  if (stopping.has(app)) fail('stopping')
  const row = rowOf(app, owner, job, 'running')
  await insertJob(app.db, row)
  return { job_id: row.job_id, ended: go(app, row.job_id, job.input, operation) }
}

function go(
  app: App,
  job_id: string,
  input: JobInput,
  operation: (run: JobRun) => Promise<number>,
): Promise<JobOutcome> {
  const controller = new AbortController()
  let kept: string | undefined
  const live: Live = { done: 0, controller, ended: Promise.resolve({ item_id: 0 }) }
  const run: JobRun = {
    job_id,
    signal: controller.signal,
    requireWanted: () => controller.signal.throwIfAborted(),
    step: () => {
      live.done++
    },
    reach: (done) => {
      live.done = done
    },
    async finish(tx, item_id, result) {
      const input = result === undefined ? '' : JSON.stringify(result)
      const set = { state: 'done', item_id, done: live.done, total: live.done, end_time: nowSeconds(app), input }
      if (await updateJob(tx, job_id, 'running', set)) kept = result?.stored_name
    },
  }
  const jobs = liveOf(app)
  jobs.set(job_id, live)
  live.ended = operation(run)
    .then((item_id): JobOutcome => ({ item_id }))
    .catch(async (error: unknown): Promise<JobOutcome> => {
      kept = undefined
      await noteFailure(app, job_id, error)
      return { error: error instanceof JobStopped && error.why === 'stopping' ? new AppError('stopping') : error }
    })
    .finally(async () => {
      jobs.delete(job_id)
      if (input.stored_name !== undefined && input.stored_name !== kept) await app.files.remove(input.stored_name)
    })
  const background = live.ended
    .then(() => undefined)
    .catch((error: unknown) => app.log.error({ err: error, job_id }, 'the end of a job could not be written down'))
    .finally(() => app.background.delete(background))
  app.background.add(background)
  return live.ended
}

function errorNameOf(error: unknown): { error_name: ErrorName | ''; values: MessageValues } {
  if (error instanceof JobStopped) return { error_name: error.why === 'stopping' ? 'stopping' : '', values: {} }
  if (error instanceof AppError) return { error_name: error.errorName, values: error.values }
  return { error_name: isDiskFull(error) ? 'diskFull' : 'internal', values: {} }
}

async function noteFailure(app: App, job_id: string, error: unknown): Promise<void> {
  const { error_name, values } = errorNameOf(error)
  if (error_name === 'internal' || error_name === 'diskFull') app.log.error({ err: error, job_id }, 'a job failed')
  const state = error_name === '' ? 'cancelled' : 'failed'
  const input = JSON.stringify({ values } satisfies JobInput)
  await updateJob(app.db, job_id, 'running', { state, error_name, input, end_time: nowSeconds(app) })
}

/** Returns a person's job, with its present progress. @throws {AppError} jobGone */
export async function requireOwnJob(app: App, owner: User, job_id: string): Promise<JobRow> {
  const row = (await findJob(app.db, owner.uid, job_id)) ?? fail('jobGone')
  return { ...row, done: liveOf(app).get(job_id)?.done ?? row.done }
}

/** Replaces the result of a job that is done. Returns false if it is not. */
export const replaceResult = (db: Db, job_id: string, former: string, result: JobInput): Promise<boolean> =>
  updateResult(db, job_id, former, JSON.stringify(result))

/** Lists a person's jobs of the last day, newest first; running ones with their present progress. */
export async function listOwnJobs(app: App, owner: User): Promise<JobRow[]> {
  const rows = await listJobs(app.db, owner.uid, nowSeconds(app) - storedSeconds)
  const live = liveOf(app)
  return rows.map((row) => ({ ...row, done: live.get(row.job_id)?.done ?? row.done }))
}

/**
 * Stops a job, and waits until its changes have been rolled back. A waiting job is removed.
 *
 * @returns false when it had ended before it could be stopped
 * @throws {AppError} jobGone
 */
export async function cancelJob(app: App, owner: User, job_id: string): Promise<boolean> {
  const job = (await findJob(app.db, owner.uid, job_id)) ?? fail('jobGone')
  const set = { state: 'cancelled', end_time: nowSeconds(app), input: '' }
  if (job.state === 'checked' && (await updateJob(app.db, job_id, 'checked', set))) {
    await removeFileOf(app, job)
    return true
  }
  const live = liveOf(app).get(job_id)
  if (!live) return false
  live.controller.abort(new JobStopped('cancelled'))
  return 'error' in (await live.ended)
}

/**
 * Stops all jobs of a server that is stopping, and prevents new ones; `app.background` waits until their transactions
 * are rolled back.
 */
export function stopJobs(app: App): void {
  stopping.add(app)
  for (const live of liveOf(app).values()) live.controller.abort(new JobStopped('stopping'))
}

const removeFileOf = async (app: App, job: JobRow): Promise<void> => {
  const { stored_name } = parseJobInput(job)
  if (stored_name !== undefined) await app.files.remove(stored_name)
}

/**
 * Marks jobs as failed that were running when the last server ended: their transaction was never committed. Returns how
 * many.
 */
export async function failInterruptedJobs(app: App): Promise<number> {
  const jobs = await listRunningJobs(app.db)
  for (const job of jobs) {
    const set = { state: 'failed', error_name: 'stopping', input: '', end_time: nowSeconds(app) }
    await updateJob(app.db, job.job_id, 'running', set)
    await removeFileOf(app, job)
  }
  return jobs.length
}

/** Removes a person's oldest finished jobs of a kind, with their files, so that `most` remain. */
export async function removeJobsBeyond(app: App, uid: number, kind: NewJob['kind'], most: number): Promise<void> {
  const ended = (await listJobs(app.db, uid, 0)).filter((job) => job.kind === kind && job.state !== 'running')
  for (const job of ended.slice(most)) {
    await removeJob(app.db, job.job_id)
    await removeFileOf(app, job)
  }
}

/** Removes jobs older than a day, with their files. */
export async function removeOldJobs(app: App): Promise<void> {
  for (const job of await listOldJobs(app.db, nowSeconds(app) - storedSeconds)) {
    await removeJob(app.db, job.job_id)
    await removeFileOf(app, job)
  }
}
