import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
import { IdempotencyCache } from '#src/core/idempotency-cache.ts'
import { startReleasingMemory } from '#src/core/idle-memory.ts'
import type { Log } from '#src/core/log.ts'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { SetupCode } from '#src/core/setup-code.ts'
import { type CheckResult, startStructureCheck } from '#src/core/structure-check.ts'
import { versionText } from '#src/core/version.ts'
import { emptyLog, requireWritable, shrinkMemory } from '#src/db/engine.ts'
import { flushTraffic, startRemovingOrphans } from '#src/features/attachment/index.ts'
import { type BackupScheduler, startBackupSchedule } from '#src/features/backup/index.ts'
import { failInterruptedJobs, stopJobs } from '#src/features/job/index.ts'
import { siteGauges } from '#src/features/metrics/index.ts'
import { flushMockViews, renderMock } from '#src/features/mock/index.ts'
import { startIndexer } from '#src/features/search/index.ts'
import { siteInfo } from '#src/features/site/index.ts'
import { hasAdministrator } from '#src/features/user/index.ts'
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

const shownHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

async function listen(app: App, folder: string, sqliteReady: () => string | undefined): Promise<RunningHttp> {
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
        home_page: site.home_page,
        home_item: site.home_item,
        beian: site.beian,
        upload_max_mb: app.config.upload_max_mb,
        time_zone: timeZone,
        assets: styles,
      }
    },
    mock: (lookup) => renderMock(app, lookup),
    gauges: () => siteGauges(app),
    async notReady() {
      return sqliteReady()
    },
  }).catch((error: unknown) => {
    throw listenError(error, app.config) ?? error
  })
}

const describeCheck = (result: CheckResult): DatabaseCheck => ({
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
  prepareDataFolder(config.data)
  const lock = lockDataFolder(config.data)
  let ready: ReadyDatabase | undefined
  try {
    ready = await openDataFolder(config.data)
    return await startOn(ready, lock, { config, log, folder, tell: onStart })
  } catch (error) {
    await ready?.open.close()
    lock.release()
    throw toStartError(error, config.data) ?? error
  }
}

async function startOn(
  ready: ReadyDatabase,
  lock: FolderLock,
  at: { config: Config; log: Log; folder: string; tell: (facts: StartFacts) => void },
): Promise<RunningServer> {
  const { open } = ready
  const { config, log } = at
  const files = new StoredFiles(config.data)
  const leftovers = await files.prepare()
  const stopping = new AbortController()
  const app: App = {
    config,
    db: open.db,
    log,
    files,
    now: () => new Date(),
    limiter: new RateLimiter(() => Date.now()),
    idempotencyCache: new IdempotencyCache(() => performance.now()),
    setupCode: new SetupCode(),
    background: new Set(),
    stopping: stopping.signal,
    // a new database is intact
    databaseCheck: {
      outcome: isChecked(ready) ? 'running' : 'intact',
      time: Math.floor(Date.now() / 1000),
      detail: '',
    },
    requestCleanup: () => undefined, // replaced once the cleanup has started
  }
  const jobs = await failInterruptedJobs(app)
  const needsSetup = !(await hasAdministrator(open.db))
  let damage: StartError | undefined
  const http = await listen(app, at.folder, () => {
    if (damage) return damage.text
    try {
      requireWritable(open)
      prepareDataFolder(config.data)
      return undefined
    } catch (error) {
      return error instanceof StartError ? error.text : 'database'
    }
  })
  at.tell({ lock, ready, leftovers, jobs, needsSetup })
  const tidying = startCleanup(app)
  app.requestCleanup = tidying.request
  const stopReleasing = startReleasingMemory(() => shrinkMemory(open))
  // what runs by itself does not change a database that may be damaged
  let stopIndexing = () => {}
  let backups: BackupScheduler | undefined
  const startBackground = () => {
    stopIndexing = startIndexer(app)
    startRemovingOrphans(app)
    backups = startBackupSchedule(app)
  }
  const check = isChecked(ready) ? startStructureCheck(config.data) : undefined
  if (!check) startBackground()
  const checked = Promise.resolve(check?.result ?? { outcome: 'intact' as const }).then((result) => {
    if (check) app.databaseCheck = describeCheck(result)
    if (result.outcome === 'damaged') damage = result.error
    else if (check && !stopping.signal.aborted) startBackground()
    return result
  })
  const address = `http://${shownHost(config.host)}:${http.port}${config.base_path}`
  lock.announce(address)
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
        stopReleasing()
        stopJobs(app)
        await backups?.stop()
        await http.stop()
        // its connection would keep the log from being emptied
        await checkEnded
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
