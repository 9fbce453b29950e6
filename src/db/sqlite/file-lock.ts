import Database from 'better-sqlite3'

/** A lock on a file. */
export interface FileLock {
  release(): void
}

/**
 * Locks a file for this process, with SQLite's own lock: the system releases it however the process ends, on every
 * platform.
 *
 * @throws {Error} SQLite's own; `isLocked` when another process has it
 */
export function lockFile(path: string): FileLock {
  const lock = new Database(path, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error
  }
  return { release: () => lock.close() }
}
