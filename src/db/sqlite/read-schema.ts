import Database from 'better-sqlite3'

/** Reads the SQL of the tables and indexes of an SQLite file, which stays as it is. @throws when it is not one */
export function readSqliteSchema(path: string): string {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    const rows = sqlite
      .prepare(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('table', 'index') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, rowid",
      )
      .all() as { sql: string }[]
    return `PRAGMA foreign_keys=OFF;\n${rows.map(({ sql }) => `${sql};\n`).join('')}`
  } finally {
    sqlite.close()
  }
}
