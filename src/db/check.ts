import { existsSync, statSync } from 'node:fs'
import type Database from 'better-sqlite3'

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)

// Where a file ends within a page, SQLite reads zeros in place of what was cut off and finds nothing wrong with them. With a
// write-ahead log the end may still be on its way into the file.
function cutOff(sqlite: Database.Database): string[] {
  const page = sqlite.pragma('page_size', { simple: true }) as number
  return sizeOf(`${sqlite.name}-wal`) === 0 && sizeOf(sqlite.name) % page !== 0 ? ['the file ends within a page'] : []
}

// SQLite heads its findings with a line of stars and puts several into one row.
const findings = (texts: string[]): string[] =>
  texts.flatMap((text) => text.split('\n')).filter((line) => line !== 'ok' && !line.startsWith('***'))

/** What SQLite finds wrong with the database's structure; empty when it is whole. Reads the whole file. */
export function quickCheck(sqlite: Database.Database): string[] {
  const rows = sqlite.pragma('quick_check(5)') as { quick_check: string }[]
  return [...cutOff(sqlite), ...findings(rows.map((row) => row.quick_check))]
}

/** All that SQLite finds wrong, indexes and references included; empty when it is whole. */
export function fullCheck(sqlite: Database.Database): string[] {
  const rows = sqlite.pragma('integrity_check(20)') as { integrity_check: string }[]
  const found = [...cutOff(sqlite), ...findings(rows.map((row) => row.integrity_check))]
  const dangling = sqlite.pragma('foreign_key_check') as { table: string; rowid: number }[]
  return [...found, ...dangling.slice(0, 20).map((row) => `${row.table} row ${row.rowid} refers to a missing row`)]
}

/**
 * Begins a write and takes it back, which leaves nothing behind and fails where writing would. Somebody else who writes
 * at this moment is no failure, and is not waited for.
 */
export function requireWritable(sqlite: Database.Database): void {
  if (sqlite.inTransaction) return
  const timeout = sqlite.pragma('busy_timeout', { simple: true }) as number
  sqlite.pragma('busy_timeout = 0')
  try {
    // Not enough by itself: on a file that cannot be written it begins to read.
    sqlite.exec('BEGIN IMMEDIATE')
    sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true }) as number}`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
  } finally {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK')
    sqlite.pragma(`busy_timeout = ${timeout}`)
  }
}
