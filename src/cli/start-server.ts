import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { contract } from '#shared/contract/index.ts'
import { handlers } from '#src/api.ts'
import { startCleanup } from '#src/cleanup.ts'
import type { App, DatabaseCheck } from '#src/core/app.ts'
import { type Config, StartError } from '#src/core/config.ts'
import {
  type FolderLock,
  lockDataFolder,
  openDataFolder,
  prepareDataFolder,
  type ReadyDatabase,
  toStartError,
} from '#src/core/data-folder.ts'
import { StoredFiles } from '#src/core/files.ts'
import { readFollowRecord } from '#src/core/follow-record.ts'
import { IdempotencyCache } from '#src/core/idempotency-cache.ts'
import { startReleasingMemory } from '#src/core/idle-memory.ts'
import { thisInstallation } from '#src/core/installation.ts'
import type { Log } from '#src/core/log.ts'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import type { Schedule } from '#src/core/schedule.ts'
import { SetupCode } from '#src/core/setup-code.ts'
import { type CheckResult, startStructureCheck } from '#src/core/structure-check.ts'
import { readRecord, type UpdateRecord } from '#src/core/update-record.ts'
import { versionText } from '#src/core/version.ts'
import { emptyLog, requireWritable, shrinkMemory } from '#src/db/engine.ts'
import { sendReset, sendVerification } from '#src/features/account-mail/index.ts'
import { startApiChanges } from '#src/features/api-change/index.ts'
import { findModels } from '#src/features/api-operations/index.ts'
import { type RunScheduler, startRunSchedule } from '#src/features/api-run/index.ts'
import { startSourceSchedule } from '#src/features/api-source/index.ts'
import { flushTraffic, startRemovingOrphans } from '#src/features/attachment/index.ts'
import { type BackupScheduler, startBackupSchedule } from '#src/features/backup/index.ts'
import { docsSites } from '#src/features/docs-site/index.ts'
import { describePage } from '#src/features/export/index.ts'
import { sendInvitation } from '#src/features/invitation/index.ts'
import { failInterruptedJobs, stopJobs } from '#src/features/job/index.ts'
import { sendQueuedMail } from '#src/features/mail/index.ts'
import { siteGauges } from '#src/features/metrics/index.ts'
import { flushMockViews } from '#src/features/mock/index.ts'
import { publishAnnouncement, sendDigest, sendNotice } from '#src/features/notice/index.ts'
import { type Deliverer, startDelivery } from '#src/features/outbox/index.ts'
import { answerMock } from '#src/features/schema-mock/index.ts'
import { answerScim, applyStartTokens } from '#src/features/scim/index.ts'
import { startIndexer } from '#src/features/search/index.ts'
import { startDirectorySchedule } from '#src/features/sign-in/index.ts'
import { siteInfo } from '#src/features/site/index.ts'
import { Primary, type StandbyRequest } from '#src/features/standby/index.ts'
import {
  applyStartSettings,
  failInterruptedMove,
  resumeMove,
  stopMove,
  storageFailure,
} from '#src/features/storage/index.ts'
import { confirmUpdate, logOutcome, settleUpdate } from '#src/features/update/index.ts'
import { hasAdministrator } from '#src/features/user/index.ts'
import { applyStartWebhooks, sendToWebhook } from '#src/features/webhook/index.ts'
import { buildRoutes } from '#src/http/dispatch.ts'
import { type RunningHttp, startHttp } from '#src/http/server.ts'
import { StaticFiles } from '#src/http/static-files.ts'

function listenError(error: unknown, config: Config): StartError | undefined {
  const { host, port } = config
  const code = (error as { code?: string }).code ?? ''
  if (code === 'EADDRINUSE') return new StartError('portInUse', { host, port })
  if (code === 'EACCES') return new StartError('portForbidden', { host, port })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError('hostUnknown', { host })
  return undefined
}

function webFiles(folder: string): StaticFiles {
  if (!existsSync(join(folder, 'manifest.json'))) throw new StartError('webMissing', { path: folder })
  return new StaticFiles(folder)
}

/** Returns a listening address as people open it. */
export const shownHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

/**
 * Begins to answer requests.
 *
 * @param folder the folder of the web bundle
 * @param sqliteReady returns why the server is not ready; undefined when it is
 * @param standby answers the servers that follow this one; none may when it is undefined
 */
