import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import type { App } from '#src/core/app.ts'
import { type Config, StartError } from '#src/core/config.ts'
import {
  type FolderLock,
  hasDatabase,
  lockDataFolder,
  pathsIn,
  prepareDataFolder,
  toStartError,
} from '#src/core/data-folder.ts'
import { StoredFiles } from '#src/core/files.ts'
import { followPaths, isFollowing, readFollowRecord, writeFollowRecord } from '#src/core/follow-record.ts'
import { startReleasingMemory } from '#src/core/idle-memory.ts'
import type { Log } from '#src/core/log.ts'
import { startStructureCheck } from '#src/core/structure-check.ts'
import { FollowedDatabase, inspectDatabase, readSchemaNumber, schemaNumber, shrinkMemory } from '#src/db/engine.ts'
import { requireSiteId } from '#src/features/backup/index.ts'
import { Follower, isPromotionRequested } from '#src/features/standby/index.ts'
import { createApp, describeCheck, listen, shownHost } from './start-server.ts'

/** A running server that follows another one. */
export interface RunningFollower {
  app: App
  /** Its address, without a trailing slash. */
  address: string
  /** Resolves when `docstead promote` asks for it. */
  promotion: Promise<void>
  /** Ends requests and the copying; the copy stays as it is. */
  stop(): Promise<void>
}

/** What to follow, and where. */
interface FollowStart {
  config: Config
  log: Log
  /** The folder of the web bundle. */
  folder: string
  /** The address of the other server. */
  url: string
  isDiscarding: boolean
  /** Ends the first copy. */
  signal: AbortSignal
}

const promotionEveryMs = 300

/** @throws {StartError} followUrlBad, followSecretMissing */
function addressOf({ config, url }: FollowStart) {
  const plain = url.replace(/\/+$/, '')
  const parsed = URL.canParse(plain) ? new URL(plain) : undefined
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  if (!parsed || !isWeb || parsed.username !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new StartError('followUrlBad', { url }, 2)
  if (config.follow_secret === '') throw new StartError('followSecretMissing', { url: plain })
  return { url: plain, secret: config.follow_secret, allow: config.outbound_allow }
}

/** Whether the copy can be shown by this program: another schema waits until the other server has the same. */
async function canBeShown(data: string): Promise<boolean> {
  if (!hasDatabase(data)) return false
  return (await inspectDatabase(pathsIn(data).database, ({ db }) => readSchemaNumber(db))) === schemaNumber
}

/**
 * Makes a copy of another server if there is none, shows it read-only, and keeps it current.
 *
 * @returns undefined when the signal came before the first copy was complete
 * @throws {StartError} for everything that an administrator can fix; what is in the data folder is as before then
 */
export async function startFollower(start: FollowStart): Promise<RunningFollower | undefined> {
  const { config, log, isDiscarding, signal } = start
  const { data } = config
  const primary = addressOf(start)
  prepareDataFolder(data)
  const lock = lockDataFolder(data)
  try {
    // of a former run that did not get to it: the command that asked has reported so
    rmSync(followPaths(data).request, { force: true })
    if (hasDatabase(data) && !isFollowing(data) && !isDiscarding)
      throw new StartError('followNotCopy', { path: data, url: primary.url })
    const isCopying = isDiscarding || !isFollowing(data) || !(await canBeShown(data))
    const of = { data, primary, follower: requireSiteId(data), name: hostname(), log }
    const follower = new Follower({ ...of, isDiscarding: isDiscarding && isCopying })
    if (isCopying) {
      log.info(`copying ${primary.url}`)
      await follower.copy(signal)
      if (signal.aborted) {
        lock.release()
        return undefined
      }
      if (!(await canBeShown(data))) throw new StartError('followOlder', { url: primary.url, known: schemaNumber })
    }
    const former = readFollowRecord(data)
    if (former?.url !== primary.url)
      writeFollowRecord(data, { url: primary.url, since: former?.since ?? Math.floor(Date.now() / 1000) })
    return await serveCopy(follower, lock, start)
  } catch (error) {
    lock.release()
    throw toStartError(error, data) ?? error
  }
}

async function serveCopy(follower: Follower, lock: FolderLock, start: FollowStart): Promise<RunningFollower> {
  const { config, log } = start
  const { data } = config
  const database = new FollowedDatabase(pathsIn(data).database)
  try {
    const stopping = new AbortController()
    const files = new StoredFiles(data)
    await files.prepare()
    const { db } = database.open
    const app = createApp({ config, db, log, files, stopping: stopping.signal, outcome: 'running' })
    app.following = follower
    const http = await listen(app, start.folder, () => {
      try {
        database.requireReadable()
        return undefined
      } catch {
        return 'database'
      }
    })
    const address = `http://${shownHost(config.host)}:${http.port}${config.base_path}`
    const stopReleasing = startReleasingMemory(() => shrinkMemory(database.open))
    const running = follower.run(database, stopping.signal)
    const check = startStructureCheck(data)
    void check.result.then((result) => {
      app.databaseCheck = describeCheck(result)
      if (result.outcome === 'damaged') log.error(result.error.line(config.language))
    })
    const { promise: promotion, resolve } = Promise.withResolvers<void>()
    const timer = setInterval(() => isPromotionRequested(data) && resolve(), promotionEveryMs)
    lock.announce(address)
    return {
      app,
      address,
      promotion,
      async stop() {
        clearInterval(timer)
        stopping.abort()
        stopReleasing()
        try {
          await running
          await http.stop()
          await check.stop()
        } finally {
          await database.open.close()
          lock.release()
        }
      },
    }
  } catch (error) {
    await database.open.close()
    throw error
  }
}
