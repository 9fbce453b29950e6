import { type Kysely, sql } from 'kysely'

/**
 * Marks the webhooks of the site and the SCIM tokens that the settings of the start decide. Such a webhook belongs to
 * nobody, so its table is made again without the duty to name a person. Challenges get a purpose more; they live for
 * minutes, so those of this moment are dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE webhook_new (
  webhook_id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL CHECK (scope IN ('site', 'item', 'team', 'user')),
  scope_id INTEGER NOT NULL DEFAULT 0,
  uid INTEGER REFERENCES user (uid) ON DELETE CASCADE,
  webhook_name TEXT NOT NULL DEFAULT '',
  format TEXT NOT NULL,
  url TEXT NOT NULL,
  secret TEXT NOT NULL DEFAULT '',
  events TEXT NOT NULL,
  lang TEXT NOT NULL,
  is_open INTEGER NOT NULL DEFAULT 1,
  closed_reason TEXT NOT NULL DEFAULT '',
  fail_since INTEGER NOT NULL DEFAULT 0,
  last_time INTEGER NOT NULL DEFAULT 0,
  last_answer TEXT NOT NULL DEFAULT '',
  addtime INTEGER NOT NULL,
  is_from_start INTEGER NOT NULL DEFAULT 0,
  CHECK ((uid IS NULL) = (is_from_start = 1))
) STRICT`,
    `INSERT INTO webhook_new (webhook_id, scope, scope_id, uid, webhook_name, format, url, secret, events, lang, is_open,
  closed_reason, fail_since, last_time, last_answer, addtime)
  SELECT webhook_id, scope, scope_id, uid, webhook_name, format, url, secret, events, lang, is_open,
  closed_reason, fail_since, last_time, last_answer, addtime FROM webhook`,
    // ids are never given again, also those of the newest that were deleted
    `UPDATE sqlite_sequence SET seq = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'webhook'), 0)
  WHERE name = 'webhook_new'`,
    `INSERT INTO sqlite_sequence (name, seq) SELECT 'webhook_new', seq FROM sqlite_sequence
  WHERE name = 'webhook' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'webhook_new')`,
    'DROP TABLE webhook',
    'ALTER TABLE webhook_new RENAME TO webhook',
    'CREATE INDEX webhook_scope ON webhook (scope, scope_id)',
    'CREATE INDEX webhook_uid ON webhook (uid)',
    'DROP TABLE passkey_challenge',
    `CREATE TABLE passkey_challenge (
  challenge_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('add', 'signIn', 'secondStep', 'confirm')),
  uid INTEGER NOT NULL DEFAULT 0,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
    'ALTER TABLE scim_token ADD COLUMN is_from_start INTEGER NOT NULL DEFAULT 0',
  ])
    await sql.raw(statement).execute(db)
}
