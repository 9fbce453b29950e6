import { type Kysely, sql } from 'kysely'

/**
 * Adds providers of sign-in, sign-ins that have begun, and why some failed. An identity belongs to an authority now: the
 * same subject of another one is another person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `CREATE TABLE sign_in_provider (
  provider_id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  is_open INTEGER NOT NULL DEFAULT 0,
  form TEXT NOT NULL,
  addtime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sign_in_attempt (
  state_hash BLOB PRIMARY KEY,
  browser_hash BLOB NOT NULL,
  provider_id TEXT NOT NULL,
  uid INTEGER NOT NULL DEFAULT 0,
  redirect TEXT NOT NULL,
  secrets TEXT NOT NULL,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempt_expire_time ON sign_in_attempt (expire_time);
CREATE TABLE sign_in_failure (
  failure_hash BLOB PRIMARY KEY,
  error_name TEXT NOT NULL,
  error_values TEXT NOT NULL,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE new_user_identity (
  provider TEXT NOT NULL,
  authority TEXT NOT NULL DEFAULT '',
  subject TEXT NOT NULL,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  addtime INTEGER NOT NULL,
  provider_name TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (provider, authority, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO new_user_identity (provider, subject, uid, addtime, provider_name)
  SELECT provider, subject, uid, addtime, provider_name FROM user_identity;
DROP TABLE user_identity;
ALTER TABLE new_user_identity RENAME TO user_identity;
CREATE INDEX user_identity_uid ON user_identity (uid);
ALTER TABLE user_token ADD COLUMN provider_id TEXT NOT NULL DEFAULT '';
ALTER TABLE user_token ADD COLUMN sign_out_hint TEXT NOT NULL DEFAULT ''`
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
}
