import type { Generated } from 'kysely'

/**
 * Every table and column. Names are those of the API. All times are Unix seconds, all sizes bytes, all flags 0 or 1.
 * `cat_id` and `parent_cat_id` 0 mean the root of the item. A test compares this file with the migrated database.
 */

/**
 * Users. `username_key` is the name folded for comparison; `password` an argon2id hash; `groupid` 1 administrator, 2
 * ordinary.
 */
export interface UserTable {
  uid: Generated<number>
  username: string
  username_key: string
  name: Generated<string>
  groupid: Generated<number>
  email: Generated<string>
  avatar: Generated<string>
  password: string
  is_sso: Generated<number>
  is_disabled: Generated<number>
  reg_time: number
  last_login_time: Generated<number>
  /** 1 when the person has proved that `email` is theirs. */
  email_verify: Generated<number>
}

/**
 * Sessions, access tokens, and tokens that can be exchanged once for a session (`link`), by the SHA-256 of the token.
 */
export interface UserTokenTable {
  token_hash: Buffer
  uid: number
  kind: string
  name: Generated<string>
  ip: Generated<string>
  agent: Generated<string>
  addtime: number
  last_use_time: number
  token_expire: number
  /** The provider that the session was begun with; empty for none. */
  provider_id: Generated<string>
  /** What the provider is given to end its own session: the ID token of OpenID Connect, a session's name of others. */
  sign_out_hint: Generated<string>
}

/** A user's preferences. */
interface UserSettingTable {
  uid: number
  key_name: string
  key_value: string
}

/** Accounts of other systems that a user signs in with: `subject` identifies the person at `authority`. */
interface UserIdentityTable {
  /** `ldap` for the directory, else the `provider_id`. */
  provider: string
  /** Who vouches for the person: the issuer, or the address of the service. Empty for the directory. */
  authority: Generated<string>
  subject: string
  /** The user name there, which can change. */
  provider_name: Generated<string>
  uid: number
  addtime: number
}

/**
 * Authenticator apps: `secret` is the shared key in base32, `last_step` the time step of the last code used;
 * `enabled_time` 0 until a code has confirmed it.
 */
interface UserTotpTable {
  uid: number
  secret: string
  enabled_time: Generated<number>
  last_step: Generated<number>
  addtime: number
}

/** Unused recovery codes, by their SHA-256. */
interface RecoveryCodeTable {
  uid: number
  code_hash: Buffer
}

/** Passkeys. `public_key` is in COSE form, `counter` the last signature counter, `transports` comma-separated. */
export interface UserPasskeyTable {
  passkey_id: Generated<number>
  credential_id: string
  uid: number
  public_key: Buffer
  counter: number
  transports: Generated<string>
  name: string
  addtime: number
  last_use_time: Generated<number>
}

/** Pending passkey challenges, by their SHA-256; the first try deletes a row. `uid` 0 when nobody is known yet. */
export interface PasskeyChallengeTable {
  challenge_hash: Buffer
  purpose: string
  uid: Generated<number>
  expire_time: number
}

/** Tickets of people who have passed the first step of a sign-in only, by their SHA-256. */
export interface SignInTicketTable {
  ticket_hash: Buffer
  uid: number
  /** How the first step was passed, for the audit log. */
  action: string
  way: string
  /** The provider that vouched for the user, and what it needs to sign them out, as of the session. */
  provider_id: Generated<string>
  sign_out_hint: Generated<string>
  wrong_count: Generated<number>
  expire_time: number
}

/** Services that people sign in with, besides the one of ShowDoc's form and those of the configuration file. */
interface SignInProviderTable {
  provider_id: string
  /** As in `src/shared/sign-in-providers.ts`. */
  type: string
  name: string
  is_open: Generated<number>
  /** The fields of the type's form, as JSON. */
  form: string
  addtime: number
}

/** Sign-ins that have begun, by the SHA-256 of their state; the answer of the provider deletes a row. */
interface SignInAttemptTable {
  state_hash: Buffer
  /** The SHA-256 of the cookie of the browser that began it. */
  browser_hash: Buffer
  provider_id: string
  /** The user who links an account of the provider; 0 for a sign-in. */
  uid: Generated<number>
  /** The path of this site to open afterwards. */
  redirect: string
  /** What the type of provider needs for the answer, as JSON. */
  secrets: string
  expire_time: number
}

