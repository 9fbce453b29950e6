import { type Kysely, sql } from 'kysely'

/** Adds the assertions of SAML that have been used, and finds sessions by what a provider knows them by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `CREATE TABLE used_assertion (
  assertion_hash BLOB PRIMARY KEY,
  expire_time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_assertion_expire_time ON used_assertion (expire_time);
CREATE INDEX user_token_provider_id ON user_token (provider_id) WHERE provider_id <> ''`
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
}
