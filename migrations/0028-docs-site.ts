import { type Kysely, sql } from 'kysely'

/** Adds what makes a project a docs site of its own: name, logo, colour, home page, hosts, versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE docs_site (
  item_id INTEGER PRIMARY KEY REFERENCES item (item_id) ON DELETE CASCADE,
  is_on INTEGER NOT NULL DEFAULT 0 CHECK (is_on IN (0, 1)),
  site_name TEXT NOT NULL DEFAULT '',
  site_description TEXT NOT NULL DEFAULT '',
  color TEXT NOT NULL DEFAULT '',
  home_page_id INTEGER NOT NULL DEFAULT 0,
  version_name TEXT NOT NULL DEFAULT '',
  main_item_id INTEGER NOT NULL,
  logo_hash TEXT NOT NULL DEFAULT ''
) STRICT`,
    'CREATE INDEX docs_site_main ON docs_site (main_item_id)',
    `CREATE TABLE docs_site_logo (
  item_id INTEGER PRIMARY KEY REFERENCES docs_site (item_id) ON DELETE CASCADE,
  media_type TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT`,
    `CREATE TABLE docs_site_host (
  host TEXT PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES docs_site (item_id) ON DELETE CASCADE
) STRICT`,
    'CREATE INDEX docs_site_host_item ON docs_site_host (item_id)',
  ])
    await sql.raw(statement).execute(db)
}