export async function listen(
  app: App,
  folder: string,
  sqliteReady: () => string | undefined,
  standby?: (at: StandbyRequest) => Promise<void>,
): Promise<RunningHttp> {
  const web = webFiles(folder)
  const styles = Object.fromEntries(
    Object.entries(web.manifest.styles).map(([name, path]) => [name, `${app.config.base_path}/${path}`]),
  )
  // looking it up takes longer than the rest of the page
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return startHttp(app, {
    routes: buildRoutes(contract, handlers),
    web,
    async boot(lang) {
      const site = await siteInfo(app)
      return {
        base: app.config.base_path,
        lang,
        version: versionText,
        site_name: site.site_name,
        site_url: site.site_url,
        force_login: site.force_login === 1,
        setup_needed: site.setup_needed,
        register_open: site.register_open === 1,
        captcha: site.captcha,
        reset_by_mail: site.reset_by_mail,
        home_page: site.home_page,
        home_item: site.home_item,
        beian: site.beian,
        upload_max_mb: app.config.upload_max_mb,
        time_zone: timeZone,
        ...(app.following && { copy_of: app.following.url }),
        assets: styles,
      }
    },
    docsSites: docsSites(app),
    mock: (lookup, request) => answerMock(app, lookup, request),
    gauges: () => siteGauges(app),
    async notReady() {
      return sqliteReady()
    },
    standby,
    // a copy takes no changes
    scim: app.following ? undefined : (request) => answerScim(app, request),
  }).catch((error: unknown) => {
    throw listenError(error, app.config) ?? error
  })
}

/** Returns how a check of the database ended, for the console. */
export const describeCheck = (result: CheckResult): DatabaseCheck => ({
  outcome: result.outcome,
  time: Math.floor(Date.now() / 1000),
  detail:
    result.outcome === 'damaged'
      ? String(result.error.values['detail'] ?? '')
      : result.outcome === 'failed' && result.error instanceof Error
        ? result.error.message
        : '',
})

/** What a start found and did before it began to listen. */
export interface StartFacts {
  lock: FolderLock
  ready: ReadyDatabase
  /** How many files an earlier run received only partly. */
  leftovers: number
  /** How many jobs an earlier run did not finish. */
  jobs: number
  /** Whether there is no administrator yet. */
  needsSetup: boolean
  /** An update that has just ended, completed or undone by this start. */
  update: UpdateRecord | undefined
}

/** Whether the structure of this database is checked once the server is listening: a new one is not. */
export const isChecked = ({ migrated }: ReadyDatabase): boolean => migrated.from > 0

/** A complete running server. */
export interface RunningServer {
  app: App
  /** Its address, without a trailing slash. */
  address: string
  ready: ReadyDatabase
  /** How the check of the database's structure ended, which runs in the background; a new database is intact. */
  checked: Promise<CheckResult>
  /**
   * Lets running requests end and cancels running jobs, then closes everything. After the check has found damage,
   * nothing more is written to the database.
   */
  stop(): Promise<void>
}

/**
 * Starts the product on the data folder of `config`.
 *
 * @param folder the folder of the web bundle
 * @param onStart called once the server is listening: a failed start prints its one line and nothing else
 * @throws {StartError} for everything that an administrator can fix
 */
export async function startServer(
  config: Config,
  log: Log,
  folder: string,
  onStart: (facts: StartFacts) => void = () => undefined,
): Promise<RunningServer> {
  return start({ config, log, folder, tell: onStart, isTrial: false })
}

/**
 * Starts the product to see whether it works on a data folder: migrates the database and answers on a port of this
 * machine alone. Nothing runs in the background, and no process learns of it.
 *
 * @throws {StartError} as `startServer`
 */
export const startTrial = (config: Config, log: Log, folder: string): Promise<RunningServer> =>
  start({
    config: { ...config, host: '127.0.0.1', port: 0 },
    log,
    folder,
    tell: () => undefined,
    isTrial: true,
  })

interface Start {
  config: Config
  log: Log
  folder: string
  tell: (facts: StartFacts) => void
  isTrial: boolean
}

// How long a new version that was being tried may need to end after the one that tried it has been killed.
const trialEndMs = 15_000

/** Locks the data folder. After an update that was killed, the version that was being tried may still have it. */
async function lockAfterTrial({ config, isTrial }: Start): Promise<FolderLock> {
  const endsMs = Date.now() + (!isTrial && readRecord(config.data)?.phase === 'switching' ? trialEndMs : 0)
  for (;;) {
    try {
      return lockDataFolder(config.data)
    } catch (error) {
      if (!(error instanceof StartError) || error.text !== 'dataInUse' || Date.now() > endsMs) throw error
      await delay(100)
    }
  }
}

async function start(how: Start): Promise<RunningServer> {
  const { config } = how
  prepareDataFolder(config.data)
  const following = readFollowRecord(config.data)
  if (following) throw new StartError('followServe', { path: config.data, url: following.url })
  const lock = await lockAfterTrial(how)
  let ready: ReadyDatabase | undefined
  try {
    if (!how.isTrial) settleUpdate(config.data, thisInstallation())
    ready = await openDataFolder(config.data)
    return await startOn(ready, lock, how)
  } catch (error) {
    await ready?.open.close()
    lock.release()
    throw toStartError(error, config.data) ?? error
  }
}

/** Creates what the features share. */
export function createApp(of: {
  config: Config
  db: App['db']
  log: Log
  files: StoredFiles
  stopping: AbortSignal
  outcome: DatabaseCheck['outcome']
}): App {
  const { outcome, ...parts } = of
  return {
    ...parts,
    now: () => new Date(),
    limiter: new RateLimiter(() => Date.now()),
    idempotencyCache: new IdempotencyCache(() => performance.now()),
    setupCode: new SetupCode(),
    installation: thisInstallation(),
    background: new Set(),
    databaseCheck: { outcome, time: Math.floor(Date.now() / 1000), detail: '' },
    following: undefined,
    followers: () => [],
    requestRestart: () => undefined, // replaced by the command that serves
    requestCleanup: () => undefined, // replaced once the cleanup has started
  }
}

