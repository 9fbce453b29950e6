import { type Kysely, sql } from 'kysely'

/**
 * Adds the second step of a sign-in: the secrets of authenticator apps, recovery codes, passkeys with their challenges,
 * and the tickets of people who have passed the first step only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE user_totp (
  uid INTEGER PRIMARY KEY REFERENCES user (uid) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  enabled_time INTEGER NOT NULL DEFAULT 0,
  last_step INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT`,
    `CREATE TABLE recovery_code (
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (uid, code_hash)
) STRICT, WITHOUT ROWID`,
    `CREATE TABLE user_passkey (
  passkey_id INTEGER PRIMARY KEY AUTOINCREMENT,
  credential_id TEXT NOT NULL UNIQUE,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  last_use_time INTEGER NOT NULL DEFAULT 0
) STRICT`,
    'CREATE INDEX user_passkey_uid ON user_passkey (uid)',
    `CREATE TABLE passkey_challenge (
  challenge_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('add', 'signIn', 'secondStep')),
  uid INTEGER NOT NULL DEFAULT 0,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
    `CREATE TABLE sign_in_ticket (
  ticket_hash BLOB PRIMARY KEY,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  action TEXT NOT NULL,
  way TEXT NOT NULL,
  provider_id TEXT NOT NULL DEFAULT '',
  sign_out_hint TEXT NOT NULL DEFAULT '',
  wrong_count INTEGER NOT NULL DEFAULT 0,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
    'CREATE INDEX sign_in_ticket_uid ON sign_in_ticket (uid)',
  ])
    await sql.raw(statement).execute(db)
}
