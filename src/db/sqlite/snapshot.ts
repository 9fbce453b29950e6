import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { checkpointFile, type OpenDatabase } from './open-database.ts'
import { inspectDatabase } from './structure.ts'

/** One moment of a database, for as long as it is held. */
interface Snapshot {
  /** Queries see that moment only. */
  open: OpenDatabase
  /**
   * Copies the database of that moment to a new file, which is self-contained: it needs no log next to it.
   *
   * @param onStep called with the pages that are copied and those that there are, several times a second
   */
  copyTo(path: string, onStep?: (done: number, total: number) => void): Promise<void>
}

// 4 MB at a time: so little unwritten data that the next save of a user does not wait for the disk to take it all.
const pagesAtOnce = 1000

// On a disk that is busy anyway, a copy does not become slower without end.
const longestRestMs = 20

const nothing = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this thread for so many ms. */
const rest = (ms: number): void => void Atomics.wait(nothing, 0, 0, ms)

/**
 * Holds one moment of a database: a read transaction of a connection of its own, which blocks neither readers nor
 * writers. While it is held, the write-ahead log of the database cannot be reused and grows with what is written; afterwards
 * it is moved into the database.
 *
 * The copy is made synchronously, in steps: belongs in a worker thread or in a process of its own.
 */
export async function withSnapshot<T>(file: string, operation: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const result = await inspectDatabase(file, async (open) => {
    const { sqlite } = open
    // the copy reads each page once
    sqlite.pragma('cache_size = -2048')
    sqlite.exec('BEGIN')
    // the first read is what fixes the moment
    sqlite.pragma('user_version')
    try {
      return await operation({ open, copyTo: (path, onStep) => copy(sqlite, path, onStep) })
    } finally {
      if (sqlite.inTransaction) sqlite.exec('COMMIT')
    }
  })
  // rather here than in the thread of the next save
  checkpointFile(file)
  return result
}

async function copy(
  sqlite: Database.Database,
  path: string,
  onStep: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const handle = openSync(path, 'wx', 0o600)
  try {
    // Within a read transaction, SQLite does not start again when another connection writes.
    await sqlite.backup(path, {
      progress({ totalPages, remainingPages }) {
        const startedMs = performance.now()
        fdatasyncSync(handle)
        // half as long for the disk's other work
        rest(Math.min(longestRestMs, (performance.now() - startedMs) / 2))
        onStep(totalPages - remainingPages, totalPages)
        return pagesAtOnce
      },
    })
  } finally {
    closeSync(handle)
  }
  const made = new Database(path)
  try {
    made.pragma('journal_mode = DELETE')
  } finally {
    made.close()
  }
}