/** Why sign-ins failed, for the screen that people come back to, by the SHA-256 of an id. */
interface SignInFailureTable {
  failure_hash: Buffer
  error_name: string
  /** The values of the message, as JSON. */
  error_values: string
  expire_time: number
}

/** Assertions of SAML that have been used, by the SHA-256 of their issuer and id, until they would not be taken any more. */
interface UsedAssertionTable {
  assertion_hash: Buffer
  expire_time: number
}

/** Pending captchas; the first try deletes a row. */
export interface CaptchaTable {
  captcha_id: string
  captcha: string
  expire_time: number
}

/** Visits opened with an item password, by the SHA-256 of the grant; ended by a change of the password. */
export interface VisitGrantTable {
  grant_hash: Buffer
  item_id: number
  password_version: number
  expire_time: number
}

/** Tickets for downloads of backups, by their SHA-256; `path` is the name of the backup. */
export interface DownloadTicketTable {
  ticket_hash: Buffer
  uid: number
  path: string
  expire_time: number
}

/**
 * Items. `password` is the hash of the access password, empty for a public item, `!` for members only; `tree_revision`
 * rises with each change of its tree.
 */
export interface ItemTable {
  item_id: Generated<number>
  item_name: string
  item_description: Generated<string>
  item_domain: Generated<string>
  item_type: Generated<number>
  uid: number
  password: Generated<string>
  password_version: Generated<number>
  addtime: number
  last_update_time: Generated<number>
  is_archived: Generated<number>
  is_del: Generated<number>
  del_time: Generated<number>
  allow_comment: Generated<number>
  allow_feedback: Generated<number>
  global_param: Generated<string>
  tree_revision: Generated<number>
  archive_time: Generated<number>
}

/**
 * Members. `member_group_id` 0 read, 1 edit, 2 manage; `cat_ids` comma-separated first-level catalogs, empty for all.
 */
export interface ItemMemberTable {
  item_member_id: Generated<number>
  item_id: number
  uid: number
  member_group_id: Generated<number>
  cat_ids: Generated<string>
  addtime: number
}

/**
 * Invitations by link, by the SHA-256 of its token: to an item with a role and a limit as a member has them, or without
 * one to the site, perhaps with a team. `uid` has made it, and it works only as long as they could add people.
 */
export interface InvitationTable {
  invitation_id: Generated<number>
  token_hash: Buffer
  uid: number
  item_id: number | null
  member_group_id: Generated<number>
  cat_ids: Generated<string>
  team_id: number | null
  addtime: number
  expire_time: number
  uses_most: number
  use_count: Generated<number>
  revoke_time: Generated<number>
  /** The address that it was sent to by mail; empty for a link that somebody passes on. */
  email: Generated<string>
}

/** Starred items. */
interface ItemStarTable {
  uid: number
  item_id: number
  addtime: number
}

/** A user's groups of items; `item_ids` is comma-separated. */
export interface ItemGroupTable {
  id: Generated<number>
  uid: number
  group_name: string
  item_ids: Generated<string>
  s_number: Generated<number>
  created_at: number
  updated_at: number
}

/** A user's order of items in a group (0 all, -1 starred); `item_sort_data` is JSON, item_id to position. */
export interface ItemSortTable {
  uid: number
  item_group_id: number
  item_sort_data: string
  addtime: number
}

/** Keys of the open API. */
export interface ItemTokenTable {
  id: Generated<number>
  item_id: number
  api_key: string
  api_token: string
  addtime: number
  last_check_time: Generated<number>
}

/** Changes in an item and who made them; the newest 300 are kept. */
interface ItemChangeLogTable {
  id: Generated<number>
  item_id: number
  uid: number
  op_action_type: string
  op_object_type: string
  op_object_id: number
  op_object_name: string
  remark: Generated<string>
  optime: number
}

