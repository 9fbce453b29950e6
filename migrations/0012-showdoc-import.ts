import { type Kysely, sql } from 'kysely'

const tables = `
CREATE TABLE showdoc_site (
  site_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  read_to TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  last_time INTEGER NOT NULL
) STRICT;

CREATE TABLE showdoc_row (
  site_id INTEGER NOT NULL REFERENCES showdoc_site (site_id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  source_id INTEGER NOT NULL,
  target_id INTEGER NOT NULL,
  born INTEGER NOT NULL,
  source_mark TEXT NOT NULL,
  target_mark TEXT NOT NULL,
  PRIMARY KEY (site_id, kind, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE showdoc_raw_row (
  site_id INTEGER NOT NULL REFERENCES showdoc_site (site_id) ON DELETE CASCADE,
  table_name TEXT NOT NULL,
  source_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  source_row TEXT NOT NULL,
  PRIMARY KEY (site_id, table_name, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX showdoc_raw_row_item ON showdoc_raw_row (item_id, table_name);
`

/**
 * Adds what is known about imported ShowDoc sites: which row here is which row there, and what of them has no table here
 * yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.split(/;\s*\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db)
  }
}
