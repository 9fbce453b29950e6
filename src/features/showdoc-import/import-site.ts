import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { isDiskFull, pathsIn } from '#src/core/data-folder.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { StoredFiles } from '#src/core/files.ts'
import { giveToOwner } from '#src/core/folder-rights.ts'
import { type FileLock, isLocked, lockFile, Stage, StageOutdated, writeStage } from '#src/db/engine.ts'
import { Conversion } from './conversion.ts'
import { type CopiedFile, SiteFiles } from './files.ts'
import { convertPeople, convertSettings } from './people.ts'
import { convertCatalogs, convertItems, convertPages, type Pages } from './projects.ts'
import { ReportBuilder, type SiteReport } from './report.ts'
import { convertSharing } from './sharing.ts'
import { openSource, type ShowdocSource } from './source.ts'
import { jobDone, touchTrees, unbin, withoutAddedApis } from './sqlite-last-statements.ts'
import { stagedTables } from './tables.ts'
import { clockIn } from './values.ts'

/** What to import, and how. */
export interface SiteImport {
  /** The data folder. */
  data: string
  /** The database of the site: a SQLite file or an SQL dump. */
  source: string
  /** The site's folder with its files; undefined without one. */
  uploads: string | undefined
  time_zone: string
  join_users: boolean
  allow_newer: boolean
  /** Only reports what would be done. */
  is_dry: boolean
  /** The job that is done with the import; undefined on the command line. */
  job_id: string | undefined
}

/** How far an import is, in percent; may throw to end it. */
export type OnPercent = (percent: number) => void

const attempts = 3
// What each part of the work takes, in percent of all.
const parts = { read: 15, convert: 60, write: 25 } as const
// How many rows are read between two reports.
const rowsBetween = 200
// A full disk would keep people from saving: so much stays free.
const spareBytes = 256 * 1024 * 1024

/** Returns the folder of what an import makes before it is stored. */
const workFolderOf = (data: string): string => join(data, 'import')

/**
 * Imports a ShowDoc site, or finds out what that would do. Either all of it is written or nothing. Takes long and does
 * not yield: belongs in a worker thread, or in a process of its own.
 *
 * @throws {AppError} showdocBusy, showdocOutdated, showdocZoneBad, showdocNoRoom, those of `openSource`; and what `onPercent`
 *   throws
 */
export async function importSite(task: SiteImport, onPercent: OnPercent): Promise<SiteReport> {
  const lock = lockImports(task.data)
  const work = join(workFolderOf(task.data), randomBytes(8).toString('hex'))
  try {
    mkdirSync(work, { mode: 0o700 })
    requireRoom(work, statSync(task.source).size * 2)
    return await importIn(work, task, onPercent)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isDiskFull(error)) failForRoom(task.data, 0)
    throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
    lock.release()
  }
}

/** Takes the right to import, one at a time, and removes what an import left behind that was killed. */
function lockImports(data: string): FileLock {
  const folder = workFolderOf(data)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const lock = lockFile(join(folder, '.lock'))
    for (const name of readdirSync(folder))
      if (/^[0-9a-f]{16}$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
    giveToOwner(data, (name) => name === 'import')
    return lock
  } catch (error) {
    if (isLocked(error)) fail('showdocBusy')
    throw error
  }
}

const gigabytes = (bytes: number): number => Math.ceil(bytes / 1e8) / 10

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes + spareBytes) failForRoom(folder, bytes)
}

function failForRoom(folder: string, bytes: number): never {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  return fail('showdocNoRoom', { needed: gigabytes(Math.max(free, bytes) + spareBytes), free: gigabytes(free) })
}