/** Catalogs. `level` is 2 at the top, 4 at the deepest. */
interface CatalogTable {
  cat_id: Generated<number>
  item_id: number
  parent_cat_id: Generated<number>
  cat_name: string
  s_number: Generated<number>
  level: Generated<number>
  addtime: number
  is_del: Generated<number>
  del_time: Generated<number>
  del_by_uid: Generated<number>
  del_by_username: Generated<string>
}

/**
 * Pages without their text. `addtime` is the last save, `page_addtime` the first; `page_version` rises with each save.
 */
export interface PageTable {
  page_id: Generated<number>
  item_id: number
  cat_id: Generated<number>
  page_title: string
  s_number: Generated<number>
  author_uid: Generated<number>
  author_username: Generated<string>
  addtime: number
  page_addtime: number
  page_comments: Generated<string>
  ext_info: Generated<string>
  is_draft: Generated<number>
  is_del: Generated<number>
  page_version: Generated<number>
}

/** The text of a page, in a table of its own, so that lists never read it. */
interface PageContentTable {
  page_id: number
  page_content: string
}

/** Pages whose row in the search index is missing or outdated. */
interface PageUnindexedTable {
  page_id: number
}

/** Pages with more terms than the search index stores for one; their texts are searched directly. */
interface PageLargeTable {
  page_id: number
}

/** Former versions of pages without their text. */
export interface PageHistoryTable {
  page_history_id: Generated<number>
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
  s_number: number
  author_uid: number
  author_username: string
  addtime: number
  page_comments: string
  ext_info: string
  page_version: number
}

/** The text of a former version, compressed with zstd. */
interface PageHistoryContentTable {
  page_history_id: number
  page_content: Buffer
}

/** Unsaved text of a user; `page_id` 0 is a new page. */
export interface PageDraftTable {
  uid: number
  item_id: number
  page_id: number
  page_title: string
  cat_id: number
  page_content: string
  base_version: number
  addtime: number
}

/** Who is editing a page, until `lock_to`. */
export interface PageLockTable {
  page_id: number
  lock_uid: number
  lock_username: string
  lock_to: number
  addtime: number
}

/** Comments on a page. */
export interface PageCommentTable {
  comment_id: Generated<number>
  page_id: number
  item_id: number
  parent_id: Generated<number>
  uid: number
  username: string
  content: string
  is_deleted: Generated<number>
  addtime: number
}

/** Whether a page helped: 1 yes, 2 no. */
interface PageFeedbackTable {
  feedback_id: Generated<number>
  page_id: number
  item_id: number
  uid: Generated<number>
  client_id: Generated<string>
  feedback_type: number
  addtime: number
}

/** Public links to one page; `expire_time` 0 is never. */
export interface SinglePageTable {
  unique_key: string
  page_id: number
  uid: number
  expire_time: Generated<number>
  addtime: number
}

/** Pages in the recycle bin, with the catalog they were in. */
interface RecycleTable {
  id: Generated<number>
  item_id: number
  page_id: number
  page_title: string
  cat_id: number
  del_by_uid: number
  del_by_username: string
  del_time: number
}

/** Page templates. */
export interface TemplateTable {
  id: Generated<number>
  uid: number
  username: string
  template_title: string
  template_content: string
  addtime: number
}

/** Templates shared with items. */
export interface TemplateItemTable {
  id: Generated<number>
  template_id: number
  item_id: number
  uid: number
  username: string
  created_at: number
}

/** Subscriptions to changes. */
interface SubscriptionTable {
  id: Generated<number>
  uid: number
  object_id: number
  object_type: Generated<string>
  action_type: Generated<string>
  sub_time: number
}

/** The contents of messages. */
export interface MessageContentTable {
  id: Generated<number>
  from_uid: number
  from_name: string
  message_type: string
  message_content: string
  action_type: Generated<string>
  object_type: Generated<string>
  object_id: Generated<number>
  addtime: number
}

/** The recipients of messages. `status` 0 unread, 1 read, -1 removed. */
interface MessageTable {
  id: Generated<number>
  from_uid: number
  to_uid: number
  message_type: string
  message_content_id: number
  status: Generated<number>
  addtime: number
  readtime: Generated<number>
}

