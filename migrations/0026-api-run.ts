import { type Kysely, sql } from 'kysely'

const statements = `CREATE TABLE api_run (
  run_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  run_name TEXT NOT NULL,
  content TEXT NOT NULL,
  run_version INTEGER NOT NULL DEFAULT 1,
  steps_total INTEGER NOT NULL,
  schedule TEXT NOT NULL DEFAULT 'off',
  next_time INTEGER NOT NULL DEFAULT 0,
  schedule_uid INTEGER NOT NULL DEFAULT 0,
  is_failing INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX api_run_item ON api_run (item_id);
CREATE INDEX api_run_next ON api_run (next_time) WHERE next_time > 0;

CREATE TABLE api_run_result (
  result_id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES api_run (run_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL,
  is_scheduled INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  time_ms INTEGER NOT NULL DEFAULT 0,
  steps_total INTEGER NOT NULL,
  steps_done INTEGER NOT NULL DEFAULT 0,
  steps_failed INTEGER NOT NULL DEFAULT 0,
  steps TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX api_run_result_run ON api_run_result (run_id, result_id);
CREATE UNIQUE INDEX api_run_result_running ON api_run_result (run_id) WHERE outcome = 'running'`

/** Adds runs of several requests, and their results: a run is in progress at most once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\s*\n/)) await sql.raw(statement).execute(db)
}
