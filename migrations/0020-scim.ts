import { type Kysely, sql } from 'kysely'

/** Adds what other systems send by SCIM: their tokens, the accounts and teams that they decide, and their last calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `CREATE TABLE scim_token (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  token_hash BLOB NOT NULL UNIQUE,
  uid INTEGER NOT NULL,
  addtime INTEGER NOT NULL,
  last_use_time INTEGER NOT NULL DEFAULT 0
) STRICT`,
    `CREATE TABLE scim_user (
  uid INTEGER PRIMARY KEY REFERENCES user (uid) ON DELETE CASCADE,
  external_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  user_name_key TEXT NOT NULL,
  given_name TEXT NOT NULL,
  family_name TEXT NOT NULL,
  email TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  has_disabled INTEGER NOT NULL,
  is_deleted INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL,
  change_time INTEGER NOT NULL
) STRICT`,
    'CREATE UNIQUE INDEX scim_user_name ON scim_user (user_name_key)',
    'CREATE INDEX scim_user_external ON scim_user (external_id)',
    'CREATE INDEX scim_user_email ON scim_user (email)',
    `CREATE TABLE scim_group (
  team_id INTEGER PRIMARY KEY REFERENCES team (id) ON DELETE CASCADE,
  external_id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  display_name_key TEXT NOT NULL,
  is_deleted INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL,
  change_time INTEGER NOT NULL
) STRICT`,
    'CREATE UNIQUE INDEX scim_group_name ON scim_group (display_name_key)',
    'CREATE INDEX scim_group_external ON scim_group (external_id)',
    `CREATE TABLE scim_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  addtime INTEGER NOT NULL,
  token_name TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  error_name TEXT NOT NULL,
  error_values TEXT NOT NULL,
  ip TEXT NOT NULL
) STRICT`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