/** Teams. */
export interface TeamTable {
  id: Generated<number>
  team_name: string
  uid: number
  addtime: number
  last_update_time: number
}

/** Members of teams: 1 ordinary, 2 administrator. */
interface TeamMemberTable {
  id: Generated<number>
  team_id: number
  member_uid: number
  team_member_group_id: Generated<number>
  addtime: number
}

/** Items assigned to teams. */
interface TeamItemTable {
  id: Generated<number>
  team_id: number
  item_id: number
  addtime: number
  member_group_id: Generated<number>
}

/** The permission of a team member on an item; as `item_member`. */
interface TeamItemMemberTable {
  id: Generated<number>
  team_id: number
  item_id: number
  member_uid: number
  member_group_id: Generated<number>
  cat_ids: Generated<string>
  addtime: number
}

/**
 * Uploaded files. `sign` is the public key in addresses, `stored_name` the random name on disk, `storage` where it is:
 * `local` for the uploads folder, or the id of a bucket.
 */
export interface UploadFileTable {
  file_id: Generated<number>
  sign: string
  display_name: string
  file_type: string
  file_size: number
  stored_name: string
  storage: Generated<string>
  uid: number
  item_id: Generated<number>
  /** Where ShowDoc stored the file, below `Public/Uploads/`; empty for a file that was uploaded here. */
  former_path: Generated<string>
  visit_times: Generated<number>
  last_visit_time: Generated<number>
  addtime: number
  /** SHA-256 of the content, in hexadecimal; empty for a file that was never in a bucket. */
  sha256: Generated<string>
  /** When it was moved to where it is; 0 when it was uploaded there. */
  moved_time: Generated<number>
}

/** Buckets that uploaded files are in. `settings` says how to reach one; new files go to the one that `is_current`. */
interface FileStoreTable {
  store_id: string
  settings: string
  is_current: Generated<number>
  addtime: number
}

/**
 * Files in a store that no row of `upload_file` has there, or not yet: written before the file is, so that nothing is
 * forgotten whatever ends the process. After `due_time` they are removed.
 */
interface FileLeftoverTable {
  storage: string
  stored_name: string
  due_time: number
}

/** The pages that use a file: anyone who may read one of them may open the file. */
export interface FilePageTable {
  file_id: number
  page_id: number
  item_id: number
  /** 1 in the page's list of attachments, 0 when only a text of the page shows it. */
  is_listed: Generated<number>
  addtime: number
}

/** Bytes served per user and month (`YYYY-MM`). */
interface FileFlowTable {
  uid: number
  date_month: string
  used: Generated<number>
}

/** Mock responses of API pages. */
export interface MockTable {
  id: Generated<number>
  unique_key: string
  page_id: number
  item_id: number
  uid: number
  template: string
  path: Generated<string>
  view_times: Generated<number>
  addtime: number
  last_update_time: number
}

/**
 * Target environments for requests of an item's API pages. `variables` is JSON: `name`, `value`, `is_secret`; the value
 * of a secret one is not stored here.
 */
export interface ApiEnvironmentTable {
  env_id: Generated<number>
  item_id: number
  env_name: string
  base_url: string
  variables: string
  addtime: number
}

/** A user's value of a secret variable; sent only to `origin` (`https://host:port`), and never shown to anyone. */
export interface ApiSecretTable {
  env_id: number
  uid: number
  name: string
  value: string
  origin: string
}

/**
 * The cookies that responses have set for a user's requests from an item's pages, by environment (null for none).
 * `cookies` is JSON, by host; sent again to that host only, and never shown to anyone.
 */
interface ApiCookieJarTable {
  jar_id: Generated<number>
  uid: number
  item_id: number
  env_id: number | null
  cookies: string
}

/** Requests that a user has sent from an API page; `request` and `answer` are JSON with secrets masked. */
export interface ApiCallTable {
  id: Generated<number>
  page_id: number
  uid: number
  addtime: number
  method: string
  url: string
  status: number
  time_ms: number
  is_browser: Generated<number>
  request: string
  answer: string
}

