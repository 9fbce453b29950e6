import { existsSync, statSync } from 'node:fs'
import { isLocked } from './errors.ts'
import type { OpenDatabase } from './open-database.ts'

type Opened = Pick<OpenDatabase, 'sqlite'>

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/**
 * Returns whether the file ends in the middle of a page, as what is wrong with it; empty when it does not. SQLite reads
 * zeros in place of what was cut off and reports no error. With a write-ahead log the end may not have been written to
 * the file yet.
 */
export function cutOff({ sqlite }: Opened): string[] {
  const page = sqlite.pragma('page_size', { simple: true }) as number
  return sizeOf(`${sqlite.name}-wal`) === 0 && sizeOf(sqlite.name) % page !== 0 ? ['the file ends within a page'] : []
}

// SQLite puts a line of asterisks above its findings and several of them into one row.
const findings = (texts: string[]): string[] =>
  texts.flatMap((text) => text.split('\n')).filter((line) => line !== 'ok' && !line.startsWith('***'))

/** Returns what SQLite finds wrong with the database's structure; empty when it is intact. Reads the whole file. */
export function quickCheck({ sqlite }: Opened): string[] {
  const rows = sqlite.pragma('quick_check(5)') as { quick_check: string }[]
  return [...cutOff({ sqlite }), ...findings(rows.map((row) => row.quick_check))]
}

/** Returns everything that SQLite finds wrong, including indexes and references; empty when it is intact. */
export function fullCheck({ sqlite }: Opened): string[] {
  const rows = sqlite.pragma('integrity_check(20)') as { integrity_check: string }[]
  const found = [...cutOff({ sqlite }), ...findings(rows.map((row) => row.integrity_check))]
  const dangling = sqlite.pragma('foreign_key_check') as { table: string; rowid: number }[]
  return [...found, ...dangling.slice(0, 20).map((row) => `${row.table} row ${row.rowid} refers to a missing row`)]
}

/**
 * Begins a write and rolls it back, which changes nothing and fails where writing would. Another process that is
 * writing at the moment is not a failure, and is not waited for.
 */
export function requireWritable({ sqlite }: Opened): void {
  if (sqlite.inTransaction) return
  const timeout = sqlite.pragma('busy_timeout', { simple: true }) as number
  sqlite.pragma('busy_timeout = 0')
  try {
    // Not enough by itself: on a file that is not writable it begins a read transaction.
    sqlite.exec('BEGIN IMMEDIATE')
    sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true }) as number}`)
  } catch (error) {
    if (!isLocked(error)) throw error
  } finally {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    sqlite.pragma(`busy_timeout = ${timeout}`)
  }
}
