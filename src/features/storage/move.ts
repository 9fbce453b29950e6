import { statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { localStorage } from '#src/core/file-store.ts'
import { S3Error } from '#src/core/s3-client.ts'
import { transact } from '#src/db/database.ts'
import { lockStorage, removeDueLeftovers } from './leftovers.ts'
import { countElsewhere, forgetLeftover, listElsewhere, type MovedRow, noteLeftover, switchStorage } from './queries.ts'
import { storageForNew, storeOf } from './stores.ts'

/** Why a file stayed where it was. */
type MoveReason = 'missing' | 'damaged' | 'changed'

/** A file that stayed where it was. */
interface MoveProblem {
  stored_name: string
  reason: MoveReason
}

/** What a move did. */
export interface MoveReport {
  /** Where to: `local`, or the id of a bucket. */
  to: string
  moved: number
  /** Bytes of the files that were moved. */
  bytes: number
  /** The first files that stayed where they were, and how many there are. */
  problems: MoveProblem[]
  problem_count: number
}

/** Observes a move. */
interface MoveRun {
  signal: AbortSignal
  /** Hears how many files are done, of how many. */
  onProgress(done: number, total: number): void
}

const problemsMost = 20

// A request takes longer than its work: four at the same time move three times as many files.
const atOnce = 4
const rowsAtOnce = 200

// A download that has begun goes on: of the uploads folder the proxy in front may just be opening a file, of a bucket
// each part is a request of its own.
const localGraceSeconds = 120
const bucketGraceSeconds = 3600

// Until a move that was killed goes on, what it has copied stays.
const copySeconds = 86_400

// So much stays free: a full disk would keep people from saving.
const spareBytes = 256 * 1024 * 1024

/** Checks that the uploads folder has room. @throws {AppError} diskFull */
function requireRoom(app: App, bytes: number): void {
  const { bavail, bsize } = statfsSync(app.config.data)
  if (bavail * bsize < bytes + spareBytes) fail('diskFull')
}

/**
 * Moves all uploaded files to where new ones go, and compares each with what it was by reading it back. A file is removed
 * from its old place only after that, and can be opened at every moment. Whatever ends the process, another run goes on
 * where this one was.
 *
 * @throws {AppError} storageMoving, diskFull, storageIncomplete; {S3Error} when a bucket cannot be used
 */
export async function moveFiles(app: App, { signal, onProgress }: MoveRun): Promise<MoveReport> {
  const to = await storageForNew(app)
  const lock = lockStorage(app.config.data) ?? fail('storageMoving')
  try {
    const { files: total, bytes } = await countElsewhere(app.db, to)
    if (to === localStorage) requireRoom(app, bytes)
    const report: MoveReport = { to, moved: 0, bytes: 0, problems: [], problem_count: 0 }
    let done = 0
    const one = async (row: MovedRow) => {
      const outcome = await moveOne(app, row, to)
      if (outcome === 'moved') {
        report.moved++
        report.bytes += row.file_size
      } else if (outcome !== 'gone') {
        report.problem_count++
        if (report.problems.length < problemsMost)
          report.problems.push({ stored_name: row.stored_name, reason: outcome })
      }
      onProgress(++done, total)
    }
    for (let after = 0; ; ) {
      const rows = await listElsewhere(app.db, to, after, rowsAtOnce)
      if (rows.length === 0) break
      after = rows.at(-1)?.file_id ?? after
      await inParallel(rows, one, signal)
      // between the slices: nobody copies what is removed here
      await removeDueLeftovers(app)
    }
    return report
  } finally {
    lock.release()
  }
}

/** Runs `operation` on all rows, some at the same time. Begins none after a failure, and waits for those that run. */
async function inParallel<T>(rows: readonly T[], operation: (row: T) => Promise<void>, signal: AbortSignal) {
  let next = 0
  let failure: { error: unknown } | undefined
  const work = async () => {
    while (failure === undefined && next < rows.length) {
      try {
        signal.throwIfAborted()
        await operation(rows[next++] as T)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failure) throw failure.error
}

async function moveOne(app: App, row: MovedRow, to: string): Promise<'moved' | 'gone' | MoveReason> {
  const { stored_name, storage } = row
  const [source, target] = [await storeOf(app, storage), await storeOf(app, to)]
  const work = app.files.incomingPath()
  // before the copy: whatever ends the process, it is not forgotten
  await noteLeftover(app.db, to, stored_name, nowSeconds(app) + copySeconds)
  const dropCopy = async () => {
    await target.remove(stored_name)
    await forgetLeftover(app.db, to, stored_name)
  }
  try {
    const found = await source.copyTo(stored_name, work)
    const isWhole = found?.bytes === row.file_size && (row.sha256 === '' || row.sha256 === found.sha256)
    if (!isWhole) {
      await dropCopy() // an earlier run may have ended after it had made one
      return found ? 'damaged' : 'missing'
    }
    await target.put(stored_name, work)
    const back = await target.digest(stored_name)
    if (back?.sha256 !== found.sha256) {
      await dropCopy()
      return 'changed'
    }
    const now = nowSeconds(app)
    const isMoved = await transact(app.db, async (tx) => {
      if (!(await switchStorage(tx, row, { storage: to, sha256: found.sha256, moved_time: now }))) return false
      await forgetLeftover(tx, to, stored_name)
      const grace = storage === localStorage ? localGraceSeconds : bucketGraceSeconds
      await noteLeftover(tx, storage, stored_name, now + grace)
      return true
    })
    if (isMoved) return 'moved'
    await dropCopy() // it was deleted in the meantime
    return 'gone'
  } finally {
    await rm(work, { force: true })
  }
}

/** Whether a failure is that of a bucket. */
export const isBucketFailure = (error: unknown): error is S3Error => error instanceof S3Error