async function importIn(work: string, task: SiteImport, onPercent: OnPercent): Promise<SiteReport> {
  const clock = clockOf(task.time_zone)
  const source = await openSource(task.source, work, {
    allowNewer: task.allow_newer,
    onSlice: (done, total) => onPercent((done / Math.max(1, total)) * parts.read),
  })
  try {
    for (let attempt = 1; ; attempt++) {
      const prepared = await prepare(work, source, task, clock, onPercent)
      if (task.is_dry) return prepared.report
      try {
        await write(task, prepared, onPercent)
        return prepared.report
      } catch (error) {
        if (!(error instanceof StageOutdated)) throw error
        if (attempt === attempts) return fail('showdocOutdated', { detail: error.message })
      }
    }
  } finally {
    source.file.close()
  }
}

function clockOf(time_zone: string): (text: string) => number {
  try {
    return clockIn(time_zone)
  } catch {
    return fail('showdocZoneBad', { zone: time_zone })
  }
}

/** What is ready to be written. */
interface Prepared {
  report: SiteReport
  stage: string
  pages: Pages
  changedItems: ReadonlySet<number>
  copies: CopiedFile[]
}

async function prepare(
  work: string,
  source: ShowdocSource,
  task: SiteImport,
  clock: (text: string) => number,
  onPercent: OnPercent,
): Promise<Prepared> {
  const file = join(work, 'stage.db')
  const copyFolder = join(work, 'files')
  rmSync(file, { force: true })
  rmSync(copyFolder, { recursive: true, force: true })
  mkdirSync(copyFolder, { mode: 0o700 })
  const stage = new Stage(file, pathsIn(task.data).database, stagedTables)
  try {
    const total = [...source.file.tables.keys()].reduce((sum, table) => sum + source.file.count(table), 0)
    let rows = 0
    const onRow = () => {
      if (++rows % rowsBetween === 0)
        onPercent(parts.read + Math.min(1, rows / Math.max(1, total * 1.1)) * parts.convert)
    }
    const report = new ReportBuilder()
    const options = { now: Math.floor(Date.now() / 1000), clock, joinUsers: task.join_users, isDry: task.is_dry }
    const conversion = new Conversion({ source, stage, report, options, onRow })
    const files = new SiteFiles(conversion, task.uploads)
    const people = await convertPeople(conversion, files.addresses(undefined, 0))
    const items = await convertItems(conversion, people)
    const address = convertSettings(conversion)
    convertCatalogs(conversion, items)
    const pages = convertPages(conversion, items, people, files)
    if (!task.is_dry) requireRoom(work, files.newBytes + statSync(file).size * 2)
    const copies = await files.convert(people, items, copyFolder)
    convertSharing({ conversion, people, items, files: files.addresses(undefined, 0) })
    conversion.finish(address)
    const { form, version } = source
    const { isKnownSite: is_known, changedItems } = conversion
    return {
      report: report.build({ form, version, address, is_known }),
      stage: file,
      pages,
      changedItems,
      copies,
    }
  } finally {
    stage.close()
  }
}

/** Stores the copied files and writes the rows; a failure leaves nothing. */
async function write(task: SiteImport, prepared: Prepared, onPercent: OnPercent): Promise<void> {
  const files = new StoredFiles(task.data)
  const stored: string[] = []
  try {
    await files.storeAll(prepared.copies, (name) => stored.push(name))
    giveToOwner(task.data, (name) => name === 'uploads')
    await writeStage({
      database: pathsIn(task.data).database,
      stage: prepared.stage,
      tables: stagedTables,
      onSlice: (done, total) => onPercent(parts.read + parts.convert + (done / Math.max(1, total)) * (parts.write - 1)),
      packText: (text) => zstdCompressSync(text),
      versioned: prepared.pages.versioned,
      last: [
        ...touchTrees([...prepared.changedItems]),
        ...unbin(prepared.pages.recovered),
        withoutAddedApis,
        ...(task.job_id === undefined ? [] : [jobDone(task.job_id, prepared.report)]),
      ],
    })
  } catch (error) {
    for (const name of stored) await files.remove(name)
    throw error
  }
}
