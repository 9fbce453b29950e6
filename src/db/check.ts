import type Database from 'better-sqlite3'

/** What SQLite finds wrong with the database's structure; empty when it is whole. Reads the whole file. */
export function quickCheck(sqlite: Database.Database): string[] {
  const rows = sqlite.pragma('quick_check(5)') as { quick_check: string }[]
  return rows.map((row) => row.quick_check).filter((text) => text !== 'ok')
}

/** All that SQLite finds wrong, indexes and references included; empty when it is whole. */
export function fullCheck(sqlite: Database.Database): string[] {
  const rows = sqlite.pragma('integrity_check(20)') as { integrity_check: string }[]
  const found = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const dangling = sqlite.pragma('foreign_key_check') as { table: string; rowid: number }[]
  return [...found, ...dangling.slice(0, 20).map((row) => `${row.table} row ${row.rowid} refers to a missing row`)]
}
