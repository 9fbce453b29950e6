import { type Kysely, sql } from 'kysely'

// Conventions: times are Unix seconds; cat_id 0 and parent_cat_id 0 are the root of an item, which has no row, so those
// two columns have no foreign key. Secrets are stored only as hashes, except api_token, which its owner must be able to
// read.
const tables = `
CREATE TABLE user (
  uid INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL DEFAULT '',
  groupid INTEGER NOT NULL DEFAULT 2 CHECK (groupid IN (1, 2)),
  email TEXT NOT NULL DEFAULT '',
  avatar TEXT NOT NULL DEFAULT '',
  password TEXT NOT NULL,
  is_sso INTEGER NOT NULL DEFAULT 0,
  is_disabled INTEGER NOT NULL DEFAULT 0,
  reg_time INTEGER NOT NULL,
  last_login_time INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX user_email ON user (email) WHERE email <> '';

CREATE TABLE user_token (
  token_hash BLOB PRIMARY KEY,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('session', 'access', 'link')),
  name TEXT NOT NULL DEFAULT '',
  ip TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT '',
  addtime INTEGER NOT NULL,
  last_use_time INTEGER NOT NULL,
  token_expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX user_token_uid ON user_token (uid);

CREATE TABLE user_setting (
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  key_name TEXT NOT NULL,
  key_value TEXT NOT NULL,
  PRIMARY KEY (uid, key_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_identity (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  addtime INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE captcha (
  captcha_id TEXT PRIMARY KEY,
  captcha TEXT NOT NULL,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE visit_grant (
  grant_hash BLOB PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  password_version INTEGER NOT NULL,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE download_ticket (
  ticket_hash BLOB PRIMARY KEY,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  path TEXT NOT NULL,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE item (
  item_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_name TEXT NOT NULL,
  item_description TEXT NOT NULL DEFAULT '',
  item_domain TEXT NOT NULL DEFAULT '',
  item_type INTEGER NOT NULL DEFAULT 1,
  uid INTEGER NOT NULL REFERENCES user (uid),
  password TEXT NOT NULL DEFAULT '',
  password_version INTEGER NOT NULL DEFAULT 1,
  addtime INTEGER NOT NULL,
  last_update_time INTEGER NOT NULL DEFAULT 0,
  is_archived INTEGER NOT NULL DEFAULT 0,
  is_del INTEGER NOT NULL DEFAULT 0,
  del_time INTEGER NOT NULL DEFAULT 0,
  allow_comment INTEGER NOT NULL DEFAULT 0,
  allow_feedback INTEGER NOT NULL DEFAULT 0,
  global_param TEXT NOT NULL DEFAULT '',
  tree_revision INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX item_uid ON item (uid, is_del);
CREATE UNIQUE INDEX item_domain ON item (lower(item_domain)) WHERE item_domain <> '' AND is_del = 0;

CREATE TABLE item_member (
  item_member_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  member_group_id INTEGER NOT NULL DEFAULT 1 CHECK (member_group_id IN (0, 1, 2)),
  cat_ids TEXT NOT NULL DEFAULT '',
  addtime INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX item_member_uid ON item_member (uid, item_id);
CREATE INDEX item_member_item ON item_member (item_id);

CREATE TABLE item_star (
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  addtime INTEGER NOT NULL,
  PRIMARY KEY (uid, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_group (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  group_name TEXT NOT NULL,
  item_ids TEXT NOT NULL DEFAULT '',
  s_number INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX item_group_uid ON item_group (uid, s_number);

CREATE TABLE item_sort (
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  item_group_id INTEGER NOT NULL,
  item_sort_data TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  PRIMARY KEY (uid, item_group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_token (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL UNIQUE REFERENCES item (item_id) ON DELETE CASCADE,
  api_key TEXT NOT NULL UNIQUE,
  api_token TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  last_check_time INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE item_change_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL,
  op_action_type TEXT NOT NULL,
  op_object_type TEXT NOT NULL,
  op_object_id INTEGER NOT NULL,
  op_object_name TEXT NOT NULL,
  remark TEXT NOT NULL DEFAULT '',
  optime INTEGER NOT NULL
) STRICT;
CREATE INDEX item_change_log_item ON item_change_log (item_id, id);

CREATE TABLE catalog (
  cat_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  parent_cat_id INTEGER NOT NULL DEFAULT 0,
  cat_name TEXT NOT NULL,
  s_number INTEGER NOT NULL DEFAULT 99,
  level INTEGER NOT NULL DEFAULT 2,
  addtime INTEGER NOT NULL,
  is_del INTEGER NOT NULL DEFAULT 0,
  del_time INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX catalog_item ON catalog (item_id, parent_cat_id, s_number);

CREATE TABLE page (
  page_id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  cat_id INTEGER NOT NULL DEFAULT 0,
  page_title TEXT NOT NULL,
  s_number INTEGER NOT NULL DEFAULT 99,
  author_uid INTEGER NOT NULL DEFAULT 0,
  author_username TEXT NOT NULL DEFAULT '',
  addtime INTEGER NOT NULL,
  page_addtime INTEGER NOT NULL,
  page_comments TEXT NOT NULL DEFAULT '',
  ext_info TEXT NOT NULL DEFAULT '',
  is_draft INTEGER NOT NULL DEFAULT 0,
  is_del INTEGER NOT NULL DEFAULT 0,
  page_version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX page_item ON page (item_id, is_del, s_number, page_id);
CREATE INDEX page_by_title ON page (item_id, page_title, cat_id);
CREATE INDEX page_cat ON page (cat_id) WHERE cat_id <> 0;

CREATE TABLE page_content (
  page_id INTEGER PRIMARY KEY REFERENCES page (page_id) ON DELETE CASCADE,
  page_content TEXT NOT NULL
) STRICT;

CREATE TABLE page_history (
  page_history_id INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id INTEGER NOT NULL REFERENCES page (page_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL,
  cat_id INTEGER NOT NULL,
  page_title TEXT NOT NULL,
  s_number INTEGER NOT NULL,
  author_uid INTEGER NOT NULL,
  author_username TEXT NOT NULL,
  addtime INTEGER NOT NULL,
  page_comments TEXT NOT NULL,
  ext_info TEXT NOT NULL,
  page_version INTEGER NOT NULL
) STRICT;
CREATE INDEX page_history_page ON page_history (page_id, page_history_id);

CREATE TABLE page_history_content (
  page_history_id INTEGER PRIMARY KEY REFERENCES page_history (page_history_id) ON DELETE CASCADE,
  page_content BLOB NOT NULL
) STRICT;

CREATE TABLE page_draft (
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  page_id INTEGER NOT NULL,
  page_title TEXT NOT NULL,
  cat_id INTEGER NOT NULL,
  page_content TEXT NOT NULL,
  base_version INTEGER NOT NULL,
  addtime INTEGER NOT NULL,
  PRIMARY KEY (uid, item_id, page_id)
) STRICT;
CREATE INDEX page_draft_page ON page_draft (page_id);

CREATE TABLE page_lock (
  page_id INTEGER PRIMARY KEY REFERENCES page (page_id) ON DELETE CASCADE,
  lock_uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  lock_username TEXT NOT NULL,
  lock_to INTEGER NOT NULL,
  addtime INTEGER NOT NULL
) STRICT;

CREATE TABLE page_comment (
  comment_id INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id INTEGER NOT NULL REFERENCES page (page_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL,
  parent_id INTEGER NOT NULL DEFAULT 0,
  uid INTEGER NOT NULL,
  username TEXT NOT NULL,
  content TEXT NOT NULL,
  is_deleted INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX page_comment_page ON page_comment (page_id, comment_id);

CREATE TABLE page_feedback (
  feedback_id INTEGER PRIMARY KEY AUTOINCREMENT,
  page_id INTEGER NOT NULL REFERENCES page (page_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL,
  uid INTEGER NOT NULL DEFAULT 0,
  client_id TEXT NOT NULL DEFAULT '',
  feedback_type INTEGER NOT NULL CHECK (feedback_type IN (1, 2)),
  addtime INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX page_feedback_one ON page_feedback (page_id, uid, client_id);

CREATE TABLE single_page (
  unique_key TEXT PRIMARY KEY,
  page_id INTEGER NOT NULL UNIQUE REFERENCES page (page_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL,
  expire_time INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recycle (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  page_id INTEGER NOT NULL UNIQUE REFERENCES page (page_id) ON DELETE CASCADE,
  page_title TEXT NOT NULL,
  cat_id INTEGER NOT NULL,
  del_by_uid INTEGER NOT NULL,
  del_by_username TEXT NOT NULL,
  del_time INTEGER NOT NULL
) STRICT;
CREATE INDEX recycle_item ON recycle (item_id, del_time);
CREATE INDEX recycle_time ON recycle (del_time);

CREATE TABLE template (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  username TEXT NOT NULL,
  template_title TEXT NOT NULL,
  template_content TEXT NOT NULL,
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX template_uid ON template (uid);

CREATE TABLE template_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  template_id INTEGER NOT NULL REFERENCES template (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL,
  username TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (template_id, item_id)
) STRICT;
CREATE INDEX template_item_item ON template_item (item_id);

CREATE TABLE subscription (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  object_id INTEGER NOT NULL,
  object_type TEXT NOT NULL DEFAULT 'page',
  action_type TEXT NOT NULL DEFAULT 'update',
  sub_time INTEGER NOT NULL,
  UNIQUE (object_type, object_id, action_type, uid)
) STRICT;

CREATE TABLE message_content (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  from_uid INTEGER NOT NULL,
  from_name TEXT NOT NULL,
  message_type TEXT NOT NULL,
  message_content TEXT NOT NULL,
  action_type TEXT NOT NULL DEFAULT '',
  object_type TEXT NOT NULL DEFAULT '',
  object_id INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX message_content_type ON message_content (message_type, addtime);

CREATE TABLE message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  from_uid INTEGER NOT NULL,
  to_uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  message_type TEXT NOT NULL,
  message_content_id INTEGER NOT NULL REFERENCES message_content (id) ON DELETE CASCADE,
  status INTEGER NOT NULL DEFAULT 0 CHECK (status IN (-1, 0, 1)),
  addtime INTEGER NOT NULL,
  readtime INTEGER NOT NULL DEFAULT 0,
  UNIQUE (to_uid, message_content_id)
) STRICT;
CREATE INDEX message_unread ON message (to_uid, status, id);
CREATE INDEX message_of_content ON message (message_content_id);

CREATE TABLE team (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_name TEXT NOT NULL,
  uid INTEGER NOT NULL REFERENCES user (uid),
  addtime INTEGER NOT NULL,
  last_update_time INTEGER NOT NULL
) STRICT;
CREATE INDEX team_uid ON team (uid);

CREATE TABLE team_member (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
  member_uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  team_member_group_id INTEGER NOT NULL DEFAULT 1 CHECK (team_member_group_id IN (1, 2)),
  addtime INTEGER NOT NULL,
  UNIQUE (team_id, member_uid)
) STRICT;
CREATE INDEX team_member_uid ON team_member (member_uid);

CREATE TABLE team_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  addtime INTEGER NOT NULL,
  UNIQUE (team_id, item_id)
) STRICT;
CREATE INDEX team_item_item ON team_item (item_id);

CREATE TABLE team_item_member (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  team_id INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  member_uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  member_group_id INTEGER NOT NULL DEFAULT 1 CHECK (member_group_id IN (0, 1, 2)),
  cat_ids TEXT NOT NULL DEFAULT '',
  addtime INTEGER NOT NULL,
  UNIQUE (team_id, item_id, member_uid)
) STRICT;
CREATE INDEX team_item_member_uid ON team_item_member (member_uid, item_id);
CREATE INDEX team_item_member_item ON team_item_member (item_id);

CREATE TABLE upload_file (
  file_id INTEGER PRIMARY KEY AUTOINCREMENT,
  sign TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  file_type TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  stored_name TEXT NOT NULL UNIQUE,
  storage TEXT NOT NULL DEFAULT 'local',
  uid INTEGER NOT NULL,
  item_id INTEGER NOT NULL DEFAULT 0,
  visit_times INTEGER NOT NULL DEFAULT 0,
  last_visit_time INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_file_uid ON upload_file (uid, addtime);

CREATE TABLE file_page (
  file_id INTEGER NOT NULL REFERENCES upload_file (file_id) ON DELETE CASCADE,
  page_id INTEGER NOT NULL REFERENCES page (page_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL,
  is_listed INTEGER NOT NULL DEFAULT 1,
  addtime INTEGER NOT NULL,
  PRIMARY KEY (file_id, page_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_page_page ON file_page (page_id);

CREATE TABLE file_flow (
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  date_month TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (uid, date_month)
) STRICT, WITHOUT ROWID;

CREATE TABLE mock (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  unique_key TEXT NOT NULL UNIQUE,
  page_id INTEGER NOT NULL UNIQUE REFERENCES page (page_id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  uid INTEGER NOT NULL,
  template TEXT NOT NULL,
  path TEXT NOT NULL DEFAULT '/',
  view_times INTEGER NOT NULL DEFAULT 0,
  addtime INTEGER NOT NULL,
  last_update_time INTEGER NOT NULL
) STRICT;
CREATE INDEX mock_item ON mock (item_id, path);

CREATE TABLE options (
  option_name TEXT PRIMARY KEY,
  option_value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  job_id TEXT PRIMARY KEY,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('checked', 'running', 'done', 'failed', 'cancelled')),
  input TEXT NOT NULL DEFAULT '',
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  item_id INTEGER NOT NULL DEFAULT 0,
  error_name TEXT NOT NULL DEFAULT '',
  addtime INTEGER NOT NULL,
  end_time INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX job_uid ON job (uid, addtime);

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  addtime INTEGER NOT NULL,
  uid INTEGER NOT NULL,
  username TEXT NOT NULL,
  action TEXT NOT NULL,
  object_type TEXT NOT NULL DEFAULT '',
  object_id INTEGER NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT '',
  ip TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_log_time ON audit_log (addtime);
`

// Where new ids start. ShowDoc's ids are in the same ranges; each installation starts at its own offset in them.
// Source: reference, api-facts 2.4.
const idRanges = { page: 100_000_000, catalog: 400_000_000, item: 600_000_000 }

/** Creates the tables of the whole product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.split(/;\s*\n/)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db)
  }
  for (const [table, start] of Object.entries(idRanges)) {
    const first = start + Math.floor(Math.random() * 90_000_000)
    await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${first})`.execute(db)
  }
}
