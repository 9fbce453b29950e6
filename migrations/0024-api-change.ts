import { type Kysely, sql } from 'kysely'

// The texts of API pages are JSON objects. A trigger cannot know more, and need not: who compares them does.
const isObject = (column: string) => `substr(ltrim(substr(${column}, 1, 200), char(32, 9, 10, 13)), 1, 1) = '{'`

const columns = 'page_id, item_id, uid, addtime, page_title, page_version, page_content'

const statements = [
  `CREATE TABLE api_change_queue (
    queue_id INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
    page_id INTEGER NOT NULL DEFAULT 0,
    uid INTEGER NOT NULL,
    addtime INTEGER NOT NULL,
    page_title TEXT NOT NULL DEFAULT '',
    page_version INTEGER NOT NULL DEFAULT 0,
    page_content TEXT,
    is_held INTEGER NOT NULL DEFAULT 0,
    packed BLOB
  ) STRICT`,
  'CREATE INDEX api_change_queue_page ON api_change_queue (page_id)',
  'CREATE INDEX api_change_queue_item ON api_change_queue (item_id)',
  `CREATE TABLE api_change (
    api_change_id INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
    source TEXT NOT NULL CHECK (source IN ('page', 'import', 'sync')),
    page_id INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL DEFAULT '',
    version_before INTEGER NOT NULL DEFAULT 0,
    version_after INTEGER NOT NULL DEFAULT 0,
    uid INTEGER NOT NULL,
    addtime INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    breaking_count INTEGER NOT NULL,
    warning_count INTEGER NOT NULL,
    info_count INTEGER NOT NULL,
    operations TEXT NOT NULL DEFAULT '',
    changes BLOB NOT NULL,
    is_open INTEGER NOT NULL,
    base BLOB
  ) STRICT`,
  'CREATE INDEX api_change_item ON api_change (item_id, api_change_id)',
  'CREATE INDEX api_change_open ON api_change (addtime) WHERE is_open = 1',
  `CREATE TABLE api_change_page (
    page_id INTEGER NOT NULL,
    api_change_id INTEGER NOT NULL REFERENCES api_change (api_change_id) ON DELETE CASCADE,
    operation TEXT NOT NULL,
    breaking_count INTEGER NOT NULL,
    warning_count INTEGER NOT NULL,
    info_count INTEGER NOT NULL,
    PRIMARY KEY (page_id, api_change_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX api_change_page_change ON api_change_page (api_change_id)',
  // A page appears: not with its item, which is new as a whole then.
  `CREATE TRIGGER api_page_added AFTER INSERT ON page_content WHEN ${isObject('new.page_content')} BEGIN
    INSERT INTO api_change_queue (${columns})
    SELECT page.page_id, page.item_id, page.author_uid, page.addtime, page.page_title, 0, NULL
    FROM page JOIN item ON item.item_id = page.item_id
    WHERE page.page_id = new.page_id AND page.is_del = 0 AND page.is_draft = 0 AND item.addtime < page.addtime;
  END`,
  // The row of the page has its new version already.
  `CREATE TRIGGER api_page_saved AFTER UPDATE OF page_content ON page_content
  WHEN old.page_content <> new.page_content AND (${isObject('old.page_content')} OR ${isObject('new.page_content')}) BEGIN
    INSERT INTO api_change_queue (${columns})
    SELECT page_id, item_id, author_uid, addtime, page_title, max(page_version - 1, 0), old.page_content
    FROM page WHERE page_id = new.page_id AND is_del = 0 AND is_draft = 0;
  END`,
  // Who deletes or restores a page is not in its row: 0 for the time says so.
  `CREATE TRIGGER api_page_changed AFTER UPDATE OF page_title, is_del, is_draft, item_id ON page
  WHEN (old.page_title <> new.page_title OR old.is_del <> new.is_del OR old.is_draft <> new.is_draft
    OR old.item_id <> new.item_id) AND (old.is_del + old.is_draft = 0 OR new.is_del + new.is_draft = 0) BEGIN
    INSERT INTO api_change_queue (${columns})
    SELECT old.page_id, old.item_id, new.author_uid, iif(old.is_del <> new.is_del, 0, new.addtime), old.page_title,
      old.page_version, iif(old.is_del + old.is_draft = 0, page_content, NULL)
    FROM page_content WHERE page_id = old.page_id AND ${isObject('page_content')};
    INSERT INTO api_change_queue (${columns})
    SELECT new.page_id, new.item_id, new.author_uid, new.addtime, new.page_title, 0, NULL
    FROM page_content WHERE page_id = new.page_id AND old.item_id <> new.item_id AND ${isObject('page_content')};
  END`,
]

/**
 * Adds the change logs of APIs, and the list of what they lack: triggers write it, so that no writer can forget to, and
 * with the transaction of the change, so that a crash loses nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
