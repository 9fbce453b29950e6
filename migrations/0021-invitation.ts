import { type Kysely, sql } from 'kysely'

/** Adds invitations: links with which people become members of a project, or get an account and join a team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE invitation (
  invitation_id INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash BLOB NOT NULL UNIQUE,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  item_id INTEGER REFERENCES item (item_id) ON DELETE CASCADE,
  member_group_id INTEGER NOT NULL DEFAULT 0 CHECK (member_group_id IN (0, 1)),
  cat_ids TEXT NOT NULL DEFAULT '',
  team_id INTEGER REFERENCES team (id) ON DELETE CASCADE,
  addtime INTEGER NOT NULL,
  expire_time INTEGER NOT NULL,
  uses_most INTEGER NOT NULL,
  use_count INTEGER NOT NULL DEFAULT 0,
  revoke_time INTEGER NOT NULL DEFAULT 0
) STRICT`,
    'CREATE INDEX invitation_item ON invitation (item_id)',
    'CREATE INDEX invitation_uid ON invitation (uid)',
    'CREATE INDEX invitation_team ON invitation (team_id)',
  ])
    await sql.raw(statement).execute(db)
}
