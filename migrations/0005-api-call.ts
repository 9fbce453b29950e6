import { type Kysely, sql } from 'kysely'

const tables = `
CREATE TABLE api_environment (
  env_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  env_name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  variables TEXT NOT NULL,
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX api_environment_item ON api_environment (item_id);

CREATE TABLE api_secret (
  env_id INTEGER NOT NULL REFERENCES api_environment (env_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  origin TEXT NOT NULL,
  PRIMARY KEY (env_id, uid, name)
) STRICT;
CREATE INDEX api_secret_uid ON api_secret (uid);

CREATE TABLE api_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id INTEGER NOT NULL REFERENCES page (page_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  addtime INTEGER NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  status INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  is_browser INTEGER NOT NULL DEFAULT 0,
  request TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT;
CREATE INDEX api_call_page ON api_call (page_id, uid, id);
CREATE INDEX api_call_uid ON api_call (uid, id);
`

/**
 * Adds tables for trying out the API that a page describes: environments of an item, secret values and sent requests of
 * users.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.split(/;\s*\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db)
  }
}
