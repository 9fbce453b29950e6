import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, errorNameOf, fail, type MessageValues } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { readRecord, type UpdateRecord, writeRecord } from '#src/core/update-record.ts'
import { type AuditEntry, recordAudit } from '#src/features/audit/index.ts'
import { type InstallOptions, stageUpdate, type UpdateActor, type UpdateStep } from './install.ts'
import { compareVersions, type Manifest } from './manifest.ts'
import { downloadRelease, fetchManifest, readPrepared, unpackRelease } from './release-source.ts'
import { manualLines } from './space.ts'
import { type StagedUpdate, switchVersion } from './switch.ts'

/** What the server is doing about an update, and what it knows of the newest release. Not for other servers. */
interface Progress {
  step: UpdateStep | undefined
  received: number
  total: number
  /** Why the last attempt of this process failed. */
  error: AppError | undefined
  newest: Manifest | undefined
  /** When the address was last asked, Unix seconds. */
  checkedAt: number
}

const progresses = new WeakMap<App, Progress>()

function progressOf(app: App): Progress {
  const known = progresses.get(app)
  if (known) return known
  const made: Progress = { step: undefined, received: 0, total: 0, error: undefined, newest: undefined, checkedAt: 0 }
  progresses.set(app, made)
  return made
}

const actions = {
  installed: 'updateInstalled',
  rolledBack: 'updateRolledBack',
  undone: 'updateUndone',
  rejected: 'updateRejected',
} as const satisfies Record<NonNullable<UpdateRecord['outcome']>, AuditEntry['action']>

const messageOf = (lang: Lang, { name, values }: { name: string; values: MessageValues }): string =>
  errorText(lang, errorNameOf(name), values)

/** Writes the end of an update into the audit log, and remembers that. */
export async function logOutcome(app: App, record: UpdateRecord): Promise<void> {
  const { uid, username, ip, from, to, outcome = 'undone', error } = record
  const reason = error ? `: ${messageOf(app.config.language, error)}` : ''
  const entry: AuditEntry = { uid, username, ip, action: actions[outcome], detail: `${from} → ${to}${reason}` }
  await recordAudit(app.db, entry, nowSeconds(app))
  writeRecord(app.config.data, { ...record, is_logged: true })
}

/** Records that an update was rejected before anything was changed: `docstead update` waits for it. */
function recordRejection(app: App, by: UpdateActor, to: string, error: unknown): void {
  const { executable = '', version } = app.installation
  const { errorName: name, values } = error instanceof AppError ? error : new AppError('internal')
  const record: UpdateRecord = {
    phase: 'ended',
    outcome: 'rejected',
    from: version,
    to,
    executable,
    staged: '',
    previous: '',
    ...by,
    error: { name, values },
    time: nowSeconds(app),
    is_logged: true,
  }
  try {
    writeRecord(app.config.data, record)
  } catch (failure) {
    app.log.error({ err: failure }, 'the rejected update could not be recorded')
  }
}

/** Runs one step of an update at a time; a failure is recorded, logged, and thrown again. */
async function attempt<T>(
  app: App,
  by: UpdateActor,
  first: UpdateStep,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = progressOf(app)
  if (progress.step !== undefined) fail('updateBusy')
  Object.assign(progress, { step: first, received: 0, total: 0, error: undefined })
  try {
    return await work(progress)
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal')
    progress.error = known
    const detail = `${app.installation.version} → ${progress.newest?.version ?? '?'}: ${errorText(app.config.language, known.errorName, known.values)}`
    // the reason may be a full disk, of which the caller shall hear in any case
    await recordAudit(app.db, { ...by, action: 'updateRejected', detail }, nowSeconds(app)).catch((failure: unknown) =>
      app.log.error({ err: failure }, 'an audit entry could not be written'),
    )
    throw error
  } finally {
    if (progress.step !== 'restart') progress.step = undefined
  }
}

const onBytes = (progress: Progress) => (received: number, total: number) => {
  progress.received = received
  progress.total = total
}

/** Asks the configured address for the newest release. @throws {AppError} those of `fetchManifest` */
export async function checkForUpdate(app: App): Promise<Manifest> {
  const progress = progressOf(app)
  const { manifest } = await fetchManifest(app)
  progress.newest = manifest
  progress.checkedAt = nowSeconds(app)
  return manifest
}

/** Downloads and verifies the newest release. @throws {AppError} updateBusy, those of `downloadRelease` */
export const download = (app: App, by: UpdateActor): Promise<void> =>
  attempt(app, by, 'download', async (progress) => {
    const { manifest } = await downloadRelease(app, onBytes(progress))
    progress.newest = manifest
  })

/** Takes a release from an uploaded file. @throws {AppError} updateBusy, those of `unpackRelease` */
export const receive = (app: App, by: UpdateActor, path: string): Promise<void> =>
  attempt(app, by, 'verify', async (progress) => {
    const { manifest } = await unpackRelease(app, path, onBytes(progress))
    progress.newest = manifest
  })

/**
 * Installs the release that waits in the data folder: when this returns, everything is prepared, and the server is about
 * to restart as the new version.
 *
 * @throws {AppError} updateBusy, those of `stageUpdate`
 */
export const install = (app: App, by: UpdateActor): Promise<void> =>
  attempt(app, by, 'verify', async (progress) => {
    const options: InstallOptions = {
      by,
      args: process.argv.slice(3),
      onStep(step) {
        progress.step = step
      },
    }
    const staged: StagedUpdate = await stageUpdate(app, options).catch((error: unknown) => {
      recordRejection(app, by, readState(app, 'en').new_version, error)
      throw error
    })
    app.log.info({ from: staged.record.from, to: staged.record.to }, 'an update is ready; the server restarts')
    app.requestRestart(async () => (await switchVersion(app.config.data, staged)).executable)
  })

/** Returns the running version, the newest one that is known, and how far an update is. */
export function readState(app: App, lang: Lang) {
  const { installation, config } = app
  const progress = progressOf(app)
  const prepared = readUsable(app)
  const newest = prepared?.manifest ?? progress.newest
  const isNewer = newest !== undefined && compareVersions(newest.version, installation.version) > 0
  const last = readRecord(config.data)
  const { executable } = installation
  return {
    version: installation.version,
    platform: installation.platform,
    new_version: isNewer ? newest.version : installation.version,
    notes: isNewer ? newest.notes : '',
    date: isNewer ? newest.date : '',
    is_configured: config.update_url !== '',
    is_checked: progress.checkedAt > 0,
    is_from_sources: executable === undefined,
    has_key: installation.releaseKeys.length > 0,
    is_prepared: prepared !== undefined,
    step: progress.step ?? ('' as const),
    received: progress.received,
    total: progress.total,
    error: progress.error ? errorText(lang, progress.error.errorName, progress.error.values) : '',
    last:
      last?.phase === 'ended' && last.outcome
        ? {
            from: last.from,
            to: last.to,
            outcome: last.outcome,
            time: last.time,
            error: last.error ? messageOf(lang, last.error) : '',
          }
        : undefined,
    lines: prepared && executable ? manualLines(config, prepared.path, executable) : [],
  }
}

/** The prepared release, unless it cannot be used any more: it has been installed since. */
function readUsable(app: App) {
  try {
    return readPrepared(app)
  } catch {
    return undefined
  }
}