/** Settings of the site. */
interface OptionsTable {
  option_name: string
  option_value: string
}

/** Where a page of an API description comes from, and what the last import wrote: the base of the next one. */
export interface PageImportTable {
  page_id: number
  item_id: number
  /** The format and name of the description, as `openapi:Petstore`. */
  description: string
  /** Method and path; empty for a page that belongs to no operation. */
  call: string
  /** The operation's own name; empty when it has none. */
  operation: string
  /** The catalog where the import put it. */
  cat_id: number
  page_title: string
  /** The version that the import left: a higher one is somebody's work. */
  page_version: number
  hash: string
  /** The text that the import gave it, as raw deflate: the import's worker packs it. */
  packed: Buffer
  /** What the description says about it as OpenAPI 3.1: a `PageSource` as JSON in raw deflate; empty for other formats. */
  source: Generated<Buffer>
}

/** Runs of several requests of an item. `content` is JSON as `RunContent` of the contract has it. */
export interface ApiRunTable {
  run_id: Generated<number>
  item_id: number
  run_name: string
  content: string
  run_version: Generated<number>
  steps_total: number
  schedule: Generated<string>
  /** When it starts next by itself; 0 for never. */
  next_time: Generated<number>
  /** Whose rights and secrets a scheduled start uses. */
  schedule_uid: Generated<number>
  /** 1 when its last scheduled start failed. */
  is_failing: Generated<number>
  addtime: number
}

/** Results of runs. `steps` is JSON: one entry for each step that has run, its secrets masked. */
export interface ApiRunResultTable {
  result_id: Generated<number>
  run_id: number
  uid: number
  is_scheduled: Generated<number>
  /** `running`, `passed`, `failed`, `stopped` or `interrupted`; a run has one that is running at most. */
  outcome: string
  addtime: number
  time_ms: Generated<number>
  steps_total: number
  steps_done: Generated<number>
  steps_failed: Generated<number>
  steps: Generated<string>
}

/** What an imported API description says beside its operations: an export writes it again. */
interface ApiDescriptionTable {
  item_id: number
  /** The format and name of the description, as in `page_import`. */
  description: string
  /** The item's name and description after the import: others are somebody's work. */
  item_name: string
  item_description: string
  /** OpenAPI 3.1 without paths and webhooks: JSON as raw deflate. */
  head: Buffer
}

/** The style rules of an item's API that differ from the defaults. */
interface ApiLintTable {
  item_id: number
  /** JSON: the level of each rule by its name. */
  rules: string
}

/** One row: what signs the mock addresses of private items. */
interface MockSecretTable {
  /** Always 1. */
  secret_id: number
  secret: Buffer
}

type SourceKind = 'address' | 'push'

type MissingChoice = 'mark' | 'recycle'

type SourceSchedule = 'off' | 'hourly' | 'daily'

/** What makes an item a docs site of its own. Items with one `main_item_id` are the versions of one site. */
export interface DocsSiteTable {
  item_id: number
  /** Whether it is published as one; the settings stay while it is not. */
  is_on: Generated<number>
  /** Empty for the item's own name; the same applies to the description. */
  site_name: Generated<string>
  site_description: Generated<string>
  /** Such as `#1f5fd6`; empty for the product's own. */
  color: Generated<string>
  /** The page that it opens with; 0 for the first one. */
  home_page_id: Generated<number>
  /** How the item is called among the versions of the site, such as `v2`. */
  version_name: Generated<string>
  /** The item that hosts open: of a site without other versions, the item itself. */
  main_item_id: number
  /** Changes with the logo; empty without one. */
  logo_hash: Generated<string>
  /** The links in its header as JSON: `title`, `url`. */
  links: Generated<string>
}

/** The logo of a docs site, in a table of its own, so that lists never read it. */
export interface DocsSiteLogoTable {
  item_id: number
  media_type: string
  content: Buffer
}

/** Host names that open a docs site: lower case, in ASCII, without a port. */
interface DocsSiteHostTable {
  host: string
  item_id: number
}

