import { performance } from 'node:perf_hooks'
import type { z } from 'zod'
import { comparesOfKind, parseValuePath, type runSchedules, runsMax } from '#shared/api-runs.ts'
import { RunContent, type RunContentOutput, type StepResult } from '#shared/contract/api-run.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { nextClockTime } from '#src/core/clock-time.ts'
import { AppError, errorNameOf, fail } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/engine.ts'
import { listAddressedPages } from '#src/features/api-operations/index.ts'
import { listItemFiles } from '#src/features/attachment/index.ts'
import { mayRun, requireWholeMember } from './access.ts'
import { executeRun, requireSteps, type StoredStep } from './execute.ts'
import { notifyOfRun } from './notify.ts'
import {
  endInterruptedResults,
  findResult,
  findRun,
  findRunner,
  findRunning,
  insertResult,
  insertRun,
  listDueRuns,
  listLastResults,
  listResults,
  listRuns,
  type RunRow,
  removeRun,
  updateResult,
  updateRun,
} from './queries.ts'

/** How many runs are in progress at the same time; what is due waits. */
const mostAtOnce = 4

/** The runs that are in progress here, by the id of their result. */
const inProgress = new WeakMap<App, Map<number, AbortController>>()

function progressOf(app: App): Map<number, AbortController> {
  const known = inProgress.get(app) ?? new Map<number, AbortController>()
  inProgress.set(app, known)
  return known
}

/** Returns the content of a run; one that an earlier version has stored gets what it lacks. */
export const contentOf = ({ content }: Pick<RunRow, 'content'>): RunContentOutput =>
  RunContent.parse(JSON.parse(content))

/** Returns when a run starts next by itself, in Unix seconds; 0 for never. */
function nextRunTime(
  { schedule, every_minutes, daily_time }: Pick<RunContentOutput, 'schedule' | 'every_minutes' | 'daily_time'>,
  now: number,
): number {
  if (schedule === 'off') return 0
  return schedule === 'minutes' ? now + every_minutes * 60 : nextClockTime(daily_time, now)
}

type ResultOfList = Awaited<ReturnType<typeof listResults>>[number]

const resultRow = (row: ResultOfList) => ({
  result_id: row.result_id,
  outcome: row.outcome as 'running',
  is_scheduled: row.is_scheduled,
  username: row.username ?? '',
  addtime: row.addtime,
  time_ms: row.time_ms,
  steps_total: row.steps_total,
  steps_done: row.steps_done,
  steps_failed: row.steps_failed,
})

/** Returns the runs of an item, each with its newest result. @throws {AppError} noRight */
export async function getRuns(app: App, user: User, item: ItemAccess) {
  await requireWholeMember(app, user, item)
  const results = new Map((await listLastResults(app.db, item.item_id)).map((row) => [row.run_id, row]))
  return (await listRuns(app.db, item.item_id)).map((run) => {
    const last = results.get(run.run_id)
    return { ...run, schedule: run.schedule as (typeof runSchedules)[number], last: last ? resultRow(last) : null }
  })
}

/** How many attachments are offered for a step, the newest ones. */
const filesMost = 200

/** Returns the newest attachments of an item. @throws {AppError} noRight */
export async function getFiles(app: App, user: User, item: ItemAccess) {
  await requireWholeMember(app, user, item)
  const files = await listItemFiles(app.db, item.item_id, filesMost)
  return files.map(({ file_id, display_name, file_size }) => ({ file_id, display_name, file_size }))
}

/** Returns a run with its results. @throws {AppError} runGone, noRight */
export async function getRun(app: App, user: User, item: ItemAccess, run_id: number) {
  await requireWholeMember(app, user, item)
  const row = (await findRun(app.db, { item_id: item.item_id, run_id })) ?? fail('runGone')
  const runner = row.schedule === 'off' ? undefined : await findRunner(app.db, row.schedule_uid)
  const run = contentOf(row)
  const used = new Set(run.steps.map(({ page_id }) => page_id))
  const pages = (await listAddressedPages(app, item.item_id)).filter(({ page_id }) => used.has(page_id))
  return {
    run_id,
    run,
    pages: pages.map(({ page_id, method, path }) => ({ page_id, method, path })),
    run_version: row.run_version,
    next_time: row.next_time,
    schedule_username: runner?.username ?? '',
    results: (await listResults(app.db, run_id)).map(resultRow),
  }
}

/** Returns a result with its steps, their errors in words. @throws {AppError} runGone, noRight */
export async function getResult(app: App, user: User, item: ItemAccess, result_id: number, lang: Lang) {
  await requireWholeMember(app, user, item)
  const row = (await findResult(app.db, { item_id: item.item_id, result_id })) ?? fail('runGone')
  const steps = (JSON.parse(row.steps) as StoredStep[]).map(
    ({ error, ...step }): z.input<typeof StepResult> => ({
      ...step,
      error_text: error ? errorText(lang, errorNameOf(error.name), error.values) : '',
    }),
  )
  return { ...resultRow(row), steps }
}

const isPath = (path: string): boolean => parseValuePath(path) !== undefined

