import { type Kysely, sql } from 'kysely'

/** Adds the sources that API descriptions of a project are synchronised from: addresses, and what CI sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE api_source (
  source_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('address', 'push')),
  source_name TEXT NOT NULL DEFAULT '',
  url TEXT NOT NULL DEFAULT '',
  header_name TEXT NOT NULL DEFAULT '',
  header_value TEXT NOT NULL DEFAULT '',
  cat_id INTEGER NOT NULL DEFAULT 0,
  missing TEXT NOT NULL DEFAULT 'mark' CHECK (missing IN ('mark', 'recycle')),
  schedule TEXT NOT NULL DEFAULT 'off' CHECK (schedule IN ('off', 'hourly', 'daily')),
  schedule_time TEXT NOT NULL DEFAULT '02:00',
  lang TEXT NOT NULL DEFAULT 'en',
  addtime INTEGER NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  packed BLOB NOT NULL DEFAULT x'',
  sync_time INTEGER NOT NULL DEFAULT 0,
  start_time INTEGER NOT NULL DEFAULT 0,
  end_time INTEGER NOT NULL DEFAULT 0,
  result TEXT NOT NULL DEFAULT ''
) STRICT`,
    'CREATE INDEX api_source_item ON api_source (item_id)',
  ])
    await sql.raw(statement).execute(db)
}
