import { type Kysely, sql } from 'kysely'

/** Adds what became of the backups that the server makes: the console and the schedule ask for the last ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE backup_run (
  run_id INTEGER PRIMARY KEY AUTOINCREMENT,
  start_time INTEGER NOT NULL,
  end_time INTEGER NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  moment INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT ''
) STRICT`,
    )
    .execute(db)
}
