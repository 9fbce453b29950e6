import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateText } from '#shared/contract/fields.ts'
import { StartError } from '#src/core/config.ts'
import { pathsIn, prepareDataFolder, readRunning } from '#src/core/data-folder.ts'
import { findOpenPaths, shellQuoted } from '#src/core/folder-rights.ts'
import { versionDate } from '#src/core/version.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome, problemOf } from './finding.ts'
import { findNewestTime } from './queries.ts'

/** Checks that the data folder is there and writable. */
export function checkData({ config }: HealthContext): Outcome {
  try {
    prepareDataFolder(config.data)
    return fine('dataOk', { path: config.data })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const paste = `chown -R "$(id -un)" ${shellQuoted(config.data)}\nchmod 700 ${shellQuoted(config.data)}`
    return error.text === 'dataNotWritable'
      ? { ...problemOf(error), advice: 'writable', paste }
      : { ...problemOf(error) }
  }
}

/** Checks that other users of the machine cannot read the data folder. */
export function checkRights({ config }: HealthContext): Outcome[] {
  const open = findOpenPaths(config.data)
  if (open.length === 0) return [fine('rightsOk')]
  return open.map(({ path, mode, command }) => ({
    status: 'error',
    text: 'rightsOpen',
    values: { path, mode },
    advice: 'rights',
    paste: command,
  }))
}

// Below this nothing can be imported or backed up any more.
const lowDiskBytes = 1e9
// Below both the administrator has time to act.
const shortDiskBytes = 5e9
const shortDiskShare = 0.1

/** Checks that there is room on the disk of the data folder. */
export function checkDisk({ config }: HealthContext): Outcome {
  const disk = statfsSync(config.data)
  const free = disk.bavail * disk.bsize
  const share = free / Math.max(1, disk.blocks * disk.bsize)
  const values = { gb: Math.floor(free / 1e8) / 10, percent: Math.round(100 * share) }
  const how = {
    values,
    advice: 'freeSpace',
    paste: `du -xh --max-depth=2 ${shellQuoted(config.data)} | sort -h`,
  } as const
  if (free < lowDiskBytes) return { status: 'error', text: 'diskLow', ...how }
  if (free < shortDiskBytes && share < shortDiskShare) return { status: 'warning', text: 'diskShort', ...how }
  return fine('diskOk', values)
}

// Clocks that are set over the network are within a second.
const clockToleranceS = 300
const diskClockToleranceS = 60

/** Returns by how many seconds the file system of the data folder is off this machine's clock; 0 when it cannot be determined. */
function diskClockOffset(data: string): number {
  const probe = join(data, `.clock-${process.pid}`)
  try {
    const before = Date.now()
    writeFileSync(probe, 'x', { mode: 0o600 })
    const { mtimeMs } = statSync(probe)
    const offset = mtimeMs < before ? mtimeMs - before : Math.max(0, mtimeMs - Date.now())
    return Math.round(offset / 1000)
  } catch {
    return 0 // the data folder's own check reports it
  } finally {
    rmSync(probe, { force: true })
  }
}

const setClock = { advice: 'setClock', paste: 'timedatectl set-ntp true\ntimedatectl status' } as const

/**
 * Checks the clock against the date of this program, the newest entries of the database, the file system of the data
 * folder, and the browser.
 */
export async function checkClock({ config, db, now, browser }: HealthContext): Promise<Outcome> {
  const seconds = Math.floor(now().getTime() / 1000)
  const time = dateText(seconds)
  const built = Math.floor(Date.parse(versionDate) / 1000)
  if (seconds < built)
    return { status: 'error', text: 'clockBeforeBuild', values: { time, built: dateText(built) }, ...setClock }
  const newest = db ? await findNewestTime(db) : 0
  if (newest > seconds + clockToleranceS)
    return { status: 'error', text: 'clockBehind', values: { time, newest: dateText(newest) }, ...setClock }
  const offset = diskClockOffset(config.data)
  if (Math.abs(offset) > diskClockToleranceS)
    return { status: 'warning', text: 'clockDisk', values: { seconds: offset }, advice: 'diskClock' }
  const seen = browser?.browser_time
  const minutes = Math.round(Math.abs((seen ?? seconds) - seconds) / 60)
  if (minutes * 60 >= clockToleranceS)
    return { status: 'warning', text: 'clockBrowser', values: { minutes }, ...setClock, advice: 'browserClock' }
  return fine('clockOk', { time })
}

/** Checks that uploads can be stored. */
export function checkFiles({ config }: HealthContext): Outcome | undefined {
  const { uploads } = pathsIn(config.data)
  const incoming = join(uploads, 'incoming')
  // made by the first start
  if (!statSync(incoming, { throwIfNoEntry: false })) return undefined
  const probe = join(incoming, `probe-${process.pid}`)
  try {
    writeFileSync(probe, Buffer.alloc(4096), { mode: 0o600 })
    rmSync(probe) // what a full disk leaves is removed at the next start, as uploads that were received partly
  } catch (error) {
    return {
      status: 'error',
      text: 'filesBad',
      values: { path: incoming, detail: (error as NodeJS.ErrnoException).code ?? '' },
      advice: 'writable',
      paste: `chown -R "$(id -un)" ${shellQuoted(uploads)}\nchmod 700 ${shellQuoted(uploads)}`,
    }
  }
  return fine('filesOk')
}

/** Checks that the server that is recorded in the data folder responds. */
export async function checkServer({
  config,
  isServer,
}: Pick<HealthContext, 'config' | 'isServer'>): Promise<Outcome | undefined> {
  if (isServer) return undefined
  const running = readRunning(config.data)
  if (!running) return fine('serverNone')
  const { address, pid } = running
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) })
    if (answer.ok) return fine('serverOk', { address })
    return serverBad({ pid, address, detail: await answer.text() })
  } catch (error) {
    return serverBad({ pid, address, detail: error instanceof Error ? error.message : '' })
  }
}

const serverBad = (values: { pid: number; address: string; detail: string }): Outcome => ({
  status: 'error',
  text: 'serverBad',
  values,
  advice: 'restart',
  paste: 'journalctl -u docstead -n 50\nsystemctl restart docstead',
})