/** Where an API description of an item comes from, again and again: an address, or what CI sends. */
export interface ApiSourceTable {
  source_id: Generated<number>
  item_id: number
  /** The person whose rights it has, who saved it last; 0 for one that an API key has added. */
  uid: number
  kind: SourceKind
  source_name: Generated<string>
  /** Empty for `push`. */
  url: Generated<string>
  /** A header that its address needs, and its value, which is never shown. */
  header_name: Generated<string>
  header_value: Generated<string>
  /** The catalog that its pages go into; 0 for none. */
  cat_id: Generated<number>
  /** What happens to pages whose operations are gone. */
  missing: Generated<MissingChoice>
  schedule: Generated<SourceSchedule>
  /** A time of day, such as `02:00`. */
  schedule_time: Generated<string>
  lang: Generated<string>
  addtime: number
  /** By what its pages are known in `page_import`; empty before its first synchronisation. */
  description: Generated<string>
  /** Its text at the last synchronisation as raw deflate; empty before the first. */
  packed: Generated<Buffer>
  /** When it was last synchronised successfully, Unix seconds; 0 for never. */
  sync_time: Generated<number>
  /** When the last attempt began and ended, Unix seconds; 0 for never. */
  start_time: Generated<number>
  end_time: Generated<number>
  /** What came of the last attempt: a `SyncResult` as JSON. */
  result: Generated<string>
}

/** The backups that the server made or tried, by its schedule or by the button of Admin. */
export interface BackupRunTable {
  run_id: Generated<number>
  start_time: number
  end_time: number
  /** Its file name in its place; empty when it failed. */
  name: Generated<string>
  /** The moment that it shows; 0 when it failed. */
  moment: Generated<number>
  /** Why it failed, as JSON: a text of the command line and its values. Empty when it did not. */
  error: Generated<string>
}

/** A ShowDoc site that was imported. */
interface ShowdocSiteTable {
  site_id: number
  /** Its address; empty when it names none. */
  name: string
  /** JSON: the number of the last row that was read of each table whose rows never change. */
  read_to: string
  addtime: number
  last_time: number
}

/** Which row here is which row of an imported ShowDoc site. */
interface ShowdocRowTable {
  site_id: number
  /** What it is: `user`, `item`, `catalog`, `page`, ... */
  kind: string
  source_id: number
  target_id: number
  /** When it was made there, Unix seconds: with its id, it tells sites apart. */
  born: number
  /** Fingerprints of what was read there, and of what it was here then: a difference is a change since. */
  source_mark: string
  target_mark: string
}

/** Rows of an imported ShowDoc site that have no table here yet, as JSON; without secrets. */
interface ShowdocRawRowTable {
  site_id: number
  table_name: string
  source_id: number
  item_id: number
  source_row: string
}

/** A user's long-running jobs: import, export, backup. */
export interface JobTable {
  job_id: string
  uid: number
  kind: string
  title: string
  state: string
  input: Generated<string>
  done: Generated<number>
  total: Generated<number>
  item_id: Generated<number>
  error_name: Generated<string>
  addtime: number
  end_time: Generated<number>
}

/**
 * What the server sends to the outside, and what became of it. `kind` decides who sends it (`mail`, `webhook`, ...);
 * `delivery_id` stays the same in every attempt; `payload` is JSON. `held` rows wait for the digest of their person.
 */
export interface OutboxTable {
  outbox_id: Generated<number>
  delivery_id: string
  kind: string
  event: string
  /** The person that it is for; 0 for none. */
  uid: Generated<number>
  webhook_id: Generated<number>
  /** Where it goes, as Admin shows it. */
  target: Generated<string>
  payload: Generated<string>
  status: OutboxStatus
  attempts: Generated<number>
  /** When it is tried, Unix seconds. */
  next_time: number
  /** Until when an attempt under way may take; after that its outcome is unknown, and it is tried again. */
  lease_until: Generated<number>
  addtime: number
  end_time: Generated<number>
  /** What the other side answered last. */
  answer: Generated<string>
}

type WebhookScope = 'site' | 'item' | 'team' | 'user'

type MailTokenKind = 'verify' | 'reset'

/** Where a delivery stands. */
export type OutboxStatus = 'waiting' | 'sending' | 'held' | 'done' | 'failed' | 'dropped'

