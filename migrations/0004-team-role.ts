import { type Kysely, sql } from 'kysely'

/** What a team's members get in an item that is bound to it: those of that moment, and those who join later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'ALTER TABLE team_item ADD COLUMN member_group_id INTEGER NOT NULL DEFAULT 1 CHECK (member_group_id IN (0, 1, 2))',
    )
    .execute(db)
}