/** Returns a run with ways of comparing that its checks do not have replaced by the usual one. */
const withKnownCompares = (content: RunContentOutput): RunContentOutput => ({
  ...content,
  steps: content.steps.map((step) => ({
    ...step,
    checks: step.checks.map((check) => {
      const possible = comparesOfKind[check.kind]
      return possible.includes(check.compare) ? check : { ...check, compare: possible[0] ?? 'equals' }
    }),
  })),
})

/** Returns the row of a run that `user` saves. @throws {AppError} runStepBad */
export function rowOf(given: RunContentOutput, user: User, now: number) {
  requireSteps(given, isPath)
  const content = withKnownCompares(given)
  return {
    run_name: content.run_name,
    content: JSON.stringify(content),
    steps_total: content.steps.length,
    schedule: content.schedule,
    next_time: nextRunTime(content, now),
    schedule_uid: user.uid,
    addtime: now,
  }
}

/**
 * Creates or changes a run. Its schedule begins again, with the rights and secrets of `user`.
 *
 * @throws {AppError} runGone; runChanged when its version is not `base_version`; runTooMany, runStepBad, itemArchived,
 *   noRight
 */
export async function saveRun(
  app: App,
  user: User,
  item: ItemAccess<'edit'>,
  input: { run_id: number; run: RunContentOutput; base_version: number },
) {
  await requireWholeMember(app, user, item)
  const { item_id } = item
  const row = rowOf(input.run, user, nowSeconds(app))
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (input.run_id === 0) {
      if ((await listRuns(tx, item_id)).length >= runsMax) fail('runTooMany', { most: runsMax })
      return { run_id: await insertRun(tx, { ...row, item_id }), run_version: 1 }
    }
    const former = (await findRun(tx, { item_id, run_id: input.run_id })) ?? fail('runGone')
    if (input.base_version !== 0 && input.base_version !== former.run_version) fail('runChanged')
    const run_version = former.run_version + 1
    await updateRun(tx, input.run_id, { ...row, run_version, ...(row.schedule === 'off' && { is_failing: 0 }) })
    return { run_id: input.run_id, run_version }
  })
}

/** Deletes a run with its results; one that is in progress stops. @throws {AppError} runGone, itemArchived, noRight */
export async function deleteRun(app: App, user: User, item: ItemAccess<'edit'>, run_id: number): Promise<void> {
  await requireWholeMember(app, user, item)
  const running = await findRunning(app.db, run_id)
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (!(await removeRun(tx, { item_id: item.item_id, run_id }))) fail('runGone')
  })
  if (running !== undefined) progressOf(app).get(running)?.abort()
}

/** Begins a result, which keeps the run from starting again. @throws {AppError} runBusy */
async function beginResult(
  tx: Tx,
  run: RunRow,
  { uid, is_scheduled }: { uid: number; is_scheduled: 0 | 1 },
  now: number,
) {
  try {
    return await insertResult(tx, {
      run_id: run.run_id,
      uid,
      is_scheduled,
      outcome: 'running',
      addtime: now,
      steps_total: run.steps_total,
    })
  } catch (error) {
    if (isUniqueViolation(error, 'api_run_result.run_id')) return fail('runBusy')
    throw error
  }
}

/**
 * Starts a run for `user`; it goes on after the request.
 *
 * @returns the id of its result
 * @throws {AppError} runGone, runBusy, runEmpty, itemArchived, noRight; tooManyRequests while too many are in progress
 */
export async function startRun(app: App, user: User, item: ItemAccess<'edit'>, run_id: number): Promise<number> {
  await requireWholeMember(app, user, item)
  if (!app.limiter.take(`apiRun:${user.uid}`, 20, 60_000)) fail('tooManyRequests')
  if (progressOf(app).size >= mostAtOnce) fail('tooManyRequests')
  const { run, result_id } = await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    const found = (await findRun(tx, { item_id: item.item_id, run_id })) ?? fail('runGone')
    if (found.steps_total === 0) fail('runEmpty')
    const id = await beginResult(tx, found, { uid: user.uid, is_scheduled: 0 }, nowSeconds(app))
    return { run: found, result_id: id }
  })
  void perform(app, { run, result_id, user, item, isScheduled: false })
  return result_id
}

/** Stops a run that is in progress; does nothing when it is not. @throws {AppError} runGone, itemArchived, noRight */
export async function stopRun(app: App, user: User, item: ItemAccess<'edit'>, run_id: number): Promise<void> {
  await requireWholeMember(app, user, item)
  await requireWritable(app.db, item)
  if (!(await findRun(app.db, { item_id: item.item_id, run_id }))) fail('runGone')
  const running = await findRunning(app.db, run_id)
  if (running !== undefined) progressOf(app).get(running)?.abort()
}

interface Started {
  run: RunRow
  result_id: number
  user: User
  item: ItemAccess
  isScheduled: boolean
}

