import { type Kysely, sql } from 'kysely'

/** Adds the user name that an account has at its provider: a person who is renamed there keeps the account here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE user_identity ADD COLUMN provider_name TEXT NOT NULL DEFAULT ''").execute(db)
}