/** Brings the file storage in line with the settings of the start, and goes on with a move that the last run began. */
function startStorage(app: App): void {
  const starting: Promise<void> = applyStartSettings(app)
    .then(() => resumeMove(app))
    .catch(async (error: unknown) => {
      app.log.error({ err: storageFailure(app, error) }, 'the file storage is not ready')
      await failInterruptedMove(app, error)
    })
    .catch((error: unknown) => app.log.error({ err: error }, 'the end of a move could not be stored'))
    .finally(() => app.background.delete(starting))
  app.background.add(starting)
}

async function startOn(ready: ReadyDatabase, lock: FolderLock, at: Start): Promise<RunningServer> {
  const { open } = ready
  const { config, log, isTrial } = at
  const files = new StoredFiles(config.data)
  const leftovers = await files.prepare()
  const stopping = new AbortController()
  const app = createApp({
    config,
    db: open.db,
    log,
    files,
    stopping: stopping.signal,
    // a new database is intact
    outcome: isChecked(ready) ? 'running' : 'intact',
  })
  const primary = isTrial ? undefined : new Primary(app)
  if (primary) app.followers = () => primary.followers()
  const jobs = await failInterruptedJobs(app)
  // before anyone is answered: a token that was taken out of the settings must not work
  if (!isTrial) {
    await applyStartTokens(app)
    await applyStartWebhooks(app)
  }
  const needsSetup = !(await hasAdministrator(open.db))
  let damage: StartError | undefined
  const isReady = () => {
    if (damage) return damage.text
    try {
      requireWritable(open)
      prepareDataFolder(config.data)
      return undefined
    } catch (error) {
      return error instanceof StartError ? error.text : 'database'
    }
  }
  const http = await listen(app, at.folder, isReady, primary && ((request) => primary.answer(request)))
  const update = isTrial ? undefined : confirmUpdate(config.data, app.installation)
  at.tell({ lock, ready, leftovers, jobs, needsSetup, update })
  if (update) {
    await logOutcome(app, update).catch((error: unknown) => log.error({ err: error }, 'an update could not be logged'))
  }
  const tidying = isTrial ? undefined : startCleanup(app)
  app.requestCleanup = tidying?.request ?? app.requestCleanup
  const stopReleasing = startReleasingMemory(() => shrinkMemory(open))
  // what runs by itself does not change a database that may be damaged
  let stopIndexing = () => {}
  let stopComparing = () => {}
  let backups: BackupScheduler | undefined
  let directory: Schedule | undefined
  let runs: RunScheduler | undefined
  let sources: Schedule | undefined
  let deliverer: Deliverer | undefined
  const startBackground = () => {
    stopIndexing = startIndexer(app)
    stopComparing = startApiChanges(app, describePage, findModels)
    startRemovingOrphans(app)
    backups = startBackupSchedule(app)
    startStorage(app)
    directory = startDirectorySchedule(app)
    runs = startRunSchedule(app)
    sources = startSourceSchedule(app)
    deliverer = startDelivery(app, {
      mail: sendQueuedMail,
      webhook: sendToWebhook,
      notice: sendNotice,
      digest: sendDigest,
      announce: publishAnnouncement,
      verify: sendVerification,
      reset: sendReset,
      invite: sendInvitation,
    })
  }
  const check = isChecked(ready) && !isTrial ? startStructureCheck(config.data) : undefined
  if (!check && !isTrial) startBackground()
  const checked = Promise.resolve(check?.result ?? { outcome: 'intact' as const }).then((result) => {
    if (check) app.databaseCheck = describeCheck(result)
    if (result.outcome === 'damaged') damage = result.error
    else if (check && !stopping.signal.aborted) startBackground()
    return result
  })
  const address = `http://${shownHost(config.host)}:${http.port}${config.base_path}`
  if (!isTrial) lock.announce(address)
  return {
    app,
    address,
    ready,
    checked,
    async stop() {
      stopping.abort()
      const checkEnded = check?.stop()
      try {
        await tidying?.stop()
        stopIndexing()
        stopComparing()
        stopReleasing()
        stopJobs(app)
        const moveEnded = stopMove(app, false)
        await backups?.stop()
        await directory?.stop()
        await runs?.stop()
        await sources?.stop()
        await deliverer?.stop()
        await primary?.close()
        await http.stop()
        // its connection would keep the log from being emptied
        await checkEnded
        await moveEnded
        if (damage) return
        await flushTraffic(app).catch((error: unknown) => log.error({ err: error }, 'visits could not be written down'))
        await flushMockViews(app).catch((error: unknown) =>
          log.error({ err: error }, 'visits to mocks could not be written down'),
        )
        emptyLog(open)
      } finally {
        await open.close()
        lock.release()
      }
    },
  }
}
