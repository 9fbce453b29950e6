import { type Kysely, sql } from 'kysely'

/** Adds the cookies that Try it keeps for each person and environment, and the links in the header of a docs site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE api_cookie_jar (
  jar_id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  env_id INTEGER REFERENCES api_environment (env_id) ON DELETE CASCADE,
  cookies TEXT NOT NULL
) STRICT`,
    'CREATE UNIQUE INDEX api_cookie_jar_place ON api_cookie_jar (uid, item_id, coalesce(env_id, 0))',
    'CREATE INDEX api_cookie_jar_item ON api_cookie_jar (item_id)',
    'CREATE INDEX api_cookie_jar_env ON api_cookie_jar (env_id)',
    "ALTER TABLE docs_site ADD COLUMN links TEXT NOT NULL DEFAULT '[]'",
  ])
    await sql.raw(statement).execute(db)
}
