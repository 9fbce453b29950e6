import { type Kysely, sql } from 'kysely'

const tables = `
CREATE TABLE outbox (
  outbox_id INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  uid INTEGER NOT NULL DEFAULT 0,
  webhook_id INTEGER NOT NULL DEFAULT 0,
  target TEXT NOT NULL DEFAULT '',
  payload TEXT NOT NULL DEFAULT '{}',
  status TEXT NOT NULL CHECK (status IN ('waiting', 'sending', 'held', 'done', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER NOT NULL,
  lease_until INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL,
  end_time INTEGER NOT NULL DEFAULT 0,
  answer TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX outbox_due ON outbox (next_time, outbox_id) WHERE status = 'waiting';
CREATE INDEX outbox_sending ON outbox (lease_until) WHERE status = 'sending';
CREATE INDEX outbox_held ON outbox (uid) WHERE status = 'held';
CREATE UNIQUE INDEX outbox_digest ON outbox (uid) WHERE kind = 'digest' AND status IN ('waiting', 'sending');
CREATE INDEX outbox_webhook ON outbox (webhook_id, outbox_id) WHERE webhook_id > 0;
CREATE INDEX outbox_ended ON outbox (end_time) WHERE end_time > 0;

CREATE TABLE webhook (
  webhook_id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL CHECK (scope IN ('site', 'item', 'team', 'user')),
  scope_id INTEGER NOT NULL DEFAULT 0,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
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
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_scope ON webhook (scope, scope_id);
CREATE INDEX webhook_uid ON webhook (uid);

CREATE TABLE mail_token (
  token_hash BLOB PRIMARY KEY,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('verify', 'reset')),
  email TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  token_expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_token_uid ON mail_token (uid, kind);
`

// Whether the person has proved that the address is theirs.
const columns = 'ALTER TABLE user ADD COLUMN email_verify INTEGER NOT NULL DEFAULT 0'

/**
 * Adds the outbox: what the server sends to the outside, written in the transaction of the change that it reports; the
 * webhooks that receive it; and the tokens of links in mails.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables.split(/;\s*\n/), columns])
    if (statement.trim() !== '') await sql.raw(statement).execute(db)
}
