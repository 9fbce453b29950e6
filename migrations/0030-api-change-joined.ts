import { type Kysely, sql } from 'kysely'

// As in migration 24: the texts of API pages are JSON objects.
const isObject = (column: string) => `substr(ltrim(substr(${column}, 1, 200), char(32, 9, 10, 13)), 1, 1) = '{'`

// Saves of one person within this time are one entry of the change log, in seconds.
const joinedWithin = 600

const statements = [
  'DROP TRIGGER api_page_saved',
  // What waits already says how the page was before: the next save of the same person is compared with it.
  `CREATE TRIGGER api_page_saved AFTER UPDATE OF page_content ON page_content
  WHEN old.page_content <> new.page_content AND (${isObject('old.page_content')} OR ${isObject('new.page_content')}) BEGIN
    INSERT INTO api_change_queue (page_id, item_id, uid, addtime, page_title, page_version, page_content)
    SELECT page_id, item_id, author_uid, addtime, page_title, max(page_version - 1, 0), old.page_content
    FROM page WHERE page_id = new.page_id AND is_del = 0 AND is_draft = 0 AND NOT EXISTS (
      SELECT 1 FROM api_change_queue AS waiting
      WHERE waiting.queue_id = (SELECT max(queue_id) FROM api_change_queue WHERE page_id = new.page_id)
      AND waiting.item_id = page.item_id AND waiting.uid = page.author_uid AND waiting.is_held = 0
      AND waiting.addtime BETWEEN page.addtime - ${joinedWithin} AND page.addtime
    );
  END`,
]

/** Lists a page that is saved again before its former state was compared once only: its text is not stored again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
