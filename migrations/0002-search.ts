import { type Kysely, sql } from 'kysely'

// The terms are made by the product itself, so the table keeps neither texts nor places, only which page has which term.
// Merging is done by the product as well, outside of what a person waits for: SQLite's own comes in the midst of a save.
// `page_unindexed` holds the pages whose terms are missing or old. Triggers write it, so that no writer can forget to.
// `page_large` holds those whose texts have too many terms: they are looked through themselves.
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

/** The search index, and the list of what it lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