/** Addresses that are informed of events. `scope_id` is the item, team or user; `uid` whose rights it has. */
export interface WebhookTable {
  webhook_id: Generated<number>
  scope: WebhookScope
  scope_id: Generated<number>
  /** Whose rights it has; null for one of the start, which has those of an administrator. */
  uid: number | null
  webhook_name: Generated<string>
  format: string
  url: string
  /** Signs what is sent; never shown. */
  secret: Generated<string>
  /** Comma-separated names of events. */
  events: string
  lang: string
  is_open: Generated<number>
  /** Why the server closed it; empty when a person did, or it is open. */
  closed_reason: Generated<string>
  /** Since when every delivery has failed; 0 when the last one did not. */
  fail_since: Generated<number>
  last_time: Generated<number>
  last_answer: Generated<string>
  addtime: number
  /** 1 for one of the start: its address and its secret are in the settings, not here. */
  is_from_start: Generated<number>
}

/** Links in mails that prove an address (`verify`) or set a password (`reset`), by the SHA-256 of their token. */
export interface MailTokenTable {
  token_hash: Buffer
  uid: number
  kind: MailTokenKind
  email: string
  addtime: number
  token_expire: number
}

/** Logins, failures and administration. */
export interface AuditLogTable {
  id: Generated<number>
  addtime: number
  uid: number
  username: string
  action: string
  object_type: Generated<string>
  object_id: Generated<number>
  detail: Generated<string>
  ip: Generated<string>
  /** SHA-256 over the hash of the entry before and this one, hexadecimal; empty in entries from before there were any. */
  hash: Generated<string>
}

/** Tokens of other systems that create accounts by SCIM; `uid` is the administrator who made one. */
export interface ScimTokenTable {
  id: Generated<number>
  name: string
  token_hash: Buffer
  /** The administrator without whom it does not work; 0 for one of the start. */
  uid: number
  addtime: number
  last_use_time: Generated<number>
  is_from_start: Generated<number>
}

/** Accounts that another system decides by SCIM, with what it said last. */
export interface ScimUserTable {
  uid: number
  external_id: string
  /** The user name there, which can change, and normalized. */
  user_name: string
  user_name_key: string
  given_name: string
  family_name: string
  /** In lower case; also one that another account here has. */
  email: string
  is_active: number
  /** Whether the account is disabled because the other system said so. */
  has_disabled: number
  /** Deleted there; the account stays, disabled. */
  is_deleted: Generated<number>
  addtime: number
  change_time: number
}

/** Teams whose members another system decides by SCIM. */
export interface ScimGroupTable {
  team_id: number
  external_id: string
  /** The name there, and normalized. */
  display_name: string
  display_name_key: string
  /** Deleted there; the team stays, without the members that came from there. */
  is_deleted: Generated<number>
  addtime: number
  change_time: number
}

/** The last calls by SCIM that changed something or failed. */
interface ScimCallTable {
  id: Generated<number>
  addtime: number
  token_name: string
  method: string
  path: string
  status: number
  /** An error of the contract with its values as JSON; empty when it succeeded. */
  error_name: string
  error_values: string
  ip: string
}

/** Changes of API pages and descriptions that are to be compared, written by triggers, and by imports. */
export interface ApiChangeQueueTable {
  queue_id: Generated<number>
  item_id: number
  /** 0 for a whole description. */
  page_id: Generated<number>
  uid: number
  /** 0 for a page that was deleted or restored: its row does not say by whom and when. */
  addtime: number
  /** Title, version and text before; no text when readers did not have the page. */
  page_title: Generated<string>
  page_version: Generated<number>
  page_content: string | null
  /** 1 while the text after it cannot be read: it waits for one that can. */
  is_held: Generated<number>
  /** For whole descriptions: both of them, and their pages, as JSON in zstd. */
  packed: Buffer | null
}

type ChangeSource = 'page' | 'import' | 'sync'

