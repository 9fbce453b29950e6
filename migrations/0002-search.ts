import { type Kysely, sql } from 'kysely'

// The product extracts the terms itself, so the table stores neither texts nor positions, only which page has which
// term. The product also merges the index itself, in the background: SQLite's automatic merge happens in the middle of
// a save. `page_unindexed` lists the pages whose terms are missing or outdated. Triggers write it, so that no writer
// can forget to. `page_large` lists those whose texts have too many terms: their texts are searched directly.
const statements = [
  `CREATE VIRTUAL TABLE page_search USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`,
  `INSERT INTO page_search (page_search, rank) VALUES ('automerge', 0)`,
  `INSERT INTO page_search (page_search, rank) VALUES ('usermerge', 16)`,
  `INSERT INTO page_search (page_search, rank) VALUES ('crisismerge', 200)`,
  `CREATE TABLE page_unindexed (
    page_id INTEGER PRIMARY KEY REFERENCES page (page_id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE TABLE page_large (
    page_id INTEGER PRIMARY KEY REFERENCES page (page_id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE TRIGGER page_content_added AFTER INSERT ON page_content BEGIN
    INSERT OR IGNORE INTO page_unindexed (page_id) VALUES (new.page_id);
  END`,
  `CREATE TRIGGER page_content_changed AFTER UPDATE OF page_content ON page_content BEGIN
    INSERT OR IGNORE INTO page_unindexed (page_id) VALUES (new.page_id);
  END`,
  `CREATE TRIGGER page_changed AFTER UPDATE OF page_title, item_id ON page
  WHEN new.page_title <> old.page_title OR new.item_id <> old.item_id BEGIN
    INSERT OR IGNORE INTO page_unindexed (page_id) VALUES (new.page_id);
  END`,
  `CREATE TRIGGER page_gone AFTER DELETE ON page BEGIN
    DELETE FROM page_search WHERE rowid = old.page_id;
  END`,
  `INSERT INTO page_unindexed (page_id) SELECT page_id FROM page_content`,
]

/** Creates the search index, and the list of pages it lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