/** Performs a run whose result has begun, and ends the result whatever happens. */
function perform(app: App, started: Started): Promise<void> {
  const { run, result_id } = started
  const stopping = new AbortController()
  progressOf(app).set(result_id, stopping)
  const signal = AbortSignal.any([stopping.signal, app.stopping])
  const working: Promise<void> = execute(app, started, signal)
    .catch(async (error: unknown) => {
      if (!signal.aborted) app.log.error({ err: error, run_id: run.run_id }, 'a run failed')
      await updateResult(app.db, result_id, { outcome: stopping.signal.aborted ? 'stopped' : 'interrupted' })
    })
    .catch((error: unknown) => app.log.error({ err: error }, 'the result of a run could not be stored'))
    .finally(() => {
      progressOf(app).delete(result_id)
      app.background.delete(working)
    })
  app.background.add(working)
  return working
}

const countFailed = (steps: readonly StoredStep[]): number => steps.filter((one) => one.outcome === 'failed').length

async function execute(app: App, { run, result_id, user, item, isScheduled }: Started, signal: AbortSignal) {
  const began = performance.now()
  const progress = (steps: readonly StoredStep[]) => ({
    steps: JSON.stringify(steps),
    steps_done: steps.length,
    steps_failed: countFailed(steps),
    time_ms: Math.round(performance.now() - began),
  })
  const content = contentOf(run)
  let steps: StoredStep[]
  try {
    steps = await executeRun({
      app,
      user,
      item,
      content,
      signal,
      onStep: async (done) => void (await updateResult(app.db, result_id, progress(done))),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    steps = [failedAsWhole(error)]
  }
  const outcome = countFailed(steps) > 0 ? 'failed' : 'passed'
  await transact(app.db, async (tx) => {
    const isThere = await updateResult(tx, result_id, { ...progress(steps), outcome })
    if (isThere && isScheduled) await noteScheduled(app, tx, run, outcome, steps)
  })
}

/** The one step of a result whose run could not begin. */
const failedAsWhole = ({ errorName, values }: AppError): StoredStep => ({
  step_id: '',
  title: '',
  outcome: 'failed',
  error: { name: errorName, values },
  method: '',
  url: '',
  headers: [],
  body: '',
  answer: null,
  time_ms: 0,
  checks: [],
  outputs: [],
})

/** Informs people when scheduled starts begin to fail, and when they work again. */
async function noteScheduled(
  app: App,
  tx: Tx,
  run: RunRow,
  outcome: 'passed' | 'failed',
  steps: readonly StoredStep[],
) {
  const former = await findRun(tx, run)
  const is_failing = outcome === 'failed' ? 1 : 0
  if (!former || former.schedule === 'off' || former.is_failing === is_failing) return
  await updateRun(tx, run.run_id, { is_failing })
  const failed = steps.find((one) => one.outcome === 'failed')
  await notifyOfRun(tx, app, {
    run,
    page_ids: contentOf(run).steps.map(({ page_id }) => page_id),
    event: is_failing ? 'run.failed' : 'run.recovered',
    summary: failed ? failed.title || failed.step_id : '',
    differs: failed?.checks.some(({ kind, is_met }) => kind === 'schema' && !is_met) ?? false,
    now: nowSeconds(app),
  })
}

/**
 * Starts the runs that are due, and returns when they have ended. A run whose person may not run it any more fails with
 * the reason, and does not start again.
 */
export async function startDueRuns(app: App): Promise<void> {
  const now = nowSeconds(app)
  const free = mostAtOnce - progressOf(app).size
  if (free <= 0 || app.stopping.aborted || app.following) return
  const working: Promise<void>[] = []
  for (const run of await listDueRuns(app.db, now, free)) {
    const user = await findRunner(app.db, run.schedule_uid)
    const access = user && (await mayRun(app, user, run.item_id))
    const content = contentOf(run)
    const result_id = await transact(app.db, async (tx) => {
      // one that is in progress is left out this time
      await updateRun(tx, run.run_id, access ? { next_time: nextRunTime(content, now) } : { next_time: 0 })
      if ((await findRunning(tx, run.run_id)) !== undefined || run.steps_total === 0) return undefined
      const id = await beginResult(tx, run, { uid: run.schedule_uid, is_scheduled: 1 }, now)
      if (access) return id
      const steps = [failedAsWhole(new AppError('noRight'))]
      await updateResult(tx, id, { outcome: 'failed', steps: JSON.stringify(steps), steps_done: 1, steps_failed: 1 })
      await noteScheduled(app, tx, run, 'failed', steps)
      return undefined
    })
    if (result_id !== undefined && access)
      working.push(perform(app, { run, result_id, user, item: access, isScheduled: true }))
  }
  await Promise.all(working)
}

// A schedule is exact to the minute.
const everyMs = 30_000

/** The starts that a running server makes by itself. */
export interface RunScheduler {
  stop(): Promise<void>
}

/** Starts runs whenever they are due. What a killed server has left running is ended first. */
export function startRunSchedule(app: App): RunScheduler {
  let last: Promise<unknown> = endInterruptedResults(app.db, [...progressOf(app).keys()])
  const check = () => {
    last = startDueRuns(app).catch((error: unknown) => app.log.error({ err: error }, 'scheduled runs were not started'))
  }
  last.catch((error: unknown) => app.log.error({ err: error }, 'interrupted runs were not ended'))
  const timer = setInterval(check, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await last
    },
  }
}