/** What changed in APIs: one row for each event, the newest 1,000 of an item. */
export interface ApiChangeTable {
  api_change_id: Generated<number>
  item_id: number
  source: ChangeSource
  /** 0 for a whole description. */
  page_id: Generated<number>
  /** The title of the page, or the name of the description, at that time. */
  name: Generated<string>
  /** Versions of the page; 0 when readers did not have it. */
  version_before: Generated<number>
  version_after: Generated<number>
  /** 0 for a script. */
  uid: number
  /** Of the first and the last save. */
  addtime: number
  last_time: number
  breaking_count: number
  warning_count: number
  info_count: number
  /** Methods and paths, each between line ends. */
  operations: Generated<string>
  /** The changes without their texts, as JSON in zstd. */
  changes: Buffer
  /** 1 while further saves of the same person join it. */
  is_open: number
  /** The page before, as JSON in zstd, while it is open. */
  base: Buffer | null
}

/** The pages that a change is about, with the operation of each and how often it changed. */
export interface ApiChangePageTable {
  page_id: number
  api_change_id: number
  operation: string
  breaking_count: number
  warning_count: number
  info_count: number
}

/** The database, table by table. */
export interface Schema {
  outbox: OutboxTable
  webhook: WebhookTable
  user: UserTable
  user_token: UserTokenTable
  user_setting: UserSettingTable
  mail_token: MailTokenTable
  user_identity: UserIdentityTable
  user_totp: UserTotpTable
  recovery_code: RecoveryCodeTable
  user_passkey: UserPasskeyTable
  passkey_challenge: PasskeyChallengeTable
  sign_in_ticket: SignInTicketTable
  sign_in_provider: SignInProviderTable
  sign_in_attempt: SignInAttemptTable
  sign_in_failure: SignInFailureTable
  used_assertion: UsedAssertionTable
  captcha: CaptchaTable
  visit_grant: VisitGrantTable
  download_ticket: DownloadTicketTable
  item: ItemTable
  item_member: ItemMemberTable
  invitation: InvitationTable
  item_star: ItemStarTable
  item_group: ItemGroupTable
  item_sort: ItemSortTable
  item_token: ItemTokenTable
  item_change_log: ItemChangeLogTable
  catalog: CatalogTable
  page: PageTable
  page_content: PageContentTable
  page_unindexed: PageUnindexedTable
  page_large: PageLargeTable
  page_history: PageHistoryTable
  page_history_content: PageHistoryContentTable
  page_draft: PageDraftTable
  page_lock: PageLockTable
  page_comment: PageCommentTable
  page_feedback: PageFeedbackTable
  single_page: SinglePageTable
  recycle: RecycleTable
  template: TemplateTable
  template_item: TemplateItemTable
  subscription: SubscriptionTable
  message_content: MessageContentTable
  message: MessageTable
  team: TeamTable
  team_member: TeamMemberTable
  team_item: TeamItemTable
  team_item_member: TeamItemMemberTable
  upload_file: UploadFileTable
  file_store: FileStoreTable
  file_leftover: FileLeftoverTable
  file_page: FilePageTable
  file_flow: FileFlowTable
  mock: MockTable
  api_environment: ApiEnvironmentTable
  api_secret: ApiSecretTable
  api_cookie_jar: ApiCookieJarTable
  api_call: ApiCallTable
  api_run: ApiRunTable
  api_run_result: ApiRunResultTable
  options: OptionsTable
  job: JobTable
  audit_log: AuditLogTable
  backup_run: BackupRunTable
  showdoc_site: ShowdocSiteTable
  showdoc_row: ShowdocRowTable
  showdoc_raw_row: ShowdocRawRowTable
  page_import: PageImportTable
  api_description: ApiDescriptionTable
  api_lint: ApiLintTable
  mock_secret: MockSecretTable
  api_source: ApiSourceTable
  scim_token: ScimTokenTable
  scim_user: ScimUserTable
  scim_group: ScimGroupTable
  scim_call: ScimCallTable
  api_change_queue: ApiChangeQueueTable
  api_change: ApiChangeTable
  api_change_page: ApiChangePageTable
  docs_site: DocsSiteTable
  docs_site_logo: DocsSiteLogoTable
  docs_site_host: DocsSiteHostTable
}
