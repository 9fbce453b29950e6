import { type Kysely, sql } from 'kysely'

/** Adds the style rules of an item's API, and the secret from which the mock addresses of private items follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `CREATE TABLE api_lint (
  item_id INTEGER PRIMARY KEY,
  rules TEXT NOT NULL
) STRICT;
CREATE TABLE mock_secret (
  secret_id INTEGER PRIMARY KEY CHECK (secret_id = 1),
  secret BLOB NOT NULL
) STRICT;
INSERT INTO mock_secret (secret_id, secret) VALUES (1, randomblob(32))`
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
}
