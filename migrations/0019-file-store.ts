import { type Kysely, sql } from 'kysely'

/**
 * Adds the buckets that uploaded files may be in, and what is left in one. Every file says where it is (`storage`), so
 * that files stay readable while others are moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE file_store (
  store_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  is_current INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT;
`)
    .execute(db)
  await sql
    .raw(`
CREATE TABLE file_leftover (
  storage TEXT NOT NULL,
  stored_name TEXT NOT NULL,
  due_time INTEGER NOT NULL,
  PRIMARY KEY (storage, stored_name)
) STRICT, WITHOUT ROWID;
`)
    .execute(db)
  await sql.raw("ALTER TABLE upload_file ADD COLUMN sha256 TEXT NOT NULL DEFAULT ''").execute(db)
  await sql.raw('ALTER TABLE upload_file ADD COLUMN moved_time INTEGER NOT NULL DEFAULT 0').execute(db)
  await sql.raw('CREATE INDEX upload_file_storage ON upload_file (storage, file_id)').execute(db)
  await sql.raw('CREATE INDEX upload_file_moved ON upload_file (moved_time) WHERE moved_time > 0').execute(db)
}
